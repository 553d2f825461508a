import { QueryErrorResetBoundary } from '@tanstack/react-query'
import {
  Component,
  type ComponentType,
  Fragment,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { dashboard, forgetFailedPages, loadedPage } from '#src/app/pages/chunks.ts'
import type { PageState } from '#src/app/pages/page-state.ts'
import { addressBehind, findPage, type Page, propsAt, readerOf } from '#src/app/pages/pages.ts'
import { onHydrated } from '#src/app/pages/whole-sheet.ts'
import { useUser } from '#src/features/identity/hooks.ts'
import { useSendOn } from '#src/features/sign-in/send-on.ts'
import { documentCookies } from '#src/platform/browser-storage/cookies.ts'
import { attempt } from '#src/platform/browser-storage/storage.ts'
import { CallFailed, codeOf } from '#src/platform/http/client.ts'
import { isInDashboard, to } from '#src/platform/navigation/addresses.ts'
import { type Location, Navigate, useLocation, useNavigationState } from '#src/platform/navigation/routing.tsx'
import { type Texts, textsIn, useLanguage, useTexts } from '#src/texts/texts.tsx'
import type { Address, PageModule } from '#src/ui/page-module.ts'
import { ErrorNotice, NotAllowed, NotFound } from '#src/ui/problems.tsx'
import { type Site, useSite } from '#src/ui/site.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'

export type Refused = Pick<PageState, 'missing' | 'paused'>

export function Main(refused: Refused) {
  const { shown, isNavigating } = useNavigationState()
  const main = useRef<HTMLElement>(null)
  usePlaceOnPage(main)
  return (
    <main id="main" ref={main} tabIndex={-1} aria-busy={isNavigating} className="site-main">
      <Boundary address={shown.pathname + shown.search} surround={PageFrame}>
        <Suspense
          fallback={
            <PageFrame>
              <Outline address={shown.pathname} />
            </PageFrame>
          }
        >
          <Alive>
            <CurrentPage {...refused} />
          </Alive>
        </Suspense>
      </Boundary>
    </main>
  )
}

/** Inside what React hydrates last: its effect runs when every part of the page listens. */
function Alive({ children }: { children: ReactNode }) {
  useEffect(onHydrated, [])
  return children
}

/** Cards that are far away have guessed heights (ui/styles/cards.css): until they were laid out once, a place is another. */
function layOutAll() {
  const { classList } = document.documentElement
  classList.add('all-laid-out')
  requestAnimationFrame(() => requestAnimationFrame(() => classList.remove('all-laid-out')))
}

/** Focus announces a new page, except the first. Browsers restore the place only of a page that is there at once. */
function usePlaceOnPage(main: RefObject<HTMLElement | null>) {
  const { shown, isNavigating } = useNavigationState()
  const { pathname, key, action } = shown
  const lastPath = useRef(pathname)
  const place = `scroll ${key}${pathname}`

  useLayoutEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    main.current?.focus({ preventScroll: true })
    if (action === 'POP') layOutAll()
    window.scrollTo(0, action === 'POP' ? Number(attempt(() => sessionStorage.getItem(place)) ?? scrollY) : 0)
  }, [pathname, action, place, main])

  useLayoutEffect(() => {
    // While the next page is on its way, the browser scrolls the old one to where that was.
    if (isNavigating) return
    // Somebody may have scrolled before the script was here, and does not scroll again.
    let last: number | undefined = scrollY
    const remember = () => {
      if (last !== undefined) attempt(() => sessionStorage.setItem(place, `${last}`))
      last = undefined
    }
    let later: ReturnType<typeof setTimeout>
    const scrolled = ({ type }: Event) => {
      last = scrollY
      clearTimeout(later)
      if (type === 'scrollend') remember()
      else later = setTimeout(remember, 100)
    }
    // Phones in use have no `scrollend` (Safari before 26.2). Written at every step, scrolling would stutter.
    const event = 'onscrollend' in window ? 'scrollend' : 'scroll'
    addEventListener(event, scrolled)
    return () => {
      clearTimeout(later)
      // Who presses a link at once has left the page here. Where it is now is another's place, if they go back.
      remember()
      removeEventListener(event, scrolled)
    }
  }, [isNavigating, place])
}

interface BoundaryProps {
  address: string
  surround?: ComponentType<{ children: ReactNode }>
  children: ReactNode
}

export function Boundary(props: BoundaryProps) {
  return <QueryErrorResetBoundary>{({ reset }) => <Catch {...props} onRetry={reset} />}</QueryErrorResetBoundary>
}

