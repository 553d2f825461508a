import { type QueryClient, QueryClientProvider, QueryErrorResetBoundary } from '@tanstack/react-query'
import {
  Component,
  type ComponentType,
  Fragment,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react'
import { useAuthPending, useFollowOtherTabs } from '#src/accounts/auth-state.ts'
import { useUser } from '#src/accounts/hooks.ts'
import { useSendOn } from '#src/accounts/send-on.ts'
import { demoMails, to } from '#src/platform/addresses.ts'
import { CallFailed } from '#src/platform/http/client.ts'
import {
  type Language,
  LanguageProvider,
  loadMemberTexts,
  type Texts,
  useLanguage,
  useMemberTexts,
  useTexts,
} from '#src/platform/i18n/texts.tsx'
import type { PageModule } from '#src/platform/page-module.ts'
import { Navigate, useLocation, useNavigationType } from '#src/platform/routing.tsx'
import { type Site, SiteProvider, useSite } from '#src/platform/site.tsx'
import { IsNavigating } from '#src/ui/page-on-its-way.ts'
import { ErrorNotice, NotAllowed, NotFound } from '#src/ui/problems.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { Toasts } from '#src/ui/toast.tsx'
import { DashboardFrame, loadVerifyBanner } from './dashboard.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { addressBehind, findPage, importPage, type Page } from './pages.ts'

export const loaded = new Map<string, PageModule>()
const loading = new Map<string, Promise<PageModule>>()
const failed = new Set<string>()

/** Loads a page's chunk once. Afterwards it renders without waiting, on the server and while hydrating. */
export function loadPage(page: Page): Promise<PageModule> {
  let promise = loading.get(page.path)
  if (!promise) {
    const texts = page.access !== 'visitor' && loadMemberTexts()
    const banner = page.path.startsWith('/dashboard/') && loadVerifyBanner()
    promise = Promise.all([importPage(page), texts, banner]).then(
      ([module]) => {
        loaded.set(page.path, module)
        return module
      },
      () => {
        // Kept until somebody tries again: asked for in every render, a missing chunk would be asked for without end.
        failed.add(page.path)
        throw new CallFailed({ status: navigator.onLine ? 503 : 0, code: 'unavailable' })
      },
    )
    loading.set(page.path, promise)
  }
  return promise
}

/** The whole site at one address. The router comes from outside: of the browser, or fixed by the server. */
export function Root({
  client,
  site,
  language,
  missing,
}: {
  client: QueryClient
  site: Site
  language: Language
  missing?: string | undefined
}) {
  return (
    <QueryClientProvider client={client}>
      <SiteProvider value={site}>
        <LanguageProvider initial={language}>
          <Boundary address="">
            <Frame missing={missing} />
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

function Frame({ missing }: { missing: string | undefined }) {
  const t = useTexts()
  const isOnline = useIsOnline()
  const { isDemo } = useSite()
  const isPending = useAuthPending()
  useFollowOtherTabs()
  return (
    <>
      <a href="#main" className="skip-link">
        {t.common.skipToContent}
      </a>
      {isPending && <Spinner label={t.common.loading} />}
      {use(IsNavigating) && (
        <div role="status" className="page-bar">
          <span className="sr-only">{t.common.loading}</span>
        </div>
      )}
      {/* Hidden, not removed, while the auth state is asked for: a form that was being filled in keeps its content. */}
      <div hidden={isPending}>
        {isDemo && (
          <aside
            aria-label={t.common.demoLabel}
            className="bg-gold-soft px-4 py-1.5 text-center text-sm font-semibold text-gold-text print:hidden"
          >
            {t.common.demo}{' '}
            <a href={demoMails} className="underline underline-offset-4">
              {t.common.demoMails}
            </a>
          </aside>
        )}
        <Header />
        <p
          role="status"
          className="bg-gold-soft px-4 py-2.5 text-center font-semibold text-gold-text empty:hidden print:hidden"
        >
          {!isOnline && t.errors.offlineBanner}
        </p>
        <Main missing={missing} />
        <Footer />
      </div>
      <Toasts regionLabel={t.common.notifications} closeLabel={t.common.close} />
    </>
  )
}

function Main({ missing }: { missing: string | undefined }) {
  const { pathname, search, key } = useLocation()
  const navigation = useNavigationType()
  const main = useRef<HTMLElement>(null)
  const lastPath = useRef(pathname)
  const place = `scroll ${key}${pathname}`

  // A new page begins at its top and is announced by taking the focus. The first one the browser announces itself. Going
  // back the browser restores the place too, but only of a page that is there at once.
  useLayoutEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    main.current?.focus({ preventScroll: true })
    window.scrollTo(0, navigation === 'POP' ? Number(attempt(() => sessionStorage.getItem(place)) ?? scrollY) : 0)
  }, [pathname, navigation, place])

  useEffect(() => {
    const remember = () => {
      // While the next page is on its way, the browser scrolls the old one to where that was.
      if ((history.state?.key ?? 'default') === key) attempt(() => sessionStorage.setItem(place, `${scrollY}`))
    }
    addEventListener('scrollend', remember)
    return () => removeEventListener('scrollend', remember)
  }, [key, place])

  return (
    <main
      id="main"
      ref={main}
      tabIndex={-1}
      aria-busy={use(IsNavigating)}
      className="min-h-[calc(100dvh-64px)] outline-none"
    >
      <Boundary address={pathname + search} surround={PageFrame}>
        <Suspense
          fallback={
            <PageFrame>
              <Outline address={pathname} />
            </PageFrame>
          }
        >
          <Alive>
            <CurrentPage missing={missing} />
          </Alive>
        </Suspense>
      </Boundary>
    </main>
  )
}

/** Inside what React hydrates last: its effect runs when every part of the page listens. */
function Alive({ children }: { children: ReactNode }) {
  useEffect(() => window.repeatEarlyPress?.(), [])
  return children
}

/** Storage can be forbidden. */
function attempt<T>(store: () => T): T | undefined {
  try {
    return store()
  } catch {
    return undefined
  }
}

/** What stays around a page while the page itself is not there, or has failed. */
function PageFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const user = useUser()
  return user && findPage(pathname)?.page.path.startsWith('/dashboard/') ? (
    <DashboardFrame>{children}</DashboardFrame>
  ) : (
    children
  )
}

