import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#src/platform/http/client.ts'
import { currentSession } from './contract.ts'

export const useUser = () => useSuspenseQuery(query(currentSession, {})).data.user
export const useSignInWays = () => useSuspenseQuery(query(currentSession, {})).data.ways

/** Keeps the member until the page is left: a part of it may be drawn once more after the session ends. */
export function useMember() {
  const user = useUser()
  const [atFirst] = useState(user)
  const member = user ?? atFirst
  if (!member) throw new Error('This page is for members')
  return member
}
