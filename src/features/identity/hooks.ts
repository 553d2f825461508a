import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#src/platform/http/query.ts'
import { currentSession } from './contract.ts'

/** Who is signed in, or null; the server rendered the page for the same person. */
export const useUser = () => useSuspenseQuery(query(currentSession, {})).data.user
export const useSignInWays = () => useSuspenseQuery(query(currentSession, {})).data.ways

/**
 * For pages that only members reach. Where the session ends, a part of the page may be drawn before the page itself is
 * left: it keeps the member until then.
 */
export function useMember() {
  const user = useUser()
  const [atFirst] = useState(user)
  const member = user ?? atFirst
  if (!member) throw new Error('This page is for members')
  return member
}
