import type { BrowserContext, Page } from '@playwright/test'
import { password, requestContact } from './fixtures.ts'

/** One screen in one state, reached without reading any text, so that it is reached in every language. */
export interface Screen {
  name: string
  /** An address, or how to find it. */
  address: string | ((page: Page) => Promise<string>)
  /** Brings the page into its state after it was loaded. */
  prepare?: (page: Page) => Promise<unknown>
  /** Widths at which the state exists; all of them otherwise. */
  widths?: readonly number[]
}

export const widths = [360, 1280] as const
export const themes = ['light', 'dark'] as const
export const languages = ['en', 'bn'] as const

/** A card of the demo that belongs to none of its accounts. */
export async function someCard(page: Page) {
  const answer = await page.request.get('/api/bioData-filter?gander=Female&limit=5')
  return (await answer.json())[2] as { _id: string; bioDataId: number }
}
const details = async (page: Page) => `/BioDataDetails/${(await someCard(page))._id}`
const checkout = async (page: Page) => `/checkout/${(await someCard(page)).bioDataId}`
/** Pays for somebody's contact, once, and answers whose. */
async function someRequested(page: Page) {
  const [other] = await (await page.request.get('/api/bioData-filter?gander=Female&limit=1')).json()
  const requests = await (await page.request.get('/api/payments')).json()
  if (requests.length === 0) await requestContact(page, other.bioDataId)
  return other as { _id: string }
}
async function someRequest(page: Page) {
  await someRequested(page)
  return '/dashboard/my-contact-request'
}
const requested = async (page: Page) => `/BioDataDetails/${(await someRequested(page))._id}`
async function ownDetails(page: Page) {
  const own = await (await page.request.get('/api/viewBioData')).json()
  return `/BioDataDetails/${own._id}`
}

/** Premium members and an administrator have seen the contact. */
async function seen(page: Page) {
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
    hasLeft: false,
    times,
    ...row,
    looks: Array.from({ length: times }, (_, n) => ({ at: `2026-11-${21 - place - n}T14:14:00Z`, inFile, reason })),
  }))
  await page.route('**/api/me/contact-views?*', (route) => route.fulfill({ json }))
  await page.route('**/api/me/contact-view-sums', (route) =>
    route.fulfill({ json: { people: 5, times: 9, lately: 7 } }),
  )
  return '/dashboard/account'
}
async function paused(page: Page) {
  await page.request.patch('/api/me/presence', { data: { presence: 'paused' } })
  return '/dashboard/viewBioData'
}

/** Sends the registration of an email; `answers` of the server to some calls instead of its own. */
async function register(page: Page, email: string, answers: Record<string, object> = {}) {
  for (const [call, json] of Object.entries(answers)) await page.route(call, (route) => route.fulfill({ json }))
  await page.locator('#name').fill('Somebody')
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  await submitted(page)
}

const submit = (page: Page) => page.locator('main form:has([type=submit]) [type=submit]').last().click()
const submitted = async (page: Page) => {
  await submit(page)
  await page.locator('[role=alert]').first().waitFor()
}
const opened = async (page: Page, button: string) => {
  await page.locator(button).first().click()
  await page.locator('dialog[open]').waitFor()
}

