import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  actAs,
  expect,
  fillCard,
  isAlive,
  newMember,
  pressForContact,
  type Site,
  signIn,
  someCards,
  sql,
  startSite,
  test,
} from './fixtures.ts'

test('P1: a session that ended elsewhere leads to the login, and back to where the person wanted to go', async ({
  page,
}) => {
  await actAs(page, 'user@demo.example')
  await page.goto('/baiDataPage')
  const link = page.getByRole('link', { name: 'View Profile' }).first()
  const wanted = await link.getAttribute('href')
  await page.context().clearCookies()
  await isAlive(page)
  await link.click()
  await expect(page).toHaveURL(`/login?from=${encodeURIComponent(wanted!)}`)
  await expect(page.getByText('Your session has ended. Log in again.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
})

test('F6: a list that could not be loaded says so, and Try again asks again', { tag: '@trial' }, async ({ page }) => {
  await page.goto('/baiDataPage')
  await isAlive(page)
  await page.route('**/api/bioData-filter*', (route) => route.abort())
  await page.getByRole('region', { name: 'Filters' }).getByLabel('Division').selectOption('Khulna')
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.unroute('**/api/bioData-filter*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article').first()).toContainText('Khulna')
})

test('A5: a tab that cannot learn who is signed in now keeps its page', { tag: '@trial' }, async ({
  page,
  context,
}) => {
  await signIn(page, 'user@demo.example')
  const other = await context.newPage()
  await other.goto('/baiDataPage')
  // Told while it comes alive, React would complain that the page is another than the server's.
  await isAlive(other)
  await other.route('**/api/session', (route) => route.fulfill({ status: 429, body: '{}' }))
  await page.getByRole('button', { name: 'logOut', exact: true }).first().click()
  await expect(page.getByText('logout successful', { exact: true })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Browse Biodatas' })).toBeVisible()
})

test('D3: a heart that could not be saved empties again and says so', { tag: '@trial' }, async ({ page }) => {
  await actAs(page, 'premium@demo.example')
  await page.goto('/baiDataPage')
  await isAlive(page)
  await page.getByRole('link', { name: 'View Profile' }).first().click()
  await page.route('**/api/favorite-bioData', (route) => route.abort())
  await page.getByRole('button', { name: 'Add to favourites', exact: true }).click()
  await expect(page.getByText('The favourite could not be saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to favourites', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
})

test('F6 D3: offline, a heart, a form and the language switch say that it is the line', { tag: '@trial' }, async ({
  page,
  context,
}) => {
  await actAs(page, 'premium@demo.example')
  const { _id } = (await someCards(page))[7]!
  await page.goto(`/BioDataDetails/${_id}`, { waitUntil: 'networkidle' })
  const offline = 'You are offline. Check your connection and try again.'
  const toast = page.getByRole('alert').filter({ hasText: offline })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add to favourites', exact: true }).click()
  await expect(toast).toContainText('The favourite could not be saved.')
  await context.setOffline(false)

  await page.goto('/contact', { waitUntil: 'networkidle' })
  await page.getByLabel('Message').fill('Is anybody there?')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(offline)
  await expect(page.getByLabel('Message')).toHaveValue('Is anybody there?')
  await page.getByRole('button', { name: 'বাংলা' }).click()
  await expect(page.locator('.toast')).toContainText(offline)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'বাংলা' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'bn')
  await expect(page.locator('textarea')).toHaveValue('Is anybody there?')
})

test('F6: a page whose code cannot be loaded is asked for once, says so, and comes with the next try', {
  tag: '@trial',
}, async ({ page }) => {
  await actAs(page, 'user@demo.example')
  await page.goto('/dashboard/viewBioData', { waitUntil: 'networkidle' })
  let asked = 0
  await page.route('**/assets/my-favourites*.js', (route) => {
    asked++
    return route.abort()
  })
  await page.getByRole('link', { name: 'favourites BioData' }).click()
  await expect(page.getByText('We can’t reach the server. Try again in a moment.')).toBeVisible()
  expect(asked).toBeLessThan(5)
  await page.unroute('**/assets/my-favourites*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'favourites BioData' })).toBeVisible()
})

test('G7: a form opened by one person does not overwrite the biodata of another who signed in meanwhile', async ({
  page,
  browser,
  site,
}) => {
  await actAs(page, 'user@demo.example')
  await page.goto('/dashboard/EditBioData')
  const elsewhere = await browser.newContext({ baseURL: site.url })
  const other = await elsewhere.newPage()
  await signIn(other, 'premium@demo.example')
  const before = await (await other.request.get('/api/viewBioData')).json()
  await page.context().addCookies(await elsewhere.cookies())
  await page.getByLabel('Father Name').fill('Somebody Else')
  await page.getByRole('button', { name: 'Save And Publish Now' }).click()
  await expect(page.getByText('Somebody else is logged in here now. Reload the page.').first()).toBeVisible()
  await expect(page.getByLabel('Father Name')).toHaveValue('Somebody Else')
  expect(await (await other.request.get('/api/viewBioData')).json()).toEqual(before)
  await elsewhere.close()
})

test('F6: offline a banner says so, a failing save says so and keeps everything, and can be repeated', {
  tag: '@trial',
}, async ({ page, context }) => {
  await actAs(page, 'user@demo.example')
  await page.goto('/dashboard/EditBioData')
  await isAlive(page)
  await page.getByLabel('Mother Name').fill('Typed Offline')
  await context.setOffline(true)
  const banner = page.getByText(/^You are offline. What is on this page stays readable/)
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: 'Save And Publish Now' }).click()
  await expect(page.locator('.error-summary')).toContainText('You are offline. Check your connection and try again.')
  await expect(page.getByLabel('Mother Name')).toHaveValue('Typed Offline')
  await context.setOffline(false)
  await expect(banner).toBeHidden()
  await page.getByRole('button', { name: 'Save And Publish Now' }).click()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  await expect(page.getByText('Typed Offline')).toBeVisible()
})

test('F6 G8: a page asked for without a connection is our offline page, in the language chosen here, which comes back by itself; nothing else is ever kept', {
  tag: '@trial',
}, async ({ browser }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'nikhad-offline-'))
  const site = await startSite(dataDir)
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'allow' })
  const page = await context.newPage()
  await page.goto('/baiDataPage')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Browse Biodatas' })).toBeVisible()
  const kept = () =>
    page.evaluate(async () => {
      const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
  expect(await kept()).toEqual(['/offline.html', '/offline.js'])
  await site.stop()
  const says = async (words: RegExp, language: string) => {
    await page.goto('/baiDataPage?gender=Female')
    await expect(page.getByRole('heading')).toHaveText([words])
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page).toHaveTitle(words)
  }
  await says(/^You are offline$/, 'en')
  await page.getByRole('link', { name: 'Try again' }).click()
  await says(/^You are offline$/, 'en')
  await context.addCookies([{ name: 'lang', value: 'bn', url: site.url }])
  await says(/^আপনি অফলাইনে আছেন$/, 'bn')
  const again = await startSite(dataDir, Number(new URL(site.url).port))
  // Nobody presses anything.
  await expect(page.getByRole('heading', { level: 1, name: 'বায়োডাটা দেখুন' })).toBeVisible()
  await expect(page).toHaveURL('/baiDataPage?gender=Female')
  expect(await kept()).toEqual(['/offline.html', '/offline.js'])
  await context.close()
  await again.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function openCheckout(page: Page, place: number) {
  const { bioDataId } = (await someCards(page, 'gander=Male'))[place]!
  await page.goto(`/checkout/${bioDataId}`)
  await fillCard(page)
  await expect(page.getByRole('button', { name: 'Submit Button' })).toBeEnabled()
  return bioDataId
}
const paymentsFor = (site: Site, number: number) =>
  sql(
    site,
    `select p.status, r.id as request from payments p join biodata b on b.id = p.biodata_id
     left join contact_requests r on r.payment_id = p.id where b.number = ${Number(number)}`,
  )

test('K3e: a payment whose answer was lost is recorded by pressing again, and one whose page was reloaded is shown as paid', {
  tag: '@trial',
}, async ({ page, site }) => {
  await signIn(page, 'new@demo.example')
  for (const way of ['press', 'reload'] as const) {
    const number = await openCheckout(page, way === 'press' ? 1 : 2)
    await page.route('**/api/payments', (route) => route.abort())
    await page.getByRole('button', { name: 'Submit Button' }).click()
    await expect(page.getByText(/The payment went through, but could not be recorded yet/).first()).toBeVisible()
    await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
    await page.unroute('**/api/payments')
    if (way === 'press') await page.getByRole('button', { name: 'Submit Button' }).click()
    else {
      await page.reload()
      await expect(page.getByText('You have already paid for this contact.')).toBeVisible()
      await expect(page.getByLabel('Card number')).toHaveCount(0)
      await page.getByRole('link', { name: 'My Contact Request' }).click()
    }
    await expect(page.getByRole('row').filter({ hasText: `nik-${number}` })).toContainText('Approval is pending')
    expect(await paymentsFor(site, number)).toEqual([{ status: 'succeeded', request: expect.any(String) }])
  }
})

test('K3e: an answer without insertedId records nothing; pressing again does', { tag: '@trial' }, async ({
  page,
  site,
}) => {
  await signIn(page, 'new@demo.example')
  const number = await openCheckout(page, 5)
  await page.route('**/api/payments', (route) => route.fulfill({ json: {} }))
  await page.getByRole('button', { name: 'Submit Button' }).click()
  await expect(page.getByText(/The payment went through, but could not be recorded yet/).first()).toBeVisible()
  await page.unroute('**/api/payments')
  await page.getByRole('button', { name: 'Submit Button' }).click()
  await expect(page).toHaveURL('/dashboard/my-contact-request')
  expect(await paymentsFor(site, number)).toEqual([{ status: 'succeeded', request: expect.any(String) }])
})

test('K3e: a double click, and two tabs that pay at once, are one payment', { tag: '@trial' }, async ({
  page,
  context,
  site,
}) => {
  await signIn(page, 'new@demo.example')
  const number = await openCheckout(page, 3)
  const other = await context.newPage()
  expect(await openCheckout(other, 3)).toBe(number)
  await Promise.all([
    page.getByRole('button', { name: 'Submit Button' }).dblclick(),
    other.getByRole('button', { name: 'Submit Button' }).dblclick(),
  ])
  await expect(page).toHaveURL('/dashboard/my-contact-request')
  await expect(other).toHaveURL('/dashboard/my-contact-request')
  expect(await paymentsFor(site, number)).toEqual([{ status: 'succeeded', request: expect.any(String) }])
})

test('K2: leaving while a payment runs is asked about', { tag: '@trial' }, async ({ page }) => {
  await signIn(page, 'new@demo.example')
  await openCheckout(page, 4)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/payments', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Submit Button' }).click()
  await expect(page.getByText('Paying. Do not close this page.')).toBeVisible()
  await page.getByRole('link', { name: 'Biodatas' }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  answer()
  await expect(page).toHaveURL('/dashboard/my-contact-request')
})

