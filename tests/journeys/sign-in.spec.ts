import { expect, fillPhoto, isAlive, newMember, password, test } from './fixtures.ts'

test('A1: the login asks for email and password, says what is missing, and leads to registering', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  await expect(page.getByRole('button', { name: 'Continue with Google', exact: true })).toBeEnabled()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Enter your email address.', 'Enter a password.'])
  expect(sent).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
  await expect(page).toHaveURL('/register')
})

test('A1: with Remember me the session outlives the browser', { tag: '@trial' }, async ({ page, context }) => {
  const { email } = await newMember(page)
  await context.clearCookies()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Login Successful! 🎉✅', { exact: true })).toBeVisible()
  const session = (await context.cookies()).find(({ name }) => name.includes('session_token'))!
  expect(session.expires - Date.now() / 1000).toBeGreaterThan(7 * 24 * 3600)
})

test('A2: registering asks for four things, then signs in, sends POST /user and says so', async ({ page }) => {
  await page.goto('/register')
  await expect(page.getByRole('button', { name: 'Continue with Google', exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  // The photo begins with the site's own drawing.
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Enter your name.',
    'Enter your email address.',
    'Enter a password.',
  ])
  await fillPhoto(page, '')
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    'Enter your name.',
    'Enter a link to your photo that starts with https://.',
    'Enter your email address.',
    'Enter a password.',
  ])
  await expect(page.getByText('Your own name, even if the biodata is for someone else.')).toBeVisible()
  const recorded = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/user'))
  const email = `registered-${process.pid}@new.example`
  await page.getByLabel('Name').fill('Newly Registered')
  await fillPhoto(page, 'https://photos.example/n.jpg')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Account Created Successfully! 🎉🙌✅', { exact: true })).toBeVisible()
  expect(await (await (await recorded).response())!.json()).toEqual({ insertedId: expect.any(String) })
  await expect(page).toHaveURL('/welcome')
  const { user } = await (await page.request.get('/api/session')).json()
  expect(user).toMatchObject({ email, name: 'Newly Registered', isAdmin: false, isPremium: false })
})

test('A2 A4: a registration refused as a whole says so in a toast with a sad marker, a refused login without', {
  tag: '@trial',
}, async ({ page }) => {
  const toast = page.getByRole('region', { name: 'Notifications' })
  await page.route('**/api/auth/sign-up/email', (route) => route.fulfill({ status: 429, json: { code: 'too-fast' } }))
  await page.goto('/register')
  await page.getByLabel('Name').fill('Somebody')
  await page.getByLabel('Email').fill(`too-fast-${process.pid}@new.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(toast.getByRole('alert')).toHaveText(/ 😢$/)
  await page.goto('/login')
  await page.getByLabel('Email').fill('user@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(toast.getByRole('alert')).toHaveText('Wrong email or password.')
})

test('A2 A3: after Google’s sign-in the client sends POST /user as well', { tag: '@trial' }, async ({ page }) => {
  await page.goto('/register')
  await isAlive(page)
  const recorded = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/user'))
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await (await opened).getByRole('button', { name: /karim@gmail.example/ }).click()
  expect((await (await recorded).response())!.status()).toBe(200)
  await expect(page.getByRole('button', { name: 'logOut', exact: true })).toBeVisible()
})

test('A3: a blocked window and a lost line say so', { tag: '@trial' }, async ({ page, context }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(
    page.getByText('The browser blocked the window. Allow pop-ups for this site and try again.').first(),
  ).toBeVisible()
  await page.getByLabel('Email').fill('user@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('You are offline. Check your connection and try again.').first()).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Login Successful! 🎉✅', { exact: true })).toBeVisible()
})
