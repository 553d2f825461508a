import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { to } from '#src/platform/addresses.ts'
import { call } from '#src/platform/http/client.ts'
import { longestReason, type Outcome } from '#src/platform/http/lists.ts'
import { queriesOf, query } from '#src/platform/http/query.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import type { Address, PageModule } from '#src/platform/page-module.ts'
import { useSearch } from '#src/platform/routing.tsx'
import { useSite } from '#src/platform/site.tsx'
import { AdminListPage, emailColumn, listQueries, ShortDay } from '#src/ui/admin-list.tsx'
import { Button } from '#src/ui/button.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { OneTimeAction } from '#src/ui/one-time-action.tsx'
import { sayFailure } from '#src/ui/problems.tsx'
import { ReasonDialog } from '#src/ui/reason-dialog.tsx'
import { toast } from '#src/ui/toast.tsx'
import {
  type Asked,
  allRequests,
  approveEach,
  approveRequest,
  judgement,
  lastApproval,
  refuseEach,
} from './admin-contract.ts'
import { type Decision, JudgementPane, refusalReasons, sayDecision } from './judgement.tsx'

/** What can be shown; first what is shown where the address does not say. */
const shown = ['pending', 'approve', 'refused', 'all'] as const
const shownIn = (address: URLSearchParams) => shown.find((known) => known === address.get('status')) ?? shown[0]

/** What waits, the oldest first, unless the address says otherwise. */
const list = listQueries(
  allRequests,
  (address) => {
    const show = shownIn(address)
    return { sort: show === 'pending' ? 'date' : '-date', status: show === 'all' ? undefined : show }
  },
  lastApproval,
)

/** Which request is opened. */
const openedIn = (search: URLSearchParams) => search.get('request')?.match(/^[0-9a-f-]{36}$/i)?.[0]
const opening = (search: URLSearchParams, id: string | undefined) => {
  const next = new URLSearchParams(search)
  if (id) next.set('request', id)
  else next.delete('request')
  return `${to.approveRequests}?${next}`
}

export const title: PageModule['title'] = (t) => t.requests.adminTitle
export const queries = (address: Address) => {
  const opened = openedIn(address.search)
  return [...list.queries(address), ...(opened ? [query(judgement, { id: opened })] : [])]
}
export const { dependentQueries } = list

export default function ApproveRequestsPage() {
  const t = useMemberTexts()
  const { brand } = useSite()
  const address = useSearch()
  const show = shownIn(address)
  const opened = openedIn(address)
  const { decisions, approve, approveMany, refuseMany, ...held } = useDecisions()
  const isOpen = ({ id, status }: Asked) => status === 'pending' && !decisions.has(id)
  return (
    <AdminListPage
      list={list}
      title={t.requests.adminTitle}
      filter={{
        name: 'status',
        label: t.admin.show,
        options: shown.map((value) => ({ value, label: t.admin.shown[value] })),
        value: show,
      }}
      none={show === 'pending' ? undefined : t.admin.noneFound}
      columns={[
        {
          key: 'name',
          label: t.requests.name,
          rowHeader: true,
          inCard: 'title',
          cell: ({ askerId, name }) => <RowLink to={to.person(askerId)}>{name}</RowLink>,
        },
        { ...emailColumn, label: t.requests.email },
        {
          key: 'number',
          label: t.requests.biodataId,
          inCard: 'fact',
          cell: ({ biodataId, number }) =>
            t.admin.asksFor(
              <RowLink key={number} to={to.details(biodataId)}>
                {brand.idPrefix + number}
              </RowLink>,
            ),
        },
        {
          key: 'date',
          label: t.admin.requestedOn,
          inCard: 'fact',
          cell: (request) => (
            <>
              <span className="@min-[45rem]:block">
                <ShortDay of={request.date} />
              </span>{' '}
              <RowLink
                to={opening(address, request.id)}
                aria-label={t.judging.judge(
                  t.admin.waits(request.waits),
                  request.name,
                  brand.idPrefix + request.number,
                )}
                aria-current={request.id === opened ? 'true' : undefined}
              >
                {t.admin.waits(request.waits)}
              </RowLink>{' '}
              <span className="text-sm text-ink-2 @min-[45rem]:block">{t.judging.requests(request.asked)}</span>
            </>
          ),
        },
      ]}
      approval={{
        isApproved: (request) => !isOpen(request),
        action: {
          label: t.requests.approve,
          cell: (request, isDone, onDone) => (
            <Approve request={request} {...{ decisions, isDone, onDone }} act={() => approve(request.id)} />
          ),
        },
        approve: approveMany,
        question: t.admin.approveManyQuestion,
        done: t.requests.approved,
        alsoForMany: (picked) => <RefuseMany picked={picked} refuse={refuseMany} />,
      }}
      aside={
        opened && (
          <JudgementPane
            key={opened}
            id={opened}
            rows={list.rows(address)}
            addressOf={(id) => opening(address, id)}
            {...{ decisions, ...held }}
          />
        )
      }
    />
  )
}

