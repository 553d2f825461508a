import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether the page has come alive. A form's button waits for it: sent earlier, the browser itself would send the form,
 * and with it a password, to the page's address. So does a tick that React keeps: it would not learn of an earlier one.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
