import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#src/platform/http/client.ts'
import { query } from '#src/platform/http/query.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { blockPerson, listBlocks, listOwnReports, unblockPerson } from './contract.ts'

export const blocks = query(listBlocks, {})
export const ownReports = query(listOwnReports, {})

export interface Other {
  id: string
  label: string
}

const forgetRest = (client: QueryClient) => client.removeQueries({ type: 'inactive' })
/** Everything that is known may show the person, or lack them: what is on the screen is asked for again. */
function forget(client: QueryClient) {
  forgetRest(client)
  return client.invalidateQueries()
}

export function useUnblock() {
  const t = useMemberTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Other) => call(unblockPerson, { id }),
    async onSuccess(_, { label }) {
      toast.success(t.safety.unblocked(label))
      await forget(client)
    },
    onError: (error) => toast.failed(t, error),
  })
}

/** `onBlocked` leaves a page about the blocked person, which would only say that it is not found. */
export function useGone(onBlocked?: () => void) {
  const client = useQueryClient()
  const isLeaving = useRef(false)
  useEffect(
    () => () => {
      if (isLeaving.current) forgetRest(client)
    },
    [client],
  )
  return () => {
    if (!onBlocked) return forget(client)
    isLeaving.current = true
    forgetRest(client)
    onBlocked()
  }
}

export function useBlock(onBlocked?: () => void) {
  const t = useMemberTexts()
  const gone = useGone(onBlocked)
  const unblock = useUnblock()
  return useMutation({
    mutationFn: ({ id }: Other) => call(blockPerson, { id }),
    onSuccess(_, other) {
      toast.success(t.safety.blocked(other.label), {
        action: { label: t.actions.undo, onClick: () => unblock.mutate(other) },
      })
      return gone()
    },
    onError: (error) => toast.failed(t, error),
  })
}
