import type { Locator, Page } from '@playwright/test'
import {
  actAs,
  confirmEmail,
  expect,
  isAlive,
  newMember,
  pressForContact,
  publish,
  requestContact,
  someBiodata,
  test,
  valuesIn,
  wishOf,
} from './fixtures.ts'

const sections = {
  'General information': [
    ['BioType', 'Female'],
    ['Birthdate', '14 March 2000'],
    ['Height', '5.4'],
    ['Skin color', 'Medium'],
    ['Weight', '55kg'],
    ['Permanent address', 'Dhaka'],
    ['Present address', 'Sylhet'],
  ],
  'About Yourself': [
    ['Name', expect.stringMatching(/^Sadia Rahman \d+$/)],
    ['Age', expect.stringMatching(/^2\d$/)],
    ['Occupation', 'Doctor'],
  ],
  'Family Information': [
    ['Father Name', 'Mizanur Rahman'],
    ['Mother Name', 'Shirin Akter'],
    ['Occupation', 'Doctor'],
  ],
  'As a life partner expects': [
    ['Age', '29'],
    ['Height', '6.1'],
    ['Weight', '70kg'],
  ],
}

/** Somebody's contact as it is read: the number in groups, of the photo link the host. */
const contactOf = (email: string) => [
  ['Contact Email', email],
  ['Phone Number', '+880 1712-345678'],
  ['Photo URL', 'photos.example'],
]

async function showsSections(page: Page) {
  for (const [title, rows] of Object.entries(sections)) expect(await valuesIn(page, title)).toEqual(rows)
}

const describedBy = (field: Locator) =>
  field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? element.closest('fieldset')?.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent),
  )

test('E1 E2 R3: an empty form is refused field by field, without a birth date in the words of the specification', async ({
  page,
}) => {
  const { email } = await newMember(page)
  await page.goto('/dashboard/EditBioData')
  // These two come from the account.
  for (const label of ['Name', 'Photo URL']) await page.getByLabel(label, { exact: true }).fill('')
  const own = page.getByLabel('Email', { exact: true })
  await expect(own).toHaveValue(email)
  await expect(own).toHaveJSProperty('readOnly', true)
  // Nothing is complained about before it was sent.
  await page.getByLabel('Father Name').fill('x')
  await page.getByLabel('Father Name').fill('')
  await page.getByLabel('Mother Name').focus()
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)

  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()))
  await publish(page).click()
  const summary = page.getByRole('alert')
  await expect(summary.getByRole('link')).toHaveCount(16)
  await expect(summary).toContainText('Date of birth not filled up.')
  await expect(page.locator(':focus')).toContainText('There are 16 problems')

  const from = (wish: string) => wishOf(page, wish).getByLabel('From')
  for (const [field, message] of [
    [page.getByRole('radio', { name: 'Female' }), 'Choose a gender.'],
    [page.getByLabel('Day'), 'Date of birth not filled up.'],
    [page.getByLabel('Height', { exact: true }), 'Choose your height.'],
    [page.getByLabel('Skin color'), 'Choose a skin color.'],
    [page.getByLabel('Weight', { exact: true }), 'Choose your weight.'],
    [page.getByLabel('Permanent address'), 'Choose your permanent address.'],
    [page.getByLabel('Present address'), 'Choose your present address.'],
    [page.getByLabel('Name', { exact: true }), 'Enter your name.'],
    [page.getByLabel('Occupation', { exact: true }), 'Choose an occupation.'],
    [page.getByLabel('Father Name'), 'Enter the name of your father.'],
    [page.getByLabel('Mother Name'), 'Enter the name of your mother.'],
    [from('Age'), 'Choose the age of the partner, from and to.'],
    [from('Height'), 'Choose the height of the partner, from and to.'],
    [from('Weight'), 'Choose the weight of the partner, from and to.'],
    [page.getByLabel('Phone Number'), 'Enter your phone number.'],
    [page.getByLabel('I agree that my biodata is published'), 'Tick this to publish. Until then we keep a draft.'],
  ] as const)
    expect(await describedBy(field)).toContain(message)
  await expect(page.getByLabel('Photo URL')).not.toHaveAttribute('aria-invalid')

  // From now on with every change.
  await page.getByLabel('Father Name').fill('M')
  await expect(page.getByText('Enter the name of your father.')).toHaveCount(0)
  await page.getByLabel('Father Name').fill('')
  await expect(page.getByText('Enter the name of your father.').first()).toBeVisible()
  expect(sent).toEqual([])
  expect(await (await page.request.get('/api/viewBioData')).json()).toBeNull()
})

