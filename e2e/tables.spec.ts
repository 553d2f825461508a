import type { Page } from '@playwright/test'
import { actAs, expect, newMember, requestContact, test } from './fixtures.ts'

const headings = (page: Page) => page.getByRole('columnheader').allTextContents()
const cells = (page: Page, text: string) =>
  page.getByRole('row').filter({ hasText: text }).locator('th, td').allTextContents()
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('L1: favourites with name, id, permanent address and occupation; deleting says so and takes the row', async ({
  page,
}) => {
  const { number } = await newMember(page, { name: 'Laila Karim', perDivision: 'Khulna', occupation: 'Teacher' })
  await newMember(page)
  await page.request.post('/api/favorite-bioData', { data: { bioDataId: number } })
  await page.goto('/dashboard/my-favorite')
  expect(await headings(page)).toEqual(['Name', 'Id', 'Permanent Add', 'Occupation', 'Delete'])
  expect((await cells(page, 'Laila Karim')).slice(0, 4)).toEqual(['Laila Karim', `nik-${number}`, 'Khulna', 'Teacher'])
  await rowOf(page, 'Laila Karim').getByRole('button').click()
  await expect(page.getByText('Deleted Successfully.', { exact: true })).toBeVisible()
  await expect(rowOf(page, 'Laila Karim')).toHaveCount(0)
  expect(await (await page.request.get('/api/favorite')).json()).toEqual([])
})

test('K4 M3: a contact request before and after approval, and deleted', async ({ page, browser, site }) => {
  const owner = await newMember(page, { name: 'Munira Begum', phoneNumber: '+8801812345678' })
  const payer = await newMember(page)
  await requestContact(page, owner.number)
  await page.goto('/dashboard/my-contact-request')
  expect(await headings(page)).toEqual(['Name', 'Id', 'Status', 'Mobile No', 'Email', 'Action'])
  const known = ['Munira Begum', `nik-${owner.number}`]
  expect((await cells(page, 'Munira')).slice(0, 5)).toEqual([
    ...[...known, 'pending'],
    ...['Approval is pending', 'Approval is pending'],
  ])

  const office = await (await browser.newContext({ baseURL: site.url })).newPage()
  await actAs(office, 'admin@demo.example')
  await office.goto('/dashboard/approvedContactRequest')
  expect(await headings(office)).toEqual([
    'Select',
    ...['Name', 'Email', 'Biodata ID', 'Requested', 'Approved Contact Request'],
  ])
  const row = await cells(office, payer.email)
  expect(row.slice(1, 4)).toEqual(['Somebody New', payer.email, `${owner.number}`])
  await rowOf(office, payer.email).getByRole('button').click()
  await expect(office.getByText('User Contact request Approved.', { exact: true })).toBeVisible()
  await expect(rowOf(office, payer.email).getByRole('button')).toHaveCount(0)
  await office.context().close()

  await page.reload()
  expect((await cells(page, 'Munira')).slice(0, 5)).toEqual([...known, 'approve', '+8801812345678', owner.email])
  await rowOf(page, 'Munira').getByRole('button').click()
  await expect(page.getByText('Deleted Successfully.', { exact: true })).toBeVisible()
  await expect(rowOf(page, 'Munira')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My Contact Request' })).toBeVisible()
  await expect(rowOf(page, 'Munira')).toHaveCount(0)
})

test('M1: Manage Users makes somebody an administrator after a question, and premium; both become words', async ({
  page,
}) => {
  const { email } = await newMember(page)
  await actAs(page, 'admin@demo.example')
  await page.goto(`/dashboard/manage?search=${email}`)
  expect(await headings(page)).toEqual(['User Name', 'User Email', 'Member since', 'Make Admin', 'Make premium'])
  const row = rowOf(page, email)
  expect((await cells(page, email)).slice(0, 2)).toEqual(['Somebody New', email])

  const makeAdmin = row.getByRole('button', { name: /^Make Admin/ })
  await makeAdmin.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(makeAdmin).toBeVisible()
  await makeAdmin.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Successful user has become Admin.', { exact: true })).toBeVisible()
  await expect(makeAdmin).toHaveCount(0)
  await expect(row.getByText('Admin', { exact: true })).toBeVisible()

  await row.getByRole('button', { name: /^Make premium/ }).click()
  await expect(page.getByText('Successful user has become Premium.', { exact: true })).toBeVisible()
  await expect(row.getByText('Premium', { exact: true })).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
  await page.reload()
  expect((await cells(page, email)).toSpliced(2, 1)).toEqual(['Somebody New', email, 'Admin', 'Premium'])
})

test('M2: premium requests that wait, with BioDataId; an approved one says Premium and is gone next time', async ({
  page,
}) => {
  const waiting = await newMember(page, {})
  await page.request.patch('/api/user/request_premium/me')
  const quiet = await newMember(page, {})
  await actAs(page, 'admin@demo.example')
  await page.goto('/dashboard/approvedPremium')
  expect(await headings(page)).toEqual([
    ...['Select', 'User Name', 'User Email', 'Biodata Id', 'Requested', 'Make premium'],
  ])
  expect((await cells(page, waiting.email)).slice(1, 4)).toEqual([
    ...['Somebody New', waiting.email],
    `BioDataId-${waiting.number}`,
  ])
  await expect(rowOf(page, quiet.email)).toHaveCount(0)
  await rowOf(page, waiting.email).getByRole('button').click()
  await expect(page.getByText('Successful user has become Premium.', { exact: true })).toBeVisible()
  await expect(rowOf(page, waiting.email).getByText('Premium', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Premium Approval Requests' })).toBeVisible()
  await expect(rowOf(page, waiting.email)).toHaveCount(0)
  const card = await (await page.request.get(`/api/bioData/${waiting.id}`)).json()
  expect(card.type).toBe('premium')
})

test('K1: read-only id and email, the fee in its currency, and a button that waits for the provider', async ({
  page,
}) => {
  const { number } = await newMember(page, {})
  const { email } = await newMember(page)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/create-payment-intent', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(`/checkout/${number}`)
  for (const [label, value] of [
    ['Biodata id', `${number}`],
    ['Your email', email],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveValue(value)
    await expect(page.getByLabel(label)).toHaveJSProperty('readOnly', true)
  }
  await expect(page.getByText('$5.00', { exact: true })).toBeVisible()
  const submit = page.getByRole('button', { name: 'Submit Button', exact: true })
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expect(submit).toBeDisabled()
  resolve()
  await expect(submit).toBeEnabled()
})

test('K2: the card is confirmed in the name and with the email of who is signed in', async ({ page }) => {
  const { number } = await newMember(page, {})
  const { email } = await newMember(page)
  await page.goto(`/checkout/${number}`)
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiry date').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  const confirmed = page.waitForRequest('**/confirm')
  await page.getByRole('button', { name: 'Submit Button', exact: true }).click()
  const sent = new URLSearchParams((await confirmed).postData() ?? '')
  const billing = (field: string) => sent.get(`payment_method_data[billing_details][${field}]`)
  expect([billing('email'), billing('name')]).toEqual([email, 'Somebody New'])
  await expect(page).toHaveURL('/dashboard/my-contact-request')
})
