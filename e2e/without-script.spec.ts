import type { Browser } from '@playwright/test'
import { expect, password, type Site, someCards, test } from './fixtures.ts'

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

for (const [language, why, works] of [
  ['en', 'JavaScript is switched off in this browser', 'Browsing biodata and its filters work without it.'],
  ['bn', 'জাভাস্ক্রিপ্ট বন্ধ', 'বায়োডাটা দেখা আর ফিল্টার দিয়ে খোঁজা তবু চলবে।'],
] as const) {
  test(`G9 G8: without JavaScript every form says in ${language} why it cannot be sent and what works, instead of a dead button`, async ({
    browser,
    site,
    page: shop,
  }) => {
    const { bioDataId } = (await someCards(shop))[9]!
    for (const [account, addresses] of [
      [undefined, ['/login', '/register', '/contact', '/forgot-password']],
      ['user@demo.example', ['/dashboard/EditBioData', `/checkout/${bioDataId}`, '/dashboard/account']],
    ] as const) {
      const page = await withoutScript(browser, site, language, account)
      for (const address of addresses) {
        await page.goto(address)
        const notice = page.getByRole('main').getByRole('status').filter({ hasText: why })
        await expect(notice.first(), address).toBeVisible()
        await expect(notice.first()).toContainText(works)
        await expect(page.getByRole('main').locator('button:disabled').filter({ visible: true }), address).toHaveCount(
          0,
        )
        for (const waiting of ['Preparing the payment', 'ফি দেওয়ার ব্যবস্থা হচ্ছে', 'Demo: a sandbox stands in for Google.'])
          await expect(page.getByText(waiting).filter({ visible: true }), address).toHaveCount(0)
        const sideways = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
        expect(sideways, address).toBe(0)
      }
      await page.context().close()
    }
  })
}

test('B1 G9: without JavaScript browsing and filtering work, as the notice says', async ({ browser, site }) => {
  const page = await withoutScript(browser, site, 'en')
  await page.goto('/')
  await page.getByLabel('Division').first().selectOption('Sylhet')
  await page.getByRole('button', { name: 'Browse Biodatas' }).click()
  await expect(page).toHaveURL(/division=Sylhet/)
  await expect(page.getByRole('article').first()).toContainText('Sylhet')
  await page.context().close()
})

test('G9: with JavaScript no form says that it is switched off', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
  await expect(page.getByText('JavaScript is switched off').filter({ visible: true })).toHaveCount(0)
})
