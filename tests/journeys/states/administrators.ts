import type { Page } from '@playwright/test'
import { opened, pressInDashboard } from './steps.ts'

/** A list is asked for as a file a while after the sign-in. */
export async function confirming(page: Page) {
  const refused = { status: 403, json: { status: 403, code: 'confirm-password' } }
  await page.route('**/api/me/confirmation', (route) => route.fulfill(refused))
  await opened(page, 'main a[download]')
}

/** The menu leads to a queue in which nothing waits. */
export async function emptyQueue(page: Page) {
  await page.route('**/api/contact-requests?*', (route) => route.fulfill({ json: [] }))
  await pressInDashboard(page, '[href="/dashboard/approvedContactRequest"]')
  await page.locator('main svg[role=img]').first().waitFor({ state: 'detached' })
}
/** The menu leads to a list that fails. */
export async function failingList(page: Page) {
  await page.route('**/api/users?*', (route) => route.fulfill({ status: 503, body: '{}' }))
  await pressInDashboard(page, '[href="/dashboard/manage"]')
  await page.locator('main svg[role=img]').first().waitFor({ state: 'detached' })
}

/** The request that waits longest, opened. */
export async function someJudgement(page: Page) {
  const [request] = await (await page.request.get('/api/contact-requests?status=pending&sort=date&limit=1')).json()
  return `/dashboard/approvedContactRequest?request=${request._id}`
}
export async function somePremiumRequest(page: Page) {
  const [request] = await (await page.request.get('/api/premium-requests?limit=1')).json()
  return `/dashboard/approvedPremium?request=${request._id}`
}
export async function somePerson(page: Page) {
  const [request] = await (await page.request.get('/api/contact-requests?status=pending&sort=date&limit=1')).json()
  return `/dashboard/people/${request.asker_id}`
}

/** The overview leads to payments of every kind that needs a look. */
export async function withFindings(page: Page) {
  const kinds = ['unknown', 'risky', 'refund refused', 'refunded', 'refunded in part', 'disputed']
  const json = kinds.map((kind, place) => ({
    _id: `${60 - place}`,
    kind,
    transactionId: `pi_3Q${place}xYzAbCdEfGhIjKlMnOpQr`,
    price: 500,
    currency: 'BDT',
    detail: kind === 'refund refused' ? 'charge_disputed' : null,
    date: '2026-11-20T06:30:00.000Z',
    done: place > 3,
    isInReview: kind === 'risky',
    person:
      place === 0
        ? null
        : { id: '018f0000-0000-7000-8000-000000000000', name: 'Nusrat Jahan', email: 'nusrat.jahan@mail.example' },
    bioDataId: place === 0 ? null : 12 + place,
  }))
  await page.route('**/api/payment-findings*', (route) => route.fulfill({ json }))
  await pressInDashboard(page, '[href="/dashboard/payments"]')
  await page.locator('main [href="/dashboard/payments/looks"]').click()
  await page.locator('main tbody code').first().waitFor()
}

/** What administrators read of somebody whom two have reported. */
export async function withReports(page: Page) {
  const report = { bioData_id: null, reporterBioDataId: 84, reporterBioData_id: null, outcome: null, answer: null }
  const reporter = { name: 'Imran Hossain', email: 'imran.hossain@mail.example' }
  const [one, two, three] = [1, 2, 3].map((n) => `018f0000-0000-7000-8000-00000000000${n}`)
  const words = 'He asked for 5,000 taka before we had even talked.\nThen he called my father three times a day.'
  const reports = [
    { ...report, _id: one, reporter, reason: 'money', words, date: '2026-11-20T06:30:00.000Z' },
    { ...report, _id: two, reporter: null, reason: 'rude', words: null, date: '2026-11-21T06:30:00.000Z' },
    {
      ...{
        ...report,
        _id: three,
        reporter,
        reason: 'other',
        words: 'Something else.',
        date: '2026-10-01T06:30:00.000Z',
      },
      ...{ outcome: 'dismissed', answer: 'Thank you. We have looked into it.' },
    },
  ]
  const person = { name: 'Rahim Chowdhury', email: 'rahim.chowdhury@mail.example' }
  const state = { isAdmin: false, isSuspended: false, isUnpublished: false }
  const json = [{ _id: one, person, bioDataId: 64, bioData_id: one, ...state, reporters: 2, reports }]
  await page.route('**/api/reports?*', (route) => route.fulfill({ json }))
  await pressInDashboard(page, '[href="/dashboard/reports"]')
  await page.locator('main textarea').waitFor()
}

