import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import type * as z from 'zod/v4/core'
import { pagedQuery, query } from '#src/platform/http/client.ts'
import { type Access, type Endpoint, requestOf } from '#src/platform/http/contract.ts'
import { searchOf } from '#src/platform/navigation/addresses.ts'
import { useLocation, useNavigate, useNavigationState, useSearch } from '#src/platform/navigation/routing.tsx'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { DoneIcon, DownloadIcon, SearchIcon } from '#src/ui/art/icons.ts'
import { Button } from '#src/ui/button.tsx'
import { EmailText } from '#src/ui/contact-text.tsx'
import type { Column } from '#src/ui/data-table.tsx'
import { DownloadLink } from '#src/ui/download-link.tsx'
import { Empty, type Way } from '#src/ui/empty.tsx'
import { Field, Input, type Option, SelectField } from '#src/ui/forms/field.tsx'
import type { Address } from '#src/ui/page-module.ts'
import { type PagedList, PagedTable, rowsOf } from '#src/ui/paged-table.tsx'
import { type Approval, BulkTable } from './bulk-table.tsx'
import type { lastApprovalEndpoint } from './index.ts'

type LastApproval = ReturnType<typeof lastApprovalEndpoint>
type SortKey = 'name' | 'email' | 'number' | 'date'
type Sort = SortKey | `-${SortKey}`

interface AdminList<Row, Wanted> {
  rows: Endpoint<z.$ZodType<Wanted>, z.$ZodType<Row[], unknown[]>, Access, true>
  file: Endpoint
  sortKeys: readonly SortKey[]
}

/** The first of `statuses` and `sort` hold where the address says nothing. `lastApproval` is shown when no request waits. */
export function listQueries<Row, Wanted, const Status extends string>(
  contract: AdminList<Row, Wanted>,
  sort: (status?: Status) => Sort,
  { statuses = [], lastApproval }: { statuses?: readonly Status[]; lastApproval?: LastApproval } = {},
) {
  const orders = contract.sortKeys.flatMap((key): Sort[] => [key, `-${key}`])
  const statusIn = (address: URLSearchParams) =>
    statuses.find((known) => known === address.get('status')) ?? statuses[0]
  const asked = (address: URLSearchParams) => {
    const status = statusIn(address)
    return {
      status: status === 'all' ? undefined : status,
      search: address.get('search')?.slice(0, 100) || undefined,
      sort: orders.find((known) => known === address.get('sort')) ?? sort(status),
    }
  }
  const rows = (address: URLSearchParams) => pagedQuery(contract.rows, { limit: 25, ...asked(address) } as Wanted)
  const searchWith = (search: URLSearchParams | string, name: string, value?: string) =>
    searchOf({ ...Object.fromEntries(new URLSearchParams(search)), [name]: value || [] })
  const queries = ({ search }: Address) => [rows(search), ...(lastApproval ? [query(lastApproval, {})] : [])]
  return { contract, statuses, statusIn, asked, rows, lastApproval, searchWith, queries }
}

type ListQueries<Row, Wanted, Status extends string> = ReturnType<typeof listQueries<Row, Wanted, Status>>

export const nameColumn = { key: 'name', inCard: 'title' } as const

export const emailColumn = {
  key: 'email',
  inCard: 'fact',
  className: 'email-cell',
  cell: ({ email }: { email: string }) => <EmailText address={email} />,
} as const

