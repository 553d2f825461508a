import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

const menu = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Menu' })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('F3: on a phone the menu opens, leads on and closes', async ({ page }) => {
    await page.goto('/')
    const sheet = page.getByRole('dialog', { name: 'Menu' })
    await expect(sheet).toBeHidden()
    await menu(page).click()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(sheet).toBeHidden()
    await menu(page).click()
    await sheet.getByRole('link', { name: 'Biodatas' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Browse Biodatas' })).toBeVisible()
    await expect(sheet).toBeHidden()
  })

  test('B1 B3: on a phone the filters open, find who fits, and Reset brings the full list back', async ({ page }) => {
    await page.goto('/baiDataPage?gender=Female')
    const all = page.getByRole('status')
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await filters.getByLabel('Youngest age').fill('২২')
    await filters.getByLabel('Division').selectOption('Dhaka')
    await filters.getByRole('button', { name: 'Apply Filters' }).click()
    // What was typed in the digits of Bangla is in the address as every other link has it.
    await expect(page).toHaveURL(/\?gender=Female&minAge=22&maxAge=&division=Dhaka$/)
    await expect(page.getByRole('button', { name: 'Filters (3)' })).toBeVisible()
    for (const card of await page.getByRole('article').all()) await expect(card).toContainText('Dhaka')
    await page.getByRole('button', { name: 'Filters (3)' }).click()
    await filters.getByRole('button', { name: 'Reset' }).click()
    await expect(page).toHaveURL('/baiDataPage')
    await expect(all).toHaveText(/^\d{3} biodata$/)
  })

  test('G8: the language is switched on the very page, and remembered; what needs a script is not offered', async ({
    page,
  }) => {
    await page.goto('/baiDataPage?gender=Female&minAge=22')
    await page.getByRole('button', { name: 'বাংলা' }).click()
    await expect(page).toHaveURL('/baiDataPage?gender=Female&minAge=22')
    await expect(page.locator('html')).toHaveAttribute('lang', 'bn')
    await page.goto('/about')
    await expect(page.locator('html')).toHaveAttribute('lang', 'bn')
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page).toHaveURL('/about')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 })
      await expect(page.getByRole('button', { name: 'Light or dark' })).toHaveCount(0)
    }
  })
})

test('G8 G3: the language switch leads to no other site, and knows only languages there are', async ({ page }) => {
  const ask = (query: string) => page.request.get(`/language?${query}`, { maxRedirects: 0 })
  const chosen = await ask('lang=bn&from=%2Fabout%3Fa%3D1')
  expect([chosen.status(), chosen.headers().location]).toEqual([303, '/about?a=1'])
  expect(chosen.headers()['set-cookie']).toMatch(/^lang=bn; path=\/; max-age=31536000; samesite=lax$/)
  for (const from of ['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere.example', ''])
    expect((await ask(`lang=bn&from=${encodeURIComponent(from)}`)).headers().location).toBe('/')
  for (const lang of ['xx', '../en', 'bn%0d%0aa: b', ''])
    expect((await ask(`lang=${lang}&from=/`)).headers()['set-cookie']).toBeUndefined()
})

test('G9: the menu opens before the page is alive, stays open then, and starts on its heading', async ({ page }) => {
  let release = () => {}
  await page.route('**/assets/main-*.js', async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await route.continue()
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/', { waitUntil: 'commit' })
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await menu(page).click()
  await expect(sheet).toBeVisible()
  release()
  await expect(page.locator('#page-state')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  await expect(sheet).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await menu(page).click()
  await expect(sheet.getByRole('heading', { name: 'Menu' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(menu(page)).toBeFocused()
})

test('G9: a browser that knows no commands opens and closes the menu too', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLButtonElement.prototype, 'command')
    addEventListener('click', (event) => (event.target as Element).closest('[commandfor]') && event.preventDefault())
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'user@demo.example')
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await menu(page).click()
  await expect(sheet.getByRole('heading', { name: 'Menu' })).toBeFocused()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
  await menu(page).click()
  await sheet.getByRole('button', { name: 'logOut' }).click()
  await expect(page.getByText('logout successful')).toBeVisible()
  await expect(sheet).toBeHidden()
})
