import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import {
  type Location,
  type NavigateOptions,
  placeInHistory,
  RoutingProvider,
} from '#src/platform/navigation/routing.tsx'

const longestTrail = 20

/** Our links keep a key, the place in the history and the way there in the entry's state. */
export function locate(action: Location['action']): Location {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, key: history.state?.key ?? 'default', place: placeInHistory(), action }
}

/** The page stays until the next is there. `prepare`: undefined when all is here, else when React can begin. */
export function BrowserRouter({
  opened,
  prepare,
  children,
}: {
  opened: Location
  prepare: (wanted: Location) => Promise<unknown> | undefined
  children: ReactNode
}) {
  const [wanted, setWanted] = useState(opened)
  const [shown, setShown] = useState(wanted)
  const [{ navigate, guardBack, goBack, catchUp }] = useState(() => {
    let last = wanted
    let mayGoBack: (() => boolean) | undefined
    const move = (action: Location['action']) => {
      const next = locate(action)
      last = next
      setWanted(next)
      const show = () => {
        if (last === next) startTransition(() => setShown(next))
      }
      const arrival = prepare(next)
      // React loses the place of a page that is gone back to and waits: only one that is here shows within the event.
      if (arrival) arrival.then(() => setTimeout(show))
      else show()
    }
    return {
      navigate(to: string, { replace = false }: NavigateOptions = {}) {
        const trail: string[] = history.state?.trail ?? []
        const entry = {
          key: Math.random().toString(36).slice(2),
          idx: placeInHistory() + Number(!replace),
          trail: replace ? trail : [...trail, location.pathname].slice(-longestTrail),
        }
        history[replace ? 'replaceState' : 'pushState'](entry, '', to)
        move(replace ? 'REPLACE' : 'PUSH')
      },
      // Browsers do not let a later listener stop this one, so the guard of the page is asked here.
      goBack() {
        if (mayGoBack?.() ?? true) move('POP')
      },
      /** Who went back while React was at work on the page told nobody. */
      catchUp() {
        const { pathname, search, key } = locate('POP')
        if (pathname !== last.pathname || search !== last.search || key !== last.key) move('POP')
      },
      guardBack(mayGo: () => boolean) {
        mayGoBack = mayGo
        return () => {
          mayGoBack = undefined
        }
      },
    }
  })
  useLayoutEffect(() => {
    addEventListener('popstate', goBack)
    catchUp()
    return () => removeEventListener('popstate', goBack)
  }, [goBack, catchUp])
  return (
    <RoutingProvider shown={shown} wanted={wanted} navigate={navigate} guardBack={guardBack}>
      {children}
    </RoutingProvider>
  )
}
