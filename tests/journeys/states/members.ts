import type { Page } from '@playwright/test'
import { consentVersion } from '#src/features/consents/policy.ts'
import { password, requestContact } from '../fixtures.ts'
import { pressInDashboard, submit, submitted, toBrowse } from './steps.ts'

/** A card of the demo that belongs to none of its accounts. */
export async function someCard(page: Page) {
  const answer = await page.request.get('/api/bioData-filter?gander=Female&limit=5')
  return (await answer.json())[2] as { _id: string; bioDataId: number }
}
export const details = async (page: Page) => `/BioDataDetails/${(await someCard(page))._id}`
export const checkout = async (page: Page) => `/checkout/${(await someCard(page)).bioDataId}`
/** Pays for somebody's contact, once, and answers whose. */
export async function someRequested(page: Page) {
  const [other] = await (await page.request.get('/api/bioData-filter?gander=Female&limit=1')).json()
  const requests = await (await page.request.get('/api/payments')).json()
  if (requests.length === 0) await requestContact(page, other.bioDataId)
  return other as { _id: string }
}
export async function someRequest(page: Page) {
  await someRequested(page)
  return '/dashboard/my-contact-request'
}
export const requested = async (page: Page) => `/BioDataDetails/${(await someRequested(page))._id}`
export async function ownDetails(page: Page) {
  const own = await (await page.request.get('/api/viewBioData')).json()
  return `/BioDataDetails/${own._id}`
}

/** Premium members and an administrator have seen the contact. */
export async function seen(page: Page) {
  const json = [
    { byRight: 'request', name: 'রাশেদুল করিম চৌধুরী', bioDataId: 84, times: 3 },
    {
      byRight: 'premium',
      name: 'Arif Hossain',
      bioDataId: 7,
      bioData_id: '018f0000-0000-7000-8000-000000000000',
      times: 1,
    },
    { byRight: 'administrator', name: null, bioDataId: null, times: 2, reason: 'to answer your report' },
    { byRight: 'administrator', name: null, bioDataId: null, times: 1, reason: 'users', inFile: true },
    { byRight: 'premium', name: null, bioDataId: 87, times: 2, hasLeft: true },
  ].map(({ times, reason = null, inFile = false, ...row }, place) => ({
    id: String(place),
    bioData_id: null,
    viewer_id: row.name && '018f0000-0000-7000-8000-000000000000',
    reportedAt: place === 1 ? '2026-11-20T06:30:00Z' : null,
    hasLeft: false,
    times,
    ...row,
    looks: Array.from({ length: times }, (_, n) => ({ at: `2026-11-${21 - place - n}T14:14:00Z`, inFile, reason })),
  }))
  await page.route('**/api/me/contact-views?*', (route) => route.fulfill({ json }))
  await page.route('**/api/me/contact-view-sums', (route) =>
    route.fulfill({ json: { people: 5, times: 9, lately: 7, peopleLately: 4, lastAt: '2026-11-21T14:14:00Z' } }),
  )
  return '/dashboard/account'
}
/** A contact that is shown, one whose owner has stepped back, one whose owner has left, and a refunded fee. */
export async function decidedRequests(page: Page) {
  await someRequested(page)
  const [asked] = await (await page.request.get('/api/payments')).json()
  const approved = { ...asked, status: 'approve', approvedAt: '2026-11-19T06:30:00Z' }
  const ended = { endedAt: '2026-11-19T06:30:00Z', endedBecause: 'The picture shows somebody else.' }
  const gone = { bioDataName: '', bioData_id: undefined }
  const json = [
    { ...approved, contactPhone: '+8801712345678', contactEmail: 'sadia.rahman@example.org' },
    { ...approved, bioDataName: '' },
    { ...approved, ...gone },
    { ...asked, ...ended, status: 'refused', refund: { done: true, at: '2026-11-20T06:30:00Z' } },
  ].map((request, place) => ({ ...request, _id: `018f0000-0000-7000-8000-00000000000${place}` }))
  await page.route('**/api/payments?*', (route) => route.fulfill({ json }))
  return '/dashboard/account'
}
export async function paused(page: Page) {
  await page.request.patch('/api/me/presence', { data: { presence: 'paused' } })
  return '/dashboard/viewBioData'
}

