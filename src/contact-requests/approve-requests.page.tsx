import { useQueryClient } from '@tanstack/react-query'
import { to } from '#src/platform/addresses.ts'
import { call } from '#src/platform/http/client.ts'
import { queriesOf } from '#src/platform/http/query.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import type { PageModule } from '#src/platform/page-module.ts'
import { useSearch } from '#src/platform/routing.tsx'
import { useSite } from '#src/platform/site.tsx'
import { AdminListPage, emailColumn, listQueries, ShortDay } from '#src/ui/admin-list.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { OneTimeAction } from '#src/ui/one-time-action.tsx'
import { type Asked, allRequests, approveEach, approveRequest, lastApproval } from './admin-contract.ts'

/** What can be shown; first what is shown where the address does not say. */
const shown = ['pending', 'approve', 'all'] as const
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

export const title: PageModule['title'] = (t) => t.requests.adminTitle
export const { queries, dependentQueries } = list

export default function ApproveRequestsPage() {
  const t = useMemberTexts()
  const { brand } = useSite()
  const address = useSearch()
  const show = shownIn(address)
  const { approveMany } = useApproval()
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
      none={show === 'approve' ? t.admin.noneFound : undefined}
      columns={[
        {
          key: 'name',
          label: t.requests.name,
          rowHeader: true,
          inCard: 'title',
          cell: ({ ownBiodataId, name }) =>
            ownBiodataId ? <RowLink to={to.details(ownBiodataId)}>{name}</RowLink> : name,
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
        { key: 'date', label: t.admin.requestedOn, inCard: 'fact', cell: ({ date }) => <ShortDay of={date} /> },
      ]}
      approval={{
        isApproved: ({ status }) => status === 'approve',
        action: {
          label: t.requests.approve,
          cell: (request, isDone, onDone) => <Approve request={request} isDone={isDone} onDone={onDone} />,
        },
        approve: approveMany,
        question: t.admin.approveManyQuestion,
        done: t.requests.approved,
      }}
    />
  )
}

/** The list on the screen keeps its rows until it is opened again. */
function useApproval() {
  const client = useQueryClient()
  const forgetStale = () =>
    Promise.all(
      [allRequests.rows, lastApproval].map((stale) =>
        client.invalidateQueries({ ...queriesOf(stale), refetchType: 'none' }),
      ),
    )
  return {
    approve: async (id: string) => {
      await call(approveRequest, { id })
      await forgetStale()
    },
    approveMany: async (ids: string[]) => {
      const { results } = await call(approveEach, { ids })
      await forgetStale()
      return results
    },
  }
}

function Approve({ request, isDone, onDone }: { request: Asked; isDone: boolean; onDone: () => void }) {
  const t = useMemberTexts()
  const { approve } = useApproval()
  return (
    <OneTimeAction
      isDone={isDone}
      doneText={t.requests.approvedState}
      label={t.requests.approveNamed(request.name, request.number)}
      act={() => approve(request.id)}
      said={t.requests.approved}
      onDone={onDone}
    >
      {t.requests.approveButton}
    </OneTimeAction>
  )
}
