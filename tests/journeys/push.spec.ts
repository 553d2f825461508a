/** What a browser does that is woken. How a message comes to it is proved by src/features/notifications/push.test.ts. */
import { chromium } from '@playwright/test'
import * as bangla from '#src/texts/bn/server.ts'
import * as english from '#src/texts/en/server.ts'
import { findBrowser } from './browser.ts'
import { expect, newMember, test } from './fixtures.ts'

interface Worker extends EventTarget {
  registration: ServiceWorkerRegistration
  clients: { openWindow: (address: URL) => unknown }
  NotificationEvent: new (type: string, about: { notification: Notification }) => Event
}

test('W7 G8: a browser that is woken shows what the message says, in both languages; a newer one takes the place of one that was not looked at, and a press opens the list', {
  tag: '@trial',
}, async ({ site }) => {
  // The browser without windows shows no notifications.
  await using browser = await chromium.launch({ ...findBrowser(), args: ['--no-sandbox'] })
  const context = await browser.newContext({
    baseURL: site.url,
    serviceWorkers: 'allow',
    permissions: ['notifications'],
  })
  const page = await context.newPage()
  await newMember(page, {})
  await page.goto('/')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
      if (one) resolve(one.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const push = (title: string, body: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: `${site.url}/`,
      registrationId,
      data: JSON.stringify({ title, body, link: '/dashboard/notifications' }),
    })
  const shown = () =>
    page.evaluate(async () => {
      const notices = await (await navigator.serviceWorker.ready).getNotifications()
      return notices.map(({ title, body }) => [title, body])
    })
  await push('Nikhad', english.push)
  await expect.poll(shown).toEqual([['Nikhad', english.push]])
  await push('নিখাদ', bangla.push)
  await expect.poll(shown).toEqual([['নিখাদ', bangla.push]])

  // No press of a person can be made here: the event is, and the window that it would open is noted.
  const opened = await context.serviceWorkers()[0]!.evaluate(async () => {
    const worker = globalThis as unknown as Worker
    const [notification] = await worker.registration.getNotifications()
    return new Promise<string>((resolve) => {
      worker.clients.openWindow = (address) => resolve(address.href)
      worker.dispatchEvent(new worker.NotificationEvent('notificationclick', { notification: notification! }))
    })
  })
  await expect.poll(shown).toEqual([])
  await page.goto(opened)
  await expect(page).toHaveURL('/dashboard/notifications')
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
})
