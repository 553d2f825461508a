import { type ReactNode, useEffect, useRef } from 'react'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { useNavigate, useNavigationState, useSearch } from '#src/platform/routing.tsx'
import { Button } from './button.tsx'
import type { Column } from './data-table.tsx'
import { Field, Input, type Option, SelectField } from './field.tsx'
import { DownloadIcon, SearchIcon } from './icons.ts'

type Key = 'name' | 'email' | 'number' | 'date'
type Sort<K extends Key> = K | `-${K}`

/** What a list is asked for, out of the address: a reload and Back keep it, a link shares it. Nonsense is left out. */
export function filtersOf<K extends Key>(address: URLSearchParams, keys: readonly K[]) {
  const sort = address.get('sort')
  return {
    search: address.get('search')?.slice(0, 100) || undefined,
    sort: keys.flatMap((key): Sort<K>[] => [key, `-${key}`]).find((known) => known === sort),
  }
}

/** The order of a list as columns show it, `usual` where the address does not say, and how to change the address. */
export function useListAddress<K extends Key>(keys: readonly K[], usual: (address: URLSearchParams) => Sort<K>) {
  const address = useSearch()
  const { wanted } = useNavigationState()
  const navigate = useNavigate()
  const filters = filtersOf(address, keys)
  const sort = filters.sort ?? usual(address)
  const set = (name: string, value: string) => {
    // What was chosen last may still be on its way.
    const next = new URLSearchParams(wanted.search)
    if (value) next.set(name, value)
    else next.delete(name)
    navigate(`${wanted.pathname}?${next}`)
  }
  const sorting = (key: K): Column<unknown>['sort'] => ({
    order: sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none',
    onSort: () => set('sort', sort === key ? `-${key}` : key),
  })
  return { address, filters, sort, set, sorting }
}

/** Above a list: search, the order on a phone, where headings are gone, more choices, and the list as a file. */
export function ListTools<K extends Key>({
  list: { filters, sort, set },
  sorts,
  exportUrl,
  children,
}: {
  list: Pick<ReturnType<typeof useListAddress<K>>, 'filters' | 'sort' | 'set'>
  /** The label of each column that can be sorted. */
  sorts: Record<K, string>
  exportUrl: string
  children?: ReactNode
}) {
  const t = useMemberTexts()
  const { search = '' } = filters
  const input = useRef<HTMLInputElement>(null)
  // Back and Forward change what is searched for, too.
  useEffect(() => {
    if (input.current) input.current.value = search
  }, [search])
  const orders = (Object.entries(sorts) as [K, string][]).flatMap(([key, label]): Option[] => [
    { value: key, label: t.admin.upwards[key](label) },
    { value: `-${key}`, label: t.admin.downwards[key](label) },
  ])
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <search className="w-full @min-[45rem]:w-auto @min-[45rem]:flex-1">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            set('search', input.current?.value.trim() ?? '')
          }}
        >
          <Field label={t.admin.search} className="sm:max-w-120">
            {(id) => (
              <div className="flex flex-wrap gap-2">
                <Input
                  className="w-0 min-w-32 flex-1"
                  ref={input}
                  id={id}
                  type="search"
                  name="search"
                  defaultValue={search}
                  maxLength={100}
                />
                <Button type="submit" look="secondary">
                  <SearchIcon /> {t.admin.searchButton}
                </Button>
              </div>
            )}
          </Field>
        </form>
      </search>
      <SelectField
        label={t.admin.sortBy}
        className="min-w-36 flex-1 @min-[45rem]:hidden"
        options={orders}
        value={sort}
        onChange={(event) => set('sort', event.target.value)}
      />
      {children}
      <a href={exportUrl} download className="btn btn-secondary">
        <DownloadIcon /> {t.admin.exportCsv}
      </a>
    </div>
  )
}
