import type { Page } from '@playwright/test'
import { complaints } from './axe.ts'
import { expect, fillPhoto, isAlive, newMember, password, test } from './fixtures.ts'

let people = 0
const newEmail = () => `registration-${process.pid}-${++people}@new.example`

async function fill(page: Page, { email = newEmail(), typed = password, name = 'Rehana Begum' } = {}) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  return email
}
const register = (page: Page) => page.getByRole('button', { name: 'Register', exact: true }).click()
const isDone = (page: Page) => expect(page.getByText('Account Created Successfully! 🎉🙌✅')).toBeVisible()

test('A2: the photo stops nobody: it begins with the site’s own drawing, which is there, is kept, and can be changed', {
  tag: '@trial',
}, async ({ page, site }) => {
  await page.goto('/register')
  const field = page.getByLabel('Photo URL')
  const own = `${site.url}/portrait.svg`
  await expect(field).toHaveValue(own)
  await expect(field).toBeHidden()
  const drawing = await page.request.get(own)
  expect([drawing.status(), drawing.headers()['content-type']]).toEqual([200, 'image/svg+xml'])
  // It is required all the same.
  await fillPhoto(page, '')
  await register(page)
  await expect(page.getByRole('alert').getByRole('link', { name: /https:\/\// })).toBeVisible()
  await field.fill(own)
  await fill(page)
  await register(page)
  await isDone(page)

  await page.goto('/dashboard/account')
  const photo = page.getByRole('region', { name: 'Name and photo' })
  await expect(photo.getByRole('link')).toHaveAttribute('href', own)
  await expect(photo.getByRole('img', { name: 'Illustrated portrait of this site' })).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await photo.getByLabel('Photo URL').fill('http://photos.example/me.jpg')
  await page.keyboard.press('Enter')
  await expect(photo.getByRole('alert').getByRole('link')).toBeVisible()

  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname))
  const given = 'https://photos.example/me.jpg'
  await photo.getByLabel('Photo URL').fill(given)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The photo link is saved.')).toBeVisible()
  await expect(photo.getByRole('link')).toHaveAttribute('href', given)
  await expect(photo.getByRole('img')).toHaveCount(0)
  await page.reload()
  await expect(photo.getByRole('link')).toHaveAttribute('href', given)
  expect([...hosts]).toEqual(['127.0.0.1'])

  await photo.getByRole('button', { name: 'Use the drawing of this site' }).click()
  await expect(photo.getByRole('link')).toHaveAttribute('href', own)
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeFocused()
})

/** Answers the question that comes after registering, and begins the form. */
async function startFor(page: Page, whom: string, gender?: 'Male' | 'Female', keeper?: string) {
  await expect(page).toHaveURL('/welcome')
  await page.getByLabel(whom, { exact: true }).check({ force: true })
  if (gender) await page.getByLabel(gender, { exact: true }).check({ force: true })
  if (keeper) await page.getByLabel(keeper, { exact: true }).check({ force: true })
  await page.getByRole('button', { name: /^Start / }).click()
  await expect(page).toHaveURL('/dashboard/EditBioData')
}

test('A2 A10 S1-3: after registering comes one question; a mother’s name does not become her daughter’s, one’s own is filled in', async ({
  page,
}) => {
  await page.goto('/register')
  await fill(page, { name: 'Rehana Begum' })
  await register(page)
  await isDone(page)
  expect(await complaints(page)).toEqual([])
  await page.getByRole('button', { name: /^Start / }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText('Choose who the biodata is for.')
  await page.getByLabel('Daughter', { exact: true }).check({ force: true })
  await expect(page.getByText('We will look for a groom.')).toBeVisible()
  await startFor(page, 'Daughter', undefined, 'Mother')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Female', { exact: true })).toBeChecked()

  await newMember(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/welcome')
  const placeOfStart = async () => (await page.getByRole('button', { name: /^Start / }).boundingBox())!.y
  const before = await placeOfStart()
  await page.getByLabel('Daughter', { exact: true }).check({ force: true })
  expect(await placeOfStart()).toBe(before)
  await startFor(page, 'Myself', 'Male')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Somebody New')
  await expect(page.getByLabel('Photo URL')).toHaveValue('https://photos.example/new.jpg')
  await expect(page.getByLabel('Male', { exact: true })).toBeChecked()
})

test('A10 S1-3: the profile one came from opens first, and the same next step stands there, on home, in the list and in the menu until it is done', {
  tag: '@trial',
}, async ({ page }) => {
  await page.goto('/baiDataPage')
  await page.getByRole('link', { name: 'View Profile' }).first().click()
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await fill(page)
  await register(page)
  await expect(page).toHaveURL(/\/BioDataDetails\//)
  const step = page.getByRole('region', { name: 'Write your biodata' })
  for (const address of [page.url(), '/', '/baiDataPage']) {
    await page.goto(address)
    await expect(step).toContainText('0 of 16 filled')
    await expect(step.getByRole('link')).toHaveAttribute('href', '/dashboard/EditBioData')
  }
  await page.goto('/dashboard/EditBioData')
  // Before, a press is kept and made later.
  await isAlive(page)
  await page.getByLabel('Female', { exact: true }).check({ force: true })
  const inForm = await page
    .getByRole('main')
    .getByText(/^\d+ of 16 filled$/)
    .textContent()
  await page.goto('/')
  await expect(step).toContainText(inForm!)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Create a free biodata' })).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText(inForm!)
  await newMember(page, {})
  await page.goto('/baiDataPage')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(step).toHaveCount(0)
})

test('A6 S1-3: the password’s rule stands there before typing, and each part is ticked once it is kept', async ({
  page,
}) => {
  await page.goto('/register')
  const rules = page.locator('.rule')
  await expect(rules).toHaveText([/^8 characters or more$/, /^not your name or email$/, /^hard to guess/])
  await fill(page, { name: 'Rehana Begum', typed: 'rehana' })
  await expect(page.locator('.rule-met')).toHaveCount(0)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await expect(page.locator('.rule-met')).toHaveCount(2)
})

test('A2 F1: what the server refuses stands once, at its field, marked and linked', { tag: '@trial' }, async ({
  page,
}) => {
  await page.goto('/register')
  const summary = page.locator('.error-summary')
  for (const [label, typed, text] of [
    ['Password', { typed: 'sylhet123' }, /too easy to guess/],
    ['Name', { name: 'x\u202Ey' }, /at most 100 characters/],
    ['Email', { email: 'user@demo.example' }, /already an account/],
  ] as const) {
    await fill(page, typed)
    await register(page)
    await expect(summary).toBeFocused()
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toHaveCount(1)
    expect(await complaints(page)).toEqual([])
    await summary.getByRole('link', { name: text }).click()
    await expect(field).toBeFocused()
    await page.keyboard.type('x')
    await expect(field).not.toHaveAttribute('aria-invalid')
  }
})

test('A1 S2-20: the login wall shows whose profile waits, and offers registering as prominently', async ({ page }) => {
  const [card] = (await (await page.request.get('/api/bioData-filter?limit=1')).json()) as {
    _id: string
    bioDataId: number
    age: number
  }[]
  await page.goto(`/BioDataDetails/${card!._id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(`Read nik-${card!.bioDataId}`)
  await expect(main.locator('.waiting').filter({ visible: true })).toContainText(`${card!.age}, `)
  const ways = main.getByRole('navigation', { name: 'Register or log in' }).getByRole('link')
  await expect(ways).toHaveCount(2)
  const boxes = await Promise.all((await ways.all()).map((way) => way.boundingBox()))
  expect(Math.abs(boxes[0]!.width - boxes[1]!.width)).toBeLessThan(1)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Register' }).first()).toHaveAttribute(
    'href',
    `/register?from=${encodeURIComponent(`/BioDataDetails/${card!._id}`)}`,
  )
  expect(await complaints(page)).toEqual([])
  await page.goto('/BioDataDetails/00000000-0000-4000-8000-000000000000')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Login')
  await expect(main.locator('.waiting')).toHaveCount(0)
})

test('P1: the login says truthfully what comes after it', async ({ page }) => {
  await page.goto('/baiDataPage')
  await page.getByRole('link', { name: 'View Profile' }).first().click()
  await expect(page.getByText('Log in to read the profile you opened.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await expect(page.getByText('Register to read the profile you opened.')).toBeVisible()
  await page.goto('/dashboard/my-favorite')
  await expect(page.getByText('Log in to see the page you asked for.')).toBeVisible()
  for (const from of ['', '?from=https%3A%2F%2Fevil.example%2F', '?from=%2F']) {
    await page.goto(`/login${from}`)
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    await expect(page.getByText('After logging in')).toHaveCount(0)
  }
})

test('P1: after signing in Back leads to where one came from, not to the login and to no page twice', {
  tag: '@trial',
}, async ({ page }) => {
  await page.goto('/about')
  await page.getByRole('banner').getByRole('link', { name: 'Biodatas' }).click()
  await page.getByRole('link', { name: 'View Profile' }).first().click()
  await expect(page).toHaveURL(/\/login\?from=/)
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await fill(page)
  await register(page)
  await expect(page.getByRole('heading', { name: 'General information' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/baiDataPage')
  await page.goBack()
  await expect(page).toHaveURL('/about')
  await page.goForward()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'General information' })).toBeVisible()

  // The login opened a second time, by the header.
  await page.context().clearCookies()
  await page.goto('/about')
  await page.getByRole('banner').getByRole('link', { name: 'Biodatas' }).click()
  await page.getByRole('link', { name: 'View Profile' }).first().click()
  await expect(page).toHaveURL(/\/login\?from=/)
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill('user@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Find Your Perfect Match' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/baiDataPage')
  await expect(page.getByRole('heading', { name: 'Browse Biodatas' })).toBeVisible()
})