/** Sends the registration of an email; `answers` of the server to some calls instead of its own. */
export async function register(page: Page, email: string, answers: Record<string, object> = {}) {
  for (const [call, json] of Object.entries(answers)) await page.route(call, (route) => route.fulfill({ json }))
  await page.locator('#name').fill('Somebody')
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  await submitted(page)
}

/** Sets up an authenticator app, as far as its QR code or, with `codes`, the backup codes. */
export async function newApp(page: Page, codes = false) {
  await page.locator('main section:has([href="/api/me/export"])').waitFor()
  await page.locator('main section:has(.pill) button.btn-secondary').first().click()
  await page.locator('#code').waitFor()
  // What the header stands over would be taken for hidden.
  await page.evaluate(() => scrollTo(0, 0))
  if (!codes) return
  const backupCodes = Array.from({ length: 10 }, (_, n) => `ab${n}cd-ef${n}gh`)
  await page.route('**/api/me/second-factor/confirmation', (route) => route.fulfill({ json: { backupCodes } }))
  await page.locator('#code').fill('123456')
  await page.locator('form:has(#code) [type=submit]').click()
  await page.locator('main [download="backup-codes.txt"]').waitFor()
  await page.evaluate(() => scrollTo(0, 0))
}
/** The account has an app, which is about to be turned off. */
export async function leavingApp(page: Page) {
  const json = { isOn: true, backupCodesLeft: 3, passkeys: [] }
  await page.route('**/api/me/second-factor', (route) => route.fulfill({ json }))
  await pressInDashboard(page, '[href="/dashboard/account"]')
  await page.locator('main section .btn-quiet').first().click()
  await page.locator('#code').waitFor()
  await page.evaluate(() => scrollTo(0, 0))
}
/** The password is right, and the account asks for a code. */
export async function secondStep(page: Page) {
  await page.route('**/api/auth/sign-in/email', (route) => route.fulfill({ json: { twoFactorRedirect: true } }))
  await page.locator('#email').fill('user@demo.example')
  await page.locator('#password').fill(password)
  await submit(page)
  await page.locator('#code').waitFor()
}
/** The main part asks for data that never comes, or is refused; then another page is opened inside the site. */
export async function leadTo(page: Page, link: string, api: string, answer: 'never' | 'failure') {
  await page.route(api, (route) => (answer === 'never' ? undefined : route.fulfill({ status: 503, body: '{}' })))
  await page.locator(link).first().click()
  // The link is in the footer: what the page's own header would hide there is not what is looked at.
  await page.evaluate(() => scrollTo(0, 0))
  if (answer === 'never') await page.locator('[role=status]').first().waitFor()
  else await page.locator('main form').waitFor({ state: 'detached' })
}

/** Refuses what the page of a profile asks for, as the server does once too much was read; the way there is a card. */
export async function tooMuch(page: Page) {
  const refusal = { status: 429, json: { code: 'reading-limit', title: 'Wait' }, headers: { 'retry-after': '1500' } }
  await page.route('**/api/bioData/*', (route) => route.fulfill(refusal))
  await page.locator('main article a').first().click()
  await page.locator('main h1 ~ p').waitFor()
}
export const step = async (page: Page, place: number) => {
  await page.locator('main details summary').last().click()
  await page.locator('main details button').nth(place).click()
  await page.locator('dialog[open]').waitFor()
}
/** Blocks and reports somebody, and leads to where that stands. */
export async function withBlocked(page: Page) {
  const cards = await (await page.request.get('/api/bioData-filter?gander=Female&limit=20')).json()
  for (const { _id } of cards.slice(10, 12)) await page.request.post('/api/blocks', { data: { _id } })
  const words = 'Her brother answered the phone and said that she is engaged.'
  await page.request.post('/api/reports', { data: { _id: cards[12]._id, reason: 'taken', words } })
  return '/dashboard/privacy'
}

