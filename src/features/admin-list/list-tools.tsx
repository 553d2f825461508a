import { useEffect, useRef } from 'react'
import { useNavigate, useNavigationState, useSearch } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { DownloadIcon, SearchIcon } from '#src/ui/art/icons.ts'
import { Button } from '#src/ui/button.tsx'
import type { Column } from '#src/ui/data-table.tsx'
import { DownloadLink } from '#src/ui/download-link.tsx'
import { Field, Input, type Option, SelectField } from '#src/ui/forms/field.tsx'

export type SortKey = 'name' | 'email' | 'number' | 'date'
export type Sort = SortKey | `-${SortKey}`

/** What a list is asked for, out of the address: a reload and Back keep it, a link shares it. Nonsense is left out. */
export function filtersOf(address: URLSearchParams, keys: readonly SortKey[]) {
  const sort = address.get('sort')
  return {
    search: address.get('search')?.slice(0, 100) || undefined,
    sort: keys.flatMap((key): Sort[] => [key, `-${key}`]).find((known) => known === sort),
  }
}

/** The order of a list as columns show it, `usual` where the address does not say, and how to change the address. */
export function useListAddress(keys: readonly SortKey[], usual: (address: URLSearchParams) => Sort) {
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
  const sorting = (key: SortKey): Column<unknown>['sort'] => ({
    order: sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none',
    onSort: () => set('sort', sort === key ? `-${key}` : key),
  })
  return { address, filters, sort, set, sorting }
}

export interface ListFilter {
  name: string
  label: string
  options: readonly Option[]
  value: string
}

export function ListTools({
  list: { filters, sort, set },
  sorts,
  exportUrl,
  filter,
}: {
  list: Pick<ReturnType<typeof useListAddress>, 'filters' | 'sort' | 'set'>
  sorts: readonly { key: SortKey; label: string }[]
  exportUrl: string
  filter?: ListFilter | undefined
}) {
  const t = useMemberTexts()
  const { search = '' } = filters
  const input = useRef<HTMLInputElement>(null)
  // Back and Forward change the search too. What somebody typed before the page was alive must stay.
  const shown = useRef(search)
  useEffect(() => {
    if (input.current && shown.current !== search) input.current.value = search
    shown.current = search
  }, [search])
  const orders = sorts.flatMap(({ key, label }): Option[] => [
    { value: key, label: t.admin.upwards[key](label) },
    { value: `-${key}`, label: t.admin.downwards[key](label) },
  ])
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <search className="own-line">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            set('search', input.current?.value.trim() ?? '')
          }}
        >
          <Field label={t.admin.search} className="list-search">
            {(id) => (
              <div className="flex flex-wrap gap-2">
                <Input
                  className="list-search-input"
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
        className="list-order"
        options={orders}
        value={sort}
        onChange={(event) => set('sort', event.target.value)}
      />
      {filter && (
        <SelectField
          label={filter.label}
          className="list-filter"
          options={filter.options}
          value={filter.value}
          onChange={(event) => set(filter.name, event.target.value)}
        />
      )}
      <DownloadLink href={exportUrl} className="btn btn-secondary">
        <DownloadIcon /> {t.admin.exportCsv}
      </DownloadLink>
    </div>
  )
}
