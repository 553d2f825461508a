import { AdminListPage, emailColumn, listQueries, nameColumn } from '#src/features/admin-list/components.ts'
import { query } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useSearch } from '#src/platform/navigation/routing.tsx'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { OneTimeAction } from '#src/ui/forms/one-time-action.tsx'
import type { Address, AdminPage } from '#src/ui/page-module.ts'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import { allRequests, judged, judgement, lastApproval, openedIn } from './contract.ts'
import { useDecisions } from './decisions.ts'
import { formatDecision, JudgementPane, RefuseButton } from './judgement.tsx'

/** What waits, the oldest first, unless the address says otherwise. */
const list = listQueries(allRequests, (status) => (status === 'pending' ? 'date' : '-date'), {
  statuses: [...judged, 'all'],
  lastApproval,
})

export const title: AdminPage['title'] = (t) => t.judging.title
export const queries = (address: Address) => {
  const opened = openedIn(address.search)
  return [...list.queries(address), ...(opened ? [query(judgement, { id: opened })] : [])]
}

export default function ApproveRequestsPage() {
  const t = useAdminTexts()
  const { brand } = useSite()
  const address = useSearch()
  const opened = openedIn(address)
  const addressOf = (id: string | undefined) => to.approveRequests + list.searchWith(address, 'request', id)
  const decisions = useDecisions()
  return (
    <AdminListPage
      list={list}
      title={t.judging.title}
      shown={(status) => t.admin.shown[status]}
      lead={t.judging.lead}
      columns={[
        {
          ...nameColumn,
          label: t.accounts.name,
          cell: ({ askerId, name }) => <RowLink to={to.person(askerId)}>{name}</RowLink>,
        },
        { ...emailColumn, label: t.accounts.email },
        {
          key: 'number',
          label: t.judging.biodataId,
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
              <span className="table-block">
                {t.format.shortDate(request.date)}
                {request.status === 'pending' && <span className="card-only">,</span>}
              </span>{' '}
              {/* What is decided no longer waits. */}
              {request.status === 'pending' && t.requests.waits(request.waits)}{' '}
              <span className="table-block">
                <Pill>{t.judging.requests(request.asked)}</Pill>
                {request.isForBureau && <Pill tone="gold">{t.calling.toCall}</Pill>}
                {request.deleted && <Pill tone="gold">{t.judging.deletedByPayer}</Pill>}
              </span>
            </>
          ),
        },
      ]}
      approval={{
        // As far as this page knows; otherwise as the server said.
        isApproved: ({ id, status }) => (decisions.decisions.get(id)?.status ?? status) !== 'pending',
        action: {
          label: t.judging.decision,
          inCard: 'button',
          cell(request, isDone, { place }) {
            const decided = decisions.decisions.get(request.id)
            const { status, by = null } = decided ?? { status: request.status, by: request.decidedBy }
            // What was approved by the button of the row keeps the specification's word.
            const isApproved = status === 'pending' || (status === 'approve' && !decided?.by)
            const isAnsweredByFamily = status === 'forwarded' || status === 'declined'
            // Who approved it is in the pane: a row has no room for both.
            const doneText = isAnsweredByFamily ? (
              <Pill>{t.judging.decided[status]}</Pill>
            ) : isApproved ? (
              t.admin.shown.approve
            ) : (
              formatDecision(t, status, by)
            )
            return (
              <div className="row-actions">
                <ButtonLink
                  to={addressOf(request.id)}
                  small
                  look={place === 0 && !isDone ? 'primary' : 'secondary'}
                  aria-label={t.judging.reviewNamed(request.name, brand.idPrefix + request.number)}
                  aria-current={request.id === opened ? 'true' : undefined}
                  data-opens-row
                >
                  {t.admin.review}
                </ButtonLink>
                <OneTimeAction
                  look="quiet"
                  isDone={isDone}
                  doneText={doneText}
                  label={t.judging.approveNamed(request.name, request.number)}
                  act={() => decisions.approve(request.id, t.judging.approved)}
                >
                  {t.judging.approveButton}
                </OneTimeAction>
              </div>
            )
          },
        },
        approve: decisions.approveMany,
        undo: decisions.undo,
        question: t.admin.approveManyQuestion,
        done: t.judging.approved,
        alsoForMany: (ids) => (
          <RefuseButton
            small
            label={t.judging.readByAll}
            act={(reason) => void decisions.refuse(ids, t.judging.refused, reason)}
          >
            {t.judging.refuseMany(ids.length)}
          </RefuseButton>
        ),
      }}
      aside={
        opened && (
          <JudgementPane
            key={opened}
            id={opened}
            rows={list.rows(address)}
            addressOf={addressOf}
            decisions={decisions}
          />
        )
      }
    />
  )
}