test('A5 G7: when another tab signs in as somebody else, this tab shows nothing more of the person before', async ({
  page,
  context,
}) => {
  await actAs(page, 'user@demo.example')
  await page.goto('/dashboard/viewBioData')
  await expect(page.getByText('user@demo.example').first()).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'logOut', exact: true }).click()
  await expect(page).toHaveURL(/\/login/)
  await signIn(other, 'premium@demo.example')
  await expect(page).toHaveURL('/dashboard/viewBioData')
  await expect(page.getByText('premium@demo.example').first()).toBeVisible()
  expect(await page.content()).not.toContain('user@demo.example')
})

test('P2: an administrator who is one no longer is told so by the page that was open', { tag: '@trial' }, async ({
  page,
  site,
}) => {
  const { email } = await newMember(page)
  const role = (name: string) => sql(site, `update users set role = '${name}' where email = '${email}'`)
  await role('admin')
  await page.goto('/dashboard/approvedPremium')
  await isAlive(page)
  const approve = page.getByRole('button', { name: /^Make premium/ }).first()
  await expect(approve).toBeVisible()
  // The counts in the menu would say so first.
  const counts = await (await page.request.get('/api/waiting')).json()
  await page.route('**/api/waiting', (route) => route.fulfill({ json: counts }))
  await role('user')
  await approve.click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('You do not have access').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You do not have access' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit BioData' })).toBeVisible()
})

test('D2: premium taken away closes the contact at the next look', { tag: '@trial' }, async ({ page, site }) => {
  const { email } = await newMember(page, {})
  const member = `(select id from users where email = '${email}')`
  await sql(site, `insert into premium (user_id, status, approved_at) values (${member}, 'approve', now())`)
  const { _id } = (await someCards(page))[5]!
  await page.goto(`/BioDataDetails/${_id}`)
  await pressForContact(page)
  await expect(page.getByText('Contact Email')).toBeVisible()
  await sql(site, `update premium set status = 'pending', approved_at = null where user_id = ${member}`)
  await page.reload()
  await expect(page.getByRole('link', { name: 'contact request' }).first()).toBeVisible()
  expect(await page.content()).not.toContain('mailto:')
})
