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
