import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { complaints } from './axe.ts'
import { actAs, expect, isAlive, newMember, password, requestContact, sql, test } from './fixtures.ts'

const judge = (id: string) => `/dashboard/approvedContactRequest?request=${id}`
/** Somebody who has paid for a contact, and is signed in here. */
async function someAsker(page: Page, of: number, name = 'Rahim Chowdhury') {
  const payer = await newMember(page, { gander: 'Male', name })
  const id = await requestContact(page, of)
  return { ...payer, request: id }
}
const signInAs = (page: Page, email: string) =>
  page.request.post('/api/auth/sign-in/email', { data: { email, password } })
const statusOf = async (page: Page, id: string) =>
  (await (await page.request.get(`/api/contact-requests/${id}`)).json()).status

/** From now on an installed clock goes only as far as it is told, however slow the machine is. */
const stopClock = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
/** Lets a stopped clock go on until what takes a moment of it has come. */
const soon = (page: Page, check: (within: { timeout: number }) => Promise<void>) =>
  expect(async () => {
    await page.clock.runFor(50)
    await check({ timeout: 100 })
  }).toPass({ timeout: 10_000 })

test('K6 M7: an administrator refuses with words; the payer reads them and that the fee was refunded', async ({
  page,
}) => {
  const asked = await newMember(page, { name: 'Farzana Karim' })
  const payer = await someAsker(page, asked.number)
  await page.goto('/dashboard/my-contact-request')
  const road = page.getByRole('list', { name: /^Request status/ })
  await expect(road.getByRole('listitem')).toHaveText([/^Paid/, /^Being checked.*since today/, /^Contact details/])
  await expect(road.locator('[aria-current=step]')).toContainText('Being checked')

  await actAs(page, 'admin@demo.example')
  await page.clock.install()
  await page.goto(judge(payer.request))
  await expect(
    page.getByRole('table', { name: 'Both biodata' }).getByRole('link', { name: 'Farzana Karim' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Refuse…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Why is it refused?' })
  await dialog.getByLabel('Marriage does not seem to be the intention').check()
  const words = dialog.getByLabel('What Rahim Chowdhury reads')
  await expect(words).toHaveValue(/families who look for a marriage/)
  await words.fill('')
  await dialog.getByRole('button', { name: 'Refuse and pay back' }).click()
  await expect(dialog.getByText('Write what the person will read.')).toBeVisible()
  await words.fill('Please say where you study.')
  await dialog.getByRole('button', { name: 'Refuse and pay back' }).click()
  await expect(page.getByText(/^Refused: Rahim Chowdhury for nik-/)).toBeVisible()
  expect(await statusOf(page, payer.request), 'nothing is sent yet').toBe('pending')
  await page.clock.fastForward(10_000)
  await expect.poll(() => statusOf(page, payer.request)).toBe('refused')

  await page.context().clearCookies()
  await signInAs(page, payer.email)
  await page.goto('/dashboard/my-contact-request')
  await expect(page.getByText('“Please say where you study.”')).toBeVisible()
  await expect(road.getByRole('listitem')).toHaveText([/^Paid/, /^Not approved/, /^Refunded\$5\.00 to your card/])
})

test('M2 M7: a premium request opens as the person who asks, and is approved beside what they are', async ({
  page,
}) => {
  const asking = await newMember(page, { name: 'Farzana Karim' })
  await page.request.patch('/api/user/request_premium/me')
  await actAs(page, 'admin@demo.example')
  await page.goto(`/dashboard/approvedPremium?search=${asking.number}`)
  await isAlive(page)
  const row = page.locator('main tbody tr')
  await row.locator('td').filter({ hasText: asking.email }).click()
  await expect(page).toHaveURL(`/dashboard/approvedPremium?search=${asking.number}&request=${asking.id}`)
  const pane = page.getByRole('region', { name: /^Farzana Karim/ })
  await expect(pane.getByRole('heading')).toBeFocused()
  await expect(pane.getByRole('heading')).toContainText(`nik-${asking.number}, asks to become premium, since today`)
  await expect(pane.locator('dl > div').filter({ hasText: 'Division' })).toContainText('Dhaka')
  await expect(pane.locator('dl > div').filter({ hasText: 'Member since' })).toContainText('email not confirmed')
  await pane.getByRole('button', { name: /^Make premium/ }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(pane.getByText('Premium', { exact: true })).toBeFocused()
  await expect(row.getByText('Premium', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'All premium requests' }).click()
  await expect(pane).toHaveCount(0)
  await expect(row).toHaveCount(0)
})

test('M3 M7: an approval is made at once and undone by Undo or Z; keys judge, and rest while somebody types', async ({
  page,
}) => {
  const asked = await newMember(page, { name: 'Farzana Karim' })
  const [first, second] = [await someAsker(page, asked.number), await someAsker(page, asked.number, 'Imran Hossain')]
  await actAs(page, 'admin@demo.example')
  await page.goto(`/dashboard/approvedContactRequest?search=${asked.number}&request=${first.request}`)
  const pane = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}.*asks for the contact of`) })
  const [ofFirst, ofSecond] = [pane('Rahim Chowdhury'), pane('Imran Hossain')]
  await expect(ofFirst).toBeVisible()
  await page.waitForFunction(() => !window.repeatEarlyPress)
  await page.keyboard.press('a')
  await expect(ofSecond.getByRole('heading')).toBeFocused()
  expect(await statusOf(page, first.request)).toBe('approve')
  await page.keyboard.press('z')
  await expect(page.getByText('Undone. The request waits again, and nobody was told.')).toBeVisible()
  expect(await statusOf(page, first.request)).toBe('pending')

  await page.keyboard.press('k')
  await expect(ofFirst).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByRole('button', { name: 'Approve 1' })).toBeVisible()
  await page.getByRole('searchbox').pressSequentially('ja')
  await ofFirst.getByRole('heading').click()
  await page.getByLabel('Keyboard shortcuts').uncheck()
  await page.keyboard.press('j')
  await page.getByLabel('Keyboard shortcuts').check()
  await expect(ofFirst).toBeVisible()

  await ofFirst.getByRole('button', { name: 'Approve' }).click()
  await expect(ofSecond).toBeVisible()
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => statusOf(page, first.request)).toBe('pending')
  // The server knows it before the page has its list again, by which K goes.
  await expect(ofSecond.getByRole('link', { name: 'Previous' })).toBeVisible()
  await page.keyboard.press('k')
  await expect(ofFirst).toBeVisible()
  await page.keyboard.press('a')
  await expect(ofSecond).toBeVisible()

  // A second tab offers it too.
  const tab = await page.context().newPage()
  await tab.goto(judge(first.request))
  await isAlive(tab)
  await tab.getByRole('button', { name: 'Undo' }).click()
  await expect(tab.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
  expect(await statusOf(page, first.request)).toBe('pending')
  expect(await statusOf(page, second.request)).toBe('pending')
  await tab.close()
})

test('M7 S2-10 judges in two presses: a row opens both people, and Approve is in sight at once', async ({ page }) => {
  const asked = await newMember(page, { name: 'Farzana Karim' })
  const payer = await someAsker(page, asked.number)
  await actAs(page, 'admin@demo.example')
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/dashboard/approvedContactRequest?search=${asked.number}`)
    await isAlive(page)
    const row = page.locator('tbody tr').filter({ hasText: payer.email })
    await expect(row.getByRole('link', { name: /^Review/ })).toBeVisible()
    // Beside everything that can be pressed for itself.
    await row
      .getByText(/since today/)
      .first()
      .click()
    const pane = page.getByRole('region', { name: /^Rahim Chowdhury.*asks for the contact of/ })
    await expect(pane.getByText(/^They match on \d+ of \d+ wishes$/)).toBeVisible()
    for (const fact of ['Education', 'District', 'Religion', 'Height'])
      await expect(pane.getByRole('rowheader', { name: fact })).toBeAttached()
    for (const name of ['Approve', 'Refuse…'])
      await expect(pane.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    expect(await complaints(page)).toEqual([])
  }
  await page
    .getByRole('region', { name: /^Rahim Chowdhury/ })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect.poll(() => statusOf(page, payer.request)).toBe('approve')
})

test('M7 S2-10 shows both people two presses after the dashboard, by the Review buttons', async ({ page }) => {
  const asked = await newMember(page, {})
  await someAsker(page, asked.number)
  await actAs(page, 'admin@demo.example')
  await page.goto('/dashboard/adminDashboard')
  await page.getByRole('link', { name: 'Review: Contact requests' }).click()
  await page
    .locator('tbody')
    .getByRole('link', { name: /^Review/ })
    .first()
    .click()
  await expect(page.getByRole('table', { name: 'Both biodata' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve', exact: true }).last()).toBeInViewport({ ratio: 1 })
})

test('M3: an approval that fails says so, and the row keeps its button', { tag: '@trial' }, async ({ page }) => {
  const asked = await newMember(page, {})
  const payer = await someAsker(page, asked.number)
  await actAs(page, 'admin@demo.example')
  await page.goto(`/dashboard/approvedContactRequest?search=${payer.email}`)
  await isAlive(page)
  const button = page.locator('tbody').getByRole('button')
  await page.route('**/api/contact-request-approver/*', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable' } }),
  )
  await button.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/contact-request-approver/*')
  await page.context().setOffline(true)
  await button.click()
  await expect(page.getByRole('alert').filter({ hasText: 'offline' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('User Contact request Approved.')).toHaveCount(0)
  expect(await statusOf(page, payer.request)).toBe('pending')
  await button.click()
  await expect(page.getByText('User Contact request Approved.')).toBeVisible()
  expect(await statusOf(page, payer.request)).toBe('approve')
})

test('K4 M3: a payer’s open page shows an approval without a reload, and an administrator who undoes it reads that it was seen', {
  tag: '@trial',
}, async ({ page, browser, site }) => {
  const asked = await newMember(page, { name: 'Farzana Karim' })
  const payer = await someAsker(page, asked.number)
  await page.clock.install()
  await page.goto('/dashboard/my-contact-request')
  await isAlive(page)
  await expect(page.getByText('Approval is pending').first()).toBeVisible()
  const office = await (await browser.newContext({ baseURL: site.url })).newPage()
  await actAs(office, 'admin@demo.example')
  await office.goto(`/dashboard/approvedContactRequest?search=${payer.email}`)
  await isAlive(office)
  await office.locator('tbody').getByRole('button').click()
  await expect(office.getByText('User Contact request Approved.')).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(
    page
      .getByRole('main')
      .getByRole('link', { name: /^\+880/ })
      .first(),
  ).toBeVisible()
  await office.getByRole('button', { name: 'Undo' }).click()
  await expect(
    office.getByText('Undone, but the payer had already seen the contact. The contact’s owner is told.'),
  ).toBeVisible()
  await page.clock.fastForward(20_000)
  await expect(page.getByRole('main').getByRole('link', { name: /^\+880/ })).toHaveCount(0)
  await office.context().close()
})

test('M3 M7: after ten seconds nothing can be undone: the message goes though it is pointed at, and the key says so', {
  tag: '@trial',
}, async ({ page }) => {
  const asked = await newMember(page, { name: 'Farzana Karim' })
  const [first, second] = [await someAsker(page, asked.number), await someAsker(page, asked.number, 'Imran Hossain')]
  await actAs(page, 'admin@demo.example')
  await page.clock.install()
  await page.goto(`/dashboard/approvedContactRequest?search=${asked.number}&request=${first.request}`)
  const ofSecond = page.getByRole('region', { name: /^Imran Hossain.*asks for the contact of/ })
  await isAlive(page)
  await stopClock(page)
  const undo = page.locator('.toast').getByRole('button', { name: 'Undo' })
  const isGone = (within: object) => expect(undo).toHaveCount(0, within)
  await page.keyboard.press('a')
  await soon(page, (within) => expect(ofSecond).toBeVisible(within))
  await soon(page, (within) => expect(undo).toBeVisible(within))
  await page.getByText(/^Approved: Rahim Chowdhury for /).hover()
  await page.clock.fastForward(10_000)
  await soon(page, isGone)
  await page.keyboard.press('z')
  const tooLate = page.getByRole('alert').filter({ hasText: 'Too late to undo: the payer has been told.' })
  await soon(page, (within) => expect(tooLate).toBeVisible(within))
  expect(await statusOf(page, first.request)).toBe('approve')

  await page.keyboard.press('a')
  await soon(page, (within) => expect(undo).toBeVisible(within))
  await page.keyboard.press('z')
  await soon(page, (within) => expect(page.getByText(/^Undone\. The request waits again/)).toBeVisible(within))
  await soon(page, isGone)
  expect(await statusOf(page, second.request)).toBe('pending')
})

/** Chooses the one row that is shown, and refuses it. */
async function refuseOnlyRow(page: Page) {
  await isAlive(page)
  await page.locator('tbody').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Refuse 1…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Earlier complaints').check()
  await dialog.getByRole('button', { name: 'Refuse and pay back' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
}

test('M7: what is held is sent when the page is put away, and its message is gone when it is looked at again', {
  tag: '@trial',
}, async ({ page }) => {
  const asked = await newMember(page, {})
  const payer = await someAsker(page, asked.number)
  await actAs(page, 'admin@demo.example')
  await page.clock.install()
  await page.goto(`/dashboard/approvedContactRequest?search=${asked.number}`)
  await refuseOnlyRow(page)
  // Long before the ten seconds are over.
  const sent = page.waitForRequest((request) => request.method() === 'PATCH', { timeout: 3_000 })
  for (const state of ['hidden', 'visible'])
    await page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await sent
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect.poll(() => statusOf(page, payer.request)).toBe('refused')
})

test('M6 M3: a row and many together are undone; refusals are held, and sent when the administrator signs out', {
  tag: '@trial',
}, async ({ page }) => {
  const asked = await newMember(page, {})
  const payers = [await someAsker(page, asked.number), await someAsker(page, asked.number, 'Imran Hossain')]
  const [first, second] = payers
  await actAs(page, 'admin@demo.example')
  await page.goto(`/dashboard/approvedContactRequest?search=${asked.number}`)
  await isAlive(page)
  const rowOf = ({ email }: { email: string }) => page.locator('tbody tr').filter({ hasText: email })
  const undo = page.getByRole('button', { name: 'Undo' })
  const statuses = () => Promise.all(payers.map(({ request }) => statusOf(page, request)))

  await rowOf(first!).getByRole('button').press('Enter')
  await expect(rowOf(first!).getByText('Approved')).toBeFocused()
  await undo.press('Enter')
  await expect(rowOf(first!).getByRole('button')).toBeFocused()
  // Its message is leaving.
  await expect(undo).toHaveCount(0)

  await page.getByRole('checkbox', { name: /^Select all 2 waiting/ }).check()
  await page.getByRole('button', { name: 'Approve 2' }).press('Enter')
  await page.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(rowOf(second!).getByText('Approved')).toBeVisible()
  expect(await statuses()).toEqual(['approve', 'approve'])
  await undo.press('Enter')
  await expect(page.getByText('Undone. 2 requests wait again, and nobody was told.')).toBeVisible()
  expect(await statuses()).toEqual(['pending', 'pending'])

  await page.getByRole('checkbox', { name: /^Select all 2 waiting/ }).check()
  await page.getByRole('button', { name: 'Refuse 2…' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse and pay back' }).press('Enter')
  await expect(rowOf(first!).getByText('Refused')).toBeVisible()
  expect(await statuses()).toEqual(['pending', 'pending'])
  await page.getByRole('button', { name: 'LogOut', exact: true }).press('Enter')
  await expect(page).toHaveURL('/')
  await actAs(page, 'admin@demo.example')
  expect(await statuses()).toEqual(['refused', 'refused'])
})

test('M7: what is held is sent as the page goes, by the administrator who decided it', {
  tag: '@trial',
}, async ({ page, site }) => {
  const asked = await newMember(page, {})
  const payer = await someAsker(page, asked.number)
  await actAs(page, 'admin@demo.example')
  await page.goto(`/dashboard/approvedContactRequest?search=${asked.number}`)
  await refuseOnlyRow(page)
  // The answer that leads away already ends the session. It comes from a server: a route would hold up the call too.
  const away = createServer(({ headers: { cookie = '' } }, response) => {
    const ended = cookie.split('; ').map((each) => `${each.split('=', 1)[0]}=; Path=/; Max-Age=0`)
    response.setHeader('set-cookie', ended).setHeader('content-type', 'text/html').end('Away')
  }).listen(0, '127.0.0.1')
  await once(away, 'listening')
  await page.goto(`http://127.0.0.1:${(away.address() as AddressInfo).port}`)
  away.close()
  expect((await (await page.request.get(`${site.url}/api/session`)).json()).user).toBeNull()
  await actAs(page, 'admin@demo.example')
  await expect.poll(() => statusOf(page, payer.request)).toBe('refused')
})

test('M7: what a colleague has decided meanwhile is said, with the name', { tag: '@trial' }, async ({ page, site }) => {
  const asked = await newMember(page, {})
  const payer = await someAsker(page, asked.number)
  await actAs(page, 'admin@demo.example')
  await page.clock.install()
  await page.goto(`/dashboard/approvedContactRequest?search=${payer.email}`)
  await sql(
    site,
    `update contact_requests set status = 'refused', ended_at = now(), ended_because = 'No.',
      ended_by = (select id from users where email = 'premium@demo.example') where id = '${payer.request}'`,
  )
  const row = page.locator('tbody tr').filter({ hasText: payer.email })
  await isAlive(page)
  await row.getByRole('button').click()
  await expect(row.getByText(/^Refused by /)).toBeVisible()
  await expect(page.getByText('A colleague has decided this request meanwhile.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('M7: an administrator who approves again because the answer was lost is told of no colleague', {
  tag: '@trial',
}, async ({ page }) => {
  const asked = await newMember(page, {})
  const payer = await someAsker(page, asked.number)
  await actAs(page, 'admin@demo.example')
  await page.clock.install()
  await page.goto(`/dashboard/approvedContactRequest?search=${payer.email}`)
  await isAlive(page)
  const row = page.locator('tbody tr').filter({ hasText: payer.email })
  const approve = () => row.getByRole('button').click()
  const calls = '**/api/contact-request-approver/*'
  await page.route(calls, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await approve()
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await statusOf(page, payer.request)).toBe('approve')
  await page.unroute(calls)
  const read = page.waitForResponse((response) => response.url().endsWith(`/api/contact-requests/${payer.request}`))
  await approve()
  await (await read).finished()
  await page.waitForLoadState('networkidle')
  await expect(row.getByText('Approved', { exact: true })).toBeVisible()
  await expect(page.getByText('A colleague has decided this request meanwhile.')).toHaveCount(0)
})

test('M6: a suspended person is led to the login at the next call and reads the reason there; lifting lets them in', {
  tag: '@trial',
}, async ({ page, browser, site }) => {
  const person = await newMember(page, { name: 'Arif Hossain' })
  await page.goto('/dashboard/viewBioData')
  const office = await (await browser.newContext({ baseURL: site.url })).newPage()
  await actAs(office, 'admin@demo.example')
  await office.goto(`/dashboard/people/${person.id}`)
  await office.getByRole('button', { name: 'Suspend…' }).click()
  await office.getByRole('dialog').getByRole('textbox').fill('Three families complained.')
  await office.getByRole('dialog').getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(office.getByText('Suspended since')).toContainText('Three families complained.')

  await page.getByRole('link', { name: 'My Contact Request' }).first().click()
  await expect(page).toHaveURL(/\/login/)
  const enter = async () => {
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
  }
  await enter()
  await expect(
    page
      .getByRole('alert')
      .getByText('An administrator has suspended this account: “Three families complained.”')
      .first(),
  ).toBeVisible()

  await office.getByRole('button', { name: 'Lift the suspension' }).click()
  await expect(office.getByText('The suspension is lifted.')).toBeVisible()
  await expect(office.getByRole('button', { name: 'Suspend…' })).toBeVisible()
  await enter()
  await expect(page.getByText('Login Successful! 🎉✅').first()).toBeVisible()
  await office.context().close()
})

test('M6: an approval is taken back on the page of the person: the contact is gone, the fee goes back', {
  tag: '@trial',
}, async ({ page }) => {
  const asked = await newMember(page, { name: 'Farzana Karim' })
  const payer = await someAsker(page, asked.number)
  await actAs(page, 'admin@demo.example')
  await page.request.patch(`/api/contact-request-approver/${payer.request}`)
  await page.goto(`/dashboard/people/${asked.id}`)
  await page.getByRole('button', { name: /^Withdraw approval/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw the approval?' })
  await dialog.getByRole('textbox').fill('It was a mistake of ours.')
  await dialog.getByRole('button', { name: 'Withdraw approval' }).click()
  await expect(page.getByText('Closed again. The fee is refunded.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Withdraw approval/ })).toHaveCount(0)

  await page.context().clearCookies()
  await signInAs(page, payer.email)
  await page.goto('/dashboard/my-contact-request')
  await expect(page.getByText('“It was a mistake of ours.”')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /^\+880/ })).toHaveCount(0)
  await page.goto(`/BioDataDetails/${asked.id}`)
  await expect(page.getByRole('link', { name: 'contact request', exact: true }).first()).toBeVisible()
})

test('M4 M6: taking an approval back asks for the person once more, and the log of activities shows it', {
  tag: '@trial',
}, async ({ page }) => {
  const asked = await newMember(page, {})
  const payer = await someAsker(page, asked.number)
  await actAs(page, 'admin@demo.example')
  await page.request.patch(`/api/contact-request-approver/${payer.request}`)
  await page.goto(`/dashboard/people/${asked.id}`)
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  // What the administrator has read stands between.
  const latest = page.getByRole('row').filter({ hasNotText: 'Read ' }).nth(1)
  await expect(latest).toContainText('Approved a contact request')
  await page.goBack()
  await page.getByRole('button', { name: /^Withdraw approval/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw the approval?' })
  await dialog.getByRole('textbox').fill('It was a mistake of ours.')
  // Going back may have asked too.
  const asks: string[] = []
  page.on('request', (request) => request.url().endsWith(`/api/people/${asked.id}`) && asks.push(request.url()))
  await dialog.getByRole('button', { name: 'Withdraw approval' }).click()
  await expect(page.getByRole('button', { name: /^Withdraw approval/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(latest).toContainText('Took the approval of a contact request back')
  expect(asks).toHaveLength(1)
})

test('M6 R1: premium ends after a question and is made again; a contact is shown after a reason', {
  tag: '@trial',
}, async ({ page }) => {
  const person = await newMember(page, { name: 'Arif Hossain' })
  await actAs(page, 'admin@demo.example')
  await page.goto(`/dashboard/people/${person.id}`)
  await page.getByRole('button', { name: 'Make premium' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'End premium' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: 'Make premium' })).toBeVisible()
  await page.getByRole('button', { name: 'Show contact…' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Report 31')
  await page.getByRole('dialog').getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '+880 1712-345678' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Contact ledger' })).toContainText('reason: Report 31')
})

test('M6 R1: a contact that was shown is gone from the page of the next person', { tag: '@trial' }, async ({
  page,
}) => {
  const asked = await newMember(page, {})
  const payer = await someAsker(page, asked.number)
  await actAs(page, 'admin@demo.example')
  await page.goto(`/dashboard/people/${asked.id}`)
  await page.getByRole('button', { name: 'Show contact…' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Report 31')
  await page.getByRole('dialog').getByRole('button', { name: 'Show', exact: true }).click()
  const contact = page.getByRole('status').filter({ hasText: '+880 1712-345678' })
  await expect(contact).toBeVisible()
  await page.getByRole('region', { name: 'Requests' }).getByRole('link').first().click()
  await expect(page.getByText(payer.email).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show contact…' })).toBeVisible()
  await expect(contact).toHaveCount(0)
})

test('K7: payments are on a page of their own, found and filtered, with their sums', async ({ page }) => {
  const asked = await newMember(page, {})
  const payer = await someAsker(page, asked.number)
  await actAs(page, 'admin@demo.example')
  await page.goto('/dashboard/adminDashboard')
  await page.getByRole('link', { name: 'Payments', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'By month' })).toContainText('USD')
  await page.getByRole('searchbox').fill(payer.email)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/search=/)
  await expect(page.locator('tbody tr').filter({ hasText: payer.email })).toContainText('Paid')
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Refunded' })
  await expect(page.getByRole('heading', { name: 'No payments found' })).toBeVisible()
})
