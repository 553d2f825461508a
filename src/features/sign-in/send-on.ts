import { useEffect, useState } from 'react'
import { useUser } from '#src/features/identity/hooks.ts'
import { safeReturn } from '#src/platform/navigation/addresses.ts'
import { placeInHistory, useLocation, useNavigate, useSearch } from '#src/platform/navigation/routing.tsx'

/**
 * Sends a person who is signed in on from a page for signing in: to where they wanted to go, or, when they come back to
 * it by Back, further back. Otherwise Back would lead to the page they are on.
 * @returns the address they are sent to, while they are
 */
export function useSendOn(): string | undefined {
  const isSignedIn = useUser() !== null
  const [wasSignedIn] = useState(isSignedIn)
  const search = useSearch()
  const navigate = useNavigate()
  const isComingBack = useLocation().action === 'POP' && wasSignedIn
  const target = safeReturn(search.get('from'))
  useEffect(() => {
    if (!isSignedIn) return
    if (isComingBack && placeInHistory() > 0) history.back()
    else navigate(target, { replace: true })
  }, [isSignedIn, isComingBack, target, navigate])
  return isSignedIn ? target : undefined
}
