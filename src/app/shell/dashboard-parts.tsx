import { type ReactNode, useEffect, useRef } from 'react'
import { findPage, isOnlyGuardian } from '#src/app/pages/pages.ts'
import VerifyBanner from '#src/features/email-links/verify-banner.tsx'
import { AskedCount } from '#src/features/family-answers/components.ts'
import { useMember, useSignInWays } from '#src/features/identity/hooks.ts'
import PutAwayNote from '#src/features/identity/put-away/put-away-note.tsx'
import PausedNote from '#src/features/presence/paused-note.tsx'
import StillRightNote from '#src/features/presence/still-right-note.tsx'
import { NewsCount } from '#src/features/saved-searches/news-count.tsx'
import ConfirmSelf from '#src/features/sign-in/confirmation/confirm-self.tsx'
import { to } from '#src/platform/navigation/addresses.ts'
import { NavLink, useLocation } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { ChevronDownIcon } from '#src/ui/art/member-icons.ts'
import { classNames } from '#src/ui/class-names.ts'
import sheet from '#src/ui/dashboard.css?inline'
import { AdminLink, FreshCounts, WaitingAt } from './admin-link.tsx'
import { type Menu, names } from './dashboard-names.ts'
import { useSignOut } from './sign-out.tsx'

export function Frame({ children }: { children: ReactNode }) {
  const { isAdmin, isVerified, isPaused, isPutAway, question } = useMember()
  const { mail } = useSignInWays()
  const { pathname } = useLocation()
  // Above the biodata of a ward it would seem to speak of that one.
  const isSaidThere = pathname === to.privacyAndPresence || pathname.startsWith(to.kept())
  return (
    <div className="wrap grid items-start dashboard-columns">
      {/* Styles as code cannot fail apart from it. React inserts them before anything that needs them is drawn. */}
      <style href="dashboard" precedence="default">
        {sheet}
      </style>
      <div className="no-print wide-sticky">
        <div className="wide-only dashboard-side">
          <Links />
        </div>
        <PhoneMenu />
      </div>
      {/* What stands in it goes by its width: beside the sidebar there is less room than on a tablet without. */}
      <div className="min-w-0 container">
        {isPutAway && <PutAwayNote />}
        {isPaused && !isPutAway && !isSaidThere && <PausedNote />}
        {question === 'asked' && !isPaused && !isSaidThere && <StillRightNote />}
        {mail && !isVerified && pathname !== to.account && <VerifyBanner isShort={pathname !== to.viewOwn} />}
        {children}
      </div>
      {isAdmin && <FreshCounts />}
      <ConfirmSelf />
    </div>
  )
}

const item = 'nav-link dashboard-link'

function Links() {
  const t = useMemberTexts()
  const member = useMember()
  const { isAdmin } = member
  const { logOut, question } = useSignOut(t.dashboard.loggedOut)
  const { pathname } = useLocation()
  const menuHere = names.find(({ path }) => path === findPage(pathname, true)?.page.path)?.menu
  const isOwnPage = menuHere === 'own' || menuHere === 'guardian'
  const linksOf = (wanted: Menu) => names.filter(({ menu }) => menu === wanted)
  const own = [
    ...(member.isGuardian ? linksOf('guardian') : []),
    // They have nothing of their own to look after, but news.
    ...linksOf('own').filter(
      ({ path }) => !isOnlyGuardian(member) || path === to.notifications || path === to.mailSettings,
    ),
  ].map(({ path, name }) => (
    <NavLink key={path} to={path} className={item}>
      {name(t)}
      {path === to.newForYou && <NewsCount />}
      {path === to.asked() && <AskedCount />}
    </NavLink>
  ))
  const adminLinks = (menu: Menu) =>
    linksOf(menu).map(({ path, name }) => <AdminLink key={path} to={path} label={name(t)} className={item} />)
  const logOutButton = (
    <button type="button" onClick={logOut} className={classNames(item, 'w-full cursor-pointer text-left')}>
      {t.dashboard.logOut}
    </button>
  )
  return (
    <>
      <NavLink to={to.account} className="nav-link grid content-center py-2.5 text-sm">
        <span className="text-base font-semibold text-ink wrap-anywhere">{member.name}</span>
        <span className="wrap-anywhere">{member.email}</span>
        <span className="underline">{t.accounts.account}</span>
      </NavLink>
      <div className="stitch my-2" />
      {isAdmin ? (
        <>
          <nav aria-label={t.nav.dashboard} className="grid">
            {adminLinks('admins')}
          </nav>
          <div className="stitch my-2" />
          <nav aria-label={t.dashboard.administration} className="grid">
            {adminLinks('more')}
          </nav>
          <div className="stitch my-2" />
          {/* Another page opens or folds it anew. */}
          <details key={String(isOwnPage)} open={isOwnPage} className="own-pages">
            <summary className={item}>
              {t.dashboard.yours}
              <ChevronDownIcon className="chevron" />
            </summary>
            <nav aria-label={t.dashboard.yours} className="grid">
              {own}
            </nav>
          </details>
          {logOutButton}
        </>
      ) : (
        <nav aria-label={t.nav.dashboard} className="grid">
          {own}
          {logOutButton}
        </nav>
      )}
      {question}
    </>
  )
}

function PhoneMenu() {
  const t = useMemberTexts()
  const { pathname, key } = useLocation()
  const { isAdmin } = useMember()
  const here = findPage(pathname, true)?.page
  const isForAdmins = here?.access === 'admin'
  // A refused page has no name here.
  const name = (!isForAdmins || isAdmin) && names.find(({ path }) => path === here?.path)?.name(t)
  const list = useRef<HTMLDetailsElement>(null)
  const arrivedAt = useRef(key)
  useEffect(() => {
    if (arrivedAt.current === key) return
    arrivedAt.current = key
    const { activeElement } = document
    // On the page one is on the focus would go away with what was pressed.
    if (list.current!.contains(activeElement)) list.current!.querySelector('summary')!.focus()
    list.current!.open = false
  }, [key])
  return (
    <details ref={list} className="dashboard-menu panel wide-hidden">
      <summary>
        {/* Of an administrator's pages the name alone has room beside its count. */}
        <span className={isForAdmins && isAdmin && name ? 'sr-only' : undefined}>
          {isForAdmins && isAdmin ? t.dashboard.administration : t.dashboard.myPages}
        </span>
        {name && <span className="dashboard-here">{name}</span>}
        {isAdmin && <WaitingAt path={pathname} />}
        <ChevronDownIcon className="chevron" />
      </summary>
      <Links />
    </details>
  )
}
