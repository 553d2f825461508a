import { useMutation, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { PageModule } from '#src/pages.ts'
import { call } from '#src/platform/http/client.ts'
import { requestOf } from '#src/platform/http/contract.ts'
import { answersOf, askPages } from '#src/platform/http/query.ts'
import { inBangladesh } from '#src/platform/i18n/bangladesh-time.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { sayFailure } from '#src/problems.tsx'
import { BulkTable } from '#src/ui/bulk-table.tsx'
import { EmailText } from '#src/ui/email-text.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { SelectField } from '#src/ui/field.tsx'
import { DoneIcon, SearchIcon } from '#src/ui/icons.tsx'
import { ListTools, useListAddress, wantedOf } from '#src/ui/list-tools.tsx'
import { OneTimeAction } from '#src/ui/one-time-action.tsx'
import { rowsOf } from '#src/ui/paged-table.tsx'
import { toast } from '#src/ui/toast.tsx'
import { type Asked, approveEach, approveRequest, exportRequests, listEverybodysRequests } from './admin-contract.ts'

const sortKeys = ['name', 'email', 'number', 'date'] as const
const wanted = (address: URLSearchParams) => ({
  ...wantedOf(address, sortKeys),
  status: address.get('status') === 'pending' ? ('pending' as const) : undefined,
})
const requests = (address: URLSearchParams) => askPages(listEverybodysRequests, { limit: 25, ...wanted(address) })

export const title: PageModule['title'] = (t) => t.requests.adminTitle
export const questions: PageModule['questions'] = ({ search }) => [requests(search)]

export default function ApproveRequestsPage() {
  const t = useMemberTexts()
  const { address, ...tools } = useListAddress(sortKeys, '-date')
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
  const isNarrowed = wanted(address).search || wanted(address).status
  return (
    <>
      <h1 className="pb-4 text-title">{t.requests.adminTitle}</h1>
      <ListTools list={tools} sorts={labels} exportUrl={requestOf(exportRequests, wanted(address)).url}>
        <SelectField
          label={t.admin.show}
          className="min-w-0 flex-1 sm:flex-none"
          options={[
            { value: '', label: t.admin.all },
            { value: 'pending', label: t.admin.waiting },
          ]}
          value={wanted(address).status ?? ''}
          onChange={(event) => tools.set('status', event.target.value)}
        />
      </ListTools>
      {rowsOf(list).length === 0 ? (
        <Empty
          icon={wanted(address).search ? SearchIcon : DoneIcon}
          title={isNarrowed ? t.admin.noneFound : t.requests.adminNone}
        />
      ) : (
        <BulkTable
          list={list}
          caption={t.requests.adminTitle}
          columns={[
            { ...column('name'), rowHeader: true, cell: ({ name }) => name },
            { ...column('email'), className: 'wrap-anywhere', cell: ({ email }) => <EmailText address={email} /> },
            { ...column('number'), cell: ({ number }) => number },
            {
              ...column('date'),
              className: 'whitespace-nowrap',
              cell: ({ date }) => t.format.date(inBangladesh(date).day),
            },
          ]}
          isApproved={({ status }) => status === 'approve'}
          action={{
            label: t.requests.approve,
            cell: (request, isDone, onDone) => <Approve request={request} isDone={isDone} onDone={onDone} />,
          }}
          approve={approveMany.mutateAsync}
          onApproved={() => toast.success(t.requests.approved)}
        />
      )}
    </>
  )
}

/** The list on the screen keeps its rows until it is opened again. */
function useApproval<Of, Answer>(approve: (what: Of) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: approve,
    onSuccess: () => client.invalidateQueries({ ...answersOf(listEverybodysRequests), refetchType: 'none' }),
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
