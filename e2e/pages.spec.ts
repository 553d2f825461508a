import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const widths = [360, 1280]

const visitorPages = [
  '/',
  '/baiDataPage',
  '/baiDataPage?gender=Male&minAge=119',
  '/login',
  '/register',
  '/contact',
  '/nothing-here',
]
const memberPages = [
  'profile',
  'checkout',
  '/dashboard/viewBioData',
  '/dashboard/EditBioData',
  '/dashboard/my-contact-request',
  '/dashboard/my-favorite',
  '/dashboard/manage',
]
const adminPages = ['/dashboard/manage', '/dashboard/approvedPremium', '/dashboard/approvedContactRequest']

/** Loads an address from the server, hydrated, and looks at it with axe and a ruler. */
async function isGood(page: Page, address: string) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(address, { waitUntil: 'networkidle' })
    const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`,
    )
    expect.soft(found, `${address} at ${width}`).toEqual([])
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(sideways, `${address} scrolls sideways at ${width}`).toBeLessThanOrEqual(0)
    expect.soft(await page.locator('h1').count(), `${address} has one first heading`).toBe(1)
  }
}

async function someProfile(page: Page) {
  const cards = await (await page.request.get('/api/bioData-filter?gander=Female&limit=5')).json()
  return cards[0] as { _id: string; bioDataId: number }
}

test('G9: pages for visitors are accessible, fit, and hydrate in silence', async ({ page }) => {
  for (const address of visitorPages) await isGood(page, address)
})

test('G9: pages for members are accessible, fit, and hydrate in silence', async ({ page }) => {
  test.setTimeout(120_000)
  await signIn(page, 'user@demo.example')
  const card = await someProfile(page)
  const addresses = memberPages.map((address) =>
    address === 'profile'
      ? `/BioDataDetails/${card._id}`
      : address === 'checkout'
        ? `/checkout/${card.bioDataId}`
        : address,
  )
  for (const address of addresses) await isGood(page, address)
})

test('G9: pages for administrators are accessible, fit, and hydrate in silence', async ({ page }) => {
  await signIn(page, 'admin@demo.example')
  for (const address of adminPages) await isGood(page, address)
})

test('B5: the cards are in the HTML the server sends, with nothing that is not for visitors', async ({ page }) => {
  for (const [address, count] of [
    ['/', 6],
    ['/baiDataPage?gender=Female', 12],
  ] as const) {
    const html = await (await page.request.get(address)).text()
    expect(html.match(/View Profile/g)).toHaveLength(count)
    expect(html).not.toMatch(/@demo\.example|\+8801\d{9}/)
  }
})

test('JavaScript to first use of home and browse is at most 110 KB', async ({ page }) => {
  for (const address of ['/', '/baiDataPage']) {
    await page.goto(address, { waitUntil: 'networkidle' })
    const bytes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
    )
    console.log(`${address}: ${(bytes / 1000).toFixed(1)} kB of JavaScript`)
    expect(bytes).toBeGreaterThan(20_000)
    expect(bytes).toBeLessThanOrEqual(110_000)
  }
})
