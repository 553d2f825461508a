import type { BrowserContext, Page } from '@playwright/test'
import { complaints, contrastComplaints } from './axe.ts'
import { expect } from './fixtures.ts'
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

/** By how much the page, or an open dialog, is wider than what is seen of it. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]')
    const cut = dialog ? dialog.scrollWidth - dialog.clientWidth : 0
    return Math.max(document.documentElement.scrollWidth - window.innerWidth, cut)
  })

export type Look = { language: (typeof languages)[number]; width: number; theme: (typeof themes)[number] }

/** Every language, width and theme of a screen. */
export const everyLook = ({ widths: own = widths }: Screen): Look[] =>
  languages.flatMap((language) => own.flatMap((width) => themes.map((theme) => ({ language, width, theme }))))

/**
 * Opens a screen once for each language of `looks` and expects of each look that axe finds nothing, and that the page
 * does not scroll sideways: at its width, at 320 px, and with text of 200 %.
 */
export async function expectAccessible(page: Page, url: string, screen: Screen, looks: Look[]) {
  const devtools = await page.context().newCDPSession(page)
  const setText = (standard: number) => devtools.send('Page.setFontSizes', { fontSizes: { standard } })
  for (const [language, inLanguage] of Map.groupBy(looks, ({ language }) => language)) {
    await open(page, url, screen, language)
    const name = `${screen.name} in ${language}`
    for (const [width, atWidth] of Map.groupBy(inLanguage, ({ width }) => width)) {
      for (const { theme } of atWidth) {
        await show(page, theme, width)
        // Wherever the last width has left it, something may stand half below the header, which stays where it is.
        await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
        const isFirstTheme = theme === atWidth[0]!.theme
        const found = await (isFirstTheme ? complaints : contrastComplaints)(page)
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
    for (const width of new Set(inLanguage.map(({ width }) => width))) {
      await page.setViewportSize({ width, height: 800 })
      expect
        .soft(await sideways(page), `${name} with text of 200 % scrolls sideways at ${width} px`)
        .toBeLessThanOrEqual(0)
    }
    await setText(16)
    await leave(page)
  }
}

/** A test's share of an account's screens: all of them would take one test longer than it may. */
const screensPerTest = 6

/** Every account with its screens, a few at a time. */
export const portions = (isWanted: (screen: Screen) => boolean = () => true) =>
  (Object.keys(screens) as Account[]).flatMap((account) => {
    const wanted = screens[account].filter(isWanted)
    return Array.from({ length: Math.ceil(wanted.length / screensPerTest) }, (_, n) => {
      const part = wanted.slice(n * screensPerTest, (n + 1) * screensPerTest)
      return { account, part, names: part.map(({ name }) => name).join(', ') }
    })
  })

export async function expectAllAccessible(
  { page, context, url }: { page: Page; context: BrowserContext; url: string },
  { account, part }: ReturnType<typeof portions>[number],
  looks: (screen: Screen) => Look[],
) {
  await signInContext(context, account, url)
  for (const screen of part) await expectAccessible(page, url, screen, looks(screen))
}
