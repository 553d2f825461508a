import { useEffect, useState } from 'react'
import { useUser } from '#src/features/identity/hooks.ts'
import { safeReturn, to } from '#src/platform/navigation/addresses.ts'
import { placeInHistory, useLocation, useNavigate, useSearch } from '#src/platform/navigation/routing.tsx'

/** Goes further back for a person who comes by Back, or Back would lead here again. @returns where, while it sends */
export function useSendOn(): string | undefined {
  const user = useUser()
  const isSignedIn = user !== null
  const [wasSignedIn] = useState(isSignedIn)
  const search = useSearch()
  const navigate = useNavigate()
  const { action, pathname } = useLocation()
  const isComingBack = action === 'POP' && wasSignedIn
  const from = search.get('from')
  const isNew = pathname === to.register() && user?.hasBiodata === false
  // A person who came from a page sees that first; the way to their biodata stands on it (REQUIREMENTS A10).
  const target = isNew && !from ? to.welcome : safeReturn(from)
  useEffect(() => {
    if (!isSignedIn) return
    if (isComingBack && placeInHistory() > 0) history.back()
    else navigate(target, { replace: true })
  }, [isSignedIn, isComingBack, target, navigate])
  return isSignedIn ? target : undefined
}
