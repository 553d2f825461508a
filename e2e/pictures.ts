import { mkdir } from 'node:fs/promises'
import { test } from './fixtures.ts'
import { type Account, languages, leave, open, screens, show, signInContext, themes } from './screens.ts'

/** A cheap phone, a tablet, a laptop and a large screen. */
const widths = [360, 768, 1280, 1920]

// Not a test: `npm run screens` writes every screen in every state, theme, language and width into `screens/`, for eyes.
for (const account of Object.keys(screens) as Account[]) {
  test(`pictures for ${account}`, async ({ page, context, site }) => {
    test.setTimeout(600_000)
    await mkdir('screens', { recursive: true })
    await signInContext(context, account, site.url)
    // Bengali fonts are optional: a first page may do without them, the second one has them.
    for (const language of languages) {
      await open(page, site.url, { name: 'fonts', address: '/' }, language)
      for (const screen of screens[account]) {
        await open(page, site.url, screen, language)
        for (const width of screen.widths ?? widths) {
          for (const theme of themes) {
            await show(page, theme, width)
            const path = `screens/${screen.name}-${width}-${theme}-${language}.png`
            await page.screenshot({ path, fullPage: (await page.locator('dialog[open]').count()) === 0 })
          }
        }
        await leave(page)
      }
    }
  })
}
