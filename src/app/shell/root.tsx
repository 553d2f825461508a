import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { PageState } from '#src/app/pages/page-state.ts'
import { useAuthPending, useFollowOtherTabs } from '#src/features/identity/auth-state.ts'
import { OperatorDetails } from '#src/features/operator/components.ts'
import { demoMails, to } from '#src/platform/navigation/addresses.ts'
import { Link, useNavigationState } from '#src/platform/navigation/routing.tsx'
import { LanguageProvider, useTexts } from '#src/texts/texts.tsx'
import { OfflineIcon } from '#src/ui/art/icons.ts'
import { Spinner } from '#src/ui/art/spinner.tsx'
import { Toasts } from '#src/ui/dialogs/toast.tsx'
import { SiteProvider, useSite } from '#src/ui/site.tsx'
import { Header } from './header.tsx'
import { Boundary, Main, type Refused } from './main.tsx'

export function Root({ client, site, language, ...refused }: Omit<PageState, 'cache'> & { client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <SiteProvider value={site}>
        <LanguageProvider initial={language}>
          <Boundary address="">
            <Frame {...refused} />
          </Boundary>
        </LanguageProvider>
      </SiteProvider>
    </QueryClientProvider>
  )
}

function followOnline(tell: () => void) {
  window.ononline = window.onoffline = tell
  return () => {
    window.ononline = window.onoffline = null
  }
}

const useIsOnline = () =>
  useSyncExternalStore(
    followOnline,
    () => navigator.onLine,
    () => true,
  )

function Frame(refused: Refused) {
  const t = useTexts()
  const isOnline = useIsOnline()
  const { isDemo } = useSite()
  const isPending = useAuthPending()
  const { isNavigating } = useNavigationState()
  useFollowOtherTabs()
  return (
    <>
      <a href="#main" className="skip-link">
        {t.common.skipToContent}
      </a>
      {isPending && <Spinner label={t.common.loading} />}
      {isNavigating && <PageBar label={t.common.loading} />}
      {/* Hidden, not removed, while the auth state is asked for: a form that was being filled in keeps its content. */}
      <div hidden={isPending}>
        {isDemo && (
          <aside
            aria-label={t.common.demoLabel}
            className="bg-gold-soft px-4 py-1.5 text-center text-sm font-semibold text-gold-text no-print"
          >
            {t.common.demo}{' '}
            <a href={demoMails} className="underline">
              {t.common.demoMails}
            </a>
          </aside>
        )}
        <Header />
        <p
          role="status"
          className="bg-gold-soft px-4 py-2.5 text-center font-semibold text-gold-text empty-hidden no-print"
        >
          {!isOnline && <OfflineNote text={t.errors.offlineBanner} />}
        </p>
        <Main {...refused} />
        <Footer />
      </div>
      <Toasts />
    </>
  )
}

export function PageBar({ label }: { label: string }) {
  return (
    <div role="status" className="page-bar">
      <span className="sr-only">{label}</span>
    </div>
  )
}

export function OfflineNote({ text }: { text: string }) {
  return (
    <>
      <OfflineIcon className="icon-in-text" />
      {text}
    </>
  )
}

function Footer() {
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
        <div>
          <p className="brand-text w-fit">{t.brandName(brand)}</p>
          <OperatorDetails />
        </div>
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
