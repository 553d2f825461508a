import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Sent before hydration, a form would put a password into the page's address, and React would miss a tick. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
