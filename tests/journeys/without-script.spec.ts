import type { Browser, Page } from '@playwright/test'
import * as banglaLogin from '#src/texts/bn/login.ts'
import * as bangla from '#src/texts/bn/member.ts'
import * as englishLogin from '#src/texts/en/login.ts'
import * as english from '#src/texts/en/member.ts'
import { expect, password, type Site, someCards, test } from './fixtures.ts'

const menu = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Menu' })

/** A browser in which JavaScript is switched off. */
async function withoutScript(browser: Browser, site: Site, language: string, account?: string) {
  const context = await browser.newContext({
    baseURL: site.url,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  await context.addCookies([{ name: 'lang', value: language, url: site.url }])
  if (account)
    await context.request.post('/api/auth/sign-in/email', {
      headers: { origin: site.url },
      data: { email: account, password },
    })
  return context.newPage()
}

for (const [language, why, works, waitings] of [
  [
    'en',
    'JavaScript is switched off in this browser',
    'Browsing biodata and its filters work without it.',
    [english.checkout.preparing, englishLogin.entry.sandboxGoogle],
  ],
  [
    'bn',
    'জাভাস্ক্রিপ্ট বন্ধ',
    'বায়োডাটা দেখা আর ফিল্টার দিয়ে খোঁজা তবু চলবে।',
    [bangla.checkout.preparing, banglaLogin.entry.sandboxGoogle],
  ],
] as const) {
  test(`G9 G8: without JavaScript every form says in ${language} why it cannot be sent and what works, instead of a dead button`, {
    tag: '@trial',
  }, async ({ browser, site, page: shop }) => {
    const { bioDataId } = (await someCards(shop))[9]!
    for (const [account, addresses] of [
      [undefined, ['/login', '/register', '/contact', '/forgot-password']],
      [
        'user@demo.example',
        [
          ...['/dashboard/EditBioData', `/checkout/${bioDataId}`, '/dashboard/account'],
          ...['/dashboard/new', '/dashboard/mail', '/dashboard/privacy'],
        ],
      ],
    ] as const) {
      const page = await withoutScript(browser, site, language, account)
      if (account)
        await page.request.post('/api/me/searches', {
          headers: { origin: site.url },
          data: { name: language, search: 'gender=Female' },
        })
      for (const address of addresses) {
        await page.goto(address)
        const notice = page.getByRole('main').getByRole('status').filter({ hasText: why })
        await expect(notice.first(), address).toBeVisible()
        await expect(notice.first()).toContainText(works)
        await expect(page.getByRole('main').locator('button:disabled').filter({ visible: true }), address).toHaveCount(
          0,
        )
        // What would be saved at once cannot be chosen.
        if (['/dashboard/new', '/dashboard/mail'].includes(address))
          await expect(page.getByRole('main').locator('input:enabled')).toHaveCount(0)
        for (const waiting of waitings)
          await expect(page.getByText(waiting).filter({ visible: true }), address).toHaveCount(0)
        const sideways = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
        expect(sideways, address).toBe(0)
      }
      await page.context().close()
    }
  })
}

test('E1 G9: without JavaScript a phone shows all parts of the form, and no button that leads from one to the next', async ({
  browser,
  site,
}) => {
  const page = await withoutScript(browser, site, 'en', 'user@demo.example')
  await page.goto('/dashboard/EditBioData')
  await expect(page.locator('form section:visible')).toHaveCount(6)
  await expect(page.getByRole('link', { name: /^Next/ })).toBeHidden()
  await page.context().close()
})

test('B1 G9: without JavaScript browsing and filtering work, as the notice says', async ({ browser, site }) => {
  const page = await withoutScript(browser, site, 'en')
  await page.goto('/')
  await page.getByLabel('Division').first().selectOption('Sylhet')
  await page.getByRole('button', { name: 'Browse Biodatas' }).click()
  await expect(page).toHaveURL(/division=Sylhet/)
  await expect(page.getByRole('article').first()).toContainText('Sylhet')
  await page.context().close()
})

test('G9: with JavaScript no form says that it is switched off', { tag: '@trial' }, async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  await expect(page.getByText('JavaScript is switched off').filter({ visible: true })).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })

  test('F3: on a phone the menu opens, leads on and closes', { tag: '@trial' }, async ({ page }) => {
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

  test('B1 B3: on a phone the filters open, find who fits, and Reset brings the full list back', {
    tag: '@trial',
  }, async ({ page }) => {
    await page.goto('/baiDataPage?gender=Female')
    const all = page.getByRole('status')
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await filters.getByLabel('Youngest age').fill('২২')
    await filters.getByLabel('Division').selectOption('Dhaka')
    await filters.getByRole('button', { name: 'Apply Filters' }).click()
    // What was typed in the digits of Bangla is in the address as every other link has it.
    await expect(page).toHaveURL(/\?gender=Female&minAge=22&maxAge=&division=Dhaka&maritalStatus=$/)
    await expect(page.getByRole('button', { name: 'Filters (3)' })).toBeVisible()
    for (const card of await page.getByRole('article').all()) await expect(card).toContainText('Dhaka')
    await page.getByRole('button', { name: 'Filters (3)' }).click()
    await filters.getByRole('button', { name: 'Reset' }).click()
    await expect(page).toHaveURL('/baiDataPage')
    await expect(all).toHaveText(/^\d{3} biodata$/)
  })

  test('G8: the language is switched on the very page, and remembered; what needs a script is not offered', {
    tag: '@trial',
  }, async ({ page }) => {
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
