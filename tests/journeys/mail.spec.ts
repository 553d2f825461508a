import type { Page } from '@playwright/test'
import { complaints, wcag } from './axe.ts'
import { actAs, expect, newMember, test } from './fixtures.ts'

const faultsOf = (page: Page) => complaints(page, wcag)

test('F3: the contact page keeps what was typed until it is sent, says so in place, and the mail can be read in the demo', {
  tag: '@trial',
}, async ({ page }) => {
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter your name.')
  await page.getByRole('link', { name: 'Write your message.' }).click()
  await expect(page.getByLabel('Message')).toBeFocused()
  await page.getByLabel('Name').fill('Sadia Rahman')
  await page.getByLabel('Email').fill('sadia@mail.example')
  await page.getByLabel('Message').fill('আমার একটি প্রশ্ন আছে।\nHow do I begin?')

  // The line is down: everything stays.
  await page.route('**/api/contact-form', (route) => route.abort())
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('You are offline')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('আমার একটি প্রশ্ন আছে।\nHow do I begin?')
  await page.unroute('**/api/contact-form')

  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Send' }).press('Enter')
  await expect(page.getByText('we answer to sadia@mail.example')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveCount(0)
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('link', { name: 'Emails' }).click()
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: 'a message from the contact form' }).first()).toBeVisible({
      timeout: 500,
    })
  }).toPass()
  await page.getByRole('link', { name: 'a message from the contact form' }).first().click()
  await expect(page.getByText('Reply-To: sadia@mail.example')).toBeVisible()
  await expect(page.getByText('How do I begin?')).toBeVisible()
})

test('F3: the contact form knows the person who is signed in', { tag: '@trial' }, async ({ page }) => {
  await actAs(page, 'user@demo.example')
  await page.goto('/contact')
  await expect(page.getByLabel('Email')).toHaveValue('user@demo.example')
  await expect(page.getByLabel('Name')).not.toHaveValue('')
})

test('X4 G9: the mails of the demo stand in the site’s own frame, in both themes and on a phone', {
  tag: '@trial',
}, async ({ page }) => {
  // Somebody whose language no other test has changed.
  await newMember(page)
  const { email } = (await (await page.request.get('/api/session')).json()).user
  await page.context().clearCookies()
  await page.request.post('/api/forgot-password', { data: { email } })
  const look = () =>
    page.evaluate(() => {
      const style = (selector: string) => getComputedStyle(document.querySelector(selector)!)
      const { backgroundColor, fontFamily, color } = style('body')
      return [backgroundColor, fontFamily, color, style('h1').fontFamily, style('h1').fontSize, style('header').height]
    })
  for (const theme of ['light', 'dark'] as const)
    for (const width of [360, 1280]) {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/about')
      const site = await look()
      await page.goto('/demo/outbox')
      expect(await look()).toEqual(site)
      expect(await faultsOf(page)).toEqual([])
      await expect(async () => {
        await page.reload()
        await expect(page.getByRole('link').filter({ hasText: 'choose a new password' }).first()).toBeVisible({
          timeout: 500,
        })
      }).toPass()
      await page.getByRole('link').filter({ hasText: 'choose a new password' }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: 'choose a new password' })).toBeVisible()
      await expect(page.getByText(`To: ${email}`)).toBeVisible()
      await expect(page.getByRole('link', { name: 'Choose a new password' })).toBeVisible()
      expect(await look()).toEqual(site)
      expect(await faultsOf(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
})

test('X4: an administrator is told of a premium request, and the mail leads to it', { tag: '@trial' }, async ({
  page,
}) => {
  await newMember(page, {})
  await page.goto('/dashboard/viewBioData')
  await page.getByRole('button', { name: 'Premium', exact: true }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Request sent to admin.Please Wait').first()).toBeVisible()
  await page.goto('/demo/outbox')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: 'something waits for you' }).first()).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.getByRole('link', { name: 'something waits for you' }).first().click()
  await expect(page.getByRole('link', { name: 'Review the request' })).toHaveAttribute(
    'href',
    /\/dashboard\/approvedPremium$/,
  )
  expect(await faultsOf(page)).toEqual([])
})
