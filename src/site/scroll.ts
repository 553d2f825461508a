import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useNavigationState } from '#src/platform/routing.tsx'
import { attempt } from '#src/platform/storage.ts'

/**
 * A new page begins at its top and is announced by taking the focus. The first one the browser announces itself. Going
 * back the browser restores the place too, but only of a page that is there at once.
 */
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
    const remember = () => attempt(() => sessionStorage.setItem(place, `${scrollY}`))
    // Phones in use have no `scrollend` (Safari before 26.2). Written at every step, scrolling would stutter.
    let later: ReturnType<typeof setTimeout>
    const rememberSoon = () => {
      clearTimeout(later)
      later = setTimeout(remember, 100)
    }
    const [event, listener] = 'onscrollend' in window ? ['scrollend', remember] : ['scroll', rememberSoon]
    addEventListener(event, listener)
    return () => {
      clearTimeout(later)
      removeEventListener(event, listener)
    }
  }, [isNavigating, place])
}