/** Half of the form is filled in, and the person signs out. */
export async function leavingDraft(page: Page) {
  await page.locator('#name').fill('Somebody Else')
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('draft:')))
  await pressInDashboard(page, 'nav button')
  await page.locator('dialog[open]').waitFor()
}
/** The menu leads to Privacy and visibility, where this stands. */
export async function withPresence(
  page: Page,
  own: { presence?: string; contactFor?: string; [more: string]: unknown },
) {
  const usual = { number: 239, presence: 'published', since: '2026-09-03T06:30:00Z', unpublished: false }
  const json = { ...usual, contactFor: 'checked', deletedOn: null, ...own }
  await page.route('**/api/me/presence', (route) => route.fulfill({ json }))
  const given = { publish: json.presence !== 'taken back', contact: json.contactFor === 'checked' }
  const consents = (['publish', 'contact'] as const)
    .filter((what) => given[what])
    .map((what) => ({ what, version: consentVersion, since: '2026-09-03T06:30:00Z' }))
  await page.route('**/api/me/consents', (route) => route.fulfill({ json: consents }))
  await pressInDashboard(page, '[href="/dashboard/privacy"]')
  await page.locator('main fieldset').first().waitFor()
}
/** What the account wrote before its email was proved is put away; another tab has just signed in. */
export async function withPutAway(page: Page) {
  await page.route('**/api/session', async (route) => {
    const response = await route.fetch()
    const { user, ...session } = await response.json()
    await route.fulfill({ response, json: { ...session, user: { ...user, isPaused: true, isPutAway: true } } })
  })
  const photoUrl = 'https://photos.example/nusrat.jpg'
  const json = { name: 'Nusrat Jahan', photoUrl, hasBiodata: true, searches: 2, askedForPremium: true, browsers: 1 }
  await page.route('**/api/me/put-away', (route) => route.fulfill({ json }))
  await page.evaluate(() => {
    const channel = new BroadcastChannel('auth')
    channel.postMessage('changed')
    channel.close()
  })
  await page.locator('main [role=status] li').first().waitFor()
  await page.locator('main h1.sr-only').waitFor({ state: 'detached' })
}
/** The owner has closed the contact. */
export async function viewClosed(page: Page) {
  await page.route('**/api/viewBioData*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), contactFor: 'nobody' } })
  })
  await pressInDashboard(page, '[href="/dashboard/viewBioData"]')
  await page.locator('main #premium:visible').first().waitFor()
}
/** An administrator has suspended the account. */
export async function suspended(page: Page) {
  const refusal = { code: 'account_suspended', title: 'Three families complained about your calls.' }
  await page.route('**/api/auth/sign-in/email', (route) => route.fulfill({ status: 403, json: refusal }))
  await page.locator('#email').fill('user@demo.example')
  await page.locator('#password').fill(password)
  await submitted(page)
}

/** Saved searches, people who are new in them, and somebody who was seen lately. */
export async function withNews(page: Page) {
  await page.goto(await details(page))
  await page.waitForFunction(() => localStorage.length > 0)
  for (const search of ['gender=Female&occupation=Doctor&occupation=Teacher&minAge=22', 'division=Sylhet'])
    await page.request.post('/api/me/searches', { data: { name: `For Ma: ${search}`, search } })
  const cards = await (await page.request.get('/api/bioData-find?gander=Female&limit=3')).json()
  const since = '2026-11-19T12:00:00.000Z'
  await page.route('**/api/me/new-people', async (route) => {
    const answer = await route.fetch()
    const { searches } = await answer.json()
    Object.assign(searches[0], { fresh: { people: 3 }, newest: cards })
    const shown = cards.slice(0, 2).map((card: object) => ({ ...card, isNew: true }))
    await route.fulfill({ json: { since, fresh: { people: 3 }, cards: shown, searches } })
  })
  await page.route('**/api/bioData-find/new*', (route) => route.fulfill({ json: { since, people: 3 } }))
  return '/dashboard/account'
}
export async function newForYou(page: Page) {
  await pressInDashboard(page, 'nav a[href="/dashboard/new"]')
  await page.locator('#recent').waitFor()
}
export async function findNews(page: Page) {
  await toBrowse(page)
  await page.locator('main a[href*="onlyNew"]').waitFor()
}
