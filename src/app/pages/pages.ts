import type { Access } from '#src/platform/http/contract.ts'
import type { Language } from '#src/platform/language.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { type Location, matchPath } from '#src/platform/navigation/routing.tsx'
import type { Address, PageModule } from '#src/ui/page-module.ts'
import type { PageKind } from '#src/ui/skeleton.tsx'

type Person = { isAdmin: boolean; needsSecondFactor: boolean }

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

export const pages: Page[] = [
  { path: to.home, access: 'visitor', file: 'features/home/home.page.tsx', kind: 'cards' },
  {
    path: to.browse,
    access: 'visitor',
    file: 'features/browse/browse.page.tsx',
    kind: 'cards',
    forMembers: { path: to.browse, access: 'member', file: 'features/finder/members-browse.page.tsx', kind: 'cards' },
  },
  { path: to.formerFind, access: 'visitor', leadsTo: (_, search) => to.browse + search },
  { path: to.contact, access: 'visitor', file: 'features/static-pages/contact.page.tsx' },
  {
    path: to.about,
    access: 'visitor',
    file: 'features/static-pages/site.page.tsx',
    params: { name: 'about' },
    kind: 'prose',
  },
  {
    path: to.privacy,
    access: 'visitor',
    file: 'features/static-pages/site.page.tsx',
    params: { name: 'privacy' },
    kind: 'prose',
  },
  {
    path: to.licensing,
    access: 'visitor',
    file: 'features/static-pages/site.page.tsx',
    params: { name: 'licensing' },
    kind: 'prose',
  },
  {
    path: to.fit,
    access: 'visitor',
    file: 'features/static-pages/site.page.tsx',
    params: { name: 'fit' },
    kind: 'prose',
  },
  {
    path: to.login(),
    access: 'visitor',
    isForSigningIn: true,
    file: 'features/sign-in/login.page.tsx',
    kind: 'form-card',
  },
  {
    path: to.register(),
    access: 'visitor',
    isForSigningIn: true,
    file: 'features/sign-in/register.page.tsx',
    kind: 'form-card',
  },
  {
    path: to.forgotPassword,
    access: 'visitor',
    file: 'features/email-links/forgot-password.page.tsx',
    kind: 'form-card',
  },
  {
    path: to.resetPassword(),
    access: 'visitor',
    file: 'features/email-links/reset-password.page.tsx',
    kind: 'form-card',
  },
  { path: to.verifyEmail(), access: 'visitor', file: 'features/email-links/verify-email.page.tsx', kind: 'form-card' },
  { path: to.details(':id'), access: 'member', file: 'features/profile/details.page.tsx', kind: 'prose' },
  { path: to.checkout(':bioDataId'), access: 'member', file: 'features/checkout/checkout.page.tsx' },
  {
    path: to.dashboard,
    access: 'member',
    leadsTo: (user) => (user?.needsSecondFactor ? to.account : user?.isAdmin ? to.manageUsers : to.viewOwn),
  },
  { path: to.viewOwn, access: 'member', file: 'features/profile/view-own.page.tsx', kind: 'prose' },
  { path: to.edit, access: 'member', file: 'features/edit/edit.page.tsx' },
  { path: to.myRequests, access: 'member', file: 'features/contact-requests/my-requests.page.tsx', kind: 'table' },
  { path: to.myFavourites, access: 'member', file: 'features/favourites/my-favourites.page.tsx', kind: 'table' },
  { path: to.newForYou, access: 'member', file: 'features/finder/new-for-you.page.tsx', kind: 'cards' },
  { path: to.seen, access: 'member', file: 'features/contact-ledger/seen.page.tsx', kind: 'table' },
  { path: to.privacyAndPresence, access: 'member', file: 'features/presence/privacy.page.tsx', kind: 'prose' },
  { path: to.notifications, access: 'member', file: 'features/notifications/notifications.page.tsx', kind: 'table' },
  { path: to.mailSettings, access: 'member', file: 'features/notifications/mail-settings.page.tsx', kind: 'table' },
  { path: to.account, access: 'member', file: 'features/account/account.page.tsx' },
  { path: to.adminDashboard, access: 'admin', file: 'features/administration/overview.page.tsx', kind: 'cards' },
  { path: to.activity, access: 'admin', file: 'features/administration/activity.page.tsx', kind: 'table' },
  { path: to.paymentFindings, access: 'admin', file: 'features/payments/payments.page.tsx', kind: 'table' },
  { path: to.person(':id'), access: 'admin', file: 'features/administration/person.page.tsx', kind: 'prose' },
  { path: to.reports, access: 'admin', file: 'features/safety/reports.page.tsx' },
  { path: to.suspiciousTexts, access: 'admin', file: 'features/administration/suspicious-texts.page.tsx' },
  { path: to.manageUsers, access: 'admin', file: 'features/administration/manage-users.page.tsx', kind: 'table' },
  { path: to.approvePremium, access: 'admin', file: 'features/premium/approve-premium.page.tsx', kind: 'table' },
  {
    path: to.approveRequests,
    access: 'admin',
    file: 'features/request-approval/approve-requests.page.tsx',
    kind: 'table',
  },
]

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
