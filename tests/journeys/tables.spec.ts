import type { Page } from '@playwright/test'
import { actAs, confirmEmail, expect, newMember, requestContact, test } from './fixtures.ts'

/** The table's headings; columns that were added to the specification's may stand between. */
const hasHeadings = async (page: Page, ...specified: string[]) => {
  const all = await page.getByRole('columnheader').allTextContents()
  expect(all.map((heading) => heading.trim()).filter((heading) => specified.includes(heading))).toEqual(specified)
}

/** A row's cells by the heading they stand under. */
const cells = (page: Page, text: string) =>
  page
    .getByRole('row')
    .filter({ hasText: text })
    .locator('[data-label]')
    .evaluateAll((all) =>
      Object.fromEntries(all.map((cell) => [cell.getAttribute('data-label'), cell.textContent?.trim()])),
    )
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('L1: favourites with name, id, permanent address and occupation; deleting says so and takes the row', async ({
  page,
}) => {
  const { number } = await newMember(page, { name: 'Laila Karim', perDivision: 'Khulna', occupation: 'Teacher' })
  await newMember(page)
  await page.request.post('/api/favorite-bioData', { data: { bioDataId: number } })
  await page.goto('/dashboard/my-favorite')
  await page.getByRole('link', { name: 'Table' }).click()
  await hasHeadings(page, 'Name', 'Id', 'Permanent Add', 'Occupation', 'Delete')
  expect(await cells(page, 'Laila Karim')).toMatchObject({
    Name: 'Laila Karim',
    Id: `nik-${number}`,
    'Permanent Add': 'Khulna',
    Occupation: 'Teacher',
  })
  await rowOf(page, 'Laila Karim').getByRole('button').click()
  await expect(page.getByText('Deleted Successfully.', { exact: true })).toBeVisible()
  await expect(rowOf(page, 'Laila Karim')).toHaveCount(0)
  expect(await (await page.request.get('/api/favorite')).json()).toEqual([])
})

test('K4 M3: a contact request before and after approval, and deleted', { tag: '@trial' }, async ({
  page,
  browser,
  site,
}) => {
  const owner = await newMember(page, { name: 'Munira Begum', phoneNumber: '+8801812345678' })
  await confirmEmail(site, owner.id)
  const payer = await newMember(page)
  await requestContact(page, owner.number)
  await page.goto('/dashboard/my-contact-request')
  await hasHeadings(page, 'Name', 'Id', 'Status', 'Mobile No', 'Email', 'Action')
  const known = { Name: 'Munira Begum', Id: `nik-${owner.number}` }
  const waiting = 'Approval is pending'
  expect(await cells(page, 'Munira')).toMatchObject({
    ...known,
    Status: 'Waiting',
    'Mobile No': waiting,
    Email: waiting,
  })

  const office = await (await browser.newContext({ baseURL: site.url })).newPage()
  await actAs(office, 'admin@demo.example')
  await office.goto('/dashboard/approvedContactRequest')
  await hasHeadings(office, 'Name', 'Email', 'Biodata ID', 'Approved Contact Request')
  expect(await cells(office, payer.email)).toMatchObject({
    Name: 'Somebody New',
    Email: payer.email,
    'Biodata ID': `asks for nik-${owner.number}`,
  })
  await rowOf(office, payer.email).getByRole('button').click()
  await expect(office.getByText('User Contact request Approved.', { exact: true })).toBeVisible()
  await expect(rowOf(office, payer.email).getByRole('button')).toHaveCount(0)
  await office.context().close()

  await page.reload()
  expect(await cells(page, 'Munira')).toMatchObject({
    ...known,
    Status: 'Approved',
    'Mobile No': expect.stringMatching(/^\+880 1812-345678/),
    Email: owner.email,
  })
  await rowOf(page, 'Munira')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Deleted Successfully.', { exact: true })).toBeVisible()
  await expect(rowOf(page, 'Munira')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'My Contact Request' })).toBeVisible()
  await expect(rowOf(page, 'Munira')).toHaveCount(0)
})

