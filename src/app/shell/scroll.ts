import { type RefObject, useLayoutEffect, useRef } from 'react'
import { attempt } from '#src/platform/browser-storage/storage.ts'
import { useNavigationState } from '#src/platform/navigation/routing.tsx'

/** Focus announces a new page, except the first. Browsers restore the place only of a page that is there at once. */
export function usePlaceOnPage(main: RefObject<HTMLElement | null>) {
  const { shown, isNavigating } = useNavigationState()
  const { pathname, key, action } = shown
  const lastPath = useRef(pathname)
  const place = `scroll ${key}${pathname}`

  useLayoutEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    main.current?.focus({ preventScroll: true })
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
