import type { Access } from '#src/platform/http/contract.ts'
import type { Language } from '#src/platform/language.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { type Location, matchPath } from '#src/platform/navigation/routing.tsx'
import type { Reader } from '#src/texts/texts.tsx'
import type { Address, PageModule } from '#src/ui/page-module.ts'
import type { PageKind } from '#src/ui/skeleton.tsx'

type Person = { isAdmin: boolean; needsSecondFactor: boolean; hasBiodata: boolean; isGuardian: boolean }

export interface Page {
  path: string
  /** `search` begins with `?`. */
  leadsTo?: (user: Person | null, search: string) => string
  forMembers?: Page
  access: Access
  /** Of no use to people who are signed in: they are sent on. */
  isForSigningIn?: true
  /** The file of the page below src/; the build's manifest names its chunk by it. Absent where it leads on. */
  file?: string
  /** What tells pages of the same file apart. */
  params?: Address['params']
  /** How its skeleton looks; like a form by default. */
  kind?: PageKind
}

const pagesFor = (access: Access, rows: [path: string, name: string, kind?: PageKind, more?: Partial<Page>][]) =>
  rows.map(([path, name, kind, more]): Page => ({ path, access, file: `features/${name}.page.tsx`, kind, ...more }))

const forSigningIn = { isForSigningIn: true } as const

/** Somebody who is here for others alone has no biodata to look after. */
export const isOnlyGuardian = (user: Pick<Person, 'hasBiodata' | 'isGuardian'>) => user.isGuardian && !user.hasBiodata

/** Where the dashboard of somebody begins. */
export function dashboardOf(user: Person | null) {
  if (user?.needsSecondFactor) return to.account
  if (user?.isAdmin) return to.manageUsers
  return user && isOnlyGuardian(user) ? to.kept() : to.viewOwn
}

export const pages: Page[] = [
  { path: to.formerFind, access: 'visitor', leadsTo: (_, search) => to.browse + search },
  {
    path: to.dashboard,
    access: 'member',
    leadsTo: dashboardOf,
  },
  ...pagesFor('visitor', [
    [to.home, 'home/home', 'cards', { forMembers: pagesFor('member', [[to.home, 'home/members-home', 'cards']])[0]! }],
    [
      to.browse,
      'browse/browse',
      'cards',
      { forMembers: pagesFor('member', [[to.browse, 'finder/members-browse', 'cards']])[0]! },
    ],
    [to.contact, 'static-pages/contact'],
    [to.about, 'static-pages/site', 'prose', { params: { name: 'about' } }],
    [to.privacy, 'static-pages/site', 'prose', { params: { name: 'privacy' } }],
    [to.licensing, 'static-pages/site', 'prose', { params: { name: 'licensing' } }],
    [to.fit, 'static-pages/site', 'prose', { params: { name: 'fit' } }],
    [to.login(), 'sign-in/login', 'form-card', forSigningIn],
    [to.register(), 'sign-in/register', 'form-card', forSigningIn],
    [to.forgotPassword, 'email-links/forgot-password', 'form-card'],
    [to.resetPassword(), 'email-links/reset-password', 'form-card'],
    [to.verifyEmail(), 'email-links/verify-email', 'form-card'],
    [to.guardianInvitation(), 'guardians/invitation', 'form-card'],
    [to.paymentReturn(':reference'), 'checkout/payment-return', 'form-card'],
  ]),
  ...pagesFor('member', [
    [to.welcome, 'sign-in/welcome'],
    [to.details(':id'), 'profile/details', 'prose'],
    [to.checkout(':bioDataId'), 'checkout/checkout'],
    [to.edit, 'edit/edit', 'form'],
    [to.viewOwn, 'profile/view-own', 'prose'],
    [to.myRequests, 'contact-requests/my-requests', 'table'],
    [to.myFavourites, 'shortlist/my-favourites', 'cards'],
    [to.newForYou, 'finder/new-for-you', 'cards'],
    [to.asked(), 'family-answers/asked', 'cards'],
    [to.asked(':id'), 'family-answers/answer', 'prose'],
    [to.seen, 'contact-ledger/seen', 'table'],
    [to.kept(), 'kept-people/kept', 'prose'],
    [to.editKept(':id'), 'edit/edit-kept', 'form'],
    [to.guardians, 'guardians/guardians', 'form'],
    [to.privacyAndPresence, 'presence/privacy', 'prose'],
    [to.notifications, 'notifications/notifications', 'table'],
    [to.mailSettings, 'notifications/mail-settings', 'table'],
    [to.account, 'account/account', 'form'],
  ]),
  ...pagesFor('admin', [
    [to.adminDashboard, 'administration/overview', 'cards'],
    [to.manageUsers, 'administration/manage-users', 'table'],
    [to.approvePremium, 'request-approval/approve-premium', 'table'],
    [to.approveRequests, 'request-approval/approve-requests', 'table'],
    [to.payments, 'money-desk/payments', 'table'],
    [to.transfers(), 'money-desk/transfers', 'table'],
    [to.refundsToSend, 'money-desk/refunds', 'table'],
    [to.paymentFindings, 'money-desk/findings', 'table'],
    [to.statement, 'money-desk/statement', 'form'],
    [to.reports, 'administration/reports', 'form'],
    [to.unanswered, 'unanswered/unanswered', 'form'],
    [to.suspiciousTexts, 'administration/suspicious-texts', 'form'],
    [to.imports(), 'import/import', 'form'],
    [to.activity, 'administration/activity', 'table'],
    [to.person(':id'), 'administration/person', 'prose'],
  ]),
]

/** Whose texts the page carries; the build refuses one that draws with texts of others (scripts/shared-files.ts). */
export function readerOf({ path, access, kind }: Page): Reader {
  if (access !== 'visitor') return access
  if (path === to.login()) return 'login'
  return kind === 'form-card' ? 'account' : 'visitor'
}

const readAt = new WeakMap<Location, { module: PageModule<object>; language: Language; props: object }>()

/** The page's props. A location is read once for its queries, its title and what is drawn. */
export function propsAt(location: Location, module: PageModule<object>, address: Omit<Address, 'search'>): object {
  const known = readAt.get(location)
  if (known?.module === module && known.language === address.language) return known.props
  const props = propsOf(module, { ...address, search: new URLSearchParams(location.search) })
  readAt.set(location, { module, language: address.language, props })
  return props
}

export const propsOf = (module: PageModule<object>, address: Address): object => module.parse?.(address) ?? address

/** For visitors or members. `path` is the address as it is written here; people write it as they remember it. */
export function findPage(
  pathname: string,
  isMember: boolean,
): { page: Page; params: Address['params']; path: string } | undefined {
  for (const page of pages) {
    const params = matchPath(page.path, pathname)
    const path = params && page.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name]!))
    if (path !== undefined)
      return { page: (isMember && page.forMembers) || page, params: { ...params, ...page.params }, path }
  }
  return undefined
}

/** Where an address leads on to: the same in its usual spelling, or what its page stands for; undefined for no other. */
export function addressBehind(
  { page, path }: { page: Page; path: string },
  { pathname, search }: { pathname: string; search: string },
  user: Person | null,
) {
  if (user?.needsSecondFactor && page.access === 'admin') return to.account
  if (page.leadsTo) return page.leadsTo(user, search)
  return path === pathname.replace(/\/+$/, '') || pathname === '/' ? undefined : path + search
}

export const pagesWithFile = pages
  .flatMap((page) => (page.forMembers ? [page, page.forMembers] : page))
  .filter(({ file }) => file)
