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
            const fullPage = (await page.locator('dialog[open]').count()) === 0
            // What is far from the window would be empty.
            await page.screenshot({ path, fullPage, style: '* { content-visibility: visible !important }' })
          }
        }
        await leave(page)
      }
    }
  })
}

/** What the README shows: who looks where, and how. */
const readme: { file: string; account: Account; address: string; theme: string; language: string; width: number }[] = [
  { file: 'browse', account: 'visitor', address: '/baiDataPage', theme: 'light', language: 'en', width: 1280 },
  { file: 'profile', account: 'premium', address: 'newest', theme: 'light', language: 'en', width: 1280 },
  { file: 'administration', account: 'admin', address: 'overview', theme: 'dark', language: 'en', width: 1280 },
  { file: 'phone-bangla', account: 'visitor', address: '/', theme: 'light', language: 'bn', width: 390 },
]

test('the pictures of the README', async ({ browser, site }) => {
  for (const { file, account, address, theme, language, width } of readme) {
    const context = await browser.newContext({ baseURL: site.url, deviceScaleFactor: width < 400 ? 2 : 1 })
    await signInContext(context, account, site.url)
    const page = await context.newPage()
    const [newest] = await (await page.request.get('/api/bioData-filter?limit=1')).json()
    await open(page, site.url, { name: 'fonts', address: '/' }, language)
    const known: Record<string, string> = {
      newest: `/BioDataDetails/${newest._id}`,
      overview: '/dashboard/adminDashboard',
    }
    await open(page, site.url, { name: file, address: known[address] ?? address }, language)
    await show(page, theme, width)
    await page.screenshot({ path: `docs/pictures/${file}.png` })
    await context.close()
  }
})
