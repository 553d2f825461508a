import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#src/platform/http/client.ts'
import { query } from '#src/platform/http/query.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { formatFailure } from '#src/ui/problems.tsx'
import { blockPerson, listBlocks, listOwnReports, unblockPerson } from './contract.ts'

export const blocks = query(listBlocks, {})
export const ownReports = query(listOwnReports, {})

export interface Other {
  id: string
  label: string
}

/** Everything that is known may show the person, or lack them: what is on the screen is asked for again. */
function useForget() {
  const client = useQueryClient()
  const forgetRest = () => client.removeQueries({ type: 'inactive' })
  return {
    forgetRest,
    forget() {
      forgetRest()
      return client.invalidateQueries()
    },
  }
}

export function useUnblock() {
  const t = useMemberTexts()
  const { forget } = useForget()
  return useMutation({
    mutationFn: ({ id }: Other) => call(unblockPerson, { id }),
    async onSuccess(_, { label }) {
      toast.success(t.safety.unblocked(label))
      await forget()
    },
    onError: (error) => toast.error(formatFailure(t, error)),
  })
}

/** `onBlocked` leaves a page about the blocked person, which would only say that it is not found. */
export function useGone(onBlocked?: () => void) {
  const { forget, forgetRest } = useForget()
  const isLeaving = useRef(false)
  useEffect(
    () => () => {
      if (isLeaving.current) forgetRest()
    },
    [forgetRest],
  )
  return () => {
    if (!onBlocked) return forget()
    isLeaving.current = true
    forgetRest()
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
    onError: (error) => toast.error(formatFailure(t, error)),
  })
}
