import type { Page, Route } from '@playwright/test'
import { opened, pressInDashboard, toBrowse } from './steps.ts'

/* What people read shortly before a limit, and at it. The server counts nothing. */

const tomorrow = '2026-11-23T06:30:00.000Z'
const askPassword = { status: 403, json: { status: 403, code: 'confirm-password' } }

/** Answers as the server does, with a change. */
const changed = (change: object) => async (route: Route) => {
  const response = await route.fetch()
  await route.fulfill({ response, json: { ...(await response.json()), ...change } })
}

/** Opens a card; the profile is answered with a change. */
async function openChanged(page: Page, change: object) {
  await page.route('**/api/bioData/*', changed(change))
  await page.locator('main article a').first().click()
  await page.locator('main aside').waitFor()
}
export const lastProfiles = (page: Page) => openChanged(page, { profilesLeft: 3 })
export const lastContacts = (page: Page) => openChanged(page, { contactsLeft: 3 })
/** The profile of somebody whose contact opens tomorrow. */
export const limited = (page: Page) => openChanged(page, { contact: 'limited', contactFrom: tomorrow })

/** Opens the checkout of somebody whose contact opens tomorrow. */
export async function checkoutLimited(page: Page) {
  await page.route('**/api/bioData-card/*', changed({ contact: 'limited', contactFrom: tomorrow }))
  await page.locator('main [href^="/checkout/"]:visible').first().click()
  await page.waitForURL('**/checkout/*')
  await page.locator('main h1 ~ *').first().waitFor()
}

/** Opens the list when the reading limit is nearly used up. */
export async function lastPeople(page: Page) {
  await page.route('**/api/bioData-find?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-ratelimit-remaining': '17' } })
  })
  await toBrowse(page)
  await page.locator('main .bg-gold-soft[role=status]').waitFor()
}

/** An administrator presses for one contact too many. */
export async function pressConfirming(page: Page) {
  await page.route('**/api/bioData/*/contact', (route) => route.fulfill(askPassword))
  await opened(page, '[data-contact] button:visible')
}
/** An administrator has read too many emails in lists. */
export async function emailsConfirming(page: Page) {
  await page.route('**/api/users?*', (route) => route.fulfill(askPassword))
  await pressInDashboard(page, '[href="/dashboard/manage"]')
  await page.locator('dialog[open]').waitFor()
}
/** They have closed the question. */
export async function emailsUnconfirmed(page: Page) {
  await emailsConfirming(page)
  await page.keyboard.press('Escape')
  await page.locator('main a[href="/"]').waitFor()
}
