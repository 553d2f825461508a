import type { Page } from '@playwright/test'

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/** News of every kind and age, five of them new. */
export async function notified(page: Page) {
  const json = [
    { kind: 'search', age: 'today', date: ago(0), search: 'Engineers in Sylhet', found: 3, isNew: true },
    { kind: 'contact-seen', age: 'today', date: ago(0), by: 'premium', bioDataId: 7, isNew: true },
    { kind: 'contact-seen', age: 'today', date: ago(0), by: 'administrator', isNew: true },
    { kind: 'request-answered', age: 'week', date: ago(50), answer: 'approved', bioDataId: 83, isNew: true },
    { kind: 'request-answered', age: 'week', date: ago(60), answer: 'refused', bioDataId: 75, isNew: true },
    { kind: 'fee-returned', age: 'week', date: ago(70), bioDataId: 64, isNew: false },
    { kind: 'report-answered', age: 'earlier', date: ago(300), isNew: false },
    { kind: 'feedback', age: 'earlier', date: ago(304), bioDataId: 83, isNew: false },
    { kind: 'still-right', age: 'earlier', date: ago(302), isNew: false, isUnanswered: true },
    { kind: 'attestation', age: 'earlier', date: ago(305), isNew: false },
    { kind: 'security', age: 'earlier', date: ago(310), isNew: false },
    { kind: 'premium', age: 'earlier', date: ago(400), isNew: false },
  ].map((row, place) => ({ id: String(place), ...row }))
  await page.route('**/api/me/notifications?*', (route) => route.fulfill({ json }))
  return '/dashboard/account'
}

/** A site that sends mails and push messages. */
export async function settable(page: Page, isWoken = () => false) {
  await page.route('**/api/me/notification-settings', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), pushKey: 'AQID', isWoken: isWoken() } })
  })
  return '/dashboard/account'
}
