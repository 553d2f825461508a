import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mostAtOnce, type Outcome } from '#src/features/admin-list/index.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { call, codeOf } from '#src/platform/http/client.ts'
import { queriesOf, query } from '#src/platform/http/query.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { hold, offerUndo } from '#src/ui/dialogs/held.ts'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { formatFailure } from '#src/ui/problems.tsx'
import {
  type Asked,
  allRequests,
  approveEach,
  approveRequest,
  judgement,
  lastApproval,
  refuseEach,
  refuseRequest,
  undoApproval,
  undoEach,
} from './contract.ts'

/** What became of a request, `pending` where an approval was undone; `by` a colleague, if not here. */
export interface Decision {
  status: 'pending' | 'approve' | 'refused' | 'withdrawn'
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
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set())
  const remember = (ids: readonly string[], decision: Decision) =>
    setDecisions((known) => new Map([...known, ...ids.map((id) => [id, decision] as const)]))
  const forget = (ids: readonly string[]) =>
    setDecisions((known) => new Map([...known].filter(([id]) => !ids.includes(id))))
  /** Whether a request still waits, as far as this page knows; `status` is what the server said. */
  const isOpen = ({ id, status }: { id: string; status: Decision['status'] }) =>
    (decisions.get(id)?.status ?? status) === 'pending'

  /** Somebody was faster, or it was the same person, whose answer was lost. @returns what became of the decision */
  async function learn(id: string, wanted: Verdict): Promise<Outcome> {
    const { status, decidedBy } = await client.fetchQuery({ ...query(judgement, { id }), staleTime: 0 })
    const isOwn = status === wanted && decidedBy === name
    if (status !== 'pending') remember([id], { status, by: isOwn ? null : decidedBy })
    return { id, outcome: isOwn ? 'done' : 'before' }
  }
  async function take(results: Outcome[], status: Verdict) {
    const those = (...which: Outcome['outcome'][]) =>
      results.filter(({ outcome }) => which.includes(outcome)).map(({ id }) => id)
    remember(those('done'), { status, by: null })
    forget(those('before', 'missing', 'failed'))
    const learnt = await Promise.all(
      results.map((result) => (result.outcome === 'before' ? learn(result.id, status) : result)),
    )
    // Nobody waits for it: time to undo passes meanwhile.
    void refresh()
    return learnt
  }
  const refresh = (areListed = true) =>
    Promise.all([
      ...[allRequests.rows, lastApproval].map((stale) =>
        client.invalidateQueries({ ...queriesOf(stale), refetchType: areListed ? 'none' : 'active' }),
      ),
      client.invalidateQueries(queriesOf(judgement)),
    ])
  /** Whether a list on the screen has this row. One that was opened after an approval has it no longer. */
  const isListed = (id: string) =>
    client
      .getQueriesData<{ pages: { items: Asked[] }[] }>(queriesOf(allRequests.rows))
      .some(([, list]) => list?.pages.some(({ items }) => items.some((row) => row.id === id)))
  function formatOthers(taken: readonly Outcome[]) {
    if (taken.some(({ outcome }) => outcome === 'before')) toast.error(t.judging.meanwhile)
    else if (taken.some(({ outcome }) => outcome !== 'done')) toast.error(t.errors.refused)
  }

  /** It may be too late, or the payer may have seen the contact. @returns those that wait again */
  async function undo(ids: readonly string[]) {
    try {
      const { undone, seen } = await sendUndo(ids)
      remember(undone, { status: 'pending', by: null })
      await refresh(undone.every(isListed))
      if (undone.length < ids.length) toast.error(t.judging.undoTooLate)
      if (seen > 0) toast.error(t.judging.undoneButSeen(seen))
      else if (undone.length > 0) toast.success(t.judging.undone(undone.length))
      return undone
    } catch (error) {
      toast.error(codeOf(error) === 'too-late' ? t.judging.undoTooLate : formatFailure(t, error))
      return []
    }
  }
  const undoTexts = { undo: t.actions.undo, tooLate: t.judging.undoTooLate }

  return {
    decisions,
    sending,
    isOpen,
    undo,
    /** Says so once the server has answered. @returns whether it is approved now */
    async approve(id: string, said: string) {
      const since = Date.now()
      setSending((before) => new Set([...before, id]))
      try {
        const taken = await take(await send([id], 'approve', '', false), 'approve')
        const isDone = taken[0]?.outcome === 'done'
        if (isDone) offerUndo({ said, since, undo: () => undo([id]), texts: undoTexts })
        else formatOthers(taken)
        return isDone
      } catch (error) {
        toast.error(formatFailure(t, error))
        return false
      } finally {
        setSending((before) => new Set([...before].filter((other) => other !== id)))
      }
    },
    /** Holds refusals, because a refund cannot be undone, with a toast that says so, and `soon` when they are sent. */
    async refuse(ids: readonly string[], said: string, reason: string, soon?: string) {
      remember(ids, { status: 'refused', by: null })
      try {
        const results = await hold((isLeaving) => send(ids, 'refused', reason, isLeaving), {
          said,
          soon,
          texts: t.actions,
        })
        if (!results) return forget(ids)
        formatOthers(await take(results, 'refused'))
      } catch (error) {
        forget(ids)
        toast.error(formatFailure(t, error))
      }
    },
    approveMany: async (ids: string[]) => take(await sendMany(ids, 'approve', '', false), 'approve'),
  }
}

const partsOf = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / mostAtOnce) }, (_, n) => ids.slice(n * mostAtOnce, (n + 1) * mostAtOnce))

async function send(ids: readonly string[], status: Verdict, reason: string, isLeaving: boolean) {
  if (ids.length > 1) return sendMany(ids, status, reason, isLeaving)
  const id = ids[0]!
  const { modifiedCount } = await (status === 'approve'
    ? call(approveRequest, { id }, isLeaving)
    : call(refuseRequest, { id, reason }, isLeaving))
  return [{ id, outcome: modifiedCount > 0 ? 'done' : 'before' } as const]
}

async function sendMany(
  ids: readonly string[],
  status: Verdict,
  reason: string,
  isLeaving: boolean,
): Promise<Outcome[]> {
  const answers = partsOf(ids).map((part) =>
    status === 'approve'
      ? call(approveEach, { ids: part }, isLeaving)
      : call(refuseEach, { ids: part, reason }, isLeaving),
  )
  return (await Promise.all(answers)).flatMap(({ results }) => results)
}

async function sendUndo(ids: readonly string[]) {
  if (ids.length === 1) {
    const { seen } = await call(undoApproval, { id: ids[0]! })
    return { undone: ids, seen: Number(seen) }
  }
  const answers = await Promise.all(partsOf(ids).map((part) => call(undoEach, { ids: part })))
  const results = answers.flatMap((answer) => answer.results)
  return {
    undone: results.filter(({ outcome }) => outcome === 'done').map(({ id }) => id),
    seen: answers.reduce((sum, answer) => sum + answer.seen, 0),
  }
}
