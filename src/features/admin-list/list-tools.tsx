import { useEffect, useRef } from 'react'
import { useNavigate, useNavigationState, useSearch } from '#src/platform/navigation/routing.tsx'
import { useAdminTexts } from '#src/texts/texts.tsx'
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
  const t = useAdminTexts()
  const { search = '' } = filters
  const input = useRef<HTMLInputElement>(null)
  // Back and Forward change the search too. What somebody typed before the page was alive must stay.
  const shown = useRef(search)
  useEffect(() => {
    if (input.current && shown.current !== search) input.current.value = search
    shown.current = search
  }, [search])
  const orders = sorts.flatMap(({ key, label }): Option[] => [
    { value: key, label: t.admin.sorted(label, t.admin.upwards[key]) },
    { value: `-${key}`, label: t.admin.sorted(label, t.admin.downwards[key]) },
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
        className="min-w-[min(15rem,100%)] flex-1 @min-[45rem]:hidden"
        options={orders}
        value={sort}
        onChange={(event) => set('sort', event.target.value)}
      />
      {filter && (
        <SelectField
          label={filter.label}
          className="min-w-28 flex-1 @min-[45rem]:flex-none"
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
