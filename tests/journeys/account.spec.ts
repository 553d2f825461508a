import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { complaints } from './axe.ts'
import { actAs, expect, fillPhoto, newMember, password, sql, test } from './fixtures.ts'

const newPassword = 'rickshaw mango monsoon'
let people = 0

async function register(page: Page) {
  const email = `person-${Date.now()}-${++people}@mail.example`
  await page.goto('/register')
  await page.getByLabel('Name').fill('Person')
  await fillPhoto(page, 'https://photos.example/x.jpg')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Account Created Successfully! 🎉🙌✅').first()).toBeVisible()
  return email
}

/** The link of the newest mail to somebody, read on the demo's page of mails. */
async function mailedLink(page: Page, email: string, path: string) {
  const mail = page.getByRole('link').filter({ hasText: email }).first()
  await expect(async () => {
    await page.goto('/demo/outbox')
    await mail.click({ timeout: 500 })
    await expect(page.locator(`a[href*="${path}"]`).first()).toBeVisible({ timeout: 500 })
  }).toPass()
  return (await page.locator(`a[href*="${path}"]`).first().getAttribute('href'))!
}

const logIn = async (page: Page, typed: string) => {
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

test('A6: a forgotten password is set anew by mail, once', async ({ page, browser, site }) => {
  const email = await register(page)
  const elsewhere = await (await browser.newContext({ baseURL: site.url })).newPage()
  await elsewhere.goto('/login')
  await elsewhere.getByRole('link', { name: 'Forgot your password?' }).click()
  await elsewhere.getByRole('button', { name: 'Send the link' }).click()
  await expect(elsewhere.getByRole('link', { name: 'Enter your email address.' })).toBeVisible()
  await elsewhere.getByLabel('Email').fill(email)
  await elsewhere.getByRole('button', { name: 'Send the link' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await expect(elsewhere.getByRole('status').filter({ hasText: email })).toBeFocused()

  const link = await mailedLink(elsewhere, email, '/reset-password')
  await elsewhere.goto(link)
  await expect(elsewhere.getByText('8 to 128 characters.', { exact: false })).toBeVisible()
  await elsewhere.getByLabel('New password').fill('password2026')
  await elsewhere.getByRole('button', { name: 'Save the password' }).click()
  await expect(elsewhere.getByRole('link', { name: /too easy to guess/ })).toBeVisible()
  expect(await complaints(elsewhere)).toEqual([])
  await elsewhere.getByLabel('New password').fill(newPassword)
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByText('The new password is saved. Log in with it.')).toBeVisible()
  await expect(elsewhere.getByLabel('Email')).toHaveValue(email)
  await logIn(elsewhere, newPassword)
  await expect(elsewhere.getByText('Login Successful! 🎉✅')).toBeVisible()

  // Nobody had proved the address before: what was written is put away, and every page of the dashboard says so (SEC-N5).
  await elsewhere.goto('/dashboard/viewBioData')
  const note = elsewhere.getByText(`Somebody used this account before you proved that ${email} is yours.`)
  await expect(note).toBeVisible()
  await expect(elsewhere.getByText('the name Person')).toBeVisible()
  expect(await complaints(elsewhere)).toEqual([])
  await elsewhere.getByRole('button', { name: 'This is mine' }).press('Enter')
  await expect(elsewhere.getByText('All of it is back.')).toBeVisible()
  await expect(note).toHaveCount(0)
  await expect(elsewhere.getByRole('main')).toBeFocused()

  // Who was signed in before is not any more, and the link is used up.
  await page.goto('/dashboard/account')
  await expect(page).toHaveURL(/\/login/)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeVisible()
  await elsewhere.context().close()
})

test('A6: a banner asks to confirm the email; the mailed link does it by a button', async ({ page }) => {
  const email = await register(page)
  await page.goto('/dashboard/viewBioData')
  const banner = page.getByText(`Confirm your email: we sent a link to ${email}.`)
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText('The link is on its way.', { exact: false })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard/EditBioData')
  await expect(banner, 'S3-1').toHaveCount(0)
  const line = page.getByRole('main').getByRole('link', { name: 'Confirm your email' })
  expect((await line.boundingBox())!.height).toBeLessThanOrEqual(48)
  await line.click()
  await expect(page).toHaveURL('/dashboard/account')
  await expect(page.getByText('not confirmed yet')).toBeVisible()

  const link = await mailedLink(page, email, '/verify-email')
  await page.request.get(link)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is confirmed.' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Account' }).click()
  await expect(page.getByText('confirmed', { exact: true })).toBeVisible()
  await page.goto('/dashboard/viewBioData')
  await expect(page.getByRole('heading', { name: 'View BioData' })).toBeVisible()
  await expect(banner).toBeHidden()
})