test('E2: with everything filled in but the birth date, that is what is said and nothing is saved', {
  tag: '@trial',
}, async ({ page }) => {
  await newMember(page, {})
  await page.goto('/dashboard/EditBioData')
  await page.getByLabel('Father Name').fill('Changed Already')
  for (const part of ['Day', 'Month', 'Year']) await page.getByLabel(part, { exact: true }).fill('')
  await publish(page).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Date of birth not filled up.'])
  await expect(page).toHaveURL('/dashboard/EditBioData')
  expect(await (await page.request.get('/api/viewBioData')).json()).toMatchObject({
    fatherName: someBiodata.fatherName,
    birth: someBiodata.birth,
  })
  await page.getByRole('alert').getByRole('link').click()
  await expect(page.getByLabel('Day')).toBeFocused()
})

test('E3: the form offers exactly the choices of the specification, and Rajshahi', async ({ page }) => {
  await newMember(page)
  await page.goto('/dashboard/EditBioData')
  const values = (field: Locator) =>
    field.locator('option').evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value))
  const texts = (field: Locator) => field.locator('option').allTextContents()
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `${from + i}`)
  const kilograms = Array.from({ length: 12 }, (_, i) => `${30 + 5 * i}kg`)
  const divisions = ['Dhaka', 'Chattagra', 'Rangpur', 'Barisal', 'Khulna', 'Mymensingh', 'Sylhet', 'Rajshahi']
  for (const [label, choices] of [
    ['Skin color', ['Fair', 'Medium', 'Brown', 'Dark']],
    ['Weight', kilograms],
    ['Permanent address', divisions],
    ['Present address', divisions],
    ['Occupation', ['Engineer', 'Doctor', 'Teacher', 'Student', 'Job', 'House wife']],
  ] as const) {
    const field = page.getByLabel(label, { exact: true })
    expect(await values(field), label).toEqual(['', ...choices])
    expect((await texts(field)).slice(1), label).toEqual(choices)
  }
  // One choice in words for all that feet 3 to 11 and inches 1 to 12 can say.
  const height = page.getByLabel('Height', { exact: true })
  expect(await values(height)).toEqual(['', ...numbers(37, 144)])
  const words = (await texts(height)).map((text) => text.replaceAll('\u00a0', ' '))
  for (const [inches, text] of [
    [37, '3 ft 1 in'],
    [60, '5 ft 0 in'],
    [62, '5 ft 2 in'],
    [144, '12 ft 0 in'],
  ] as const)
    expect(words[inches - 36]).toBe(text)
  for (const [wish, choices] of [
    ['Age', numbers(18, 99)],
    ['Height', numbers(48, 84)],
    ['Weight', kilograms.map((kg) => kg.replace('kg', ''))],
  ] as const)
    for (const end of ['From', 'To'])
      expect(await values(wishOf(page, wish).getByLabel(end, { exact: true }))).toEqual(['', ...choices])
  const gender = page.getByRole('group', { name: 'Gender' }).getByRole('radio')
  expect(await gender.evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value))).toEqual([
    'Male',
    'Female',
  ])
})

