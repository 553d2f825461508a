import type { Page } from '@playwright/test'
import { actAs, expect, newMember, pressForContact, test } from './fixtures.ts'
import { settable } from './states/notifications.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })

test('W7: the bell counts, on a phone too; opening the list ends the count, and what is new is marked until it is read', async ({
  page,
  browser,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { id } = await newMember(page, {})
  await page.goto('/')
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  const viewer = await browser.newPage({ baseURL: site.url })
  await actAs(viewer, 'premium@demo.example')
  await viewer.goto(`/BioDataDetails/${id}`)
  await pressForContact(viewer)
  await viewer.close()

  await page.reload()
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 new')
  const size = (await bell(page).boundingBox())!
  expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(44)
  await bell(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  const line = page.getByRole('listitem').filter({ hasText: /Your contact was shown to nik-\d+, a premium member/ })
  await expect(line.getByText('New')).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications')

  await page.reload()
  await expect(line.getByText('New')).toBeVisible()
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter')
  await expect(line.getByText('New')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await line.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Who has seen my contact' })).toBeVisible()
})

test('W7: what is mailed is kept at once, and what keeps the account safe cannot be switched off', {
  tag: '@trial',
}, async ({ page }) => {
  await newMember(page)
  await page.goto('/dashboard/notifications')
  await expect(page.getByRole('heading', { name: 'Nothing new' })).toBeVisible()
  await page.getByRole('link', { name: 'Notification settings' }).last().click()
  const tick = page.getByRole('checkbox', { name: 'Email: Somebody sees my contact' })
  await expect(tick).not.toBeChecked()
  await expect(tick).toBeEnabled()
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await tick.press('Space')
  expect((await kept).status()).toBe(200)
  await page.reload()
  await expect(tick).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /Login/ })).toHaveCount(0)
  // The demo sends no push.
  await expect(page.getByRole('columnheader', { name: 'Device' })).toHaveCount(0)
})

test('W7: a browser is woken only after a button was pressed, and says so when its person does not allow it', {
  tag: '@trial',
}, async ({ page, context, site }) => {
  await newMember(page)
  // No push service can be reached from here, and tests run without the service worker: what a browser would get from
  // them stands in their place.
  await page.addInitScript(() => {
    const subscription = {
      toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/fcm/send/x', keys: { p256dh: 'p', auth: 'a' } }),
    }
    const pushManager = { getSubscription: async () => null, subscribe: async () => subscription }
    Object.defineProperty(ServiceWorkerContainer.prototype, 'ready', { get: () => Promise.resolve({ pushManager }) })
  })
  let isWoken = false
  const sent: unknown[] = []
  await page.route('**/api/me/push-subscriptions', (route) => {
    isWoken = route.request().method() === 'POST'
    if (isWoken) sent.push(route.request().postDataJSON())
    return route.fulfill({ json: isWoken ? { insertedId: 'x' } : { deletedCount: 1 } })
  })
  await page.goto(await settable(page, () => isWoken), { waitUntil: 'networkidle' })
  await page.getByRole('banner').getByRole('link', { name: 'Notifications' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Notification settings' }).last().click()
  await expect(page.getByRole('columnheader', { name: 'Device' })).toBeVisible()
  const on = page.getByRole('button', { name: 'Switch on for this device' })
  expect(sent).toEqual([])
  await context.clearPermissions()
  await on.press('Enter')
  await expect(page.getByText('Your browser does not let this site show notifications')).toBeVisible()
  expect(sent).toEqual([])
  await context.grantPermissions(['notifications'], { origin: site.url })
  await on.press('Enter')
  await expect(page.getByText('This device will show notifications from now on.')).toBeVisible()
  expect(sent).toEqual([{ endpoint: 'https://fcm.googleapis.com/fcm/send/x', p256dh: 'p', auth: 'a' }])
  await page.getByRole('button', { name: 'Switch off for this device' }).press('Enter')
  await expect(page.getByText('This device no longer shows notifications.')).toBeVisible()
  // What is asked for once more need not be answered.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
