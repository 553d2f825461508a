import { useMutation, useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { to } from '#src/platform/addresses.ts'
import { call } from '#src/platform/http/client.ts'
import { requestOf } from '#src/platform/http/contract.ts'
import { pagedQuery, queriesOf, query } from '#src/platform/http/query.ts'
import { inBangladesh } from '#src/platform/i18n/bangladesh-time.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import type { PageModule } from '#src/platform/page-module.ts'
import { useSite } from '#src/platform/site.tsx'
import { BulkTable, EmptyQueue } from '#src/ui/bulk-table.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { EmailText } from '#src/ui/email-text.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { SelectField } from '#src/ui/field.tsx'
import { SearchIcon } from '#src/ui/icons.ts'
import { filtersOf, ListTools, useListAddress } from '#src/ui/list-tools.tsx'
import { OneTimeAction } from '#src/ui/one-time-action.tsx'
import { rowsOf } from '#src/ui/paged-table.tsx'
import { sayFailure } from '#src/ui/problems.tsx'
import { toast } from '#src/ui/toast.tsx'
import {
  type Asked,
  approveEach,
  approveRequest,
  exportRequests,
  lastApproval,
  listEverybodysRequests,
} from './admin-contract.ts'

const sortKeys = ['name', 'email', 'number', 'date'] as const
/** What can be shown; first what is shown where the address does not say. */
const shown = ['pending', 'approve', 'all'] as const

/** What the address asks for: what waits, the oldest first, unless it says otherwise. */
function choicesOf(address: URLSearchParams) {
  const show = shown.find((known) => known === address.get('status')) ?? shown[0]
  const usual = show === 'pending' ? ('date' as const) : ('-date' as const)
  const { search, sort = usual } = filtersOf(address, sortKeys)
  return { show, usual, filters: { search, sort, status: show === 'all' ? undefined : show } }
}
const requests = (address: URLSearchParams) =>
  pagedQuery(listEverybodysRequests, { limit: 25, ...choicesOf(address).filters })
const approvedLast = query(lastApproval, {})

export const title: PageModule['title'] = (t) => t.requests.adminTitle
export const queries: PageModule['queries'] = ({ search }) => [requests(search)]
export const dependentQueries: PageModule['dependentQueries'] = ({ search }, cache) => {
  const data = cache.getQueryData(requests(search).queryKey)
  return data && rowsOf({ data }).length === 0 ? [approvedLast] : []
}

export default function ApproveRequestsPage() {
  const t = useMemberTexts()
  const { brand } = useSite()
  const { address, ...tools } = useListAddress(sortKeys, (found) => choicesOf(found).usual)
  const { show, filters } = choicesOf(address)
  // Asking again on every return to the window would take away the rows that have just been approved.
  const list = useSuspenseInfiniteQuery({
    ...requests(address),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const approveMany = useApproval(async (ids: string[]) => (await call(approveEach, { ids })).results)
  const labels = {
    name: t.requests.name,
    email: t.requests.email,
    number: t.requests.biodataId,
    date: t.admin.requestedOn,
  }
  const column = (key: keyof typeof labels) => ({ key, label: labels[key], sort: tools.sorting(key) })
  return (
    <>
      <h1 className="pb-4 text-title">{t.requests.adminTitle}</h1>
      <ListTools list={tools} sorts={labels} exportUrl={requestOf(exportRequests, filters).url}>
        <SelectField
          label={t.admin.show}
          className="min-w-28 flex-1 @min-[45rem]:flex-none"
          options={shown.map((value) => ({ value, label: t.admin.shown[value] }))}
          value={show}
          onChange={(event) => tools.set('status', event.target.value)}
        />
      </ListTools>
      {rowsOf(list).length > 0 ? (
        <BulkTable
          list={list}
          caption={t.requests.adminTitle}
          columns={[
            {
              ...column('name'),
              rowHeader: true,
              inCard: 'title',
              cell: ({ ownBiodataId, name }) =>
                ownBiodataId ? <RowLink to={to.details(ownBiodataId)}>{name}</RowLink> : name,
            },
            {
              ...column('email'),
              inCard: 'fact',
              className: 'email-cell',
              cell: ({ email }) => <EmailText address={email} />,
            },
            {
              ...column('number'),
              inCard: 'fact',
              cell: ({ biodataId, number }) =>
                t.admin.asksFor(
                  <RowLink key={number} to={to.details(biodataId)}>
                    {brand.idPrefix + number}
                  </RowLink>,
                ),
            },
            { ...column('date'), inCard: 'fact', cell: ({ date }) => t.format.shortDate(inBangladesh(date).day) },
          ]}
          isApproved={({ status }) => status === 'approve'}
          action={{
            label: t.requests.approve,
            cell: (request, isDone, onDone) => <Approve request={request} isDone={isDone} onDone={onDone} />,
          }}
          approve={approveMany.mutateAsync}
          question={t.admin.approveManyQuestion}
          onApproved={() => toast.success(t.requests.approved)}
        />
      ) : filters.search || show === 'approve' ? (
        <Empty icon={SearchIcon} title={t.admin.noneFound} />
      ) : (
        <NothingWaits />
      )}
    </>
  )
}

function NothingWaits() {
  const { data } = useSuspenseQuery(approvedLast)
  return <EmptyQueue lastApproved={data.at} />
}

/** The list on the screen keeps its rows until it is opened again. */
function useApproval<Of, Answer>(approve: (what: Of) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: approve,
    onSuccess: () =>
      Promise.all(
        [listEverybodysRequests, lastApproval].map((endpoint) =>
          client.invalidateQueries({ ...queriesOf(endpoint), refetchType: 'none' }),
        ),
      ),
  })
}

function Approve({ request, isDone, onDone }: { request: Asked; isDone: boolean; onDone: () => void }) {
  const t = useMemberTexts()
  const approve = useApproval((id: string) => call(approveRequest, { id }))
  return (
    <OneTimeAction
      isDone={isDone}
      doneText={t.requests.approvedState}
      label={t.requests.approveNamed(request.name, request.number)}
      busy={approve.isPending}
      onPress={() =>
        approve.mutate(request.id, {
          onSuccess: () => {
            toast.success(t.requests.approved)
            onDone()
          },
          onError: (error) => toast.error(sayFailure(t, error)),
        })
      }
    >
      {t.requests.approveButton}
    </OneTimeAction>
  )
}
