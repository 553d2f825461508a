/** Where pages are: the only place that knows their addresses. src/app/pages/pages.ts says what is there. */
export const to = {
  home: '/',
  browse: '/baiDataPage',
  /** Where members looked for people before they did so in the list; it leads there. */
  formerFind: '/find',
  login: (from?: string) => (from && from !== '/' ? `/login?from=${encodeURIComponent(from)}` : '/login'),
  register: (from?: string) => (from && from !== '/' ? `/register?from=${encodeURIComponent(from)}` : '/register'),
  welcome: '/welcome',
  forgotPassword: '/forgot-password',
  resetPassword: (token?: string) => (token ? `/reset-password?token=${token}` : '/reset-password'),
  verifyEmail: (token?: string) => (token ? `/verify-email?token=${token}` : '/verify-email'),
  guardianInvitation: (token?: string) => (token ? `/guardian?token=${token}` : '/guardian'),
  details: (id: string) => `/BioDataDetails/${id}`,
  /** `way`: the kind of way to pay that is chosen at first. */
  checkout: (number: number | ':bioDataId', way?: 'send') => `/checkout/${number}${way ? `?way=${way}` : ''}`,
  /** Where somebody who paid elsewhere reads what became of it. */
  paymentReturn: (reference: string) => `/checkout/return/${reference}`,
  dashboard: '/dashboard',
  viewOwn: '/dashboard/viewBioData',
  edit: '/dashboard/EditBioData',
  myRequests: '/dashboard/my-contact-request',
  myFavourites: '/dashboard/my-favorite',
  newForYou: '/dashboard/new',
  seen: '/dashboard/seen',
  asked: (request = '') => `/dashboard/asked${request && '/'}${request}`,
  privacyAndPresence: '/dashboard/privacy',
  guardians: '/dashboard/guardians',
  /** `id`: of the guardianship whose tab is open. */
  kept: (id?: string) => (id ? `/dashboard/kept?of=${id}` : '/dashboard/kept'),
  editKept: (id: string) => `/dashboard/kept/${id}`,
  notifications: '/dashboard/notifications',
  mailSettings: '/dashboard/mail',
  account: '/dashboard/account',
  adminDashboard: '/dashboard/adminDashboard',
  activity: '/dashboard/activity',
  payments: '/dashboard/payments',
  transfers: (claim?: string) => (claim ? `/dashboard/payments/confirm?claim=${claim}` : '/dashboard/payments/confirm'),
  refundsToSend: '/dashboard/payments/refunds',
  paymentFindings: '/dashboard/payments/looks',
  statement: '/dashboard/payments/statement',
  reports: '/dashboard/reports',
  unanswered: '/dashboard/reports/numbers',
  suspiciousTexts: '/dashboard/texts',
  imports: (id?: string) => (id ? `/dashboard/import?id=${id}` : '/dashboard/import'),
  manageUsers: '/dashboard/manage',
  approvePremium: '/dashboard/approvedPremium',
  approveRequests: '/dashboard/approvedContactRequest',
  person: (id: string) => `/dashboard/people/${id}`,
  about: '/about',
  contact: '/contact',
  privacy: '/privacy',
  licensing: '/licensing',
  fit: '/how-fit-works',
}

/** The query of an address that says this, `?` included; nothing has none. */
export function searchOf(values: object): string {
  const search = String(
    new URLSearchParams(
      Object.entries(values).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
    ),
  )
  return `${search && '?'}${search}`
}

/** What `text` says as an address, if it is one. Not with `URL.canParse`, which is younger than phones in use. */
export function urlIn(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

/** Not a page: remembers the language `lang` and leads back to `from`, for pages without a script. */
export const languageSwitch = '/language'

/** Not a page of the frame: where the last link of a mail leads, and where mail programs send `List-Unsubscribe` to. */
export const unsubscribe = '/unsubscribe'

/** Not a page of the frame: where a mail asks whether the biodata is still right. */
export const stillRight = '/still-right'

/** Where to go after signing in: a path of this site, or home. Anything that could leave the site is not a path. */
export const safeReturn = (from: string | null): string =>
  from && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(from) ? from : to.home

export const demoMails = '/demo/outbox'

export const isInDashboard = (path: string) => path.startsWith(`${to.dashboard}/`)

/** Only there somebody else's scripts and frames are let in: the payment provider's. */
export const isCheckout = (path: string) => path.startsWith('/checkout/')
