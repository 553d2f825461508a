import type { Page } from '@playwright/test'
import { actAs, expect, isAlive, someCards, test } from './fixtures.ts'

declare global {
  interface Window {
    shifted: number
  }
}

/** Lets requests to an address wait until the answer is called. */
async function hold(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Somebody else signs in in another tab: everything that was known is forgotten and asked for again. */
async function signsInElsewhere(page: Page, email: string) {
  await actAs(page, email)
  await page.evaluate(() => {
    const channel = new BroadcastChannel('auth')
    channel.postMessage('changed')
    channel.close()
  })
}

for (const [kind, address, api] of [
  ['cards', '/baiDataPage', '**/api/bioData-find?*'],
  ['prose', '/about', '**/api/site-pages/*'],
  ['prose', '/BioDataDetails/', '**/api/bioData/*'],
  ['cards', '/dashboard/my-favorite', '**/api/me/shortlist?*'],
  ['table', '/dashboard/my-contact-request', '**/api/payments*'],
  ['form', '/checkout/', '**/api/payment-options*'],
] as const)
  test(`F2: while nothing of ${address} is here, an outline of ${kind} stands in its place, and nothing moves when it comes`, {
    tag: '@trial',
  }, async ({ page }) => {
    await actAs(page, 'user@demo.example')
    const card = (await someCards(page))[3]!
    const end = { '/BioDataDetails/': card._id, '/checkout/': card.bioDataId }[address as string] ?? ''
    await page.addInitScript(() => {
      window.shifted = 0
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[]) window.shifted += shift.value
      }).observe({ type: 'layout-shift' })
    })
    await page.goto(address + end, { waitUntil: 'networkidle' })
    const heading = await page.getByRole('heading', { level: 1 }).textContent()
    const before = await page.evaluate(() => window.shifted)
    const release = await hold(page, api)
    await signsInElsewhere(page, 'premium@demo.example')
    const outline = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })
    await expect(outline).toBeVisible()
    await expect(outline).toHaveClass(new RegExp(`\\b${kind}\\b`))
    expect(await outline.locator('i').count()).toBeGreaterThan(4)
    await expect(page.getByRole('banner')).toBeVisible()
    const isDashboard = address.startsWith('/dashboard/')
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toHaveCount(isDashboard ? 1 : 0)
    release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading!)
    await expect(outline).toHaveCount(0)
    // The name in the header is another one now.
    expect((await page.evaluate(() => window.shifted)) - before).toBeLessThan(0.005)
  })

test('F2 P1: on the way to the login, and from it, no page is blank', async ({ page }) => {
  await page.goto('/baiDataPage')
  await isAlive(page)
  const outline = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })
  const login = await hold(page, '**/assets/login*.js')
  await page.getByRole('link', { name: 'View Profile' }).first().click()
  await expect(outline).toBeVisible()
  await expect(outline).toHaveClass(/\bform\b/)
  login()
  await expect(page.getByRole('heading', { name: /^Read nik-\d+$/ })).toBeVisible()

  const details = await hold(page, '**/assets/details*.js')
  await page.getByLabel('Email').fill('user@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('nikhad-demo-2026')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(outline).toBeVisible()
  await expect(outline).toHaveClass(/\bprose\b/)
  details()
  await expect(page.getByRole('heading', { name: 'General information' })).toBeVisible()
})

test('F6 S1: a list that fails leaves the dashboard’s menu where it is', { tag: '@trial' }, async ({ page }) => {
  await actAs(page, 'user@demo.example')
  await page.goto('/dashboard/viewBioData')
  // Pressed earlier, the link brings a whole page from the server, with the list in it.
  await isAlive(page)
  await page.route('**/api/me/shortlist**', (route) => route.fulfill({ status: 503, body: '{}' }))
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await menu.getByRole('link', { name: 'favourites BioData' }).click()
  // It is asked for some times more before that.
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible({ timeout: 20_000 })
  await menu.getByRole('link', { name: 'View BioData' }).click()
  await expect(page.getByRole('heading', { name: 'View BioData' })).toBeVisible()
})

test('G8: a page of prose keeps its words until those of the other language are here', { tag: '@trial' }, async ({
  page,
}) => {
  await page.goto('/about')
  await isAlive(page)
  const heading = page.getByRole('heading', { level: 1 })
  const words = await heading.textContent()
  const release = await hold(page, '**/api/site-pages/*')
  await page.getByRole('button', { name: 'বাংলা' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'bn')
  await expect(heading).toHaveText(words!)
  release()
  await expect(heading).toHaveText(/[ঀ-৿]/)
})
