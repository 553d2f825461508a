import type { ReactNode } from 'react'
import { useMember, useSignInWays } from '#src/features/identity/hooks.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useLocation } from '#src/platform/navigation/routing.tsx'
import { loadMemberTexts } from '#src/texts/texts.tsx'

// Few people see it, so the others do not load it: one file.
let parts: Partial<typeof import('./dashboard-parts.tsx')> = {}
/** Call it before a dashboard page is drawn: a press on a part whose code is missing would be lost. */
export async function loadDashboard() {
  ;[parts] = await Promise.all([import('./dashboard-parts.tsx'), loadMemberTexts()])
}

export function DashboardFrame({ children }: { children: ReactNode }) {
  const { isVerified, isPaused, isPutAway } = useMember()
  const { mail } = useSignInWays()
  const { Styles, VerifyBanner, ConfirmSelf, PausedNote, PutAwayNote, Links, Menu } = parts
  const { pathname } = useLocation()
  return (
    <div className="wrap grid items-start dashboard-columns">
      {Styles && <Styles />}
      <div className="no-print wide-sticky">
        <div className="wide-only dashboard-side">{Links && <Links />}</div>
        {Menu && <Menu />}
      </div>
      {/* What stands in it goes by its width: beside the sidebar there is less room than on a tablet without. */}
      <div className="min-w-0 container">
        {isPutAway && PutAwayNote && <PutAwayNote />}
        {isPaused && !isPutAway && pathname !== to.privacyAndPresence && PausedNote && <PausedNote />}
        {mail && !isVerified && pathname !== to.account && VerifyBanner && <VerifyBanner />}
        {children}
      </div>
      {ConfirmSelf && <ConfirmSelf />}
    </div>
  )
}