test('K4 S3-15: on a phone the road of a request stands before its contact, and nothing is said twice', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const owner = await newMember(page, { name: 'Munira Begum' })
  await newMember(page)
  await requestContact(page, owner.number)
  await page.goto('/dashboard/my-contact-request')
  const road = page.getByRole('list', { name: /^Request status/ })
  const waiting = page.getByText('Approval is pending', { exact: true }).filter({ visible: true })
  await expect(waiting).toHaveCount(1)
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible()
  const [above, below] = await Promise.all([road.boundingBox(), waiting.boundingBox()])
  expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y)
  const shownLabels = await page
    .locator('tbody [data-label]')
    .evaluateAll((cells) =>
      cells
        .filter((cell) => cell.checkVisibility() && getComputedStyle(cell, '::before').clipPath === 'none')
        .map((cell) => cell.getAttribute('data-label')),
    )
  expect(shownLabels).toEqual(['Mobile No'])
})

test('M1: Manage Users makes somebody an administrator and premium, each after a question; both become words', async ({
  page,
}) => {
  const { email } = await newMember(page)
  await actAs(page, 'admin@demo.example')
  await page.goto(`/dashboard/manage?search=${email}`)
  await hasHeadings(page, 'User Name', 'User Email', 'Make Admin', 'Make premium')
  const row = rowOf(page, email)
  expect(await cells(page, email)).toMatchObject({ 'User Name': 'Somebody New', 'User Email': email })

  const makeAdmin = row.getByRole('button', { name: /^Make Admin/ })
  await makeAdmin.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(makeAdmin).toBeVisible()
  await makeAdmin.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Successful user has become Admin.', { exact: true })).toBeVisible()
  await expect(makeAdmin).toHaveCount(0)
  await expect(row.getByText('Admin', { exact: true })).toBeVisible()

  const makePremium = row.getByRole('button', { name: /^Make premium/ })
  const question = page.getByRole('alertdialog', { name: 'Make premium' })
  await makePremium.click()
  await expect(question).toContainText('Somebody New will see phone, email, photo link and income of everybody who')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(makePremium).toBeFocused()
  await makePremium.click()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Successful user has become Premium.', { exact: true })).toBeVisible()
  await expect(row.getByText('Premium', { exact: true })).toBeVisible()
  await expect(row.getByRole('button')).toHaveCount(0)
  await page.reload()
  expect(await cells(page, email)).toMatchObject({ 'Make Admin': 'Admin', 'Make premium': 'Premium' })
})

test('M2: premium requests that wait, with BioDataId; an approved one says Premium and is gone next time', {
  tag: '@trial',
}, async ({ page }) => {
  const waiting = await newMember(page, {})
  await page.request.patch('/api/user/request_premium/me')
  const quiet = await newMember(page, {})
  await actAs(page, 'admin@demo.example')
  await page.goto('/dashboard/approvedPremium')
  await hasHeadings(page, 'User Name', 'User Email', 'Biodata Id', 'Make premium')
  expect(await cells(page, waiting.email)).toMatchObject({
    'User Name': 'Somebody New',
    'User Email': waiting.email,
    'Biodata Id': `BioDataId-${waiting.number}`,
  })
  await expect(rowOf(page, quiet.email)).toHaveCount(0)
  await rowOf(page, waiting.email).getByRole('button').click()
  await page.getByRole('alertdialog', { name: 'Make premium' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Successful user has become Premium.', { exact: true })).toBeVisible()
  await expect(rowOf(page, waiting.email).getByText('Premium', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Premium Approval Requests' })).toBeVisible()
  await expect(rowOf(page, waiting.email)).toHaveCount(0)
  const card = await (await page.request.get(`/api/bioData/${waiting.id}`)).json()
  expect(card.type).toBe('premium')
})

test('K1: read-only id and email, the fee in its currency, and a button that waits for the provider', {
  tag: '@trial',
}, async ({ page }) => {
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
  await expect(page.locator('form').getByText('$5.00', { exact: true })).toBeVisible()
  const submit = page.getByRole('button', { name: 'Submit Button', exact: true })
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expect(submit).toBeDisabled()
  resolve()
  await expect(submit).toBeEnabled()
})

test('K2: the card is confirmed in the name and with the email of who is signed in', { tag: '@trial' }, async ({
  page,
}) => {
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
