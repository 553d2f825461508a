import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type * as z from 'zod/v4/core'
import { inBangladesh } from '#src/platform/clock.ts'
import { type Access, type Endpoint, requestOf } from '#src/platform/http/contract.ts'
import { pagedQuery, query } from '#src/platform/http/query.ts'
import { useNavigate, useNavigationState, useSearch } from '#src/platform/navigation/routing.tsx'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { DoneIcon, SearchIcon } from '#src/ui/art/icons.ts'
import { EmailText } from '#src/ui/contact-text.tsx'
import type { Column } from '#src/ui/data-table.tsx'
import { Empty } from '#src/ui/empty.tsx'
import type { Option } from '#src/ui/forms/field.tsx'
import type { Address, PageModule } from '#src/ui/page-module.ts'
import { type Approval, BulkTable } from './bulk-table.tsx'
import type { lastApprovalEndpoint } from './index.ts'
import { type ListFilter, ListTools } from './list-tools.tsx'
import { type PagedList, PagedTable, rowsOf } from './paged-table.tsx'

type SortKey = 'name' | 'email' | 'number' | 'date'
type Sort = SortKey | `-${SortKey}`

interface AdminList<Row, Wanted> {
  rows: Endpoint<z.$ZodType<Wanted>, z.$ZodType<Row[], unknown[]>, Access, true>
  file: Endpoint
  sortKeys: readonly SortKey[]
}

/** `usual` holds where the address says nothing. The page shows `lastApproval` when no request waits. */
export function listQueries<Row, Wanted>(
  contract: AdminList<Row, Wanted>,
  usual: (address: URLSearchParams) => NoInfer<Wanted> & { sort: Sort },
  lastApproval?: ReturnType<typeof lastApprovalEndpoint>,
) {
  const orders = contract.sortKeys.flatMap((key): Sort[] => [key, `-${key}`])
  const asked = (address: URLSearchParams) => ({
    ...usual(address),
    search: address.get('search')?.slice(0, 100) || undefined,
    sort: orders.find((known) => known === address.get('sort')) ?? usual(address).sort,
  })
  const rows = (address: URLSearchParams) => pagedQuery(contract.rows, { limit: 25, ...asked(address) })
  const last = lastApproval && query(lastApproval, {})
  const dependentQueries: PageModule['dependentQueries'] = ({ search }, cache) => {
    const data = cache.getQueryData(rows(search).queryKey) as PagedList<Row>['data'] | undefined
    return last && data && rowsOf({ data }).length === 0 ? [last] : []
  }
  return { contract, asked, rows, last, queries: ({ search }: Address) => [rows(search)], dependentQueries }
}

type ListQueries<Row, Wanted> = ReturnType<typeof listQueries<Row, Wanted>>

export const nameColumn = { key: 'name', rowHeader: true, inCard: 'title' } as const

export const emailColumn = {
  key: 'email',
  inCard: 'fact',
  className: 'email-cell',
  cell: ({ email }: { email: string }) => <EmailText address={email} />,
} as const

export function ShortDay({ of }: { of: string }) {
  return useAdminTexts().format.shortDate(inBangladesh(of).day)
}

/** Columns whose key the list can be sorted by sort it. */
export function AdminListPage<Row extends { id: string; name: string }, Wanted>({
  list: { contract, asked, rows, last },
  title,
  columns,
  approval,
  none,
  filter,
  before,
  aside,
}: {
  list: ListQueries<Row, Wanted>
  title: string
  columns: readonly Column<Row>[]
  /** Rows are approved, one by one or many together. */
  approval?: Approval<Row>
  /** Text for an empty list, if that does not mean that nothing waits. */
  none?: string | undefined
  filter?: ListFilter
  before?: ReactNode
  /** One row opened, beside the list where there is room, and in its place elsewhere. */
  aside?: ReactNode
}) {
  const t = useAdminTexts()
  const address = useSearch()
  const { wanted } = useNavigationState()
  const navigate = useNavigate()
  const { search = '', sort } = asked(address)
  const found = useSuspenseInfiniteQuery({
    ...rows(address),
    // Asking again on every return to the window would take away the rows that have just been approved.
    ...(approval && { refetchOnWindowFocus: false, refetchOnReconnect: false }),
  }) as unknown as PagedList<Row>
  const set = (name: string, value: string) => {
    // What was chosen last may still be on its way.
    const next = new URLSearchParams(wanted.search)
    if (value) next.set(name, value)
    else next.delete(name)
    navigate(`${wanted.pathname}?${next}`)
  }
  const orders: Option[] = []
  const table = {
    list: found,
    caption: title,
    columns: columns.map((column): Column<Row> => {
      const key = contract.sortKeys.find((known) => known === column.key)
      if (!key) return column
      orders.push({ value: key, label: t.admin.sorted(column.label, t.admin.upwards[key]) })
      orders.push({ value: `-${key}`, label: t.admin.sorted(column.label, t.admin.downwards[key]) })
      const order = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none'
      return { ...column, sort: { order, onSort: () => set('sort', sort === key ? `-${key}` : key) } }
    }),
  }
  const exportUrl = requestOf(contract.file, asked(address)).url
  const listed = (
    <>
      <ListTools {...{ search, sort, orders, set, exportUrl, filter }} />
      {rowsOf(found).length === 0 ? (
        last && !none && !search ? (
          <NothingWaits lastApproval={last} />
        ) : (
          <Empty icon={SearchIcon} title={none ?? t.admin.noneFound} />
        )
      ) : approval ? (
        <BulkTable {...table} {...approval} />
      ) : (
        <PagedTable {...table} />
      )}
    </>
  )
  return (
    <>
      <h1 className="pb-4 text-title">{title}</h1>
      {before}
      {aside ? (
        <div className="beside">
          <div className="min-w-0 container">{listed}</div>
          {aside}
        </div>
      ) : (
        listed
      )}
    </>
  )
}

function NothingWaits({ lastApproval }: { lastApproval: NonNullable<ListQueries<unknown, unknown>['last']> }) {
  const t = useAdminTexts()
  const { at } = useSuspenseQuery(lastApproval).data
  return (
    <Empty icon={DoneIcon} title={t.admin.nothingWaits}>
      {at && t.admin.lastApproved(t.format.dateTime(at))}
    </Empty>
  )
}
