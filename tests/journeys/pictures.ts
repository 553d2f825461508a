import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, test as plain } from '@playwright/test'
import { pressForContact, requestContact, startSite, test } from './fixtures.ts'
import { type Account, languages, leave, open, type Screen, screens, show, signInContext, themes } from './screens.ts'
import { someJudgement } from './states/administrators.ts'

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

/** Whom the member fits best, and who fits them. */
async function bestMatch(page: Page) {
  const [best] = await (await page.request.get('/api/bioData-find?order=best&limit=1')).json()
  return best as { _id: string; bioDataId: number }
}

interface Picture extends Screen {
  account: Account
  theme?: string
  language?: string
  /** Pixels of the picture for each of the page. */
  scale?: number
  width?: number
  height?: number
  /** The bar of the demo is above all its pages; one picture shows it. */
  hasBar?: boolean
}

/** What the README shows: who looks where, and how. */
const readme: Picture[] = [
  { name: 'browse', account: 'user', address: '/baiDataPage', hasBar: true },
  {
    ...{ name: 'profile', account: 'premium', prepare: pressForContact },
    address: async (page) => `/BioDataDetails/${(await bestMatch(page))._id}`,
  },
  { name: 'administration', account: 'admin', address: someJudgement, theme: 'dark' },
  {
    ...{ name: 'phone-bangla', account: 'visitor', address: '/', language: 'bn' },
    ...{ scale: 2, width: 390, height: 844 },
  },
]

plain('the pictures of the README', async ({ browser }) => {
  plain.setTimeout(120_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'nikhad-pictures-'))
  const site = await startSite(dataDir, undefined, { DEMO_BAR: 'on' })
  const pageOf = async (account: Account, scale = 1) => {
    const context = await browser.newContext({ baseURL: site.url, deviceScaleFactor: scale })
    await signInContext(context, account, site.url)
    return context.newPage()
  }
  try {
    // The bell has something to tell.
    const [member, admin] = [await pageOf('user'), await pageOf('admin')]
    const request = await requestContact(member, (await bestMatch(member)).bioDataId)
    await admin.request.patch(`/api/contact-request-approver/${request}`)
    for (const { theme = 'light', language = 'en', scale, width = 1280, height = 1120, hasBar, ...picture } of readme) {
      const page = await pageOf(picture.account, scale)
      await open(page, site.url, { name: 'fonts', address: '/' }, language)
      await open(page, site.url, picture, language)
      await show(page, theme, width, height)
      // A press may have scrolled to what it brought.
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      const style = hasBar ? '' : '.demo-roles { display: none }'
      await page.screenshot({ path: `docs/pictures/${picture.name}.png`, style })
      await page.context().close()
    }
  } finally {
    await site.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
