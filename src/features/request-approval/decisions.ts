import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Outcome, partsOf } from '#src/features/admin-list/index.ts'
import type { RequestStatus } from '#src/features/contact-requests/contract.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { call, queriesOf, query } from '#src/platform/http/client.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { hold, offerUndo } from '#src/ui/dialogs/held.ts'
import { toast } from '#src/ui/dialogs/toast.tsx'
import {
  type Asked,
  allRequests,
  approveEach,
  approveRequest,
  judgement,
  lastApproval,
  refuseEach,
  undoEach,
} from './contract.ts'

/** What became of a request, `pending` where an approval was undone; `by` a colleague, if not here. */
interface Decision {
  status: RequestStatus
  by: string | null
}
type Verdict = 'approve' | 'refused'
export type Decisions = ReturnType<typeof useDecisions>

/** The list on the screen keeps its rows until it is opened again; this remembers what became of them. */
export function useDecisions() {
  const t = useAdminTexts()
  const client = useQueryClient()
  const { name } = useMember()
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map())
  const remember = (ids: readonly string[], status: Decision['status'], by: string | null = null) =>
    setDecisions((known) => new Map([...known, ...ids.map((id) => [id, { status, by }] as const)]))
  const forget = (ids: readonly string[]) =>
    setDecisions((known) => new Map([...known].filter(([id]) => !ids.includes(id))))

  /** Somebody was faster, or it was the same person, whose answer was lost. @returns what became of the decision */
  async function learn(id: string, wanted: Verdict): Promise<Outcome> {
    const { status, decidedBy } = await client.fetchQuery({ ...query(judgement, { id }), staleTime: 0 })
    const isSo = status === wanted || (wanted === 'approve' && status === 'forwarded')
    const isOwn = isSo && decidedBy === name
    if (status !== 'pending') remember([id], status, isOwn ? null : decidedBy)
    return { id, outcome: isOwn ? 'done' : 'before' }
  }
  async function take(results: Outcome[], status: Verdict) {
    remember(idsOf(results, 'done'), status)
    forget(idsOf(results, 'before', 'missing', 'failed'))
    const learnt = await Promise.all(
      results.map((result) => (result.outcome === 'before' ? learn(result.id, status) : result)),
    )
    // Nobody waits for it: time to undo passes meanwhile.
    void refresh()
    return learnt
  }
  async function refresh(areListed = true) {
    await client.invalidateQueries({ refetchType: 'none' })
    const shown = areListed ? [judgement] : [judgement, allRequests.rows, lastApproval]
    await Promise.all(shown.map((endpoint) => client.invalidateQueries(queriesOf(endpoint))))
  }
  /** Whether a list on the screen has this row. One that was opened after an approval has it no longer. */
  const isListed = (id: string) =>
    client
      .getQueriesData<{ pages: { items: Asked[] }[] }>(queriesOf(allRequests.rows))
      .some(([, list]) => list?.pages.some(({ items }) => items.some((row) => row.id === id)))
  function reportOthers(taken: Outcome[]) {
    if (taken.some(({ outcome }) => outcome === 'before')) toast.error(t.judging.meanwhile)
    else if (taken.some(({ outcome }) => outcome !== 'done')) toast.error(t.errors.refused)
  }

  /** It may be too late, or the payer may have seen the contact. @returns those that wait again */
  async function undo(ids: readonly string[]) {
    try {
      const answers = await Promise.all(partsOf(ids).map((part) => call(undoEach, { ids: part })))
      const undone = answers.flatMap(({ results }) => idsOf(results, 'done'))
      const seen = answers.reduce((sum, answer) => sum + answer.seen, 0)
      remember(undone, 'pending')
      await refresh(undone.every(isListed))
      if (undone.length < ids.length) toast.error(t.judging.undoTooLate)
      if (seen > 0) toast.error(t.judging.undoneButSeen(seen))
      else if (undone.length > 0) toast.success(t.judging.undone(undone.length))
      return undone
    } catch (error) {
      toast.failed(t, error)
      return []
    }
  }

  return {
    decisions,
    undo,
    /** Says so once the server has answered. @returns whether it is approved now */
    async approve(id: string, toastText: string) {
      const since = Date.now()
      try {
        const { modifiedCount } = await call(approveRequest, { id })
        const taken = await take([{ id, outcome: modifiedCount > 0 ? 'done' : 'before' }], 'approve')
        const isDone = taken[0]?.outcome === 'done'
        const texts = { undo: t.actions.undo, tooLate: t.judging.undoTooLate }
        if (isDone) offerUndo({ toastText, since, undo: () => undo([id]), texts })
        else reportOthers(taken)
        return isDone
      } catch (error) {
        toast.failed(t, error)
        return false
      }
    },
    /** Holds refusals, because a refund cannot be undone, with a toast that says so, and `soon` when they are sent. */
    async refuse(ids: readonly string[], toastText: string, reason: string, soon?: string) {
      remember(ids, 'refused')
      const send = (isLeaving: boolean) =>
        Promise.all(partsOf(ids).map((part) => call(refuseEach, { ids: part, reason }, { keepalive: isLeaving })))
      try {
        const answers = await hold(send, { toastText, soon, texts: t.actions })
        if (!answers) return forget(ids)
        const results = answers.flatMap((answer) => answer.results)
        reportOthers(await take(results, 'refused'))
      } catch (error) {
        forget(ids)
        toast.failed(t, error)
      }
    },
    approveMany: async (ids: string[]) => take((await call(approveEach, { ids })).results, 'approve'),
  }
}

const idsOf = (results: Outcome[], ...wanted: Outcome['outcome'][]) =>
  results.filter(({ outcome }) => wanted.includes(outcome)).map(({ id }) => id)
