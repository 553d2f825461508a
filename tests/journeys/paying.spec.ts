/**
 * The checkout: whom it is for, what it promises, and that it begins a payment once and only for people who need one.
 */
import type { Page } from '@playwright/test'
import { complaints } from './axe.ts'
import { actAs, expect, newMember, payFee, requestContact, signIn, someCards, test } from './fixtures.ts'

/** Counts the calls that begin a payment. */
function countBegun(page: Page) {
  const begun: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/create-payment-intent')) begun.push(request.method())
  })
  return begun
}

test('K3b K3e: a fee that was paid for nobody’s contact is offered by the checkout, and used by a press alone', async ({
  page,
}) => {
  await newMember(page)
  const { bioDataId } = (await someCards(page))[3]!
  await payFee(page, { price: 5 })
  for (const _ of [1, 2]) {
    await page.goto(`/checkout/${bioDataId}`)
    await expect(
      page.getByText(/^You have paid this fee already, without naming a person.* after 7 days\.$/),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit Button' })).toHaveCount(0)
  }
  expect(await (await page.request.get('/api/payments')).json()).toEqual([])
  expect(await complaints(page)).toEqual([])
  await page.getByRole('button', { name: 'Use the fee for this contact' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'My Contact Request' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: String(bioDataId) })).toBeVisible()
})

test('K1: the checkout shows the person, what one gets and what becomes of the fee; the amount stands by the button', {
  tag: '@trial',
}, async ({ page }) => {
  const { email } = await newMember(page)
  const card = (await someCards(page))[2] as { bioDataId: number; age?: number; perDivision?: string }
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/checkout/${card.bioDataId}`)
    const person = page.locator('section[aria-labelledby=person]')
    // On a phone it is one line that opens.
    if (width === 360) await person.locator('summary').click()
    await expect(person.getByRole('heading', { level: 2 })).toHaveText(new RegExp(`, ${card.age}$`))
    await expect(person.getByRole('img', { name: 'Illustrated portrait of a woman' })).toBeVisible()
    await expect(person.locator('dd')).toHaveText(['Female', `${card.perDivision}`])
    await expect(person.getByRole('listitem')).toHaveText([
      /^Email, phone and, if given, photo link and income/,
      /^An admin looks at every request first/,
      /the whole fee is refunded to your card automatically\.$/,
      'An email tells you when it is approved.',
    ])
    await expect(page.getByLabel('Biodata id')).toHaveValue(`${card.bioDataId}`)
    // The number stands in the specification's field, and only there.
    await expect(person).not.toContainText(`nik-${card.bioDataId}`)
    await expect(page.getByLabel('Your email')).toHaveValue(email)
    for (const label of ['Biodata id', 'Your email']) await expect(page.getByLabel(label)).not.toBeEditable()
    const submit = (await page.getByRole('button', { name: 'Submit Button', exact: true }).boundingBox())!
    const amount = (await page.locator('form').getByText('$5.00').boundingBox())!
    expect(submit.y - amount.y - amount.height).toBeLessThan(40)
  }
})

test('K1: where no mail is sent, none is promised', { tag: '@trial' }, async ({ page }) => {
  await newMember(page)
  const { bioDataId } = (await someCards(page))[2]!
  await page.route('**/api/session', async (route) => {
    const response = await route.fetch()
    const session = await response.json()
    await route.fulfill({ response, json: { ...session, ways: { ...session.ways, mail: false } } })
  })
  await page.goto('/about', { waitUntil: 'networkidle' })
  // The answer of a session is asked for again when another tab signs in or out.
  await Promise.all([
    page.waitForResponse('**/api/session'),
    page.evaluate(() => new BroadcastChannel('auth').postMessage('changed')),
  ])
  await page.evaluate((address) => {
    history.pushState({}, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, `/checkout/${bioDataId}`)
  const promises = page.locator('section[aria-labelledby=person]').getByRole('listitem')
  await expect(promises).toHaveCount(3)
})

test('K1: a payment is begun once; neither the focus of the window nor a failure repeats it, only a press', {
  tag: '@trial',
}, async ({ page }) => {
  await newMember(page)
  const { bioDataId } = (await someCards(page))[5]!
  const begun = countBegun(page)
  await page.route('**/api/create-payment-intent', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto(`/checkout/${bioDataId}`)
  const failed = page.getByRole('alert').filter({ hasText: 'We can’t reach the server.' })
  await expect(failed).toBeVisible()
  for (const event of ['visibilitychange', 'focus'])
    await page.evaluate((name) => (name === 'focus' ? window : document).dispatchEvent(new Event(name)), event)
  // Longer than the first blind retry of a question would wait.
  const start = Date.now()
  await expect.poll(() => Date.now() - start, { timeout: 10_000 }).toBeGreaterThan(2_500)
  expect(begun).toEqual(['POST'])
  await expect(page.getByRole('button', { name: 'Submit Button' })).toBeDisabled()
  await page.unroute('**/api/create-payment-intent')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Submit Button' })).toBeEnabled()
  await expect(failed).toHaveCount(0)
  expect(begun).toEqual(['POST', 'POST'])
})

test('K3b: three tabs of one checkout share one payment', { tag: '@trial' }, async ({ page, context }) => {
  await newMember(page)
  const { bioDataId } = (await someCards(page))[6]!
  const secrets = await Promise.all(
    [page, await context.newPage(), await context.newPage()].map(async (tab) => {
      const [answer] = await Promise.all([
        tab.waitForResponse('**/api/create-payment-intent'),
        tab.goto(`/checkout/${bioDataId}`),
      ])
      return (await answer.json()).clientSecret as string
    }),
  )
  expect(new Set(secrets).size).toBe(1)
})

test('K1: a member who sees the contact already is not offered to pay, is told why, and is led to the profile', {
  tag: '@trial',
}, async ({ page, browser, site }) => {
  // Not the one of the premium account itself, which is nik-230.
  const card = (await someCards(page)).find(({ bioDataId }) => bioDataId < 230)!
  const begun = countBegun(page)
  const isNotOffered = async (text: string) => {
    await page.goto(`/checkout/${card.bioDataId}`)
    await expect(page.getByRole('heading', { name: text })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit Button' })).toHaveCount(0)
    await page.getByRole('link', { name: 'View Profile' }).click()
    await expect(page).toHaveURL(`/BioDataDetails/${card._id}`)
  }
  await signIn(page, 'admin@demo.example')
  await isNotOffered('As an administrator you see this contact without paying.')
  await page.context().clearCookies()
  await signIn(page, 'premium@demo.example')
  await isNotOffered('As a premium member you see this contact without paying.')
  await newMember(page)
  const request = await requestContact(page, card.bioDataId)
  await isNotOffered('You have already paid for this contact.')
  const office = await (await browser.newContext({ baseURL: site.url })).newPage()
  await actAs(office, 'admin@demo.example')
  await office.request.patch(`/api/contact-request-approver/${request}`)
  await office.context().close()
  await isNotOffered('You have already paid for this contact.')
  expect(begun).toEqual([])
})

test('K1: a refusal of the server that the contact is not needed is told in the same words', { tag: '@trial' }, async ({
  page,
}) => {
  await newMember(page)
  const { bioDataId } = (await someCards(page))[8]!
  await page.route('**/api/create-payment-intent', (route) =>
    route.fulfill({ status: 409, json: { type: 'about:blank', title: 'x', status: 409, code: 'not-needed' } }),
  )
  await page.goto(`/checkout/${bioDataId}`)
  await expect(page.getByText('As a premium member you see this contact without paying.')).toBeVisible()
})