class Catch extends Component<BoundaryProps & { onRetry: () => void }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  /** A page that failed does not come alive, what stands in its place does. */
  override componentDidCatch() {
    onHydrated()
  }

  override componentDidUpdate(before: { address: string }) {
    if (before.address !== this.props.address && this.state.error !== undefined) this.setState({ error: undefined })
  }

  retry = () => {
    if (this.state.error === undefined) return
    // A chunk is missing: the line is down, or the site was updated and the old files are gone.
    if (forgetFailedPages() && navigator.onLine) return location.reload()
    // The queries that failed are fetched again too; on their own they would keep their failure.
    this.props.onRetry()
    this.setState({ error: undefined })
  }

  notice(error: unknown) {
    const status = error instanceof CallFailed ? error.status : undefined
    if (status === 404) return <NotFound />
    // Without the password that was asked for nobody is refused for good.
    if (status === 403 && codeOf(error) !== 'confirm-password') return <NotAllowed />
    return <ErrorNotice error={error} onRetry={this.retry} />
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof CallFailed && error.status === 401) return <Redirect address={to.login(this.props.address)} />
    const { surround: Surround = Fragment } = this.props
    return <Surround>{this.notice(error)}</Surround>
  }
}

function CurrentPage({ missing, paused }: Refused) {
  const location = useLocation()
  const { pathname, search, hash } = location
  const user = useUser()
  const isMember = !!user
  const found = useMemo(() => findPage(pathname, isMember), [pathname, isMember])
  if (!found || pathname === missing) return <NotFound />
  const { page, params } = found
  if (page.access !== 'visitor' && !user) return <Redirect address={to.login(pathname + search)} />
  const behind = addressBehind(found, { pathname, search }, user)
  if (behind) return <Redirect address={behind + hash} />
  const isAllowed = page.access !== 'admin' || user?.isAdmin
  if (!isAllowed || paused?.address === pathname + search) {
    const refusal = new CallFailed({ status: 429, code: 'reading-limit', until: paused?.until })
    const notice = <ErrorNotice error={refusal} onRetry={() => window.location.reload()} />
    return <PageFrame>{isAllowed ? notice : <NotAllowed />}</PageFrame>
  }
  const module = loadedPage(page)
  if (module instanceof CallFailed) throw module
  // The page was not allowed when it was gone to, and is now: gone to once more, it is loaded.
  if (!module) return <Redirect address={pathname + search} />
  // Nobody goes on with the page, and the form, of the person before.
  const viewer = page.access === 'visitor' ? '' : user?.email
  const shown = <ShownPage key={viewer} {...{ page, module, params, location }} />
  return <PageFrame>{page.isForSigningIn ? <ForSigningIn key={pathname}>{shown}</ForSigningIn> : shown}</PageFrame>
}

function ForSigningIn({ children }: { children: ReactNode }) {
  const target = useSendOn()
  return target === undefined ? children : <Outline address={target} />
}

type Shown = { page: Page; module: PageModule<object>; params: Address['params']; location: Location }

function ShownPage({ page, module, params, location }: Shown) {
  const site = useSite()
  const { language } = useLanguage()
  const t = textsIn(readerOf(page), language)
  const props = propsAt(location, module, { params, language, cookies: documentCookies() })
  const title = module.title(t, site, props)
  useEffect(() => {
    document.title = documentTitle(title, site, t)
  }, [title, site, t])
  return <module.default {...props} />
}

export const documentTitle = (title: string, site: Site, t: Texts) => `${title} | ${t.brandName(site.brand)}`

function PageFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const user = useUser()
  const isFramed = user && isInDashboard(findPage(pathname, true)?.page.path ?? '')
  return isFramed ? <dashboard.Frame>{children}</dashboard.Frame> : children
}

/** In place of a page of which nothing is here: after somebody else has signed in, or on the way to the login. */
function Outline({ address }: { address: string }) {
  const t = useTexts()
  const page = findPage(new URL(address, 'http://page.invalid').pathname, false)?.page
  return <Skeleton kind={page?.kind ?? 'form'} label={t.common.loading} />
}

/** A page that is being left leads nowhere: it would undo where its reader goes. */
function Redirect({ address }: { address: string }) {
  const { isNavigating } = useNavigationState()
  return (
    <>
      {!isNavigating && <Navigate to={address} replace />}
      <Outline address={address} />
    </>
  )
}
