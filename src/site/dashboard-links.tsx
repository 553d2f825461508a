import { to } from '#src/platform/addresses.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { NavLink } from '#src/platform/routing.tsx'
import { useMember } from '#src/sign-in/hooks.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useSignOut } from './sign-out.tsx'

const item = 'nav-link shrink-0 max-lg:whitespace-nowrap lg:py-2 lg:leading-snug'

/** The pages of the dashboard, for administrators theirs first. */
export default function DashboardLinks() {
  const t = useMemberTexts()
  const { isAdmin } = useMember()
  const { logOut, question } = useSignOut(t.accounts.loggedOut)
  const own = [
    [to.edit, t.dashboard.editBiodata],
    [to.viewOwn, t.dashboard.viewBiodata],
    [to.myRequests, t.dashboard.myContactRequest],
    [to.myFavourites, t.dashboard.favourites],
    [to.newForYou, t.searches.title],
    [to.seen, t.dashboard.seen],
    [to.privacyAndPresence, t.dashboard.privacy],
  ] as const
  const admins = [
    [to.adminDashboard, t.dashboard.adminDashboard],
    [to.manageUsers, t.dashboard.manageUsers],
    [to.approvePremium, t.dashboard.approvedPremium],
    [to.approveRequests, t.dashboard.approvedContactRequest],
  ] as const
  /** What they have beside the four pages of the specification. */
  const more = [
    [to.paymentFindings, t.findings.link],
    [to.reports, t.safety.queue],
    [to.activity, t.admin.activityLink],
  ] as const
  const links = (addresses: readonly (readonly [string, string])[]) =>
    addresses.map(([address, label]) => (
      <NavLink key={address} to={address} className={item}>
        {label}
      </NavLink>
    ))
  return (
    <>
      <nav aria-label={t.dashboard.nav} className="flex gap-1 lg:grid">
        {links(isAdmin ? admins : own)}
        <button type="button" onClick={logOut} className={classNames(item, 'cursor-pointer text-left')}>
          {t.dashboard.logOut}
        </button>
      </nav>
      {isAdmin && (
        <>
          <nav aria-label={t.admin.also} className="flex gap-1 lg:grid">
            <div className="stitch my-2 max-lg:hidden" />
            {links(more)}
          </nav>
          <nav aria-label={t.dashboard.yours} className="flex items-center gap-1 lg:grid lg:items-stretch">
            <div className="stitch my-2 max-lg:hidden" />
            <p className="shrink-0 border-line px-3.5 text-sm font-semibold max-lg:border-l lg:py-1">
              {t.dashboard.yours}
            </p>
            {links(own)}
          </nav>
        </>
      )}
      {question}
    </>
  )
}
