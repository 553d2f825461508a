import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { codeAt } from '#tests/authenticator.ts'
import { freePort } from '#tests/program.ts'
import { complaints } from './axe.ts'
import { actAs, expect, newMember, password, type Site, sql, startSite, test } from './fixtures.ts'
import { keepAsSeeded } from './seeded.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })
const second = (page: Page) => section(page, 'Second step when logging in')

async function logIn(page: Page, email: string) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}
const welcome = (page: Page) => page.getByText('Login Successful! 🎉✅').first()

/** Sets the app up on the account page, with the code before the present one, which stays good for a sign-in. */
async function setUpApp(page: Page) {
  await second(page).getByRole('button', { name: 'Set up an app' }).click()
  await expect(second(page).getByRole('img', { name: 'QR code' })).toBeVisible()
  const secret = (await second(page).locator('code').innerText()).replaceAll(' ', '')
  expect(await second(page).getByRole('link', { name: 'Open the app' }).getAttribute('href')).toContain(secret)
  await second(page)
    .getByLabel('Code from your app')
    .fill(codeAt(secret, Date.now() - 30_000))
  await second(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Keep your backup codes')).toBeVisible()
  const backupCodes = await second(page).locator('li code').allInnerTexts()
  expect(backupCodes).toHaveLength(10)
  return { secret, backupCodes }
}

test('M8: an app is set up, asked for at the login, replaced by a backup code, and turned off', async ({ page }) => {
  const { email } = await newMember(page)
  await page.goto('/dashboard/account')
  const { secret, backupCodes } = await setUpApp(page)
  const download = page.waitForEvent('download')
  await second(page).getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('backup-codes.txt')
  await second(page).getByRole('button', { name: 'I have kept them' }).click()
  await expect(second(page).getByText('10 backup codes left')).toBeVisible()

  await page.context().clearCookies()
  await logIn(page, email)
  const code = page.getByLabel('Code from your app')
  await expect(code).toBeFocused()
  expect(await complaints(page)).toEqual([])
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is not right, or was used already').first()).toBeVisible()
  await expect(code).toHaveValue('000000')
  await code.fill(codeAt(secret, Date.now()))
  await page.keyboard.press('Enter')
  await expect(welcome(page)).toBeVisible()

  await page.context().clearCookies()
  await logIn(page, email)
  await page.getByRole('button', { name: 'use a backup code' }).click()
  await expect(page.getByLabel('Backup code', { exact: true })).toBeFocused()
  await page.getByLabel('Backup code', { exact: true }).fill(backupCodes[0]!.toUpperCase())
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(welcome(page)).toBeVisible()

  await page.goto('/dashboard/account')
  await expect(second(page).getByText('9 backup codes left')).toBeVisible()
  await second(page).getByRole('button', { name: 'Turn off' }).click()
  await second(page).getByLabel('Code from your app').fill(backupCodes[0]!)
  await second(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(second(page).getByText('This code is not right').first()).toBeVisible()
  await second(page).getByLabel('Code from your app').fill(backupCodes[1]!)
  await second(page).getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('The second step is off.').first()).toBeVisible()
  await page.context().clearCookies()
  await logIn(page, email)
  await expect(welcome(page)).toBeVisible()
})

test('M8: what matters asks for the password again, and then goes on by itself', { tag: '@trial' }, async ({
  page,
  site,
}) => {
  await actAs(page, 'admin@demo.example')
  const later = () => sql(site, "update sessions set confirmed_at = confirmed_at - interval '11 minutes'")
  await later()
  await page.goto('/dashboard/manage')
  const row = page.getByRole('row').filter({ hasText: 'new@demo.example' })
  await row.getByRole('button', { name: 'Make Admin' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog).toBeVisible()
  expect(await complaints(page)).toEqual([])
  // Given up: nothing has happened, and it is said.
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nothing was changed or shown, because it was not confirmed.').first()).toBeVisible()

  await row.getByRole('button', { name: 'Make Admin' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
  await dialog.getByLabel('Your password').fill('not it')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This is not your password.').first()).toBeVisible()
  await dialog.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Successful user has become Admin.').first()).toBeVisible()
  await expect(dialog).toBeHidden()

  // Within ten minutes it is not asked for again; later a file waits for it, too.
  for (const asks of [false, true]) {
    if (asks) await later()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    if (asks) {
      await dialog.getByLabel('Your password').fill(password)
      await page.keyboard.press('Enter')
    }
    expect((await download).suggestedFilename()).toBe('users.csv')
  }
})

/** A site with a name, to which a passkey can belong (browsers make none for a number), and a stricter rule. */
const named = test.extend<object, { site: Site }>({
  site: [
    async ({ browserName: _ }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'nikhad-e2e-'))
      const port = await freePort()
      const settings = { PUBLIC_URL: `http://localhost:${port}`, ADMIN_SECOND_FACTOR: 'required' }
      const site = await startSite(dataDir, port, settings)
      await keepAsSeeded(dataDir)
      await use({ ...site, url: settings.PUBLIC_URL })
      await site.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

/** The device of this browser: it keeps passkeys and knows its owner. */
async function withDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    forget: () => devtools.send('WebAuthn.clearCredentials', { authenticatorId }),
    verify: (isUserVerified: boolean) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

named(
  'M8: a passkey is added, signs in without password and code, confirms, and is removed',
  async ({ page, site }) => {
    const device = await withDevice(page)
    const { email } = await newMember(page)
    await page.goto('/dashboard/account')
    await setUpApp(page)
    const passkeys = section(page, 'Passkeys')
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByText('The passkey is added.').first()).toBeVisible()
    await expect(passkeys.getByRole('listitem')).toHaveCount(1)
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByText('This device has a passkey for your account already.').first()).toBeVisible()

    await page.context().clearCookies()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with a passkey' }).click()
    await expect(welcome(page)).toBeVisible()
    const session = async () => (await (await page.request.get('/api/session')).json()).user
    expect(await session()).toMatchObject({ email })

    await sql(site, "update sessions set confirmed_at = now() - interval '11 minutes'")
    await page.goto('/dashboard/account')
    await passkeys.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByText('The passkey is removed.').first()).toBeVisible()
    await expect(passkeys.getByRole('listitem')).toHaveCount(0)

    // The server asks the device to know its owner, whatever the page says.
    await device.forget()
    await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(passkeys.getByRole('listitem')).toHaveCount(1)
    await page.context().clearCookies()
    await device.verify(false)
    const show = (more: object) =>
      page.evaluate(async (more) => {
        const options = await (await fetch('/api/auth/passkey/generate-authenticate-options')).json()
        const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...options, ...more })
        const response = await navigator.credentials.get({ publicKey })
        const send = async () => {
          const answer = await fetch('/api/auth/passkey/verify-authentication', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ response }),
          })
          return [answer.status, await answer.text()] as const
        }
        return [await send(), await send()]
      }, more)
    const [unverified] = await show({ userVerification: 'discouraged' })
    expect(unverified?.[0]).toBe(401)
    expect(unverified?.[1]).toContain('USER_VERIFICATION_REQUIRED')
    expect(await session()).toBeNull()
    // And the answer of a device is good once.
    await device.verify(true)
    const [first, again] = await show({})
    expect([first?.[0], again?.[0]]).toEqual([200, 400])
    expect(first?.[1]).not.toContain('token')
  },
)

named(
  'M8: where it is required, an administrator is led to set up the second step, and then is one',
  async ({ page }) => {
    await logIn(page, 'admin@demo.example')
    await expect(welcome(page)).toBeVisible()
    for (const address of ['/dashboard/manage', '/dashboard']) {
      await page.goto(address)
      await expect(page).toHaveURL(/\/dashboard\/account$/)
    }
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect(second(page).getByText('Administrators of this site need a second step.')).toBeVisible()
    await setUpApp(page)
    await second(page).getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('link', { name: 'Manage Users' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'user@demo.example' })).toBeVisible()
  },
)
