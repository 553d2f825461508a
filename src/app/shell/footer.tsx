import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useTexts } from '#src/texts/texts.tsx'
import { useSite } from '#src/ui/site.tsx'

export function Footer() {
  const t = useTexts()
  const { brand } = useSite()
  const links = [
    [to.about, t.nav.about],
    [to.privacy, t.nav.privacyPolicy],
    [to.licensing, t.nav.licensing],
    [to.contact, t.nav.contact],
  ] as const
  return (
    <footer className="on-deep site-footer no-print">
      <div aria-hidden="true" className="hem" />
      <div className="wrap grid footer-columns">
        <p className="brand-text justify-self-start">{t.brandName(brand)}</p>
        <nav aria-label={t.nav.footer} className="footer-links">
          {links.map(([address, label]) => (
            <Link key={address} to={address} className="footer-link">
              {label}
            </Link>
          ))}
        </nav>
        <p>{t.nav.copyright(t.brandName(brand))}</p>
      </div>
    </footer>
  )
}
