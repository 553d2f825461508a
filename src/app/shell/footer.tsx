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
    <footer className="on-deep mt-20 bg-deep text-on-deep-2 print:hidden">
      <div aria-hidden="true" className="hem" />
      <div className="wrap grid items-center gap-5 py-9 lg:grid-cols-[auto_1fr_auto]">
        <p className="brand-text justify-self-start">{t.brandName(brand)}</p>
        <nav aria-label={t.nav.footer} className="flex flex-wrap gap-x-6 gap-y-1 lg:justify-center">
          {links.map(([address, label]) => (
            <Link
              key={address}
              to={address}
              className="inline-flex min-h-11 items-center text-on-deep underline decoration-[#fff5] underline-offset-4"
            >
              {label}
            </Link>
          ))}
        </nav>
        <p>{t.nav.copyright(t.brandName(brand))}</p>
      </div>
    </footer>
  )
}