/** What was decided since the list was read, here or by a colleague. The list on the screen keeps its rows until it is opened again; what became of them is remembered here. */
function useDecisions() {
  const client = useQueryClient()
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map())
  const remember = (id: string, decision: Decision) => setDecisions((known) => new Map(known).set(id, decision))
  const forget = (id: string) => setDecisions((known) => new Map([...known].filter(([decided]) => decided !== id)))
  const forgetStale = () =>
    Promise.all([
      ...[allRequests.rows, lastApproval].map((stale) =>
        client.invalidateQueries({ ...queriesOf(stale), refetchType: 'none' }),
      ),
      client.invalidateQueries(queriesOf(judgement)),
    ])
  /** Somebody else was faster: says who, and what. */
  const learn = async (id: string) => {
    const { status, decidedBy } = await client.fetchQuery({ ...query(judgement, { id }), staleTime: 0 })
    if (status !== 'pending') remember(id, { status, by: decidedBy })
  }
  const afterMany = async (results: Outcome[], status: 'approve' | 'refused') => {
    for (const { id, outcome } of results) if (outcome === 'done') remember(id, { status, by: null })
    await Promise.all(results.filter(({ outcome }) => outcome === 'before').map(({ id }) => learn(id)))
    await forgetStale()
    return results
  }
  return {
    decisions,
    remember,
    forget,
    forgetStale,
    learn,
    approve: async (id: string) => {
      const { modifiedCount } = await call(approveRequest, { id })
      if (modifiedCount === 0) await learn(id)
      await forgetStale()
    },
    approveMany: async (ids: string[]) => afterMany((await call(approveEach, { ids })).results, 'approve'),
    refuseMany: async (ids: string[], reason: string) =>
      afterMany((await call(refuseEach, { ids, reason })).results, 'refused'),
  }
}

function Approve({
  request,
  decisions,
  isDone,
  act,
  onDone,
}: {
  request: Asked
  decisions: ReadonlyMap<string, Decision>
  isDone: boolean
  act: () => Promise<unknown>
  onDone: () => void
}) {
  const t = useMemberTexts()
  const decided = decisions.get(request.id)
  const { status, by = null } = decided ?? { status: request.status, by: request.decidedBy }
  // What was approved by the button of the row keeps the specification's word.
  const isApproved = status === 'pending' || (status === 'approve' && !decided?.by)
  return (
    <OneTimeAction
      isDone={isDone}
      doneText={isApproved ? t.requests.approvedState : sayDecision(t, status, by)}
      label={t.requests.approveNamed(request.name, request.number)}
      act={act}
      said={t.requests.approved}
      onDone={onDone}
    >
      {t.requests.approveButton}
    </OneTimeAction>
  )
}

function RefuseMany({
  picked,
  refuse,
}: {
  picked: Asked[]
  refuse: (ids: string[], reason: string) => Promise<unknown>
}) {
  const t = useMemberTexts()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  async function send(reason: string) {
    setBusy(true)
    try {
      await refuse(
        picked.map(({ id }) => id),
        reason,
      )
      toast.success(t.judging.refused)
    } catch (error) {
      toast.error(sayFailure(t, error))
    }
    setBusy(false)
  }
  return (
    <>
      <Button small look="secondary" busy={isBusy} onClick={() => setAsking(true)}>
        {t.judging.refuseMany(picked.length)}
      </Button>
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t.judging.refuseTitle}
        label={t.judging.readByAll}
        missing={t.judging.reasonMissing}
        longest={longestReason}
        choices={refusalReasons(t)}
        confirmLabel={t.judging.refuseAndPayBack}
        danger
        onConfirm={send}
      >
        {t.judging.notTold}
      </ReasonDialog>
    </>
  )
}
