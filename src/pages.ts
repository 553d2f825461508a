import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { to } from './platform/addresses.ts'
import type { Caller } from './platform/http/client.ts'
import type { Access } from './platform/http/contract.ts'
import type { Question } from './platform/http/query.ts'
import type { AllTexts, Language, Texts } from './platform/i18n/texts.tsx'
import { matchPath } from './platform/routing.tsx'
import type { Site } from './platform/site.tsx'
import type { PageKind } from './ui/skeleton.tsx'

/** The address of a page, as far as its data depends on it. */
export interface Address {
  params: Record<string, string | undefined>
  search: URLSearchParams
  /** In which the page is read. */
  language: Language
}

export interface PageProps {
  params: Address['params']
}

/** What the file of a page exports. */
export interface PageModule {
  default: ComponentType<PageProps>
  title: (texts: AllTexts, site: Site, address: Address) => string
  description?: (texts: Texts) => string
  /** What a link to the page is called where it is shared and only the login can be seen: nothing that is not for all. */
  sharedTitle?: (texts: AllTexts, site: Site, params: Address['params'], call: Caller) => Promise<string>
  /** The search that is meant, where the address has it in other words; the server leads there. */
  properSearch?: (search: URLSearchParams) => URLSearchParams | undefined
  /** What the page asks for at once; the server answers it into the page. */
  questions?: (address: Address) => Question[]
  /** What it asks for next, when that depends on the first answers, which are in `answers` by then. */
  furtherQuestions?: (address: Address, answers: QueryClient) => Question[]
}

export interface Page {
  path: string
  /** It has nothing of its own and leads on. */
  leadsTo?: (user: { isAdmin: boolean } | null) => string
  /** Visitors are sent to log in; members who are not administrators are told so. */
  access: Access
  /** Of no use to whoever is signed in: they are sent on. */
  isForSigningIn?: true
  /** The file of the page; the build's manifest names its chunk by it. Absent where it leads on. */
  file?: string
  /** What tells pages of the same file apart. */
  params?: Address['params']
  /** How it looks while it is not here yet; like a form otherwise. */
  kind?: PageKind
}

/** Every address of the specification, odd spellings included. Nothing else knows them by heart: see `to`. */
export const pages: Page[] = [
  { path: '/', access: 'visitor', file: './home/home.page.tsx', kind: 'cards' },
  { path: '/baiDataPage', access: 'visitor', file: './biodata/browse.page.tsx', kind: 'cards' },
  { path: '/contact', access: 'visitor', file: './home/contact.page.tsx' },
  { path: '/about', access: 'visitor', file: './home/site.page.tsx', params: { name: 'about' }, kind: 'prose' },
  { path: '/privacy', access: 'visitor', file: './home/site.page.tsx', params: { name: 'privacy' }, kind: 'prose' },
  { path: '/licensing', access: 'visitor', file: './home/site.page.tsx', params: { name: 'licensing' }, kind: 'prose' },
  { path: '/login', access: 'visitor', isForSigningIn: true, file: './accounts/login.page.tsx' },
  { path: '/register', access: 'visitor', isForSigningIn: true, file: './accounts/register.page.tsx' },
  { path: '/forgot-password', access: 'visitor', file: './accounts/forgot-password.page.tsx' },
  { path: '/reset-password', access: 'visitor', file: './accounts/reset-password.page.tsx' },
  { path: '/verify-email', access: 'visitor', file: './accounts/verify-email.page.tsx' },
  { path: '/BioDataDetails/:id', access: 'member', file: './biodata/details.page.tsx', kind: 'prose' },
  { path: '/checkout/:bioDataId', access: 'member', file: './biodata/checkout.page.tsx' },
  { path: '/dashboard', access: 'member', leadsTo: (user) => (user?.isAdmin ? to.manageUsers : to.viewOwn) },
  { path: '/dashboard/viewBioData', access: 'member', file: './biodata/view-own.page.tsx', kind: 'prose' },
  { path: '/dashboard/EditBioData', access: 'member', file: './biodata/edit.page.tsx' },
  {
    path: '/dashboard/my-contact-request',
    access: 'member',
    file: './contact-requests/my-requests.page.tsx',
    kind: 'table',
  },
  { path: '/dashboard/my-favorite', access: 'member', file: './favourites/my-favourites.page.tsx', kind: 'table' },
  { path: '/dashboard/account', access: 'member', file: './accounts/account.page.tsx' },
  { path: '/dashboard/adminDashboard', access: 'admin', file: './home/overview.page.tsx', kind: 'cards' },
  { path: '/dashboard/activity', access: 'admin', file: './home/activity.page.tsx', kind: 'table' },
  { path: '/dashboard/payments', access: 'admin', file: './payments/findings.page.tsx', kind: 'table' },
  { path: '/dashboard/manage', access: 'admin', file: './premium/manage-users.page.tsx', kind: 'table' },
  { path: '/dashboard/approvedPremium', access: 'admin', file: './premium/approve-premium.page.tsx', kind: 'table' },
  {
    path: '/dashboard/approvedContactRequest',
    access: 'admin',
    file: './contact-requests/approve-requests.page.tsx',
    kind: 'table',
  },
]

const files = import.meta.glob<PageModule>('./*/*.page.tsx')

export function importPage(page: Page): Promise<PageModule> {
  const load = page.file && files[page.file]
  if (!load) throw new Error(`${page.path} has no file ${page.file}`)
  return load()
}

/** The page of an address. `path` is how the address is written here; people write it as they remember it. */
export function findPage(pathname: string): { page: Page; params: Address['params']; path: string } | undefined {
  for (const page of pages) {
    const params = matchPath(page.path, pathname)
    const path = params && page.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name]!))
    if (path !== undefined) return { page, params: { ...params, ...page.params }, path }
  }
  return undefined
}

/** Where an address leads on to: the same in its usual spelling, or what its page stands for; undefined for no other. */
export function addressBehind(
  { page, path }: { page: Page; path: string },
  { pathname, search }: { pathname: string; search: string },
  user: { isAdmin: boolean } | null,
) {
  if (page.leadsTo) return page.leadsTo(user)
  return path === pathname.replace(/\/+$/, '') || pathname === '/' ? undefined : path + search
}
