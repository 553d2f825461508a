import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { complaints as axeFinds } from './axe.ts'
import { password, type Site, startSite } from './fixtures.ts'

let site: Site
let dataDir: string
test.beforeAll(async () => {
  test.setTimeout(120_000)
  dataDir = await mkdtemp(join(tmpdir(), 'nikhad-roles-'))
  site = await startSite(dataDir, undefined, { DEMO_BAR: 'on' })
})
test.afterAll(async () => {
  await site.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('X5: in the demo one press looks at the same page as somebody else, with and without a script', {
  tag: '@trial',
}, async ({ browser }) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    await page.goto('/')
    // With a script the page is another one by now than the document that came.
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL(/about$/)
    const bar = page.getByRole('navigation', { name: 'Look at the demo as' })
    await expect(bar.locator('[aria-current]')).toHaveText('Visitor', { useInnerText: true })
    for (const [role, email] of [
      ['Administrator', 'admin@demo.example'],
      ['Premium member', 'premium@demo.example'],
      ['Member', 'user@demo.example'],
      ['New member', 'new@demo.example'],
    ] as const) {
      await bar.getByRole('link', { name: role, exact: true }).click()
      await expect(bar.locator('[aria-current]')).toHaveText(role, { useInnerText: true })
      expect(new URL(page.url()).pathname).toBe('/about')
      expect((await (await page.request.get('/api/session')).json()).user.email).toBe(email)
    }
    if (javaScriptEnabled) expect(await axeFinds(page)).toEqual([])
    await page.goto('/dashboard/account')
    await bar.getByRole('link', { name: 'Administrator' }).click()
    await expect(page).toHaveURL(/adminDashboard$/)
    await bar.getByRole('link', { name: 'Visitor' }).click()
    await expect(page).toHaveURL(`${site.url}/`)
    expect((await (await page.request.get('/api/session')).json()).user).toBeNull()
    expect(complaints).toEqual([])
    await context.close()
  }
})

test('X5: a person who opens a profile as a visitor of the demo, and presses a member, sees that profile', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: site.url })
  await page.goto('/baiDataPage')
  const profile = (await page.getByRole('link', { name: 'View Profile' }).first().getAttribute('href'))!
  await page.goto(profile)
  await expect(page).toHaveURL(/login\?from=/)
  for (const role of ['Visitor', 'Member']) await page.getByRole('link', { name: role, exact: true }).click()
  await expect(page).toHaveURL(profile)
  await expect(page.getByRole('heading', { name: 'General information' })).toBeVisible()
  await page.close()
})

test('X5: the bar of the demo follows people who log in and out on the page itself', { tag: '@trial' }, async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: site.url })
  const marked = page.getByRole('navigation', { name: 'Look at the demo as' }).locator('[aria-current]')
  await page.goto('/login')
  await expect(marked).toHaveText('Visitor', { useInnerText: true })
  await page.getByLabel('Email').fill('premium@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(marked).toHaveText('Premium member', { useInnerText: true })
  await page.getByRole('button', { name: 'logOut' }).first().click()
  await expect(marked).toHaveText('Visitor', { useInnerText: true })
  await page.close()
})

test('X5 G8: the bar of the demo speaks the language that was chosen on the page, on a phone too', {
  tag: '@trial',
}, async ({ browser }) => {
  const page = await browser.newPage({ baseURL: site.url })
  await page.goto('/about')
  await page.getByRole('button', { name: 'বাংলা' }).click()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 740 })
    const bar = page.getByRole('navigation', { name: 'ডেমোটি দেখুন', exact: true })
    await expect(bar.getByRole('link', { name: 'সদস্য', exact: true })).toBeVisible()
    await expect(bar.getByText('Member', { exact: true })).toBeHidden()
    expect(await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0)
  }
  await page.close()
})

test('X5: no other site can change who somebody is in the demo, and the bar leads nowhere else', {
  tag: '@trial',
}, async ({ request }) => {
  const foreign = await request.get(`${site.url}/demo/as/admin`, {
    headers: { 'sec-fetch-site': 'cross-site' },
    maxRedirects: 0,
  })
  expect(foreign.status()).toBe(403)
  expect(foreign.headers()['set-cookie']).toBeUndefined()
  const outwards = await request.get(`${site.url}/demo/as/user`, {
    headers: { referer: 'https://evil.example//evil.example' },
    maxRedirects: 0,
  })
  expect([outwards.status(), outwards.headers().location]).toEqual([303, '/'])
  const within = await request.get(`${site.url}/demo/as/user`, {
    headers: { referer: `${site.url}/login?from=%2F%2Fevil.example` },
    maxRedirects: 0,
  })
  expect(within.headers().location).toBe('/')
  for (const nobody of ['nobody', 'constructor'])
    expect((await request.get(`${site.url}/demo/as/${nobody}`)).status()).toBe(404)
})
