import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { useMember, useSignInWays } from './accounts/hooks.ts'
import { useSignOut } from './header.tsx'
import { to } from './platform/addresses.ts'
import { useTexts } from './platform/i18n/texts.tsx'
import { NavLink, useLocation } from './platform/routing.tsx'
import { classNames } from './ui/class-names.ts'

// Few people see it, so the others do not load it.
let VerifyBanner: ComponentType | undefined
/** Loaded before a page of the dashboard is drawn: a press on a part whose code is not here yet would be lost. */
export async function loadVerifyBanner() {
  VerifyBanner ??= (await import('./accounts/verify-banner.tsx')).default
}

/** The sidebar beside every dashboard page; a strip above it on a phone. */
export function DashboardFrame({ children }: { children: ReactNode }) {
  const t = useTexts()
  const { isAdmin, isVerified } = useMember()
  const { mail } = useSignInWays()
  const logOut = useSignOut(t.accounts.loggedOut)
  const links = isAdmin
    ? [
        [to.adminDashboard, t.dashboard.adminDashboard],
        [to.manageUsers, t.dashboard.manageUsers],
        [to.approvePremium, t.dashboard.approvedPremium],
        [to.approveRequests, t.dashboard.approvedContactRequest],
      ]
    : [
        [to.edit, t.dashboard.editBiodata],
        [to.viewOwn, t.dashboard.viewBiodata],
        [to.myRequests, t.dashboard.myContactRequest],
        [to.myFavourites, t.dashboard.favourites],
      ]
  // On a phone the strip is wider than the screen, and the page one is on may be beyond its edge.
  const strip = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>(`[href="${pathname}"]`)
    strip.current?.scrollTo({ left: (current?.offsetLeft ?? 0) - 48 })
  }, [pathname])
  const item = 'nav-link shrink-0 whitespace-nowrap'
  return (
    <div className="wrap grid items-start gap-6 pt-6 lg:grid-cols-[232px_minmax(0,1fr)]">
      <nav
        ref={strip}
        aria-label={t.dashboard.nav}
        className="relative -mx-4 flex gap-1 overflow-x-auto px-4 lg:sticky lg:top-21 lg:mx-0 lg:grid lg:rounded-card lg:bg-surface lg:p-3 lg:shadow-e1 print:hidden"
      >
        {links.map(([address, label]) => (
          <NavLink key={address} to={address!} className={item}>
            {label}
          </NavLink>
        ))}
        <button type="button" onClick={logOut} className={classNames(item, 'cursor-pointer text-left')}>
          {t.dashboard.logOut}
        </button>
        <NavLink to={to.account} className={item}>
          {t.accounts.account}
        </NavLink>
      </nav>
      <div className="min-w-0">
        {mail && !isVerified && pathname !== to.account && VerifyBanner && <VerifyBanner />}
        {children}
      </div>
    </div>
  )
}