test('A6: a link that confirms, opened where nobody is signed in, asks for the password or throws out the person who set the account up', {
  tag: '@trial',
}, async ({ page, browser, site }) => {
  for (const isOwner of [true, false]) {
    const email = await register(page)
    const link = await mailedLink(page, email, '/verify-email')
    const elsewhere = await (await browser.newContext({ baseURL: site.url })).newPage()
    await elsewhere.goto(link)
    expect(await complaints(elsewhere)).toEqual([])
    if (isOwner) {
      await elsewhere.getByLabel('Password', { exact: true }).fill('not this one')
      await elsewhere.keyboard.press('Enter')
      await expect(elsewhere.getByText('This is not the password of the account.').first()).toBeVisible()
      await elsewhere.getByLabel('Password', { exact: true }).fill(password)
      await elsewhere.keyboard.press('Enter')
      await expect(elsewhere.getByRole('heading', { name: 'Your email is confirmed.' })).toBeVisible()
      await page.goto('/dashboard/account')
      await expect(page.getByText('confirmed', { exact: true })).toBeVisible()
      await page.context().clearCookies()
    } else {
      await elsewhere.getByRole('button', { name: 'Confirm and choose a new password' }).click()
      await elsewhere.getByLabel('New password', { exact: true }).fill(newPassword)
      await elsewhere.keyboard.press('Enter')
      await expect(elsewhere).toHaveURL(/\/login/)
      await page.goto('/dashboard/account')
      await expect(page).toHaveURL(/\/login/)
    }
    await elsewhere.context().close()
  }
})

test('A6: name and password are changed, other devices signed out', { tag: '@trial' }, async ({
  page,
  browser,
  site,
}) => {
  const email = await register(page)
  const phone = await (await browser.newContext({ baseURL: site.url })).newPage()
  const onPhone = async (typed: string) => {
    await phone.goto('/login')
    await phone.getByLabel('Email').fill(email)
    await logIn(phone, typed)
    await expect(phone.getByText('Login Successful! 🎉✅').first()).toBeVisible()
  }
  await onPhone(password)

  await page.goto('/dashboard/account')
  expect(await complaints(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Name' }).fill('Somebody New')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The name is saved.')).toBeVisible()

  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password').fill(newPassword)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await page.getByRole('link', { name: 'This is not your current password.' }).click()
  await expect(page.getByLabel('Current password')).toBeFocused()
  await page.getByLabel('Current password').fill(password)
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expect(page.getByText('The password is changed. Other devices are logged out.')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveValue('')
  await phone.goto('/dashboard/viewBioData')
  await expect(phone).toHaveURL(/\/login/)

  await onPhone(newPassword)
  await page.reload()
  // Some time after the password was given it is asked for first, and the press then goes on by itself.
  await sql(site, "update sessions set confirmed_at = confirmed_at - interval '11 minutes'")
  await page.getByRole('button', { name: /^Log out: Chrome/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nothing was changed or shown, because it was not confirmed.').first()).toBeVisible()
  const end = page.getByRole('button', { name: /^Log out: Chrome/ })
  await expect(end).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await complaints(page)).toEqual([])
  await dialog.getByLabel('Your password').fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Logged out there.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Log out: / })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeFocused()
  // The page of the other device notices at its next question.
  await phone.getByRole('link', { name: 'Biodatas' }).first().click()
  await phone.goto('/dashboard/account')
  await expect(phone).toHaveURL(/\/login/)
  await phone.context().close()
})

test('A9: one’s data is downloaded, and the account deleted after a question', async ({ page }) => {
  const email = await register(page)
  await page.goto('/dashboard/account')
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const file = await started
  expect(file.suggestedFilename()).toBe('my-data.json')
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ account: { email } })

  await page.getByLabel('Your password, to confirm').fill('not this one')
  await page.getByRole('button', { name: 'Delete the account' }).click()
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByRole('link', { name: 'This is not your current password.' })).toBeVisible()
  await page.getByLabel('Your password, to confirm').fill(password)
  await page.getByRole('button', { name: 'Delete the account' }).click()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await logIn(page, password)
  await expect(page.getByText('Wrong email or password.').first()).toBeVisible()
})

test('A9: the only administrator cannot leave', async ({ page }) => {
  await actAs(page, 'admin@demo.example')
  await page.goto('/dashboard/manage')
  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByLabel('Your password, to confirm').fill(password)
  await page.getByRole('button', { name: 'Delete the account' }).click()
  await page.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page.getByRole('link', { name: /the only administrator/ })).toBeVisible()
})

test('A6 S3-17: the account page has one card for name and photo, and no filled button but the one that deletes', async ({
  page,
}) => {
  await newMember(page)
  await page.goto('/dashboard/account')
  const card = page.getByRole('region', { name: 'Name and photo' })
  await expect(card.getByRole('button', { name: 'Save the name' })).toBeEnabled()
  await expect(card.getByRole('button', { name: 'Save the photo link' })).toBeVisible()
  await expect(page.getByRole('main').locator('.btn-primary:visible')).toHaveCount(0)
})
