import type { BrowserContext, Page } from '@playwright/test'
import { password, pressForContact, someCards } from './fixtures.ts'
import {
  approved,
  confirming,
  decided,
  emptyQueue,
  failingList,
  someJudgement,
  somePerson,
  somePremiumRequest,
  withFindings,
  withHistory,
  withReports,
  withSuspiciousTexts,
} from './states/administrators.ts'
import {
  answer,
  answeredNotNow,
  answeredYes,
  answerOfWard,
  answerWithChoice,
  asked,
  checkoutAsked,
  judgeAsked,
  keptAsked,
  showChoice,
} from './states/asked.ts'
import { editKept, invitation, kept, newLink, showGuardians, withGuardians } from './states/family.ts'
import { askedHow, halfAnswered, showQuestion, withSaid } from './states/feedback.ts'
import { withImport } from './states/imports.ts'
import {
  checkoutLimited,
  emailsConfirming,
  emailsUnconfirmed,
  lastContacts,
  lastPeople,
  lastProfiles,
  limited,
  pressConfirming,
} from './states/limits.ts'
import {
  checkout,
  decidedRequests,
  details,
  findNews,
  leadTo,
  leavingApp,
  leavingDraft,
  newApp,
  newForYou,
  ownDetails,
  paused,
  register,
  requested,
  secondStep,
  seen,
  someRequest,
  step,
  suspended,
  tooMuch,
  viewClosed,
  withBlocked,
  withNews,
  withPresence,
  withPutAway,
} from './states/members.ts'
import { notified, settable } from './states/notifications.ts'
import {
  decideNumber,
  numbersReported,
  reportNumber,
  seeNumbers,
  withDecidedNumbers,
  withNumbers,
} from './states/numbers.ts'
import { opened, pressInDashboard, submitted } from './states/steps.ts'

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