/** Texts that may hold a contact: one of a biodata, a number in pieces, and the name of an account. */
export async function withSuspiciousTexts(page: Page) {
  const id = (n: number) => `018f0000-0000-7000-8000-00000000001${n}`
  const date = '2026-11-20T06:30:00.000Z'
  const part = (from: number, text: string, isMarked = false) => ({ from, text, isMarked })
  const person = (n: number, name: string) => ({ _id: id(n), name, isAdmin: false })
  const about = [
    part(0, 'আমি ঢাকায় থাকি, পড়াতে ভালোবাসি। '),
    part(1, 'ইমো', true),
    part(2, 'তে খুঁজুন, '),
    part(3, 'insta', true),
  ]
  const pieces = [
    { field: 'institution', parts: [part(0, 'Dhaka College '), part(1, '01712', true)] },
    { field: 'siblings', parts: [part(0, 'Two brothers, '), part(1, '345678', true)] },
  ]
  const json = [
    {
      ...{ _id: id(1), person: person(1, 'Rahim Chowdhury'), bioDataId: 64, date },
      texts: [{ field: 'aboutMe', parts: about }],
    },
    { ...{ _id: id(2), person: person(2, 'Nusrat Jahan'), bioDataId: 12, date }, texts: pieces },
    {
      ...{ _id: id(3), person: person(3, 'Mim on Telegram'), bioDataId: null, date },
      texts: [{ field: 'account', parts: [part(0, 'Mim on '), part(7, 'Telegram', true)] }],
    },
  ]
  await page.route('**/api/suspicious-texts?*', (route) => route.fulfill({ json }))
  await pressInDashboard(page, '[href="/dashboard/texts"]')
  await page.locator('main mark').first().waitFor()
}

/** A row is approved, and can be undone; the server learns nothing of it. */
export async function approved(page: Page) {
  await page
    .context()
    .route('**/api/contact-request-approver/*', (route) => route.fulfill({ json: { modifiedCount: 1 } }))
  await page.locator('main tbody button').first().click()
  await page.locator('.toast').waitFor()
}
/** The first of the queue is opened, and a colleague has refused it. */
export async function decided(page: Page) {
  await page.route(/contact-requests\/[0-9a-f-]{36}$/, async (route) => {
    const response = await route.fetch()
    const decision = { status: 'refused', decidedBy: 'Shirin Akhter', because: 'Please say where you study.' }
    await route.fulfill({ response, json: { ...(await response.json()), ...decision } })
  })
  await page.locator('main tbody [href*="request="]').first().click()
  await page.locator('#judgement').waitFor()
}
/** The page of somebody with a long history, who is suspended. */
export async function withHistory(page: Page) {
  const day = (n: number) => `2026-11-${10 + n}T08:14:00.000Z`
  const id = '018f0000-0000-7000-8000-000000000000'
  const paid = { price: 5, currency: 'USD' }
  const other = { otherId: id, other: 'Rahim Chowdhury', bioDataId: 118, payment: 'succeeded', ...paid }
  const gone = { otherId: null, other: null, bioDataId: null, payment: 'refund_due', ...paid }
  const viewer = (name: string | null, byRight: string, last: string, times: number, reason: string | null = null) => ({
    ...{ viewer: name, bioDataId: name && 84, byRight, times },
    looks: [{ at: last, inFile: false, reason }],
  })
  const facts = {
    suspended: { at: day(9), because: 'Three families complained about your calls.' },
    requests: [
      { _id: `${id.slice(0, -1)}1`, isMade: true, status: 'approve', date: day(8), ...other },
      { _id: `${id.slice(0, -1)}2`, isMade: false, status: 'pending', date: day(7), ...other },
      { _id: `${id.slice(0, -1)}3`, isMade: false, status: 'refused', date: day(6), ...gone },
    ],
    payments: ['succeeded', 'refund_due', 'refunded', 'disputed'].map((status, n) => ({
      ...{ ...paid, status, date: day(n), reference: `pi_3Q${n}xYzAbCdEfGhIjKlMnOpQr` },
    })),
    views: [
      viewer('Imran Hossain', 'request', day(8), 3),
      viewer('Arif Hossain', 'premium', day(7), 1),
      viewer('Shirin Akhter', 'administrator', day(6), 1, 'Report 31'),
      viewer(null, 'premium', day(5), 12),
    ],
    history: ['suspended', 'showed contact', 'approved contact request', 'made premium'].map((action, n) => ({
      ...{ at: day(8 - n), action, actor: n === 3 ? null : 'Shirin Akhter', isCommandLine: n === 3 },
    })),
  }
  await page.route('**/api/people/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...facts } })
  })
  await page.locator('main tbody th a').first().click()
  await page.locator('main h1 + p').waitFor()
}
