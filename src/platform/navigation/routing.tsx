import { type ComponentProps, createContext, type MouseEvent, type ReactNode, use, useEffect, useMemo } from 'react'

export interface Location {
  pathname: string
  search: string
  hash: string
  /** Different for each entry of the browser's history. */
  key: string
  /** How many entries of the history were made here before it. */
  place: number
  action: 'PUSH' | 'REPLACE' | 'POP'
}
export type NavigateOptions = { replace?: boolean | undefined }

interface Routing {
  shown: Location
  navigate: (to: string, options?: NavigateOptions) => void
  guardBack: (mayGo: () => boolean) => () => void
}

const RoutingContext = createContext<Routing | null>(null)
const WantedContext = createContext<Location | null>(null)

/** Says where the pages inside are; router.tsx fills it in the browser, render.server.tsx on the server. */
export function RoutingProvider({ wanted, children, ...routing }: Routing & { wanted: Location; children: ReactNode }) {
  const { shown, navigate, guardBack } = routing
  // Apart, so that not every link is drawn anew when the next page begins to come.
  const value = useMemo(() => ({ shown, navigate, guardBack }), [shown, navigate, guardBack])
  return (
    <RoutingContext value={value}>
      <WantedContext value={wanted}>{children}</WantedContext>
    </RoutingContext>
  )
}

/** Every page stands in a router; a check would be sent to everybody. */
const useRouting = () => use(RoutingContext)!

export const useLocation = () => useRouting().shown
export function useSearch() {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}
export const useNavigate = () => useRouting().navigate
/** Has Back and Forward ask first, until the function it answers is called. One at a time can be asked. */
export const useBackGuard = () => useRouting().guardBack

/** The page on the screen (`shown`) stays until the next one is there. A change of the address begins from `wanted`. */
export function useNavigationState() {
  const { shown } = useRouting()
  const wanted = use(WantedContext) ?? shown
  return { shown, wanted, isNavigating: shown !== wanted }
}

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string } & NavigateOptions

/** What the browser does better itself is left to it: another window, a download, a press with a key held. */
export const isForUs = (event: MouseEvent<HTMLAnchorElement>) =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  (event.currentTarget.target || '_self') === '_self'

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

export const placeInHistory = (): number => history.state?.idx ?? 0

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

/** Marks the page one is on, without `end` also for pages below it; `aria-current` marks a page that belongs to it. */
export function NavLink({ end, 'aria-current': isRelated, ...rest }: LinkProps & { end?: boolean }) {
  const { pathname } = useLocation()
  const isHere = pathname === rest.to || (!end && pathname.startsWith(`${rest.to}/`))
  return <Link {...rest} aria-current={isHere ? 'page' : isRelated || undefined} />
}

export function Navigate({ to, replace }: { to: string } & NavigateOptions) {
  const { navigate } = useRouting()
  useEffect(() => navigate(to, { replace }), [to, replace, navigate])
  return null
}

/** Parameters by a pattern like `/checkout/:bioDataId`, in any letter case; undefined when the address is another's. */
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
