import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { to } from '#src/platform/addresses.ts'
import { requestOf } from '#src/platform/http/contract.ts'
import { pagedQuery, query } from '#src/platform/http/query.ts'
import { inBangladesh } from '#src/platform/i18n/bangladesh-time.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import type { PageModule } from '#src/platform/page-module.ts'
import { BulkTable, EmptyQueue } from '#src/ui/bulk-table.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { EmailText } from '#src/ui/email-text.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { SearchIcon } from '#src/ui/icons.ts'
import { filtersOf, ListTools, useListAddress } from '#src/ui/list-tools.tsx'
import { rowsOf } from '#src/ui/paged-table.tsx'
import { toast } from '#src/ui/toast.tsx'
import { exportPremiumRequests, lastPremiumApproval, listPremiumRequests } from './contract.ts'
import { useMakeEachPremium } from './hooks.ts'
import { MakePremium } from './make-premium.tsx'

const sortKeys = ['name', 'email', 'number', 'date'] as const
const requests = (address: URLSearchParams) =>
  pagedQuery(listPremiumRequests, { limit: 25, ...filtersOf(address, sortKeys) })
const lastApproval = query(lastPremiumApproval, {})

export const title: PageModule['title'] = (t) => t.admin.premiumTitle
export const queries: PageModule['queries'] = ({ search }) => [requests(search)]
export const dependentQueries: PageModule['dependentQueries'] = ({ search }, cache) => {
  const data = cache.getQueryData(requests(search).queryKey)
  return data && rowsOf({ data }).length === 0 ? [lastApproval] : []
}

export default function ApprovePremiumPage() {
  const t = useMemberTexts()
  const { address, ...tools } = useListAddress(sortKeys, () => 'date')
  // Asking again on every return to the window would take away the rows that have just become `Premium`.
  const list = useSuspenseInfiniteQuery({
    ...requests(address),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { mutateAsync: approve } = useMakeEachPremium()
  const labels = {
    name: t.admin.userName,
    email: t.admin.userEmail,
    number: t.admin.biodataId,
    date: t.admin.requestedOn,
  }
  const column = (key: keyof typeof labels) => ({ key, label: labels[key], sort: tools.sorting(key) })
  return (
    <>
      <h1 className="pb-4 text-title">{t.admin.premiumTitle}</h1>
      <ListTools list={tools} sorts={labels} exportUrl={requestOf(exportPremiumRequests, tools.filters).url} />
      {rowsOf(list).length > 0 ? (
        <BulkTable
          list={list}
          caption={t.admin.premiumTitle}
          columns={[
            {
              ...column('name'),
              rowHeader: true,
              inCard: 'title',
              cell: ({ id, name }) => <RowLink to={to.details(id)}>{name}</RowLink>,
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
              className: 'whitespace-nowrap',
              cell: ({ id, number }) => <RowLink to={to.details(id)}>{t.admin.biodataNumber(number)}</RowLink>,
            },
            { ...column('date'), inCard: 'fact', cell: ({ date }) => t.format.shortDate(inBangladesh(date).day) },
          ]}
          isApproved={() => false}
          action={{
            label: t.admin.makePremium,
            cell: (request, isDone, onDone) => <MakePremium user={request} isPremium={isDone} onDone={onDone} />,
          }}
          approve={approve}
          question={t.admin.makeManyPremiumQuestion}
          onApproved={() => toast.success(t.admin.madePremium)}
        />
      ) : tools.filters.search ? (
        <Empty icon={SearchIcon} title={t.admin.noneFound} />
      ) : (
        <NothingWaits />
      )}
    </>
  )
}

function NothingWaits() {
  const { data } = useSuspenseQuery(lastApproval)
  return <EmptyQueue lastApproved={data.at} />
}