/** Sets up an authenticator app, as far as its QR code or, with `codes`, the backup codes. */
async function newApp(page: Page, codes = false) {
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
async function leavingApp(page: Page) {
  const json = { isOn: true, backupCodesLeft: 3, passkeys: [] }
  await page.route('**/api/me/second-factor', (route) => route.fulfill({ json }))
  await page.locator('main [href="/dashboard/account"]').click()
  await page.locator('main section .btn-quiet').first().click()
  await page.locator('#code').waitFor()
  await page.evaluate(() => scrollTo(0, 0))
}
/** The password is right, and the account asks for a code. */
async function secondStep(page: Page) {
  await page.route('**/api/auth/sign-in/email', (route) => route.fulfill({ json: { twoFactorRedirect: true } }))
  await page.locator('#email').fill('user@demo.example')
  await page.locator('#password').fill(password)
  await submit(page)
  await page.locator('#code').waitFor()
}
/** A list is asked for as a file a while after the sign-in. */
async function confirming(page: Page) {
  const refused = { status: 403, json: { status: 403, code: 'confirm-password' } }
  await page.route('**/api/me/confirmation', (route) => route.fulfill(refused))
  await opened(page, 'main a[download]')
}

/** The main part asks for data that never comes, or is refused; then another page is opened inside the site. */
async function leadTo(page: Page, link: string, api: string, answer: 'never' | 'failure') {
  await page.route(api, (route) => (answer === 'never' ? undefined : route.fulfill({ status: 503, body: '{}' })))
  await page.locator(link).first().click()
  // The link is in the footer: what the page's own header would hide there is not what is looked at.
  await page.evaluate(() => scrollTo(0, 0))
  if (answer === 'never') await page.locator('[role=status]').first().waitFor()
  else await page.locator('main form').waitFor({ state: 'detached' })
}

/** The menu leads to a queue in which nothing waits. */
async function emptyQueue(page: Page) {
  await page.route('**/api/contact-requests?*', (route) => route.fulfill({ json: [] }))
  await page.locator('main nav [href="/dashboard/approvedContactRequest"]').click()
  await page.locator('main svg[role=img]').first().waitFor({ state: 'detached' })
}
/** The menu leads to a list that fails. */
async function failingList(page: Page) {
  await page.route('**/api/users?*', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.locator('main nav [href="/dashboard/manage"]').click()
  await page.locator('main svg[role=img]').first().waitFor({ state: 'detached' })
}

/** The request that waits longest, opened. */
async function someJudgement(page: Page) {
  const [request] = await (await page.request.get('/api/contact-requests?status=pending&sort=date&limit=1')).json()
  return `/dashboard/approvedContactRequest?request=${request._id}`
}
async function somePerson(page: Page) {
  const [request] = await (await page.request.get('/api/contact-requests?status=pending&sort=date&limit=1')).json()
  return `/dashboard/people/${request.asker_id}`
}

/** The overview leads to payments of every kind that needs a look. */
async function withFindings(page: Page) {
  const kinds = ['unknown', 'mismatch', 'refund refused', 'refunded', 'refunded in part', 'disputed']
  const json = kinds.map((kind, place) => ({
    _id: `${60 - place}`,
    kind,
    transactionId: `pi_3Q${place}xYzAbCdEfGhIjKlMnOpQr`,
    price: 500,
    currency: 'BDT',
    detail: kind === 'refund refused' ? 'charge_disputed' : null,
    date: '2026-11-20T06:30:00.000Z',
    done: place > 3,
    person:
      place === 0
        ? null
        : { id: '018f0000-0000-7000-8000-000000000000', name: 'Nusrat Jahan', email: 'nusrat.jahan@mail.example' },
    bioDataId: place === 0 ? null : 12 + place,
  }))
  await page.route('**/api/payment-findings*', (route) => route.fulfill({ json }))
  await page.locator('main [href="/dashboard/payments"]').click()
  await page.locator('main tbody code').first().waitFor()
}

/** Refuses what the page of a profile asks for, as the server does once too much was read; the way there is a card. */
async function tooMuch(page: Page) {
  const refusal = { status: 429, json: { code: 'reading-limit', title: 'Wait' }, headers: { 'retry-after': '1500' } }
  await page.route('**/api/bioData/*', (route) => route.fulfill(refusal))
  await page.locator('main article a').first().click()
  await page.locator('main h1 ~ p').waitFor()
}
/** The profile of somebody whose contact opens tomorrow. */
async function limited(page: Page) {
  await page.route('**/api/bioData/*', async (route) => {
    const response = await route.fetch()
    const { email, phoneNumber, photoUrl, ...profile } = await response.json()
    const json = { ...profile, contact: 'limited', contactFrom: '2026-11-23T06:30:00.000Z' }
    await route.fulfill({ response, json })
  })
  await page.locator('main article a').first().click()
  await page.locator('main aside').waitFor()
}
const step = async (page: Page, place: number) => {
  await page.locator('main details summary').last().click()
  await page.locator('main details button').nth(place).click()
  await page.locator('dialog[open]').waitFor()
}
/** Blocks and reports somebody, and leads to where that stands. */
async function withBlocked(page: Page) {
  const cards = await (await page.request.get('/api/bioData-filter?gander=Female&limit=20')).json()
  for (const { _id } of cards.slice(10, 12)) await page.request.post('/api/blocks', { data: { _id } })
  const words = 'Her brother answered the phone and said that she is engaged.'
  await page.request.post('/api/reports', { data: { _id: cards[12]._id, reason: 'taken', words } })
  return '/dashboard/account'
}
/** What administrators read of somebody whom two have reported. */
async function withReports(page: Page) {
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
  const json = [{ _id: one, person, bioDataId: 64, bioData_id: one, reporters: 2, reports }]
  await page.route('**/api/reports?*', (route) => route.fulfill({ json }))
  await page.locator('main [href="/dashboard/reports"]').first().click()
  await page.locator('main textarea').waitFor()
}

/** Every screen by who looks at it. */
export const screens: Record<'visitor' | 'user' | 'premium' | 'new' | 'admin', Screen[]> = {
  visitor: [
    { name: 'home', address: '/' },
    { name: 'menu', address: '/', prepare: (page) => opened(page, 'header [aria-haspopup=dialog]'), widths: [360] },
    { name: 'browse', address: '/baiDataPage?gender=Female&minAge=22' },
    { name: 'browse-nothing', address: '/baiDataPage?gender=Male&minAge=119' },
    {
      name: 'browse-filters',
      address: '/baiDataPage?gender=Female',
      prepare: (page) => opened(page, 'main [aria-haspopup=dialog]'),
      widths: [360],
    },
    {
      name: 'browse-wrong',
      address: '/baiDataPage',
      prepare: async (page) => {
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.locator('main section [name=minAge]').fill('12')
        await page.locator('main section [type=submit]').first().click()
        await page.locator('.field-error').first().waitFor()
      },
      widths: [1280],
    },
    {
      // The way to the login, whose code never comes: nothing of the next page is there.
      name: 'outline',
      address: '/baiDataPage',
      prepare: async (page) => {
        await page.route('**/assets/login*.js', () => {})
        await page.locator('main article a').first().click()
        await page.locator('.skeleton').waitFor()
      },
    },
    {
      name: 'loading',
      address: '/login',
      prepare: (page) => leadTo(page, 'footer a[href="/about"]', '**/api/**', 'never'),
    },
    {
      name: 'error',
      address: '/login',
      prepare: (page) => leadTo(page, 'footer a[href="/about"]', '**/api/**', 'failure'),
    },
    { name: 'offline', address: '/login', prepare: (page) => page.context().setOffline(true) },
    { name: 'login', address: '/login?from=%2Fdashboard%2FviewBioData' },
    { name: 'login-wrong', address: '/login', prepare: submitted },
    { name: 'login-code', address: '/login', prepare: secondStep },
    { name: 'register', address: '/register' },
    { name: 'register-wrong', address: '/register', prepare: submitted },
    { name: 'register-taken', address: '/register', prepare: (page) => register(page, 'user@demo.example') },
    {
      name: 'register-unconfirmed',
      address: '/register',
      prepare: (page) => register(page, 'somebody@new.example', { '**/api/auth/sign-up/email': {} }),
    },
    { name: 'forgot-password', address: '/forgot-password' },
    { name: 'reset-password', address: '/reset-password?token=unknown' },
    { name: 'about', address: '/about' },
    { name: 'privacy', address: '/privacy' },
    { name: 'licensing', address: '/licensing' },
    { name: 'contact', address: '/contact' },
    { name: 'contact-wrong', address: '/contact', prepare: submitted },
    { name: 'not-found', address: '/nothing-here' },
  ],
  user: [
    {
      name: 'menu-of-a-member',
      address: '/',
      prepare: (page) => opened(page, 'header [aria-haspopup=dialog]'),
      widths: [360],
    },
    { name: 'details', address: details },
    {
      name: 'details-report-or-block',
      address: details,
      prepare: (page) => page.locator('main details summary').last().click(),
    },
    { name: 'report', address: details, prepare: (page) => step(page, 0) },
    {
      name: 'report-wrong',
      address: details,
      prepare: async (page) => {
        await step(page, 0)
        await page.locator('dialog [type=submit]').click()
        await page.locator('.field-error').waitFor()
      },
    },
    { name: 'block-question', address: details, prepare: (page) => step(page, 1) },
    { name: 'reading-limit', address: '/baiDataPage', prepare: tooMuch },
    { name: 'details-limited', address: '/baiDataPage', prepare: limited },
    { name: 'details-pending', address: requested },
    { name: 'details-own', address: ownDetails },
    {
      name: 'toast-of-a-refusal',
      address: details,
      prepare: async (page) => {
        await page.route('**/api/auth/sign-out', (route) => route.abort())
        // Whatever the width: the button is in the header or in the menu.
        await page.locator('header .btn-secondary').evaluateAll((buttons) => (buttons[0] as HTMLElement).click())
        await page.locator('.toast').waitFor()
      },
    },
    { name: 'details-unknown', address: '/BioDataDetails/018f0000-0000-7000-8000-000000000000' },
    { name: 'checkout', address: checkout },
    { name: 'view-own', address: '/dashboard/viewBioData' },
    {
      name: 'premium-question',
      address: '/dashboard/viewBioData',
      prepare: (page) => opened(page, 'main .btn-gold'),
    },
    { name: 'edit', address: '/dashboard/EditBioData' },
    { name: 'my-requests', address: someRequest },
    { name: 'delete-question', address: someRequest, prepare: (page) => opened(page, 'main tbody button') },
    { name: 'favourites', address: '/dashboard/my-favorite' },
    {
      name: 'seen',
      address: seen,
      prepare: async (page) => {
        await page.locator('main nav [href="/dashboard/seen"]').click()
        await page.locator('main tbody details').first().waitFor()
        await page.locator('main tbody summary').first().click()
      },
    },
    { name: 'privacy', address: '/dashboard/privacy' },
    {
      name: 'married-question',
      address: '/dashboard/privacy',
      prepare: (page) => opened(page, 'main .btn:has(path[d^="M3.5 14"])'),
    },
    { name: 'account', address: '/dashboard/account' },
    { name: 'account-app', address: '/dashboard/account', prepare: newApp },
    { name: 'account-app-codes', address: '/dashboard/account', prepare: (page) => newApp(page, true) },
    { name: 'account-app-end', address: '/dashboard/my-favorite', prepare: leavingApp },
    { name: 'account-blocked', address: withBlocked },
    { name: 'not-allowed', address: '/dashboard/manage' },
  ],
  premium: [
    { name: 'details-with-contact', address: details },
    { name: 'paused', address: paused },
  ],
  new: [
    { name: 'view-own-none', address: '/dashboard/viewBioData' },
    { name: 'edit-empty-wrong', address: '/dashboard/EditBioData', prepare: submitted },
    { name: 'seen-none', address: '/dashboard/seen' },
    { name: 'privacy-none', address: '/dashboard/privacy' },
    { name: 'favourites-none', address: '/dashboard/my-favorite' },
    { name: 'my-requests-none', address: '/dashboard/my-contact-request' },
  ],
  admin: [
    { name: 'checkout-not-needed', address: checkout },
    { name: 'admin-dashboard', address: '/dashboard/adminDashboard' },
    { name: 'manage-users', address: '/dashboard/manage' },
    { name: 'manage-users-nobody', address: '/dashboard/manage?search=nobody-at-all' },
    {
      name: 'make-admin-question',
      address: '/dashboard/manage',
      prepare: (page) => opened(page, 'main tbody tr:last-child button'),
    },
    {
      name: 'make-premium-question',
      address: '/dashboard/manage',
      prepare: (page) => opened(page, 'main tbody tr:first-child td:last-child button'),
    },
    { name: 'confirm-password', address: '/dashboard/manage', prepare: confirming },
    { name: 'approve-premium', address: '/dashboard/approvedPremium' },
    { name: 'approve-requests', address: '/dashboard/approvedContactRequest' },
    {
      name: 'approve-requests-chosen',
      address: '/dashboard/approvedContactRequest',
      prepare: (page) => page.locator('main tbody [type=checkbox]').first().check(),
    },
    { name: 'judgement', address: someJudgement },
    {
      name: 'judgement-refuse',
      address: someJudgement,
      prepare: (page) => opened(page, 'main section[aria-labelledby=judgement] .btn-secondary'),
    },
    { name: 'person', address: somePerson },
    {
      name: 'person-suspend',
      address: somePerson,
      prepare: async (page) => {
        await page.locator('main section ul .btn-secondary.w-full').last().click()
        await page.locator('dialog[open]').waitFor()
      },
    },
    { name: 'approve-requests-all', address: '/dashboard/approvedContactRequest?status=all' },
    { name: 'approve-requests-nothing-waits', address: '/dashboard/adminDashboard', prepare: emptyQueue },
    { name: 'activity', address: '/dashboard/activity' },
    { name: 'payments-none', address: '/dashboard/payments' },
    { name: 'payments', address: '/dashboard/adminDashboard', prepare: withFindings },
    { name: 'reports-none', address: '/dashboard/reports' },
    { name: 'reports', address: '/dashboard/adminDashboard', prepare: withReports },
    { name: 'dashboard-error', address: '/dashboard/adminDashboard', prepare: failingList },
    { name: 'admins-own-biodata-none', address: '/dashboard/viewBioData' },
  ],
}
export type Account = keyof typeof screens

/** Signs a whole context in, without a page. */
export async function signInContext(context: BrowserContext, account: Account, url: string) {
  if (account === 'visitor') return
  await context.request.post(`${url}/api/auth/sign-in/email`, {
    headers: { origin: url },
    data: { email: `${account}@demo.example`, password },
  })
}

/** Opens a screen in a language; theme and width are changed on the page that is there, see `show`. */
export async function open(page: Page, url: string, { address, prepare, widths: own }: Screen, language: string) {
  await page.setViewportSize({ width: (own ?? widths)[0]!, height: 800 })
  await page.context().addCookies([{ name: 'lang', value: language, url }])
  await page.goto(typeof address === 'string' ? address : await address(page))
  await page.waitForFunction(() => !window.repeatEarlyPress)
  await prepare?.(page)
}

/** As the theme switch does it; a new width as turning a phone does. */
export async function show(page: Page, theme: string, width: number) {
  await page.setViewportSize({ width, height: 800 })
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen
  }, theme)
}

/** What a state has changed about the page itself goes before the next one. */
export async function leave(page: Page) {
  await page.context().setOffline(false)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.evaluate(() => localStorage.clear())
}
