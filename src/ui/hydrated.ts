import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether the page has come alive. A form's button waits for it: sent earlier, the browser itself would send the form,
 * and with it a password, to the page's address.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
