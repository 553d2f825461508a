import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { query } from '#src/platform/http/client.ts'
import type { ResultOf } from '#src/platform/http/contract.ts'
import { currentSession } from './contract.ts'

const session = query(currentSession, {})

let pending = 0
const listeners = new Set<() => void>()

function change(by: 1 | -1) {
  pending += by
  for (const tell of listeners) tell()
}

/** Marks the auth state as being asked for, from the begin of `work` to its end (REQUIREMENTS F2). */
export async function whileAuthPending<T>(work: () => Promise<T>): Promise<T> {
  change(1)
  try {
    return await work()
  } finally {
    change(-1)
  }
}

const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

export const useAuthPending = () =>
  useSyncExternalStore(
    subscribe,
    () => pending > 0,
    () => false,
  )

function announceAuthChange() {
  const channel = new BroadcastChannel('auth')
  channel.postMessage('changed')
  channel.close()
}

/** Asks for the session again but keeps it: the frame is drawn from it and would be gone until the answer comes. */
async function forgetViewer(client: QueryClient, known?: ResultOf<typeof currentSession>) {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== session.queryKey[0] })
  if (known) client.setQueryData(session.queryKey, known)
  else await client.fetchQuery({ ...session, staleTime: 0 })
}

/** This tab's person has changed: other tabs learn it too. */
export async function viewerChanged(client: QueryClient, known?: ResultOf<typeof currentSession>) {
  announceAuthChange()
  await forgetViewer(client, known)
}

/** Forgets what the previous person saw when another tab signs in or out (REQUIREMENTS A5). */
export function useFollowOtherTabs() {
  const client = useQueryClient()
  useEffect(() => {
    const channel = new BroadcastChannel('auth')
    channel.onmessage = () => void forgetViewer(client).catch(() => {})
    return () => channel.close()
  }, [client])
}
