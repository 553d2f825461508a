import { to } from '#src/platform/addresses.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { NavLink } from '#src/platform/routing.tsx'

/** What administrators have beside the four pages of the specification. */
export default function AdminLinks({ className }: { className: string }) {
  const t = useMemberTexts()
  const links = [
    [to.paymentFindings, t.findings.link],
    [to.reports, t.safety.queue],
    [to.activity, t.admin.activityLink],
  ] as const
  return (
    <nav aria-label={t.admin.also} className="flex gap-1 lg:grid">
      <div className="stitch my-2 max-lg:hidden" />
      {links.map(([address, label]) => (
        <NavLink key={address} to={address} className={className}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
