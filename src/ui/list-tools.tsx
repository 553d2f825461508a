import { type ReactNode, useEffect, useRef } from 'react'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { useSearchParams } from '#src/platform/routing.tsx'
import { Button } from './button.tsx'
import type { Column } from './data-table.tsx'
import { Field, Input, type Option, SelectField } from './field.tsx'
import { DownloadIcon, SearchIcon } from './icons.tsx'

type Sort<K extends string> = K | `-${K}`

/** What a list is asked for, out of the address: a reload and Back keep it, a link shares it. Nonsense is left out. */
export function wantedOf<K extends string>(address: URLSearchParams, keys: readonly K[]) {
  const sort = address.get('sort')
  return {
    search: address.get('search')?.slice(0, 100) || undefined,
    sort: keys.flatMap((key): Sort<K>[] => [key, `-${key}`]).find((known) => known === sort),
  }
}

/** The order of a list as columns show it, and how to change what is in the address. */
export function useListAddress<K extends string>(keys: readonly K[], usual: Sort<K>) {
  const [address, setAddress] = useSearchParams()
  const wanted = wantedOf(address, keys)
  const sort = wanted.sort ?? usual
  const set = (name: string, value: string) => {
    // Of the window: the router's is that of the list on the screen, and what was chosen last may still be on its way.
    const next = new URLSearchParams(window.location.search)
    if (value) next.set(name, value)
    else next.delete(name)
    setAddress(next)
  }
  const sorting = (key: K): Column<unknown>['sort'] => ({
    order: sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : 'none',
    onSort: () => set('sort', sort === key ? `-${key}` : key),
  })
  return { address, wanted, sort, set, sorting }
}

/** Above a list: search, the order on a phone, where headings are gone, more choices, and the list as a file. */
export function ListTools<K extends string>({
  list: { wanted, sort, set },
  sorts,
  exportUrl,
  children,
}: {
  list: Pick<ReturnType<typeof useListAddress<K>>, 'wanted' | 'sort' | 'set'>
  /** The label of each column that can be sorted. */
  sorts: Record<K, string>
  exportUrl: string
  children?: ReactNode
}) {
  const t = useMemberTexts()
  const { search = '' } = wanted
  const input = useRef<HTMLInputElement>(null)
  // Back and Forward change what is searched for, too.
  useEffect(() => {
    if (input.current) input.current.value = search
  }, [search])
  const orders = Object.entries<string>(sorts).flatMap(([key, label]): Option[] => [
    { value: key, label: t.admin.upwards(label) },
    { value: `-${key}`, label: t.admin.downwards(label) },
  ])
  return (
    <div className="mb-5 flex flex-wrap items-end gap-3">
      <search className="w-full sm:w-auto sm:flex-1">
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
        className="w-full md:hidden"
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
