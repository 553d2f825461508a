import type { Page } from '@playwright/test'
import { actAs, expect, isAlive, someCards, test } from '#tests/journeys/fixtures.ts'

const states = [
  { theme: 'light' },
  { theme: 'dark' },
  { theme: 'light', forcedColors: 'active' },
  { theme: 'light', media: 'print' },
] as const

const told =
  'display position inset color opacity visibility z-index overflow transform translate font text-decoration letter-spacing text-align white-space background border border-radius box-shadow outline margin padding gap grid-template align-items justify-content flex order fill stroke stroke-width stroke-dasharray clip-path mask appearance cursor content animation transition'.split(
    ' ',
  )

/** Where every element is and what it looks like, with what is drawn before and after it. */
const looks = (page: Page) =>
  page.evaluate(
    (told) =>
      [...document.querySelectorAll('body, body *')].flatMap((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [undefined, '::before', '::after'].map((part) => {
          const style = getComputedStyle(element, part)
          const name = `${element.tagName} ${element.getAttribute('class')} ${part ?? [x, y, width, height].join()}`
          if (part && style.content === 'none') return name
          return `${name}: ${told.map((property) => `${property} ${style.getPropertyValue(property)}`).join('; ')}`
        })
      }),
    told,
  )

/** What would look different if the whole sheet came now. */
async function changes(page: Page) {
  const asItComes = await looks(page)
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const sheet = document.querySelector<HTMLLinkElement>('body > link')!
        sheet.onload = resolve
        sheet.disabled = false
      }),
  )
  const whole = await looks(page)
  await page.evaluate(() => {
    document.querySelector<HTMLLinkElement>('body > link')!.disabled = true
  })
  return asItComes.filter((one, place) => one !== whole[place])
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
        await page.evaluate(() => {
          document.querySelector<HTMLLinkElement>('body > link')!.disabled = true
        })
        for (const { theme, ...emulated } of language === 'en' ? states : states.slice(0, 1)) {
          await page.emulateMedia({ media: 'screen', forcedColors: 'none', ...emulated })
          await page.evaluate((theme) => Object.assign(document.documentElement.dataset, { theme }), theme)
          expect(await changes(page), `${address} ${theme} ${JSON.stringify(emulated)}`).toEqual([])
        }
      }
    })

test('Z1: once the whole sheet is there nothing listens for it any more', async ({ page }) => {
  await page.goto('/')
  await isAlive(page)
  const listeners = await listenersOf(page)
  expect(await listeners()).toEqual(['focusin', 'keydown'])
  await page.keyboard.press('Tab')
  await expect.poll(listeners).toEqual([])
})

/** What the window hears before any part of the page does, but for what the test's own tool listens for. */
async function listenersOf(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const { result } = await devtools.send('Runtime.evaluate', { expression: 'window' })
  return async () => {
    const { listeners } = await devtools.send('DOMDebugger.getEventListeners', { objectId: result.objectId! })
    return listeners
      .flatMap(({ type, useCapture }) => (useCapture && /^(focusin|keydown)$/.test(type) ? [type] : []))
      .toSorted()
  }
}
