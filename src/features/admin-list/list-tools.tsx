import { useEffect, useRef } from 'react'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { DownloadIcon, SearchIcon } from '#src/ui/art/icons.ts'
import { Button } from '#src/ui/button.tsx'
import { DownloadLink } from '#src/ui/download-link.tsx'
import { Field, Input, type Option, SelectField } from '#src/ui/forms/field.tsx'

export interface ListFilter {
  name: string
  label: string
  options: readonly Option[]
  value: string
}

export function ListTools({
  search,
  sort,
  orders,
  set,
  exportUrl,
  filter,
}: {
  search: string
  sort: string
  orders: readonly Option[]
  /** Changes the address. */
  set: (name: string, value: string) => void
  exportUrl: string
  filter: ListFilter | undefined
}) {
  const t = useAdminTexts()
  const input = useRef<HTMLInputElement>(null)
  // Back and Forward change the search too. What somebody typed before the page was alive must stay.
  const shown = useRef(search)
  useEffect(() => {
    if (input.current && shown.current !== search) input.current.value = search
    shown.current = search
  }, [search])
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