/** In place of a page of which nothing is here: after somebody else has signed in, or on the way to the login. */
function Outline({ address }: { address: string }) {
  const t = useTexts()
  const page = findPage(new URL(address, 'http://page.invalid').pathname)?.page
  return <Skeleton kind={page?.kind ?? 'form'} label={t.common.loading} />
}

/** Leads elsewhere, and meanwhile shows what that looks like. */
const leadTo = (address: string) => (
  <>
    <Navigate to={address} replace />
    <Outline address={address} />
  </>
)

function CurrentPage({ missing }: { missing: string | undefined }) {
  const { pathname, search } = useLocation()
  const found = useMemo(() => findPage(pathname), [pathname])
  const user = useUser()
  if (!found || pathname === missing) return <NotFound />
  const { page, params } = found
  if (page.access !== 'visitor' && !user) return leadTo(to.login(pathname + search))
  const behind = addressBehind(found, { pathname, search }, user)
  if (behind) return leadTo(behind)
  if (page.access === 'admin' && !user?.isAdmin)
    return (
      <PageFrame>
        <NotAllowed />
      </PageFrame>
    )
  // Nobody goes on with the page, and the form, of the person before.
  const shown = (
    <LoadedPage key={page.access === 'visitor' ? '' : user?.email} page={page} params={params} search={search} />
  )
  return <PageFrame>{page.isForSigningIn ? <ForSigningIn key={pathname}>{shown}</ForSigningIn> : shown}</PageFrame>
}

/** A page only for whoever is not signed in; others are sent on, and see meanwhile what that looks like. */
function ForSigningIn({ children }: { children: ReactNode }) {
  const target = useSendOn()
  return target === undefined ? children : <Outline address={target} />
}

interface Address {
  params: Record<string, string | undefined>
  search: string
}

/** Only waits. React replays what waited, and then `use` is not called again: other hooks here would be counted wrong. */
function LoadedPage({ page, ...address }: { page: Page } & Address) {
  return <ShownPage module={loaded.get(page.path) ?? use(loadPage(page))} {...address} />
}

function ShownPage({ module, params, search }: { module: PageModule } & Address) {
  const t = useMemberTexts()
  const site = useSite()
  const { language } = useLanguage()
  const title = module.title(t, site, { params, search: new URLSearchParams(search), language })
  useEffect(() => {
    document.title = documentTitle(title, site, t)
  }, [title, site, t])
  return <module.default params={params} />
}

export const documentTitle = (title: string, site: Site, t: Texts) => `${title} | ${t.brandName(site.brand)}`

/** Shows what went wrong in place of what it holds, with a way back. Another address is another try. */
function Boundary(props: Omit<CatchProps, 'onRetry'>) {
  return <QueryErrorResetBoundary>{({ reset }) => <Catch {...props} onRetry={reset} />}</QueryErrorResetBoundary>
}

interface CatchProps {
  address: string
  /** What is drawn around the notice. */
  surround?: ComponentType<{ children: ReactNode }>
  onRetry: () => void
  children: ReactNode
}

class Catch extends Component<CatchProps, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  /** A page that failed does not come alive, what stands in its place does. */
  override componentDidCatch() {
    window.repeatEarlyPress?.()
  }

  override componentDidUpdate(before: { address: string }) {
    if (before.address !== this.props.address && this.state.error !== undefined) this.setState({ error: undefined })
  }

  retry = () => {
    if (this.state.error === undefined) return
    // A chunk is missing: the line is down, or the site was updated and the old files are gone.
    if (failed.size > 0 && navigator.onLine) return location.reload()
    for (const path of failed) loading.delete(path)
    failed.clear()
    // The queries that failed are fetched again too; on their own they would keep their failure.
    this.props.onRetry()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof CallFailed && error.status === 401) return leadTo(to.login(this.props.address))
    const { surround: Surround = Fragment } = this.props
    const status = error instanceof CallFailed ? error.status : undefined
    return (
      <Surround>
        {status === 404 && <NotFound />}
        {status === 403 && <NotAllowed />}
        {status !== 404 && status !== 403 && <ErrorNotice error={error} onRetry={this.retry} />}
      </Surround>
    )
  }
}
