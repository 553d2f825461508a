import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#src/platform/http/client.ts'
import { mostAtOnce, type Outcome } from '#src/platform/http/lists.ts'
import { queriesOf, query } from '#src/platform/http/query.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { useMember } from '#src/sign-in/hooks.ts'
import { hold } from '#src/ui/held.ts'
import { sayFailure } from '#src/ui/problems.tsx'
import { toast } from '#src/ui/toast.tsx'
import {
  allRequests,
  approveEach,
  approveRequest,
  judgement,
  lastApproval,
  refuseEach,
  refuseRequest,
} from './admin-contract.ts'

/** What became of a request; `by` a colleague, if not here. */
export interface Decision {
  status: 'approve' | 'refused' | 'withdrawn'
  by: string | null
}
type Verdict = 'approve' | 'refused'
export type Decide = ReturnType<typeof useDecisions>['decide']

/**
 * What was decided since the list was read, here or by a colleague. The list on the screen keeps its rows until it is
 * opened again; what became of them is remembered here.
 */
export function useDecisions() {
  const t = useMemberTexts()
  const client = useQueryClient()
  const { name } = useMember()
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map())
  const remember = (ids: readonly string[], decision: Decision) =>
    setDecisions((known) => new Map([...known, ...ids.map((id) => [id, decision] as const)]))
  const forget = (ids: readonly string[]) =>
    setDecisions((known) => new Map([...known].filter(([id]) => !ids.includes(id))))

  /**
   * Somebody was faster: remembers who, and what. Who decides again because the answer was lost was it themselves.
   * @returns what became of the decision
   */
  async function learn(id: string, wanted: Verdict): Promise<Outcome> {
    const { status, decidedBy } = await client.fetchQuery({ ...query(judgement, { id }), staleTime: 0 })
    const isOwn = status === wanted && decidedBy === name
    if (status !== 'pending') remember([id], { status, by: isOwn ? null : decidedBy })
    return { id, outcome: isOwn ? 'done' : 'before' }
  }
  /** What the server has answered stands in the rows. */
  async function take(results: Outcome[], status: Verdict) {
    const those = (...which: Outcome['outcome'][]) =>
      results.filter(({ outcome }) => which.includes(outcome)).map(({ id }) => id)
    remember(those('done'), { status, by: null })
    forget(those('before', 'missing', 'failed'))
    const learnt = await Promise.all(
      results.map((result) => (result.outcome === 'before' ? learn(result.id, status) : result)),
    )
    await Promise.all([
      ...[allRequests.rows, lastApproval].map((stale) =>
        client.invalidateQueries({ ...queriesOf(stale), refetchType: 'none' }),
      ),
      client.invalidateQueries(queriesOf(judgement)),
    ])
    return learnt
  }

  return {
    decisions,
    /** Holds a decision about some requests, with a toast that says so, and `soon` when it is sent. */
    async decide(ids: readonly string[], status: Verdict, said: string, reason = '', soon?: string) {
      remember(ids, { status, by: null })
      try {
        const results = await hold((isLeaving) => send(ids, status, reason, isLeaving), {
          said,
          soon,
          texts: t.actions,
        })
        if (!results) return forget(ids)
        const taken = await take(results, status)
        if (taken.some(({ outcome }) => outcome === 'before')) toast.error(t.judging.meanwhile)
        else if (taken.some(({ outcome }) => outcome !== 'done')) toast.error(t.errors.refused)
      } catch (error) {
        forget(ids)
        toast.error(sayFailure(t, error))
      }
    },
    /** Approves without holding: the table does that for as many as were chosen. */
    approveMany: async (ids: string[], isLeaving: boolean) =>
      take(await sendMany(ids, 'approve', '', isLeaving), 'approve'),
  }
}

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
  const parts = Array.from({ length: Math.ceil(ids.length / mostAtOnce) }, (_, n) =>
    ids.slice(n * mostAtOnce, (n + 1) * mostAtOnce),
  )
  const answers = parts.map((part) =>
    status === 'approve'
      ? call(approveEach, { ids: part }, isLeaving)
      : call(refuseEach, { ids: part, reason }, isLeaving),
  )
  return (await Promise.all(answers)).flatMap(({ results }) => results)
}
