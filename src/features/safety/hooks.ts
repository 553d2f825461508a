import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call, query } from '#src/platform/http/client.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { blockPerson, listBlocks, listOwnReports, unblockPerson } from './contract.ts'

export const blocks = query(listBlocks, {})
export const ownReports = query(listOwnReports, {})

export interface Other {
  id: string
  label: string
}

/** Everything that is known may show the person, or lack them. What is on the screen is asked for again. */
const forgetRest = (client: QueryClient) => client.removeQueries({ type: 'inactive' })

export function useUnblock() {
  const t = useMemberTexts()
  const client = useQueryClient()
  return useAction(({ id }: Other) => call(unblockPerson, { id }), {
    toastText: ({ label }) => t.safety.unblocked(label),
    onDone: () => forgetRest(client),
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
    forgetRest(client)
    if (!onBlocked) return client.invalidateQueries()
    isLeaving.current = true
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
