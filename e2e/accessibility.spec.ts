import type { Page } from '@playwright/test'
import { complaints, contrastComplaints } from './axe.ts'
import { expect, test } from './fixtures.ts'
import {
  type Account,
  languages,
  leave,
  open,
  type Screen,
  screens,
  show,
  signInContext,
  themes,
  widths,
} from './screens.ts'

/** All combinations where `.ci/run` asks for them; otherwise half, such that every pair of language, theme and width is met. */
const isThorough = Boolean(process.env.THOROUGH)

/** By how much the page, or an open dialog, is wider than what is seen of it. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]')
    const cut = dialog ? dialog.scrollWidth - dialog.clientWidth : 0
    return Math.max(document.documentElement.scrollWidth - window.innerWidth, cut)
  })

async function check(page: Page, url: string, screen: Screen) {
  const devtools = await page.context().newCDPSession(page)
  const setText = (standard: number) => devtools.send('Page.setFontSizes', { fontSizes: { standard } })
  for (const language of languages) {
    await open(page, url, screen, language)
    const name = `${screen.name} in ${language}`
    for (const width of screen.widths ?? widths) {
      for (const theme of themes) {
        if (!isThorough && (theme === themes[0]) !== ((width === widths[0]) === (language === languages[0]))) continue
        await show(page, theme, width)
        // Wherever the last width has left it, something may stand half below the header, which stays where it is.
        await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
        const found = await (theme === themes[0] ? complaints : contrastComplaints)(page)
        expect.soft(found, `${name}, ${theme}, ${width} px`).toEqual([])
      }
      expect.soft(await sideways(page), `${name} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0)
    }
    expect.soft(await page.locator('h1').count(), `${name} has one first heading`).toBe(1)
    expect.soft(await page.locator('html').getAttribute('lang')).toBe(language)
    if (!screen.widths) {
      await page.setViewportSize({ width: 320, height: 800 })
      expect.soft(await sideways(page), `${name} scrolls sideways at 320 px`).toBeLessThanOrEqual(0)
    }
    await setText(32)
    for (const width of screen.widths ?? widths) {
      await page.setViewportSize({ width, height: 800 })
      expect
        .soft(await sideways(page), `${name} with text of 200 % scrolls sideways at ${width} px`)
        .toBeLessThanOrEqual(0)
    }
    await setText(16)
    await leave(page)
  }
}

/** So many screens are one test: all of an account would take longer than a test may, and one worker would have them all. */
const screensPerTest = 6

for (const account of Object.keys(screens) as Account[]) {
  for (let from = 0; from < screens[account].length; from += screensPerTest) {
    const part = screens[account].slice(from, from + screensPerTest)
    test(`G9 G8: ${account}: ${part.map(({ name }) => name).join(', ')}: axe finds nothing in both languages and themes, and nothing scrolls sideways, with text of 200 % neither`, async ({
      page,
      context,
      site,
    }) => {
      test.setTimeout(180_000)
      await signInContext(context, account, site.url)
      for (const screen of part) await check(page, site.url, screen)
    })
  }
}