test('E4 E3: what is chosen is what is stored; then one’s own biodata is shown', async ({ page }) => {
  await newMember(page, {})
  await page.goto('/dashboard/EditBioData')
  await page.getByLabel('Occupation', { exact: true }).selectOption('House wife')
  await page.getByLabel('Permanent address').selectOption('Rajshahi')
  await publish(page).click()
  await expect(page.getByText('You bioData Successful Updated.', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/dashboard/viewBioData')
  await expect(page.getByRole('heading', { level: 1, name: 'View BioData' })).toBeVisible()
  expect(await valuesIn(page, 'About Yourself')).toContainEqual(['Occupation', 'House wife'])
  const { _id, bioDataId, age, email, ...stored } = await (await page.request.get('/api/viewBioData')).json()
  expect(stored).toEqual({
    ...someBiodata,
    confirmedOn: expect.any(String),
    name: expect.any(String),
    occupation: 'House wife',
    perDivision: 'Rajshahi',
    contactFor: 'checked',
    isPublished: true,
    partnerWishesPrivate: false,
  })
})

test('E4: who is too young to marry is told so beside the birth date, and nothing is saved', { tag: '@trial' }, async ({
  page,
}) => {
  await newMember(page, {})
  await page.goto('/dashboard/EditBioData')
  await page.getByLabel('Year').fill(`${new Date().getFullYear() - 17}`)
  await publish(page).click()
  await expect(page.getByRole('alert')).toContainText('The legal age of marriage is 18.')
  expect((await describedBy(page.getByLabel('Day'))).join(' ')).toContain('The legal age of marriage is 18.')
  expect(await (await page.request.get('/api/viewBioData')).json()).toMatchObject({ birth: someBiodata.birth })
})

test('V1 E6: one’s own biodata in five sections; the photo is a link that nobody’s page loads', async ({ page }) => {
  const { email } = await newMember(page, {})
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname))
  await page.goto('/dashboard/viewBioData', { waitUntil: 'networkidle' })
  await showsSections(page)
  expect(await valuesIn(page, 'Contact information')).toEqual(contactOf(email))
  const link = page.getByRole('link', { name: 'photos.example' })
  await expect(link).toHaveAttribute('href', someBiodata.photoUrl)
  await expect(link).toHaveAttribute('rel', /noreferrer/)
  expect([...hosts]).toEqual(['127.0.0.1'])
  await expect(page.locator(`img[src*="photos.example"]`)).toHaveCount(0)
})

test('V2: premium is asked for after a question, once; the button is off while the request waits and afterwards', async ({
  page,
  browser,
  site,
}) => {
  const { id } = await newMember(page, {})
  const asked: string[] = []
  page.on('request', (request) => request.method() === 'PATCH' && asked.push(request.url()))
  await page.goto('/dashboard/viewBioData')
  const premium = page.getByRole('button', { name: 'Premium', exact: true })
  const dialog = page.getByRole('alertdialog', { name: 'Confirm Premium Request' })
  await premium.click()
  await expect(dialog).toContainText('Are you sure you want to make your biodata premium?')
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(dialog).toBeHidden()
  expect(asked).toEqual([])
  await premium.click()
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Request sent to admin.Please Wait', { exact: true })).toBeVisible()
  expect(asked).toHaveLength(1)
  await expect(premium).toBeDisabled()
  await page.reload()
  await expect(premium).toBeDisabled()

  const office = await (await browser.newContext({ baseURL: site.url })).newPage()
  await actAs(office, 'admin@demo.example')
  await office.request.patch(`/api/users/premium/${id}`)
  await office.context().close()
  await page.reload()
  await expect(premium).toBeDisabled()
  await expect(page.getByText('Your biodata is premium.')).toBeVisible()
})

test('V2: a request that changed nothing has the same text, as an error', { tag: '@trial' }, async ({ page }) => {
  const { email } = await newMember(page, {})
  await page.goto('/dashboard/viewBioData')
  // Another tab was quicker.
  await page.request.patch(`/api/user/request_premium/${email}`)
  await page.getByRole('button', { name: 'Premium', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('alert').getByText('Request sent to admin.Please Wait', { exact: true })).toBeVisible()
})

test('V3: without a biodata the page says so and leads to the form', async ({ page }) => {
  await newMember(page)
  await page.goto('/dashboard/viewBioData')
  await expect(page.getByRole('heading', { name: 'You have no biodata yet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Premium' })).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Write your biodata' }).last().click()
  await expect(page).toHaveURL('/dashboard/EditBioData')
  await expect(publish(page)).toBeVisible()
})

test('D1 D3 D4: heart, portrait, id, badge and facts at the left, the sections, and three others of the gender', async ({
  page,
}) => {
  const { id, number } = await newMember(page, {})
  await newMember(page)
  await page.goto(`/BioDataDetails/${id}`)
  const card = page.getByRole('complementary').filter({ hasText: `id-${number}` })
  await expect(card.getByText(`id-${number}`, { exact: true })).toBeVisible()
  await expect(card.getByText(/verified|premium/i)).toHaveCount(0)
  await expect(card.getByRole('img', { name: 'Illustrated portrait of a woman' })).toBeVisible()
  const facts = await card
    .locator('dl > div')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((c) => c.textContent)))
  expect(facts).toEqual([
    ['Height', expect.stringMatching(/^\d.ft.\d+.in$/)],
    ['Division', 'Dhaka'],
    ['Age', expect.stringMatching(/^2\d$/)],
    ['Occupation', 'Doctor'],
  ])
  await showsSections(page)

  const heart = card.getByRole('button', { name: /favourites/ })
  const fill = () => heart.locator('svg').evaluate((svg) => getComputedStyle(svg).fill)
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  expect(await fill()).toBe('none')
  for (let press = 0; press < 2; press++) {
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
  }
  await expect.poll(async () => (await page.request.get('/api/favorite')).json()).toHaveLength(1)
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  expect(await fill()).not.toBe('none')

  const others = page.getByRole('region', { name: 'Some Female BioData', exact: true }).getByRole('article')
  await expect(others).toHaveCount(3)
  for (const other of await others.all())
    await expect(other.getByRole('img', { name: 'Illustrated portrait of a woman' })).toBeVisible()
  const links = await others.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(new Set(links).size).toBe(3)
  expect(links).not.toContain(`/BioDataDetails/${id}`)

  const [premium] = await (await page.request.get('/api/premium-bioData')).json()
  await page.goto(`/BioDataDetails/${premium._id}`)
  await expect(page.getByRole('complementary').getByText('Premium member', { exact: true })).toBeVisible()
})

