import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useMemo, useRef } from 'react'
import { to } from '#src/platform/addresses.ts'
import { pagedQuery } from '#src/platform/http/query.ts'
import { type Texts, useTexts } from '#src/platform/i18n/texts.tsx'
import type { Address, PageModule } from '#src/platform/page-module.ts'
import { useLocation, useNavigate, useNavigationState } from '#src/platform/routing.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { BusyIcon, FiltersIcon, SearchIcon } from '#src/ui/icons.ts'
import { Chip } from '#src/ui/pill.tsx'
import { sayFailure } from '#src/ui/problems.tsx'
import { opens, Sheet } from '#src/ui/sheet.tsx'
import { BiodataCard, cardGrid } from './biodata-card.tsx'
import { cardsPerPage, filterOf, pagesOf, properSearch, searchOf } from './browse-filter.ts'
import { browse, type Filter } from './contract.ts'
import { fields, filterFields } from './fields.ts'
import { FilterForm } from './filter-form.tsx'
import { sayOption } from './words.ts'

const cardsOf = (filter: Filter) => pagedQuery(browse, { ...filter, limit: cardsPerPage })

export const title: PageModule['title'] = (t) => t.browse.title
export const description: PageModule['description'] = (t) => t.browse.description
export const parse = ({ search }: Address) => ({ filter: filterOf(search), pages: pagesOf(search) })
type Props = ReturnType<typeof parse>
export const queries: PageModule<Props>['queries'] = ({ filter, pages }) => [{ ...cardsOf(filter), pages }]

export { properSearch }

const filtersId = 'filters'

export default function BrowsePage({ filter: found, pages }: Props) {
  const t = useTexts()
  const navigate = useNavigate()
  // The same object for as long as the filter is the same, however many pages of it there are.
  const shown = searchOf(found)
  const filter = useMemo(() => filterOf(new URLSearchParams(shown)), [shown])
  const show = (next: Filter) => navigate(to.browse + searchOf(next))
  // A new form for every filter: its fields then show what is applied, after Back and Reset too.
  const form = (idPrefix: 'panel' | 'sheet') => (
    <FilterForm key={shown} idPrefix={idPrefix} filter={filter} onApply={show} onReset={() => show({})} />
  )

  return (
    <div className="wrap">
      <h1 className="pt-6 pb-4 text-title">{t.browse.title}</h1>
      <div className="grid items-start gap-6 lg:grid-cols-[268px_minmax(0,1fr)]">
        <section
          aria-label={t.browse.filters}
          className="hidden gap-4.5 rounded-card bg-surface p-5 shadow-e1 lg:sticky lg:top-21 lg:grid"
        >
          <h2 className="font-sans text-lg leading-tight font-semibold tracking-normal">{t.browse.filters}</h2>
          {form('panel')}
        </section>
        <div>
          <Sheet id={filtersId} title={t.browse.filters} closeLabel={t.common.close}>
            {form('sheet')}
          </Sheet>
          {/* No boundary of its own: what is on the screen stays until the answer is here, and Back finds its place. */}
          <Results filter={filter} pages={pages} />
        </div>
      </div>
    </div>
  )
}

function Results({ filter, pages }: { filter: Filter; pages: number }) {
  const t = useTexts()
  const { data, hasNextPage, fetchNextPage, isFetching, isFetchNextPageError, error } = useSuspenseInfiniteQuery(
    cardsOf(filter),
  )
  const isMissing = hasNextPage && data.pages.length < pages
  useEffect(() => {
    if (isMissing && !isFetching && !isFetchNextPageError) fetchNextPage()
  }, [isMissing, isFetching, isFetchNextPageError, fetchNextPage])
  const cards = data.pages.flatMap((page) => page.items)
  const hold = useHeldLinks()
  // Applying makes a new form and takes the focus away with the old one; the number found is what comes next.
  const total = useRef<HTMLParagraphElement>(null)
  const shown = useRef(filter)
  const { action } = useLocation()
  useEffect(() => {
    if (shown.current === filter) return
    shown.current = filter
    restoreFocus(total.current)
    // Another list begins at its beginning; one that is gone back to, where one was.
    if (action !== 'POP') scrollTo(0, 0)
  }, [filter, action])
  return (
    <>
      <div className="results-head">
        <div className="results-bar">
          <Button look="secondary" small className="lg:hidden" {...opens(filtersId)}>
            <FiltersIcon /> {t.browse.showFilters(Object.keys(filter).length)}
          </Button>
          <p role="status" ref={total} tabIndex={-1} className="font-semibold outline-none">
            {t.browse.total(data.pages[0]?.total ?? cards.length)}
          </p>
        </div>
        <Chips filter={filter} />
      </div>
      {cards.length === 0 ? (
        <Empty
          icon={SearchIcon}
          title={t.browse.noData}
          action={
            <ButtonLink look="secondary" to={to.browse}>
              {t.browse.reset}
            </ButtonLink>
          }
        >
          {t.browse.noDataHint}
        </Empty>
      ) : (
        <div className={cardGrid}>
          {cards.map((card) => (
            <BiodataCard key={card.id} card={card} heading="h2" />
          ))}
        </div>
      )}
      {hasNextPage && (
        <div className="mt-8 grid justify-items-center gap-3">
          {isFetchNextPageError && (
            <p role="alert" className="field-error">
              {sayFailure(t, error)}
            </p>
          )}
          <ButtonLink
            look="secondary"
            to={to.browse + withPages(searchOf(filter), data.pages.length + 1)}
            replace
            aria-disabled={isMissing && isFetching}
            onClick={hold ?? (() => isFetchNextPageError && fetchNextPage())}
          >
            {isMissing && isFetching && <BusyIcon />}
            {t.common.showMore}
          </ButtonLink>
        </div>
      )}
    </>
  )
}

/**
 * Links to the same list know only the filter it was made for: pressed while the list of another filter is on its way,
 * they would undo that one.
 */
function useHeldLinks() {
  return useNavigationState().isNavigating ? (event: MouseEvent) => event.preventDefault() : undefined
}

const withPages = (search: string, pages: number) => `${search}${search ? '&' : '?'}pages=${pages}`

function Chips({ filter }: { filter: Filter }) {
  const t = useTexts()
  const hold = useHeldLinks()
  const { minAge, maxAge } = filter
  const without = (...names: (keyof Filter)[]) =>
    to.browse +
    searchOf(Object.fromEntries(Object.entries(filter).filter(([name]) => !names.includes(name as keyof Filter))))
  const chips = filterFields.flatMap((name) => {
    if (name !== 'birth')
      return filter[name] ? { label: sayOption(t, fields[name].of, filter[name]), address: without(name) } : []
    const label = ageLabel(t, minAge, maxAge)
    return label ? { label, address: without('minAge', 'maxAge') } : []
  })
  if (chips.length === 0) return null
  return (
    <ul aria-label={t.browse.chosen} className="flex flex-wrap gap-2 max-lg:mb-4">
      {chips.map(({ label, address }) => (
        <li key={label}>
          <Chip to={address} onClick={hold} removeLabel={t.browse.removeFilter(label)}>
            {label}
          </Chip>
        </li>
      ))}
    </ul>
  )
}

function ageLabel(t: Texts, min: number | undefined, max: number | undefined) {
  if (min !== undefined && max !== undefined) return t.browse.ageFromTo(min, max)
  if (min !== undefined) return t.browse.ageFrom(min)
  return max === undefined ? undefined : t.browse.ageUpTo(max)
}
