import { type ReactNode, useLayoutEffect, useMemo, useState, useTransition } from 'react'
import {
  type Action,
  type Location,
  type NavigateOptions,
  placeInHistory,
  RoutingProvider,
} from '#src/platform/routing.tsx'
import { IsNavigating } from '#src/ui/page-on-its-way.ts'

/** So many pages are remembered as the way to an entry of the history. */
const longestTrail = 20

/** Where the browser is. Our links keep a key, the place in the history and the way there in the entry's state. */
function locate(): Location {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, key: history.state?.key ?? 'default' }
}

/**
 * The router of the browser. React keeps the old page until the next one is there, and this knows of that time, so that
 * the frame can show it. `prepare` begins to ask for what the next page needs and says whether that is here.
 */
export function BrowserRouter({ prepare, children }: { prepare: () => boolean; children: ReactNode }) {
  const [move, setMove] = useState<{ location: Location; action: Action }>(() => ({
    location: locate(),
    action: 'POP',
  }))
  const [isPending, startTransition] = useTransition()
  const [{ moved, navigate }] = useState(() => {
    const moved = (action: Action) => {
      const show = () => startTransition(() => setMove({ location: locate(), action }))
      // React does not let a page wait that is gone back to, and its place would be lost with it. Only a page that is here
      // is shown within the browser's event.
      if (prepare()) show()
      else setTimeout(show)
    }
    const navigate = (to: string, { replace = false }: NavigateOptions = {}) => {
      const trail: string[] = history.state?.trail ?? []
      const entry = {
        key: Math.random().toString(36).slice(2),
        idx: placeInHistory() + Number(!replace),
        trail: replace ? trail : [...trail, location.pathname].slice(-longestTrail),
      }
      history[replace ? 'replaceState' : 'pushState'](entry, '', to)
      moved(replace ? 'REPLACE' : 'PUSH')
    }
    return { moved, navigate }
  })
  useLayoutEffect(() => {
    // Browsers do not let a later listener stop this one, so whoever guards the page is asked first: ui/leave-guard.tsx.
    const back = () => dispatchEvent(new Event('goingback', { cancelable: true })) && moved('POP')
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [moved])
  const routing = useMemo(() => ({ ...move, navigate }), [move, navigate])
  return (
    <IsNavigating value={isPending}>
      <RoutingProvider value={routing}>{children}</RoutingProvider>
    </IsNavigating>
  )
}
