import { type ComponentProps, createContext, type MouseEvent, type ReactNode, use, useEffect, useMemo } from 'react'

/** The address of the page on the screen. `key` is different for each entry of the browser's history. */
export interface Location {
  pathname: string
  search: string
  hash: string
  key: string
}
/** How one came to a location: by a new entry of the history, in place of one, or by going back and forth in it. */
export type Action = 'PUSH' | 'REPLACE' | 'POP'
export interface NavigateOptions {
  replace?: boolean | undefined
}

interface Routing {
  location: Location
  action: Action
  navigate: (to: string, options?: NavigateOptions) => void
}

const Context = createContext<Routing | null>(null)
/** Says where the pages inside are; router.tsx fills it in the browser, {@link StaticRouter} on the server. */
export const RoutingProvider = Context

function useRouting() {
  const routing = use(Context)
  if (!routing) throw new Error('A page is rendered outside of a router')
  return routing
}
export const useLocation = () => useRouting().location
export const useNavigationType = () => useRouting().action
/** Goes to an address of this site: `navigate(to.home)`. */
export const useNavigate = () => useRouting().navigate

/** The query of the address, and how to change it; that is a new entry of the history unless `replace`. */
export function useSearchParams() {
  const { location, navigate } = useRouting()
  const { pathname, search } = location
  const params = useMemo(() => new URLSearchParams(search), [search])
  const set = (next: URLSearchParams, options?: NavigateOptions) => navigate(`${pathname}?${next}`, options)
  return [params, set] as const
}

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string } & NavigateOptions

/** What the browser does better itself is left to it: another window, a download, a press with a key held. */
const isForUs = (event: MouseEvent<HTMLAnchorElement>) =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  (event.currentTarget.target || '_self') === '_self'

/** A link inside the site. */
export function Link({ to, replace, onClick, ...rest }: LinkProps) {
  const { navigate } = useRouting()
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event)
        if (!isForUs(event)) return
        event.preventDefault()
        // A link to where one is makes no further entry of the history, as in browsers.
        const { pathname, search, hash } = window.location
        navigate(to, { replace: replace ?? to === pathname + search + hash })
      }}
    />
  )
}

/** How many entries of the history were made here before the one on the screen. */
export const placeInHistory = (): number => history.state?.idx ?? 0

/** How many steps back a page is, if one came from there. */
function stepsBackTo(pathname: string) {
  const trail: string[] = history.state?.trail ?? []
  const place = trail.lastIndexOf(pathname)
  return place < 0 ? undefined : trail.length - place
}

/** A link back to a page: as it was left, with its query and its place, if one came from there. */
export function BackLink({ to, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      to={to}
      onClick={(event) => {
        const steps = stepsBackTo(to)
        if (!steps || !isForUs(event)) return
        event.preventDefault()
        history.go(-steps)
      }}
    />
  )
}

/**
 * A link that says whether it leads to the page one is on; without `end` also for pages below it. `aria-current` of one's
 * own is for a page that belongs to it and has another address.
 */
export function NavLink({ end, 'aria-current': isRelated, ...rest }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation()
  const isHere = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`))
  return <Link {...rest} aria-current={isHere ? 'page' : isRelated || undefined} />
}

/** Goes elsewhere as soon as it is drawn. */
export function Navigate({ to, replace }: { to: string } & NavigateOptions) {
  const { navigate } = useRouting()
  useEffect(() => navigate(to, { replace }), [to, replace, navigate])
  return null
}

/**
 * The parameters of an address by a pattern like `/checkout/:bioDataId`, in whatever case it is written; undefined when
 * it is another's.
 */
export function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const match = new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/*$`, 'i').exec(pathname)
  if (!match) return undefined
  try {
    return Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]),
    )
  } catch {
    // A broken escape names nothing.
    return undefined
  }
}

const goesNowhere = () => {}

/** For rendering one address. */
export function StaticRouter({ location, children }: { location: string; children: ReactNode }) {
  const { pathname, search, hash } = new URL(location, 'http://page.invalid')
  return (
    <RoutingProvider
      value={{ location: { pathname, search, hash, key: 'default' }, action: 'POP', navigate: goesNowhere }}
    >
      {children}
    </RoutingProvider>
  )
}
