import { expect, fillPhoto, password, signIn, sql, test } from './fixtures.ts'

test('A3 P1: Google signs in through a window of its own, and the person is back where they were', async ({ page }) => {
  await page.goto('/dashboard/my-favorite')
  await expect(page).toHaveURL(/\/login\?from=/)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const popup = await opened
  await popup.getByRole('button', { name: /nadia@gmail.example/ }).click()
  await expect(page.getByText('Login Successful! 🎉✅')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/my-favorite')
  await expect(page.getByRole('button', { name: 'logOut', exact: true })).toBeVisible()
})

test('A3: a closed window and a refused account say so', { tag: '@trial' }, async ({ page }) => {
  await page.goto('/login')
  const closed = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await (await closed).close()
  await expect(page.getByText('The window was closed before the login was done. Try again.').first()).toBeVisible()

  const cancelled = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await (await cancelled).getByRole('button', { name: /Cancel/ }).click()
  await expect(page.getByText('The login was cancelled. Try again.').first()).toBeVisible()
})

test('A3 M6: a suspended person who signs in through Google reads the reason; words that another window brings are not repeated', {
  tag: '@trial',
}, async ({ page, site }) => {
  const signInAs = async () => {
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    return opened
  }
  await page.goto('/login')
  await (await signInAs()).getByRole('button', { name: /nadia@gmail.example/ }).click()
  await expect(page.getByText('Login Successful! 🎉✅')).toBeVisible()
  await sql(
    site,
    `update users set suspended_at = now(), suspended_because = 'Three families complained.' where email = 'nadia@gmail.example'`,
  )
  await page.context().clearCookies()
  await page.goto('/login')
  const popup = await signInAs()
  await page.evaluate(() => void window.open('/auth-done.html?error=account_suspended&error_description=Call+01712'))
  const alert = page.getByRole('alert').first()
  await expect(alert).toContainText('An administrator has suspended this account.')
  await popup.close()

  await (await signInAs()).getByRole('button', { name: /nadia@gmail.example/ }).click()
  await expect(alert).toContainText('An administrator has suspended this account: “Three families complained.”')
})

test('A1 A4: a wrong password says the same as an unknown email, and keeps what was typed', async ({ page }) => {
  for (const email of ['user@demo.example', 'nobody@demo.example']) {
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByText('Wrong email or password.').first()).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)
  }
})

test('A1 A5: without Remember me the session ends with the browser', { tag: '@trial' }, async ({ page, context }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('user@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Remember me').uncheck()
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Login Successful! 🎉✅')).toBeVisible()
  const session = (await context.cookies()).find(({ name }) => name.includes('session_token'))
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', expires: -1 })
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])),
  ).not.toContain(session!.value.slice(0, 20))
})

test('A5 F4: signing out says so to the letter, and every tab follows', async ({ page, context }) => {
  await signIn(page, 'user@demo.example')
  const other = await context.newPage()
  await other.goto('/dashboard/viewBioData')
  await expect(other.getByRole('heading', { name: 'View BioData' })).toBeVisible()
  await page.getByRole('button', { name: 'logOut' }).click()
  await expect(page.getByText('logout successful', { exact: true })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(other).toHaveURL(/\/login/)
})

test('A2 A4: registering a known email offers the login with the address filled in', { tag: '@trial' }, async ({
  page,
}) => {
  await page.goto('/register')
  await page.getByLabel('Name').fill('Somebody')
  await fillPhoto(page, 'https://photos.example/x.jpg')
  await page.getByLabel('Email').fill('user@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.locator('.error-summary')).toContainText('There is already an account with this email.')
  await page.locator('.error-summary').getByRole('link', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel('Email')).toHaveValue('user@demo.example')
})

test('P1: what is remembered for after the sign-in never leads to another site', { tag: '@trial' }, async ({
  page,
  site,
}) => {
  for (const from of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    await page.context().clearCookies()
    await page.goto(`/login?from=${encodeURIComponent(from)}`)
    await page.getByLabel('Email').fill('user@demo.example')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(`${site.url}/`)
  }
})

test('P2: an admin page is refused to a member, by the page and by the server', { tag: '@trial' }, async ({ page }) => {
  await signIn(page, 'user@demo.example')
  const response = await page.goto('/dashboard/manage')
  expect(response?.status()).toBe(403)
  await expect(page.getByRole('heading', { name: 'You do not have access' })).toBeVisible()
  expect((await page.request.get('/api/users')).status()).toBe(403)
})