/** Every screen by who looks at it. */
export const screens: Record<'visitor' | 'user' | 'premium' | 'new' | 'admin', Screen[]> = {
  visitor: [
    { name: 'home', address: '/' },
    { name: 'menu', address: '/', prepare: (page) => opened(page, 'header [aria-haspopup=dialog]'), widths: [360] },
    { name: 'browse', address: '/baiDataPage?gender=Female&minAge=22' },
    { name: 'login-wall', address: async (page) => `/BioDataDetails/${(await someCards(page))[1]!._id}` },
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
    { name: 'login-suspended', address: '/login', prepare: suspended },
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
    { name: 'how-fit-works', address: '/how-fit-works' },
    { name: 'contact', address: '/contact' },
    { name: 'contact-wrong', address: '/contact', prepare: submitted },
    { name: 'invitation-unknown', address: '/guardian?token=unknown' },
    { name: 'not-found', address: '/nothing-here' },
  ],
  user: [
    { name: 'home-member', address: '/' },
    {
      name: 'menu-of-a-member',
      address: '/',
      prepare: (page) => opened(page, 'header [aria-haspopup=dialog]'),
      widths: [360],
    },
    {
      name: 'find',
      address: '/baiDataPage?gender=Female&occupation=Doctor&occupation=Teacher&district=Sylhet&minHeight=60',
    },
    { name: 'find-best', address: '/baiDataPage?division=Dhaka' },
    { name: 'find-oldest', address: '/baiDataPage?order=oldest&minWeight=60' },
    { name: 'find-nobody-with', address: '/baiDataPage?gender=Female&minAge=70&practice=Devout&education=Doctorate' },
    { name: 'find-nobody', address: '/baiDataPage?number=nik-77777' },
    {
      name: 'find-filters',
      address: '/baiDataPage?religion=Islam&education=Bachelor',
      prepare: (page) => opened(page, 'main [aria-haspopup=dialog]'),
      widths: [360],
    },
    { name: 'find-news', address: withNews, prepare: findNews },
    { name: 'new-for-you', address: withNews, prepare: newForYou },
    {
      name: 'new-for-you-rename',
      address: withNews,
      prepare: async (page) => {
        await newForYou(page)
        await page.locator('main li .btn-quiet').first().click()
        await page.locator('dialog[open]').waitFor()
        await page.locator('dialog[open] input').fill('')
        await page.locator('dialog[open] [type=submit]').click()
        await page.locator('dialog[open] .field-error').waitFor()
      },
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
        await page.locator('dialog[open] [type=submit]').click()
        await page.locator('.field-error').waitFor()
      },
    },
    { name: 'block-question', address: details, prepare: (page) => step(page, 1) },
    { name: 'reading-limit', address: '/baiDataPage', prepare: tooMuch },
    { name: 'details-limited', address: '/baiDataPage', prepare: limited },
    { name: 'details-last-ones', address: '/baiDataPage', prepare: lastProfiles },
    { name: 'find-last-ones', address: '/dashboard/account', prepare: lastPeople },
    { name: 'details-pending', address: requested },
    { name: 'details-own', address: ownDetails },
    {
      name: 'toast-of-a-refusal',
      address: details,
      prepare: async (page) => {
        await page.route('**/api/auth/sign-out', (route) => route.abort())
        // Whatever the width: the button is in the header or in the menu.
        await page
          .locator('header .btn-secondary[type=button]')
          .evaluateAll((buttons) => (buttons[0] as HTMLElement).click())
        await page.locator('.toast').waitFor()
      },
    },
    { name: 'details-unknown', address: '/BioDataDetails/018f0000-0000-7000-8000-000000000000' },
    { name: 'checkout', address: checkout },
    { name: 'checkout-by-hand', address: async (page) => `${await checkout(page)}?way=send` },
    { name: 'checkout-limited', address: details, prepare: checkoutLimited },
    { name: 'view-own', address: '/dashboard/viewBioData' },
    { name: 'view-own-closed', address: '/dashboard/account', prepare: viewClosed },
    {
      name: 'premium-question',
      address: '/dashboard/viewBioData',
      prepare: (page) => opened(page, 'main #premium'),
    },
    { name: 'edit', address: '/dashboard/EditBioData' },
    ...(['more', 'expects', 'contact'] as const).map((part) => ({
      name: `edit-${part}`,
      address: `/dashboard/EditBioData#${part}`,
      widths: [360],
    })),
    { name: 'draft-question', address: '/dashboard/EditBioData#about', prepare: leavingDraft },
    {
      name: 'dashboard-menu',
      address: '/dashboard/seen',
      prepare: (page) => page.locator('.dashboard-menu > summary').click(),
      widths: [360],
    },
    { name: 'my-requests', address: someRequest },
    {
      name: 'my-requests-decided',
      address: decidedRequests,
      prepare: async (page) => {
        await pressInDashboard(page, '[href="/dashboard/my-contact-request"]')
        await page.locator('main tbody .thread').first().waitFor()
      },
    },
    { name: 'my-requests-asked-how', address: askedHow, prepare: showQuestion },
    { name: 'my-requests-half-answered', address: askedHow, prepare: halfAnswered },
    { name: 'my-requests-unanswered', address: numbersReported, prepare: seeNumbers },
    { name: 'report-number', address: numbersReported, prepare: reportNumber },
    { name: 'delete-question', address: someRequest, prepare: (page) => opened(page, 'main tbody button') },
    { name: 'favourites', address: '/dashboard/my-favorite' },
    { name: 'favourites-table', address: '/dashboard/my-favorite?view=table' },
    {
      name: 'favourites-note',
      address: '/dashboard/my-favorite',
      prepare: async (page) => {
        await page.locator('.favourite-note button').first().click()
        await page.locator('main textarea').waitFor()
      },
    },
    {
      name: 'favourites-compare',
      address: '/dashboard/my-favorite',
      prepare: async (page) => {
        for (const place of [0, 1]) await page.locator('.favourite-tools input').nth(place).check()
        await page.locator('.compare-bar a').click()
        await page.locator('.comparison').waitFor()
      },
    },
    {
      name: 'seen',
      address: seen,
      prepare: async (page) => {
        await pressInDashboard(page, '[href="/dashboard/seen"]')
        await page.locator('main tbody details').first().waitFor()
        await page.locator('main tbody summary').first().click()
      },
    },
    {
      name: 'notifications',
      address: notified,
      prepare: async (page) => {
        await page.locator('header .bell').click()
        await page.locator('main .notices').first().waitFor()
      },
    },
    {
      name: 'mail-settings',
      address: settable,
      prepare: async (page) => {
        await page.locator('header .bell').click()
        await pressInDashboard(page, '[href="/dashboard/mail"]')
        await page.locator('main .choices').waitFor()
      },
    },
    { name: 'guardians', address: withGuardians, prepare: showGuardians },
    { name: 'guardians-new', address: '/dashboard/guardians', prepare: newLink },
    { name: 'own-privacy', address: '/dashboard/privacy' },
    {
      name: 'own-privacy-nobody',
      address: '/dashboard/account',
      prepare: (page) => withPresence(page, { contactFor: 'nobody' }),
    },
    {
      name: 'own-privacy-paused',
      address: '/dashboard/account',
      prepare: (page) => withPresence(page, { presence: 'paused' }),
    },
    {
      name: 'own-privacy-taken-back',
      address: '/dashboard/account',
      prepare: (page) => withPresence(page, { presence: 'taken back' }),
    },
    {
      name: 'own-privacy-married',
      address: '/dashboard/account',
      prepare: (page) => withPresence(page, { presence: 'married', deletedOn: '2026-12-22' }),
    },
    {
      name: 'own-privacy-found-here',
      address: '/dashboard/account',
      prepare: async (page) => {
        const marriage = { foundHere: 'yes', bioDataId: 83 }
        await withPresence(page, { presence: 'married', deletedOn: '2026-12-22', marriage })
        await page.locator('main form [name=bioDataId]').fill('eighty')
        await page.locator('main form [type=submit]').click()
        await page.locator('main form .error-summary').waitFor()
      },
    },
    {
      name: 'own-privacy-hidden',
      address: '/dashboard/account',
      prepare: (page) => withPresence(page, { unpublished: true }),
    },
    {
      name: 'married-question',
      address: '/dashboard/privacy',
      prepare: (page) => opened(page, 'main .btn:has(path[d^="M3.5 14"])'),
    },
    { name: 'own-privacy-blocked', address: withBlocked },
    { name: 'put-away', address: '/dashboard/viewBioData', prepare: withPutAway },
    {
      name: 'put-away-question',
      address: '/dashboard/viewBioData',
      prepare: async (page) => {
        await withPutAway(page)
        await opened(page, 'main [role=status] .btn-secondary')
      },
    },
    { name: 'account', address: '/dashboard/account' },
    { name: 'account-app', address: '/dashboard/account', prepare: newApp },
    { name: 'account-app-codes', address: '/dashboard/account', prepare: (page) => newApp(page, true) },
    { name: 'account-app-end', address: '/dashboard/my-favorite', prepare: leavingApp },
    { name: 'not-allowed', address: '/dashboard/manage' },
    { name: 'asked-none', address: '/dashboard/asked' },
    {
      name: 'checkout-asked-first',
      address: checkoutAsked,
      prepare: (page) => page.locator('main [name=introduction]').waitFor(),
    },
    { name: 'asked', address: asked, prepare: (page) => page.locator('main .asked-row').first().waitFor() },
    { name: 'answer-choice', address: answerWithChoice, prepare: showChoice },
    ...[
      { name: 'answer', address: answer },
      { name: 'answer-yes', address: answeredYes },
      { name: 'answer-not-now', address: answeredNotNow },
    ].map((screen) => ({ ...screen, prepare: (page: Page) => page.locator('main .answer-card').waitFor() })),
  ],
  premium: [
    { name: 'details-with-contact', address: details, prepare: pressForContact },
    { name: 'details-before-contact', address: details },
    {
      name: 'checkout-asked-first-free',
      address: checkoutAsked,
      prepare: (page) => page.locator('main [name=introduction]').waitFor(),
    },
    { name: 'details-last-contacts', address: '/baiDataPage', prepare: lastContacts },
    { name: 'invitation', address: invitation },
    { name: 'invitation-wrong', address: invitation, prepare: submitted },
    { name: 'kept', address: kept },
    { name: 'kept-asked', address: keptAsked, prepare: (page) => page.locator('main .asked-counts').waitFor() },
    {
      name: 'answer-of-ward',
      address: answerOfWard,
      prepare: (page) => page.locator('main .answer-card').waitFor(),
    },
    { name: 'edit-kept', address: editKept },
    { name: 'paused', address: paused },
  ],
  new: [
    { name: 'home-new', address: '/' },
    {
      name: 'welcome',
      address: '/welcome',
      prepare: (page) => page.locator('[name=forWhom][value=daughter]').check({ force: true }),
    },
    { name: 'guardians-none', address: '/dashboard/guardians' },
    { name: 'kept-none', address: '/dashboard/kept' },
    { name: 'view-own-none', address: '/dashboard/viewBioData' },
    { name: 'edit-empty-wrong', address: '/dashboard/EditBioData#contact', prepare: submitted },
    { name: 'details-without-own', address: details },
    { name: 'seen-none', address: '/dashboard/seen' },
    { name: 'notifications-none', address: '/dashboard/notifications' },
    { name: 'own-privacy-none', address: '/dashboard/privacy' },
    { name: 'favourites-none', address: '/dashboard/my-favorite' },
    { name: 'my-requests-none', address: '/dashboard/my-contact-request' },
    { name: 'find-newest', address: '/baiDataPage' },
    { name: 'new-for-you-none', address: '/dashboard/new' },
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
    { name: 'manage-users-limit', address: '/dashboard/adminDashboard', prepare: emailsConfirming },
    { name: 'manage-users-unconfirmed', address: '/dashboard/adminDashboard', prepare: emailsUnconfirmed },
    { name: 'details-of-an-administrator', address: details },
    { name: 'details-confirm-password', address: details, prepare: pressConfirming },
    { name: 'approve-premium', address: '/dashboard/approvedPremium' },
    { name: 'premium-review', address: somePremiumRequest },
    { name: 'approve-requests', address: '/dashboard/approvedContactRequest' },
    {
      name: 'approve-requests-chosen',
      address: '/dashboard/approvedContactRequest',
      prepare: (page) => page.locator('main tbody [type=checkbox]').first().check(),
    },
    { name: 'approve-requests-undo', address: '/dashboard/approvedContactRequest', prepare: approved },
    { name: 'judgement', address: someJudgement },
    {
      name: 'judgement-asked-first',
      address: judgeAsked,
      prepare: (page) => page.locator('#judgement').waitFor(),
    },
    { name: 'judgement-decided', address: '/dashboard/approvedContactRequest', prepare: decided },
    {
      name: 'judgement-refuse',
      address: someJudgement,
      prepare: (page) => opened(page, 'main section[aria-labelledby=judgement] .btn-secondary'),
    },
    { name: 'person', address: somePerson },
    {
      name: 'person-attesting',
      address: somePerson,
      prepare: (page) => page.locator('main form [name=kind]').nth(1).check({ force: true }),
    },
    { name: 'person-said', address: '/dashboard/manage', prepare: withSaid },
    { name: 'person-suspended', address: '/dashboard/approvedContactRequest', prepare: withHistory },
    {
      name: 'person-suspend-question',
      address: somePerson,
      prepare: async (page) => {
        await page.locator('main section ul .btn-secondary.w-full').last().click()
        await page.locator('dialog[open]').waitFor()
      },
    },
    { name: 'approve-requests-all', address: '/dashboard/approvedContactRequest?status=all' },
    { name: 'approve-requests-nothing-waits', address: '/dashboard/adminDashboard', prepare: emptyQueue },
    { name: 'activity', address: '/dashboard/activity' },
    { name: 'import', address: '/dashboard/import' },
    { name: 'import-preview', address: '/dashboard/import', prepare: withImport },
    { name: 'payments-none', address: '/dashboard/payments' },
    { name: 'transfers-none', address: '/dashboard/payments/confirm' },
    { name: 'refunds-none', address: '/dashboard/payments/refunds' },
    { name: 'statement', address: '/dashboard/payments/statement' },
    { name: 'payments', address: '/dashboard/adminDashboard', prepare: withFindings },
    { name: 'reports-none', address: '/dashboard/reports' },
    { name: 'reports', address: '/dashboard/adminDashboard', prepare: withReports },
    { name: 'numbers-none', address: '/dashboard/reports/numbers' },
    { name: 'numbers', address: '/dashboard/adminDashboard', prepare: withNumbers },
    { name: 'numbers-question', address: '/dashboard/adminDashboard', prepare: decideNumber },
    { name: 'numbers-decided', address: '/dashboard/adminDashboard', prepare: withDecidedNumbers },
    { name: 'texts-none', address: '/dashboard/texts' },
    { name: 'texts', address: '/dashboard/adminDashboard', prepare: withSuspiciousTexts },
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
  const found = typeof address === 'string' ? address : await address(page)
  // Only another place of the same page would be no new one.
  if (found.includes('#')) await page.goto('about:blank')
  await page.goto(found)
  await page.waitForFunction(() => !window.repeatEarlyPress)
  await prepare?.(page)
}

/** As the theme switch does it; a new width as turning a phone does. */
export async function show(page: Page, theme: string, width: number, height = 800) {
  await page.setViewportSize({ width, height })
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
