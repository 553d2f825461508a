import type { Page } from '@playwright/test'
import { complaints } from './axe.ts'
import { actAs, expect, isAlive, newMember, type Site, sql, test } from './fixtures.ts'

let made = 0
const newTransaction = () => `T${process.pid}X${String(++made).padStart(4, '0')}`

/** Somebody new says that the fee for a new biodata was sent; then an administrator is here. */
async function told(page: Page, transactionId = newTransaction()) {
  const asked = await newMember(page, {})
  const payer = await newMember(page, {})
  const begun = await page.request.post('/api/payment-transfers', { data: { bioDataId: asked.number } })
  expect(begun.ok(), await begun.text()).toBe(true)
  const { reference, page: at } = await begun.json()
  const data = { reference: at, wallet: 'bkash', transactionId, lastDigits: '4821' }
  const claimed = await page.request.post('/api/transfer-claims', { data })
  expect(claimed.ok(), await claimed.text()).toBe(true)
  await actAs(page, 'admin@demo.example')
  return { payer, asked, transactionId, reference }
}

const minuteMs = 60_000
/** A moment of a few minutes ago on the clocks of Bangladesh, as the field has it. */
const lately = () => new Date(Date.now() + 6 * 60 * minuteMs - 5 * minuteMs).toISOString().slice(0, 16)

const open = (page: Page, transactionId: string) =>
  page.getByRole('link', { name: new RegExp(`^Check the transfer of .*${transactionId}$`) }).click()

async function read(page: Page, sum: string) {
  await isAlive(page)
  await page.getByLabel('Amount in the statement').fill(sum)
  await page.getByLabel('Time in the statement').fill(lately())
}

