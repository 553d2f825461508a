import { type ReactNode, useLayoutEffect, useState, useTransition } from 'react'
import { createPath, type Location, type NavigationType, type Navigator, Router, type To } from 'react-router'
import { PageOnItsWay } from './ui/page-on-its-way.ts'

type Move = { location: Location; action: `${NavigationType}` }

/** What the browser says about where it is. Our links keep a key and the place in the history in the entry's state. */
function locate(): Location {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, state: history.state?.usr, key: history.state?.key ?? 'default' }
}

const address = (to: To) => (typeof to === 'string' ? to : createPath(to))

function navigatorFor(onMove: (action: Move['action']) => void): Navigator {
  const go = (action: 'PUSH' | 'REPLACE', to: To, usr: unknown) => {
    const isPush = action === 'PUSH'
    const entry = { usr, key: Math.random().toString(36).slice(2), idx: (history.state?.idx ?? 0) + Number(isPush) }
    history[isPush ? 'pushState' : 'replaceState'](entry, '', address(to))
    onMove(action)
  }
  return {
    createHref: address,
    go: (by) => history.go(by),
    push: (to, state) => go('PUSH', to, state),
    replace: (to, state) => go('REPLACE', to, state),
  }
}

/**
 * The router of the browser. React keeps the old page until the next one is there; unlike react-router's own this one
 * knows of that time, so that the frame can show it. `prepare` begins to ask for what the next page needs and says
 * whether that is here.
 */
export function BrowserRouter({ prepare, children }: { prepare: () => boolean; children: ReactNode }) {
  const [{ location, action }, setMove] = useState<Move>(() => ({ location: locate(), action: 'POP' }))
  const [isPending, startTransition] = useTransition()
  const [{ moved, navigator }] = useState(() => {
    const moved = (action: Move['action']) => {
      const show = () => startTransition(() => setMove({ location: locate(), action }))
      // React does not let a page wait that is gone back to, and its place would be lost with it. Only a page that is here
      // is shown within the browser's event.
      if (prepare()) show()
      else setTimeout(show)
    }
    return { moved, navigator: navigatorFor(moved) }
  })
  useLayoutEffect(() => {
    // Browsers do not let a later listener stop this one, so whoever guards the page is asked first: ui/leave-guard.tsx.
    const back = () => dispatchEvent(new Event('goingback', { cancelable: true })) && moved('POP')
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [moved])
  return (
    <PageOnItsWay value={isPending}>
      <Router location={location} navigationType={action as NavigationType} navigator={navigator}>
        {children}
      </Router>
    </PageOnItsWay>
  )
}
