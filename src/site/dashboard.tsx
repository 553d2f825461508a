import { type ComponentType, type ReactNode, useEffect, useRef } from 'react'
import { to } from '#src/platform/addresses.ts'
import { loadMemberTexts, useTexts } from '#src/platform/i18n/texts.tsx'
import { NavLink, useLocation } from '#src/platform/routing.tsx'
import { useMember, useSignInWays } from '#src/sign-in/hooks.ts'

// Few people see it, so the others do not load it.
let parts: Partial<Record<'Styles' | 'VerifyBanner' | 'ConfirmSelf' | 'PausedNote' | 'Links', ComponentType>> = {}
/**
 * Loaded before a page of the dashboard is drawn: a press on a part whose code is not here yet would be lost. The frame
 * may be drawn before, around the outline of a page; what is loaded is in it only once its words are here too.
 */
export async function loadDashboard() {
  ;[parts] = await Promise.all([import('./dashboard-parts.ts'), loadMemberTexts()])
}

/** The sidebar beside every dashboard page; a strip above it on a phone. */
export function DashboardFrame({ children }: { children: ReactNode }) {
  const t = useTexts()
  const { name, email, isVerified, isPaused } = useMember()
  const { mail } = useSignInWays()
  const { Styles, VerifyBanner, ConfirmSelf, PausedNote, Links } = parts
  // On a phone the strip is wider than the screen, and the page one is on may be beyond its edge.
  const strip = useRef<HTMLDivElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>(`[href="${pathname}"]`)
    strip.current?.scrollTo({ left: (current?.offsetLeft ?? 0) - 48 })
  }, [pathname])
  return (
    <div className="wrap grid items-start gap-4 pt-2 lg:grid-cols-[232px_minmax(0,1fr)] lg:gap-6 lg:pt-6">
      {Styles && <Styles />}
      <div className="lg:sticky lg:top-21 lg:rounded-card lg:bg-surface lg:p-3 lg:shadow-e1 print:hidden">
        <NavLink to={to.account} className="nav-link gap-x-2 text-sm max-lg:px-0 lg:grid lg:py-2.5">
          <span className="truncate font-semibold lg:text-base text-ink lg:whitespace-normal lg:wrap-anywhere">
            {name}
          </span>
          <span className="truncate lg:whitespace-normal lg:wrap-anywhere">{email}</span>
          <span className="ml-auto underline underline-offset-4 lg:ml-0">{t.accounts.account}</span>
        </NavLink>
        <div className="stitch lg:my-2" />
        <div
          ref={strip}
          className="relative -mx-4 flex gap-1 overflow-x-auto px-4 sm:-mx-6 sm:px-6 lg:mx-0 lg:block lg:overflow-visible lg:px-0"
        >
          {Links && <Links />}
        </div>
      </div>
      {/* What stands in it goes by its width: beside the sidebar there is less room than on a tablet without. */}
      <div className="@container min-w-0">
        {isPaused && pathname !== to.privacyAndPresence && PausedNote && <PausedNote />}
        {mail && !isVerified && pathname !== to.account && VerifyBanner && <VerifyBanner />}
        {children}
      </div>
      {ConfirmSelf && <ConfirmSelf />}
    </div>
  )
}
