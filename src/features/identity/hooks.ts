import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from '#src/platform/http/query.ts'
import { currentSession } from './contract.ts'

/** Who is signed in, or null; the server rendered the page for the same person. */
export const useUser = () => useSuspenseQuery(query(currentSession, {})).data.user
export const useSignInWays = () => useSuspenseQuery(query(currentSession, {})).data.ways

/** For pages that only members reach. */
export function useMember() {
  const user = useUser()
  if (!user) throw new Error('This page is for members')
  return user
}
