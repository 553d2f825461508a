import type { Page } from '@playwright/test'
import { expect, isAlive, signIn, test } from './fixtures.ts'

const menu = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Menu' })

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
  await page.route('**/assets/browser-*.js', async (route) => {
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

test('G9: a menu that is opened while the next page is on its way stays open when it comes, and closes on leaving it', {
  tag: '@trial',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await isAlive(page)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*', async (route) => {
    await promise
    await route.continue()
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  const sheet = page.getByRole('dialog', { name: 'Menu' })
  await menu(page).click()
  await expect(sheet).toBeVisible()
  resolve()
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  await expect(sheet).toBeVisible()
  await sheet.getByRole('link', { name: 'Home' }).click()
  await expect(sheet).toBeHidden()
})

test('G9: a browser that knows no commands opens and closes the menu too', { tag: '@trial' }, async ({ page }) => {
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
