import { useEffect } from 'react'

/** While `isActive`, the browser asks before the tab is closed or reloaded. */
export function useLeaveGuard(isActive: boolean) {
  useEffect(() => {
    if (!isActive) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isActive])
}
