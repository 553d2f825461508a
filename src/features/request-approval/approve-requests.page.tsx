import { useState } from 'react'
import { AdminListPage, emailColumn, listQueries, ShortDay } from '#src/features/admin-list/components.ts'
import { longestReason } from '#src/features/admin-list/index.ts'
import { query } from '#src/platform/http/query.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useSearch } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { ReasonDialog } from '#src/ui/dialogs/reason-dialog.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { DoneText } from '#src/ui/forms/one-time-action.tsx'
import type { Address, MemberPage } from '#src/ui/page-module.ts'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import { type Asked, allRequests, judged, judgement, lastApproval } from './contract.ts'
import { type Decision, useDecisions } from './decisions.ts'
import { formatDecision, JudgementPane, refusalReasons } from './judgement.tsx'

/** What can be shown; first what is shown where the address does not say. */
const shown = [...judged, 'all'] as const
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

const openedIn = (search: URLSearchParams) => search.get('request')?.match(/^[0-9a-f-]{36}$/i)?.[0]
const opening = (search: URLSearchParams, id: string | undefined) => {
  const next = new URLSearchParams(search)
  if (id) next.set('request', id)
  else next.delete('request')
  return `${to.approveRequests}?${next}`
}

export const title: MemberPage['title'] = (t) => t.requests.adminTitle
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
  const decisions = useDecisions()
  const { isOpen, refuse } = decisions
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
          cell(request) {
            // What is decided no longer waits.
            const waiting = request.status === 'pending' ? t.admin.waits(request.waits) : t.judging.both
            return (
              <>
                <span className="table-block">
                  <ShortDay of={request.date} />
                </span>{' '}
                <RowLink
                  to={opening(address, request.id)}
                  aria-label={t.judging.judge(waiting, request.name, brand.idPrefix + request.number)}
                  aria-current={request.id === opened ? 'true' : undefined}
                >
                  {waiting}
                </RowLink>{' '}
                <span className="table-block">
                  <Pill>{t.judging.requests(request.asked)}</Pill>
                  {request.deleted && <Pill tone="gold">{t.judging.deletedByPayer}</Pill>}
                </span>
              </>
            )
          },
        },
      ]}
      approval={{
        isApproved: (request) => !isOpen(request),
        action: {
          label: t.requests.approve,
          cell: (request, isDone) => (
            <Approve
              {...{ request, isDone }}
              decided={decisions.decisions.get(request.id)}
              isSending={decisions.sending.has(request.id)}
              approve={() => void decisions.approve(request.id, t.requests.approved)}
            />
          ),
        },
        approve: decisions.approveMany,
        undo: decisions.undo,
        question: t.admin.approveManyQuestion,
        done: t.requests.approved,
        alsoForMany: (picked) => (
          <RefuseMany
            picked={picked}
            refuse={(reason) =>
              void refuse(
                picked.map(({ id }) => id),
                t.judging.refused,
                reason,
              )
            }
          />
        ),
      }}
      aside={
        opened && (
          <JudgementPane
            key={opened}
            id={opened}
            rows={list.rows(address)}
            addressOf={(id) => opening(address, id)}
            decisions={decisions}
          />
        )
      }
    />
  )
}

function Approve({
  request,
  decided,
  isDone,
  isSending,
  approve,
}: {
  request: Asked
  decided: Decision | undefined
  isDone: boolean
  isSending: boolean
  approve: () => void
}) {
  const t = useMemberTexts()
  // Text takes its place once it is approved, and the button again once that is undone.
  const [wasPressed, setPressed] = useState(false)
  const focus = wasPressed ? restoreFocus : undefined
  if (!isDone)
    return (
      <Button
        ref={focus}
        small
        look="secondary"
        className="approve-button"
        busy={isSending}
        aria-label={t.requests.approveNamed(request.name, request.number)}
        onClick={() => {
          setPressed(true)
          approve()
        }}
      >
        {t.requests.approveButton}
      </Button>
    )
  const { status, by = null } = decided ?? { status: request.status, by: request.decidedBy }
  // What was approved by the button of the row keeps the specification's word.
  const isApproved = status === 'pending' || (status === 'approve' && !decided?.by)
  return <DoneText ref={focus}>{isApproved ? t.requests.approvedState : formatDecision(t, status, by)}</DoneText>
}

function RefuseMany({ picked, refuse }: { picked: Asked[]; refuse: (reason: string) => void }) {
  const t = useMemberTexts()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button small look="secondary" onClick={() => setAsking(true)}>
        {t.judging.refuseMany(picked.length)}
      </Button>
      <ReasonDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t.judging.refuseTitle}
        label={t.judging.readByAll}
        longest={longestReason}
        choices={refusalReasons(t)}
        confirmLabel={t.judging.refuseAndPayBack}
        danger
        onConfirm={refuse}
      >
        {t.judging.notTold}
      </ReasonDialog>
    </>
  )
}
