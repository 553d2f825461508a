import type { Page } from '@playwright/test'
import { complaints } from './axe.ts'
import { expect, newMember, password, test } from './fixtures.ts'

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
  const drawing = await page.request.get(own)
  expect([drawing.status(), drawing.headers()['content-type']]).toEqual([200, 'image/svg+xml'])
  // It is required all the same.
  await field.fill('')
  await register(page)
  await expect(page.getByRole('alert').getByRole('link', { name: /https:\/\// })).toBeVisible()
  await field.fill(own)
  await fill(page)
  await register(page)
  await isDone(page)

  await page.goto('/dashboard/account')
  const photo = page.getByRole('region', { name: 'Photo' })
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

test('A2 E1: name and photo of the account begin an empty biodata, but not the site’s own drawing', {
  tag: '@trial',
}, async ({ page }) => {
  await page.goto('/register')
  await fill(page, { name: 'Rehana Begum' })
  await register(page)
  await isDone(page)
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Write your biodata' }).click()
  await expect(page).toHaveURL('/dashboard/EditBioData')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Rehana Begum')
  await expect(page.getByLabel('Photo URL')).toHaveValue('')
  await expect(page.getByText('1 of 16 filled')).toBeVisible()

  await newMember(page)
  await page.goto('/dashboard/EditBioData')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Somebody New')
  await expect(page.getByLabel('Photo URL')).toHaveValue('https://photos.example/new.jpg')
  // Reached inside the site, too.
  await page.getByRole('link', { name: 'View BioData' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Write your biodata' }).last().click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Somebody New')
})

test('A2: what the server refuses stands at its field, marked and linked; the toast keeps its sad marker', {
  tag: '@trial',
}, async ({ page }) => {
  await page.goto('/register')
  const summary = page.locator('.error-summary')
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('alert').last()
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
    await expect(toast).toHaveText(text)
    await expect(toast).toHaveText(/ 😢$/)
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toHaveCount(1)
    expect(await complaints(page)).toEqual([])
    // Another field says nothing about this one.
    await page.getByLabel('Photo URL').press('End')
    await page.getByLabel('Photo URL').pressSequentially('x')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Photo URL').press('Backspace')
    await summary.getByRole('link', { name: text }).click()
    await expect(field).toBeFocused()
    await page.keyboard.type('x')
    await expect(field).not.toHaveAttribute('aria-invalid')
  }
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
