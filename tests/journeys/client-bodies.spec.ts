/** What our own client sends and believes: the specification's fields, and success only with the answer it asks for. */
import type { Page, Request } from '@playwright/test'
import { actAs, expect, fillCard, isAlive, newMember, password, someCards, test } from './fixtures.ts'

/** The body of the next call, as it went out; once it is answered, so that what it did is done. */
async function bodyOf(page: Page, method: string, path: string, act: () => Promise<unknown>) {
  const isIt = (request: Request) => request.method() === method && new URL(request.url()).pathname === `/api${path}`
  const [request] = await Promise.all([page.waitForRequest(isIt), act()])
  await request.response()
  return request.postDataJSON()
}
const record = '**/api/user'

let people = 0
async function fillRegistration(page: Page) {
  const email = `bodies-${process.pid}-${++people}@new.example`
  await page.goto('/register?from=%2Fdashboard%2Fmy-favorite')
  await page.getByLabel('Name').fill('Rehana Begum')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  return email
}
const register = (page: Page) => page.getByRole('button', { name: 'Register', exact: true }).click()

test('A2: after registering the client sends name, email, role and bioDataId', async ({ page }) => {
  const email = await fillRegistration(page)
  expect(await bodyOf(page, 'POST', '/user', () => register(page))).toEqual({
    name: 'Rehana Begum',
    email,
    role: 'user',
    bioDataId: 0,
  })
  await expect(page.getByText('Account Created Successfully! 🎉🙌✅')).toBeVisible()
})

test('A2: after Google’s sign-in the client sends the same four', { tag: '@trial' }, async ({ page }) => {
  await page.goto('/login')
  await isAlive(page)
  const body = await bodyOf(page, 'POST', '/user', async () => {
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await (await opened).getByRole('button', { name: /nadia@gmail.example/ }).click()
  })
  expect(body).toEqual({ name: expect.any(String), email: 'nadia@gmail.example', role: 'user', bioDataId: 0 })
})

for (const [what, answer] of [
  ['an error', { status: 503, body: '{}' }],
  ['an answer without insertedId', { status: 200, body: '{}' }],
] as const) {
  test(`A2: with ${what} from POST /user registering has not succeeded; trying again only repeats that call`, {
    tag: '@trial',
  }, async ({ page }) => {
    const email = await fillRegistration(page)
    await page.route(record, (route) => route.fulfill({ contentType: 'application/json', ...answer }))
    const calls: string[] = []
    page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname))
    await register(page)
    const problem = page.locator('.error-summary')
    await expect(problem).toBeFocused()
    await expect(problem).toContainText('the server has not confirmed it yet')
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('alert')).toHaveText(/ 😢$/)
    await expect(page.getByText('Account Created Successfully! 🎉🙌✅')).toHaveCount(0)
    await expect(page).toHaveURL(/\/register/)
    await expect(page.locator('#email')).toHaveValue(email)

    // Still not: it says so again.
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(problem).toBeFocused()
    await page.unroute(record)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Account Created Successfully! 🎉🙌✅')).toBeVisible()
    await expect(page).toHaveURL('/dashboard/my-favorite')
    expect(calls).toEqual(['/api/auth/sign-up/email', ...Array(3).fill('/api/user')])
  })
}

test('A2: a sign-in with Google whose record is not confirmed is none, until trying again', { tag: '@trial' }, async ({
  page,
}) => {
  await page.goto('/login')
  await isAlive(page)
  await page.route(record, (route) => route.fulfill({ status: 503, body: '{}' }))
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await (await opened).getByRole('button', { name: /karim@gmail.example/ }).click()
  await expect(page.locator('.error-summary')).toContainText('the server has not confirmed it yet')
  await page.unroute(record)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Login Successful! 🎉✅')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('K1 K2: the client sends the price, and with the payment every field of the specification', async ({ page }) => {
  await newMember(page)
  const { user } = await (await page.request.get('/api/session')).json()
  const { bioDataId } = (await someCards(page))[3]!
  const begun = await bodyOf(page, 'POST', '/create-payment-intent', () => page.goto(`/checkout/${bioDataId}`))
  expect(begun).toEqual({ price: 5, bioDataId })
  await fillCard(page)
  const sent = await bodyOf(page, 'POST', '/payments', () =>
    page.getByRole('button', { name: 'Submit Button' }).click(),
  )
  expect(sent).toEqual({
    name: user.name,
    email: user.email,
    price: 5,
    bioDataId,
    transactionId: expect.stringMatching(/^pi_/),
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    status: 'pending',
  })
  await expect(page).toHaveURL('/dashboard/my-contact-request')
})

test('L1 D3: a favourite is sent with its name, address and occupation, from the heart and from Undo', {
  tag: '@trial',
}, async ({ page }) => {
  const { email } = await newMember(page)
  const card = (await someCards(page))[4] as { _id: string; bioDataId: number; perDivision?: string }
  const profile = await (await page.request.get(`/api/bioData/${card._id}`)).json()
  const favourite = {
    bioDataId: card.bioDataId,
    email,
    name: profile.name,
    PermanentAddress: profile.perDivision,
    Occupation: profile.occupation,
  }
  await page.goto(`/BioDataDetails/${card._id}`)
  const heart = page.getByRole('button', { name: 'Add to favourites', exact: true })
  expect(await bodyOf(page, 'POST', '/favorite-bioData', () => heart.click())).toEqual(favourite)
  await page.goto('/dashboard/my-favorite')
  await page.getByRole('button', { name: /^Remove/ }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  expect(await bodyOf(page, 'POST', '/favorite-bioData', () => undo.click())).toEqual(favourite)
})

test('E4: a save that changed nothing is none: it says so, keeps what was typed and stays', { tag: '@trial' }, async ({
  page,
}) => {
  await actAs(page, 'user@demo.example')
  await page.goto('/dashboard/EditBioData')
  await isAlive(page)
  await page.getByLabel('Mother Name').fill('Not Saved Yet')
  await page.route('**/api/bioData', (route) => route.fulfill({ json: { modifiedCount: 0 } }))
  const publish = page.getByRole('button', { name: 'Save And Publish Now' })
  await publish.click()
  await expect(page.locator('.error-summary')).toContainText('Your biodata was not saved.')
  await expect(page.getByText('You bioData Successful Updated.')).toHaveCount(0)
  await expect(page).toHaveURL('/dashboard/EditBioData')
  await expect(page.getByLabel('Mother Name')).toHaveValue('Not Saved Yet')
  await page.unroute('**/api/bioData')
  await publish.click()
  await expect(page.getByText('You bioData Successful Updated.')).toBeVisible()
})