test('R2 D3: a heart that the server refuses is empty again, and it is said until when, or that there are too many', {
  tag: '@trial',
}, async ({ page }) => {
  const { id } = await newMember(page, {})
  await newMember(page)
  await page.goto(`/BioDataDetails/${id}`)
  await isAlive(page)
  const heart = page.getByRole('button', { name: 'Add to favourites', exact: true })
  for (const [answer, words] of [
    [
      { status: 429, json: { code: 'reading-limit' }, headers: { 'retry-after': '1500' } },
      /The favourite could not be saved\. .*\d:\d\d/,
    ],
    [{ status: 409, json: { code: 'too-many-favourites' } }, 'You have 500 favourites, as many as there can be.'],
  ] as const) {
    await page.route('**/api/favorite-bioData', (route) => route.fulfill(answer))
    await heart.click()
    await expect(page.getByText(words)).toBeVisible()
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await page.unroute('**/api/favorite-bioData')
  }
})

test('D2: contact request, then Approval is pending, then the contact; the button waits for the premium check', {
  tag: '@trial',
}, async ({ page, browser, site }) => {
  const { id, number, email } = await newMember(page, {})
  await confirmEmail(site, id)
  await newMember(page)
  const contact = page.getByRole('region', { name: 'Contact information' })
  const button = contact.getByRole('link', { name: 'contact request', exact: true })

  // Reached by a link of the page, so that the browser has to ask whether the viewer is premium.
  await page.goto('/baiDataPage')
  await isAlive(page)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/user/premium/*', async (route) => {
    await promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'View Profile' }).first().click()
  await expect(contact.getByRole('button', { name: 'contact request' })).toBeDisabled()
  resolve()
  await expect(button).toBeVisible()

  await page.goto(`/BioDataDetails/${id}`)
  await expect(button).toHaveAttribute('href', `/checkout/${number}`)
  const request = await requestContact(page, number)
  await page.goto(`/BioDataDetails/${id}`)
  await expect(contact.getByText('Approval is pending', { exact: true })).toBeVisible()
  await expect(button).toHaveCount(0)
  expect(await page.content()).not.toContain(email)

  const office = await (await browser.newContext({ baseURL: site.url })).newPage()
  await actAs(office, 'admin@demo.example')
  await office.request.patch(`/api/contact-request-approver/${request}`)
  await office.goto(`/BioDataDetails/${id}`)
  expect(await office.content()).not.toContain(email)
  await pressForContact(office)
  const shown = contactOf(email)
  expect(await valuesIn(office, 'Contact information')).toEqual(shown)
  await actAs(office, 'premium@demo.example')
  await office.goto(`/BioDataDetails/${id}`)
  expect(await office.content()).not.toContain(email)
  await pressForContact(office)
  expect(await valuesIn(office, 'Contact information')).toEqual(shown)
  await office.context().close()

  await page.reload()
  expect(await valuesIn(page, 'Contact information')).toEqual(shown)
})