/** Columns whose key the list can be sorted by sort it. */
export function AdminListPage<Row extends { id: string; name: string }, Wanted, Status extends string>({
  list: { contract, statuses, statusIn, asked, rows, lastApproval, searchWith },
  title,
  columns,
  approval,
  none,
  start,
  shown,
  head,
  lead,
  before,
  below,
  aside,
}: {
  list: ListQueries<Row, Wanted, Status>
  title: string
  columns: readonly Column<Row>[]
  approval?: Approval<Row>
  /** Text for an empty list, if that does not mean that nothing waits. */
  none?: string
  /** What an empty list says in place of it while nothing narrows it. */
  start?: { title: string; words: string; ways: readonly Way[] }
  shown?: (status: Status) => string
  /** Replaces the heading, which is `title` otherwise. */
  head?: ReactNode
  /** What to do with a row, where there is any and none is opened. */
  lead?: string
  before?: ReactNode
  below?: (row: Row) => ReactNode
  /** One row opened, beside the list where there is room, and in its place elsewhere. */
  aside?: ReactNode
}) {
  const t = useAdminTexts()
  const address = useSearch()
  const { pathname } = useLocation()
  const { wanted } = useNavigationState()
  const navigate = useNavigate()
  const { search = '', sort } = asked(address)
  const isNarrowed = search !== '' || statusIn(address) !== statuses[0]
  const found = useSuspenseInfiniteQuery({
    ...rows(address),
    // Asking again on every return to the window would take away the rows that have just been approved.
    ...(approval && { refetchOnWindowFocus: false, refetchOnReconnect: false }),
  }) as unknown as PagedList<Row>
  const set = (name: string, value: string) => {
    // What was chosen last may still be on its way.
    navigate(wanted.pathname + searchWith(wanted.search, name, value))
  }
  const orders: Option[] = []
  const table = {
    list: found,
    caption: title,
    ...(below && { below }),
    columns: columns.map((column): Column<Row> => {
      const key = contract.sortKeys.find((known) => known === column.key)
      if (!key) return column
      orders.push({ value: key, label: t.admin.sorted(column.label, t.admin.upwards[key]) })
      orders.push({ value: `-${key}`, label: t.admin.sorted(column.label, t.admin.downwards[key]) })
      const order = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none'
      return { ...column, sort: { order, onSort: () => set('sort', sort === key ? `-${key}` : key) } }
    }),
  }
  const listed = (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Search search={search} onSearch={(words) => set('search', words)} />
        <SelectField
          label={t.admin.sortBy}
          className="list-order"
          options={orders}
          value={sort}
          onChange={(event) => set('sort', event.target.value)}
        />
        {shown && (
          <SelectField
            label={t.admin.show}
            className="list-filter"
            options={statuses.map((value) => ({ value, label: shown(value) }))}
            value={statusIn(address)}
            onChange={(event) => set('status', event.target.value)}
          />
        )}
        <DownloadLink href={requestOf(contract.file, asked(address)).url} className="btn btn-secondary">
          <DownloadIcon /> {t.admin.exportCsv}
        </DownloadLink>
      </div>
      {rowsOf(found).length === 0 ? (
        lastApproval && !search && statusIn(address) === statuses[0] ? (
          <NothingWaits lastApproval={lastApproval} />
        ) : start && !isNarrowed ? (
          <Empty icon={SearchIcon} title={start.title} ways={start.ways}>
            {start.words}
          </Empty>
        ) : (
          <Empty
            icon={SearchIcon}
            title={none ?? t.admin.noneFound}
            {...(isNarrowed && { ways: [[pathname, t.admin.showAll]] })}
          />
        )
      ) : approval ? (
        <BulkTable {...table} approval={approval} />
      ) : (
        <div className="listed">
          <PagedTable {...table} />
        </div>
      )}
    </>
  )
  return (
    <>
      {head ?? <h1 className="pb-4 text-title">{title}</h1>}
      {lead && !aside && rowsOf(found).length > 0 && <p className="pb-4 text-ink-2">{lead}</p>}
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

function Search({ search, onSearch }: { search: string; onSearch: (words: string) => void }) {
  const t = useAdminTexts()
  const input = useRef<HTMLInputElement>(null)
  // Back and Forward change the search too. What somebody typed before the page was alive must stay.
  const shown = useRef(search)
  useEffect(() => {
    if (input.current && shown.current !== search) input.current.value = search
    shown.current = search
  }, [search])
  return (
    <search className="own-line">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(input.current?.value.trim() ?? '')
        }}
      >
        <Field label={t.admin.search} className="list-search">
          <div className="flex flex-wrap gap-2">
            <Input
              className="list-search-input"
              ref={input}
              type="search"
              name="search"
              defaultValue={search}
              maxLength={100}
            />
            <Button type="submit" look="secondary">
              <SearchIcon /> {t.admin.searchButton}
            </Button>
          </div>
        </Field>
      </form>
    </search>
  )
}

function NothingWaits({ lastApproval }: { lastApproval: LastApproval }) {
  const t = useAdminTexts()
  const { at } = useSuspenseQuery(query(lastApproval, {})).data
  return (
    <Empty icon={DoneIcon} title={t.admin.nothingWaits}>
      {at && t.admin.lastApproved(t.format.dateTime(at))}
    </Empty>
  )
}
