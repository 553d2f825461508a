import { useEffect, useState } from 'react'
import { useUser } from '#src/features/identity/hooks.ts'
import { safeReturn } from '#src/platform/navigation/addresses.ts'
import { placeInHistory, useLocation, useNavigate, useSearch } from '#src/platform/navigation/routing.tsx'

/** Goes further back for a person who comes by Back, or Back would lead here again. @returns where, while it sends */
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
