import type { Page } from '@playwright/test'
import { actAs, expect, someCards, test } from './fixtures.ts'

const states = [
  { theme: 'light' },
  { theme: 'dark' },
  { theme: 'light', forcedColors: 'active' },
  { theme: 'light', media: 'print' },
] as const

/** The page as it comes, and with the whole sheet, or without it again. */
async function picture(page: Page, isWhole: boolean) {
  await page.evaluate(
    (isWhole) =>
      new Promise<unknown>((resolve) => {
        const sheet = document.querySelector<HTMLLinkElement>('body > link[rel=stylesheet]')!
        if (isWhole) sheet.onload = resolve
        sheet.disabled = !isWhole
        if (!isWhole) resolve(undefined)
      }),
    isWhole,
  )
  return page.screenshot({ fullPage: true, animations: 'disabled' })
}

for (const language of ['en', 'bn'])
  for (const width of [360, 1280])
    test(`Z1: a page looks the same before its whole style sheet comes, in ${language}, ${width} px wide`, async ({
      page,
      baseURL,
    }) => {
      test.setTimeout(120_000)
      await actAs(page, 'user@demo.example')
      const profile = `/BioDataDetails/${(await someCards(page))[3]!._id}`
      await page.setViewportSize({ width, height: 800 })
      // Nothing of the page runs, so nothing of it asks for the sheet.
      await page.route('**/assets/*.js', (route) => route.abort())
      for (const address of [profile, '/', '/baiDataPage', '/baiDataPage?gender=Male&minAge=119', '/login', '/about']) {
        if (address !== profile) await page.context().clearCookies()
        await page.context().addCookies([{ name: 'lang', value: language, url: baseURL! }])
        await page.goto(address)
        await page.evaluate(() => document.fonts.ready)
        for (const { theme, ...emulated } of language === 'en' ? states : states.slice(0, 1)) {
          await page.emulateMedia({ media: 'screen', forcedColors: 'none', ...emulated })
          await page.evaluate((theme) => Object.assign(document.documentElement.dataset, { theme }), theme)
          // What Chromium still moves after a change of medium is no matter of styles.
          const isSame = async () => (await picture(page, false)).equals(await picture(page, true))
          await expect.poll(isSame, `${address} ${theme} ${JSON.stringify(emulated)}`).toBe(true)
        }
      }
    })