async function sideways(page: Page) {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

// The demo begins with some that wait, and a test leaves its own.
test.beforeEach(async ({ site }) => {
  await sql(site, `update transfer_claims set state = 'corrected' where state = 'waiting'`)
})

const statusOf = async (site: Site, reference: string) =>
  (await sql(site, `select status from payments where provider_ref = '${reference}'`))[0]!.status

test('K10b: an administrator confirms a transfer by what the statement says, and the request of its payer waits for approval', async ({
  page,
  site,
}) => {
  const [one, other] = [await told(page), await told(page)]
  await page.goto('/dashboard/adminDashboard')
  await page.getByRole('link', { name: 'Review: Money to confirm' }).click()
  await expect(page.getByRole('link', { name: /^To confirm/ })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('link', { name: /^To confirm/ })).toContainText('2')
  await open(page, one.transactionId)
  const pane = page.getByRole('region', { name: /says they sent BDT 500\.00/ })
  await expect(pane).toContainText(one.transactionId)
  await expect(pane).toContainText(one.reference)
  await expect(pane).toContainText('…4821')
  await expect(pane.getByText('never at an SMS')).toBeVisible()
  // Nothing is filled in before, and what is typed is compared.
  await expect(page.getByLabel('Amount in the statement')).toHaveValue('')
  await expect(page.getByLabel('Time in the statement')).toHaveValue('')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Type the sum as the statement has it')
  const compared = pane.getByRole('status').filter({ hasText: 'the fee' })
  await page.getByLabel('Amount in the statement').fill('450')
  await expect(compared).toContainText('Less than the fee by BDT 50.00')
  await expect(page.getByRole('button', { name: 'Record BDT 450.00, too little' })).toBeVisible()
  await page.getByLabel('Amount in the statement').fill('৫০০.৫০')
  await expect(compared).toContainText('More than the fee by BDT 0.50')
  await expect(page.getByRole('button', { name: 'Record BDT 500.50, refund it' })).toBeVisible()
  await read(page, '500.00')
  await expect(compared).toContainText('Equal to the fee')
  await page.getByRole('button', { name: 'Confirm BDT 500.00' }).click()
  await expect(page.getByText('Confirmed. The request is with the contact requests.')).toBeVisible()
  // The row goes, and the next one is opened.
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(page.getByRole('region', { name: /says they sent/ })).toContainText(other.transactionId)
  await expect(page.getByText(one.transactionId)).toHaveCount(0)
  expect(await statusOf(site, one.reference)).toBe('succeeded')
  await page.goto(`/dashboard/approvedContactRequest?search=${one.payer.email}`)
  await expect(page.locator('tbody tr')).toHaveCount(1)
})

test('K10b K10d K11: less than the fee is kept, more goes back by hand, and both stand with their payment', async ({
  page,
  site,
}) => {
  const [short, more] = [await told(page), await told(page)]
  await page.goto('/dashboard/payments/confirm')
  await open(page, short.transactionId)
  await read(page, '450')
  await page.getByRole('button', { name: 'Record BDT 450.00, too little' }).click()
  await expect(page.getByText('The payer reads what is still missing.')).toBeVisible()
  expect(await statusOf(site, short.reference)).toBe('created')
  await expect(page.getByRole('region', { name: /says they sent/ })).toContainText(more.transactionId)
  await read(page, '600')
  await page.getByRole('button', { name: 'Record BDT 600.00, refund it' }).click()
  await expect(page.getByText('The money is under Refunds to send.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()

  await page.getByRole('link', { name: /^Refunds to send/ }).click()
  const refund = page.getByRole('region', { name: /^Send BDT 600\.00 back to/ })
  await expect(refund).toContainText(more.transactionId)
  await expect(refund).toContainText('another amount arrived')
  await expect(refund).toContainText('We don’t keep the number')
  const field = refund.getByLabel('ID of the outgoing transfer')
  await field.fill(more.transactionId.toLowerCase())
  await refund.getByRole('button').click()
  await expect(field).toBeFocused()
  await expect(refund).toContainText('This ID is known already')
  await expect(field).toHaveValue(more.transactionId.toLowerCase())
  const outgoing = newTransaction()
  await field.fill(outgoing)
  await refund.getByRole('button').click()
  await expect(page.getByText('The payer reads that the refund was sent.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
  expect(await statusOf(site, more.reference)).toBe('refunded')

  await page.goto(`/dashboard/payments?search=${more.payer.email}`)
  await expect(page.getByRole('table', { name: 'Payments' })).toContainText('Money sent by hand')
  await page.getByText('1 receipt, 1 refund').click()
  const moved = page.getByRole('list', { name: '1 receipt, 1 refund' })
  await expect(moved.getByRole('listitem').first()).toContainText(`BDT 600.00`)
  await expect(moved.getByRole('listitem').first()).toContainText(more.transactionId)
  await expect(moved.getByRole('listitem').last()).toContainText('refunded')
  await expect(moved.getByRole('listitem').last()).toContainText(outgoing)
})

test('K10a K10b: what is not in the statement is asked about first, and of two who name one transaction nobody is credited', async ({
  page,
  site,
}) => {
  const one = await told(page)
  const other = await told(page, one.transactionId)
  await page.goto('/dashboard/payments/confirm')
  await page
    .getByRole('link', { name: /^Check the transfer of/ })
    .first()
    .click()
  await expect(page.getByRole('alert')).toContainText('Another payer names this transaction too')
  await expect(page.getByLabel('Amount in the statement')).toHaveCount(0)
  await page.getByRole('button', { name: 'It isn’t there…' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await statusOf(site, one.reference)).toBe('claimed')
  await page.getByRole('button', { name: 'It isn’t there…' }).click()
  await question.getByRole('button', { name: 'It isn’t there' }).click()
  await expect(page.getByText('We’ve told the payer that we couldn’t find it.')).toBeVisible()
  expect(await statusOf(site, one.reference)).toBe('created')
  // The other one can be confirmed now.
  await read(page, '500')
  await page.getByRole('button', { name: 'Confirm BDT 500.00' }).click()
  await expect.poll(() => statusOf(site, other.reference)).toBe('succeeded')
})

test('K10a K10b: what the server refuses is said beside what was typed, and what was typed stays', async ({
  page,
  site,
}) => {
  const { transactionId, reference } = await told(page)
  await page.goto('/dashboard/payments/confirm')
  await open(page, transactionId)
  await isAlive(page)
  await page.getByLabel('Amount in the statement').fill('500')
  await page.getByLabel('Time in the statement').fill('2020-01-01T10:00')
  await page.getByRole('button', { name: 'Confirm BDT 500.00' }).click()
  await expect(page.getByRole('alert')).toContainText('long before the payment was begun')
  await expect(page.getByLabel('Amount in the statement')).toHaveValue('500')
  for (const [code, words] of [
    ['claimed-twice', 'Another payer names this transaction too'],
    ['used', 'This transaction has paid for another request'],
    ['read-otherwise', 'The first administrator has read another sum'],
  ] as const) {
    await page.route('**/api/transfers/*', (route) =>
      route.fulfill({ status: 409, json: { title: 'Conflict', status: 409, code } }),
    )
    await read(page, '500')
    await page.getByRole('button', { name: 'Confirm BDT 500.00' }).click()
    await expect(page.getByRole('alert')).toContainText(words)
    await expect(page.getByLabel('Amount in the statement')).toHaveValue('500')
    await page.unroute('**/api/transfers/*')
  }
  expect(await statusOf(site, reference)).toBe('claimed')
})

test('K10b: the first of two administrators is told to ask a second one, who reads what the first has read', async ({
  page,
  site,
}) => {
  const { transactionId } = await told(page)
  const admin = `(select id from users where email = 'admin@demo.example')`
  await sql(
    site,
    `update transfer_claims set read_by = ${admin}, read_amount = 50000, read_at = now() where transaction_id = '${transactionId}'`,
  )
  await page.goto('/dashboard/payments/confirm')
  await open(page, transactionId)
  await expect(page.getByText('Ask a second administrator. You have read BDT 500.00')).toBeVisible()
  await sql(
    site,
    `update transfer_claims set read_by = (select id from users where email = 'user@demo.example') where transaction_id = '${transactionId}'`,
  )
  await page.reload()
  await expect(page.getByText('As the second one, look in the statement yourself')).toBeVisible()
  await expect(page.getByLabel('Amount in the statement')).toHaveValue('')
})

test('K10c: a statement confirms what matches by ID and amount, and lists the rest', async ({ page, site }) => {
  const [exact, less] = [await told(page), await told(page)]
  await page.goto('/dashboard/payments')
  await page.getByRole('link', { name: 'Statement', exact: true }).click()
  const choose = (content: string | Buffer, name = 'wallet.csv') =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await choose('Name,Amount\nSomebody,500\n')
  await expect(page.getByRole('alert')).toContainText('no column for the transaction ID, the date and time')
  await choose(Buffer.alloc(8 * 1024 * 1024 + 1, 'a'))
  await expect(page.getByRole('alert')).toContainText('This file has 9 MB')
  await choose('anything', 'wallet.pdf')
  await expect(page.getByRole('alert')).toContainText('neither a .csv nor an .xlsx file')
  const at = lately().replace('T', ' ')
  const lines = [
    'Statement of 01000-000141',
    'Date Time,Transaction ID,Amount',
    `${at},${exact.transactionId.toLowerCase()},500.00`,
    `${at},${less.transactionId},450.00`,
    `${at},NOBODYS123,1200.00`,
    `yesterday,ABCDEF1234,500.00`,
  ]
  await choose(lines.join('\n'))
  await expect(page.getByText('3 incoming transfers')).toBeVisible()
  await expect(page.getByText('Rows that could not be read: 6.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Match nobody' })).toContainText('NOBODYS123')
  const doubtful = page.getByRole('table', { name: 'Another amount, or in doubt' })
  await expect(doubtful).toContainText('Less than the fee by BDT 50.00')
  await page.getByRole('button', { name: 'Confirm the one that matches' }).click()
  await expect(page.getByText('1 of 1 confirmed')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Match by ID and amount' })).toContainText('Confirmed')
  expect(await statusOf(site, exact.reference)).toBe('succeeded')
  expect(await statusOf(site, less.reference)).toBe('claimed')
  await doubtful.getByRole('link', { name: /^Check/ }).click()
  await expect(page.getByRole('region', { name: /says they sent/ })).toContainText(less.transactionId)
})

test('K10b: keys alone are enough to confirm a transfer', async ({ page, site }) => {
  const { transactionId, reference } = await told(page)
  await page.goto('/dashboard/payments/confirm')
  await page.getByRole('link', { name: new RegExp(transactionId) }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Amount in the statement')).toBeFocused()
  await page.keyboard.type('500')
  await page.getByLabel('Time in the statement').fill(lately())
  await page.keyboard.press('Enter')
  await expect.poll(() => statusOf(site, reference)).toBe('succeeded')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('K10b K10c K10d K11: on a phone, in Bangla, nothing of the desk goes sideways and a transfer is confirmed', async ({
  page,
  context,
  baseURL,
  site,
}) => {
  const { transactionId, reference } = await told(page)
  await context.addCookies([{ name: 'lang', value: 'bn', url: baseURL! }])
  await page.setViewportSize({ width: 360, height: 740 })
  for (const tab of ['', '/refunds', '/looks', '/statement', '/confirm']) {
    await page.goto(`/dashboard/payments${tab}`)
    await expect(page.getByRole('heading', { level: 1, name: 'পেমেন্ট' })).toBeVisible()
    expect.soft(await sideways(page), tab).toBeLessThanOrEqual(0)
  }
  await page.getByRole('link', { name: new RegExp(transactionId) }).click()
  await expect(page.getByText('এসএমএসে কখনো নয়')).toBeVisible()
  expect(await sideways(page)).toBeLessThanOrEqual(0)
  await page.getByLabel('স্টেটমেন্টে পরিমাণ').fill('৫০০')
  await page.getByLabel('স্টেটমেন্টে সময়').fill(lately())
  await page.getByRole('button', { name: '৫০০ টাকা নিশ্চিত করুন' }).click()
  await expect.poll(() => statusOf(site, reference)).toBe('succeeded')
})

test('K7 K8: risky money is accepted or refunded from the list of what needs a look, and asked about first', async ({
  page,
  site,
}) => {
  const { reference } = await told(page)
  await sql(
    site,
    `insert into payment_findings (provider, provider_ref, kind, amount, currency) values ('send-money', '${reference}', 'risky', 50000, 'bdt')`,
  )
  await sql(site, `update payments set status = 'review' where provider_ref = '${reference}'`)
  await page.goto('/dashboard/payments/looks')
  const row = page.locator('tbody tr').filter({ hasText: reference })
  await expect(row.getByRole('button', { name: /^Accept/ })).toBeVisible()
  await row.getByRole('button', { name: /^Refund/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  expect(await statusOf(site, reference)).toBe('review')
  await row.getByRole('button', { name: /^Refund/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('The fee is refunded.').first()).toBeVisible()
  expect(await statusOf(site, reference)).toBe('refund_due')
  await expect(row.getByRole('button', { name: /^Accept/ })).toHaveCount(0)
})

test('K10b K11: without money sent by hand two of the tabs are left', async ({ page }) => {
  await actAs(page, 'admin@demo.example')
  await page.route('**/api/payment-options', (route) =>
    route.fulfill({ json: { price: 5, currency: 'USD', ways: [], requiresBiodata: false } }),
  )
  await page.goto('/dashboard/activity')
  await isAlive(page)
  await page.getByRole('link', { name: 'Payments', exact: true }).click()
  const tabs = page.getByRole('navigation', { name: 'Payments' }).getByRole('link')
  await expect(tabs).toHaveText([/^Needs a look/, 'All payments'])
})

test('K10b K10c K10d G9: axe finds nothing at the desk, with a transfer open, a refund refused and a statement read', async ({
  page,
}) => {
  const [one, other] = [await told(page), await told(page)]
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/dashboard/payments/confirm')
    expect.soft(await complaints(page)).toEqual([])
    await open(page, one.transactionId)
    await page.getByLabel('Amount in the statement').fill('450')
    expect.soft(await complaints(page)).toEqual([])
  }
  await read(page, '700')
  await page.getByRole('button', { name: 'Record BDT 700.00, refund it' }).click()
  await expect(page.getByText('The money is under Refunds to send.')).toBeVisible()
  await page.goto('/dashboard/payments/refunds')
  await page.getByRole('button', { name: /^Record the refund/ }).click()
  await expect(page.getByText('Type the ID of the transfer')).toBeVisible()
  expect.soft(await complaints(page)).toEqual([])
  await page.goto('/dashboard/payments/statement')
  const content = `Date,TrxID,Amount\n${lately()},${other.transactionId},500\n${lately()},NOBODYS123,500`
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'wallet.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await expect(page.getByText('2 incoming transfers')).toBeVisible()
  expect.soft(await complaints(page)).toEqual([])
})
