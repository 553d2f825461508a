import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Card } from '#src/features/biodata/contract.ts'
import { useUser } from '#src/features/identity/hooks.ts'
import type { PagedQuery } from '#src/platform/http/client.ts'
import { mostPages } from '#src/platform/http/contract.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { isForUs, Link, useLocation, useNavigationState } from '#src/platform/navigation/routing.tsx'
import { useTexts } from '#src/texts/texts.tsx'
import { BusyIcon, CloseIcon, FiltersIcon, SearchIcon } from '#src/ui/art/icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { opens, Sheet } from '#src/ui/dialogs/sheet.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { formatFailure } from '#src/ui/problems.tsx'

const filtersId = 'filters'

interface PageProps {
  above?: ReactNode
  /** Stands beside the title. */
  total?: ReactNode
  form: ReactNode
  /** No boundary of its own: what is on the screen stays until the answer is here, and Back finds its place. */
  children: ReactNode
}

export function PeoplePage({ above, total, form, children }: PageProps) {
  const t = useTexts()
  return (
    <div className="wrap wide-list">
      {above}
      <div className="browse-head">
        <h1 className="text-title">{t.browse.title}</h1>
        {total}
      </div>
      <div className="grid items-start beside-filters">
        <section
          aria-label={t.browse.filters}
          className="flex wide-only flex-col gap-4.5 panel p-5 wide-sticky filters"
        >
          <h2 className="plain-heading text-lg leading-tight">{t.browse.filters}</h2>
          {form}
        </section>
        <div>
          <Sheet id={filtersId} title={t.browse.filters}>
            {form}
          </Sheet>
          {children}
        </div>
      </div>
    </div>
  )
}

const totalId = 'total'

interface TotalProps<C extends Card> {
  cardsOf: (after?: string) => PagedQuery<C>
  /** Where not all were counted. */
  formatAtLeast?: (people: string) => string
}

/** Only the first page of a list says how many there are. */
export function Total<C extends Card>({ cardsOf, formatAtLeast = (people) => people }: TotalProps<C>) {
  const t = useTexts()
  const { pages } = useSuspenseInfiniteQuery(cardsOf()).data
  const { total = pages.flatMap(({ items }) => items).length, atLeast } = pages[0]!
  return (
    <p role="status" id={totalId} tabIndex={-1} className="total">
      {atLeast === undefined ? t.browse.total(total) : formatAtLeast(t.browse.total(atLeast))}
    </p>
  )
}

interface ResultsProps<C extends Card> extends TotalProps<C> {
  /** The page's query, `?` included. */
  search: string
  /** How many the address asks for. */
  pages: number
  /** Behind whom the list begins. */
  after: string | undefined
  /** How many filters are set. */
  chosen: number
  chips: { label: string; without: string }[]
  /** In the place of the total, which then stands beside the title. */
  order?: ReactNode
  /** Stands before the chips. */
  hint?: (hasCards: boolean) => ReactNode
  ifNobody?: ReactNode
  /** `isWhole` says that no cards are left, `left` near the reader's limit how many more people they may see for now. */
  children: (cards: C[], list: { isWhole: boolean; left: number | undefined; total: number | undefined }) => ReactNode
}

export function Results<C extends Card>({
  search,
  pages,
  after,
  chosen,
  chips,
  order,
  hint,
  ifNobody,
  children,
  ...ofTotal
}: ResultsProps<C>) {
  const { cardsOf } = ofTotal
  const t = useTexts()
  const user = useUser()
  const { data, hasNextPage, fetchNextPage, isFetching, isFetchNextPageError, error } = useSuspenseInfiniteQuery(
    cardsOf(after),
  )
  const { total } = useSuspenseInfiniteQuery(cardsOf()).data.pages[0]!
  const begun = after ? withMore(search, 'after', after) : search
  const isMissing = hasNextPage && data.pages.length < pages
  // Links know only the filter of their list: pressed while another list loads, they would undo its filter.
  const { isNavigating } = useNavigationState()
  const hold = isNavigating ? (event: MouseEvent) => event.preventDefault() : undefined
  const here = to.browse + withMore(begun, 'pages', data.pages.length)
  useEffect(() => {
    if (!isMissing || isFetching) return
    if (!isFetchNextPageError) fetchNextPage()
    // With more than may be read, a reload would be refused what is here too. Past the router, which would read it anew.
    else if (!hold) history.replaceState(history.state, '', here)
  }, [isMissing, isFetching, isFetchNextPageError, fetchNextPage, hold, here])
  const cards = data.pages.flatMap((page) => page.items)
  const { left } = data.pages.at(-1)!
  // An address shows no more than this: the script goes on where it is, and without one the link leads to the rest.
  const isFull = data.pages.length >= mostPages
  const isBusy = isFetching && (isMissing || isFull)
  // Applying makes a new form and takes the focus away with the old one; the number found is what comes next.
  const shown = useRef(begun)
  const { action } = useLocation()
  useEffect(() => {
    if (shown.current === begun) return
    shown.current = begun
    restoreFocus(document.getElementById(totalId))
    // Another list begins at its beginning; one that is gone back to, where one was.
    if (action !== 'POP') scrollTo(0, 0)
  }, [begun, action])
  return (
    <>
      <div className="results-head">
        <div className="results-bar">
          <Button look="secondary" small className="wide-hidden" {...opens(filtersId)}>
            <FiltersIcon /> {t.browse.showFilters(chosen)}
          </Button>
          {order ?? <Total {...ofTotal} />}
        </div>
        <div className="results-hints">
          {hint?.(cards.length > 0)}
          {chips.length > 0 && (
            <ul aria-label={t.browse.chosen} className="chips">
              {chips.map(({ label, without }) => (
                <li key={label} className="chip">
                  {label}
                  <Link to={to.browse + without} onClick={hold} aria-label={t.browse.removeFilter(label)}>
                    <CloseIcon />
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {cards.length === 0 && after ? (
        // Those behind the place are gone since; the list itself has people.
        <ButtonLink look="secondary" to={to.browse + search}>
          {t.errors.toBiodatas}
        </ButtonLink>
      ) : cards.length === 0 ? (
        <Empty
          icon={SearchIcon}
          title={t.browse.noData}
          action={
            chosen > 0 ? (
              <>
                {ifNobody}
                <ButtonLink look="secondary" to={to.browse}>
                  {t.browse.reset}
                </ButtonLink>
              </>
            ) : (
              // A new site
              !user?.hasBiodata && (
                <ButtonLink look="secondary" to={user ? to.edit : to.register()}>
                  {t.home.create}
                </ButtonLink>
              )
            )
          }
        >
          {chosen > 0 ? t.browse.noDataHint : t.browse.nobodyYet}
        </Empty>
      ) : (
        children(cards, { isWhole: !hasNextPage, left, total })
      )}
      {hasNextPage && (
        <div className="mt-8 grid justify-items-center gap-3">
          {isFetchNextPageError && (
            <p role="alert" className="field-error">
              {formatFailure(t, error)}
            </p>
          )}
          <ButtonLink
            look="secondary"
            to={
              to.browse +
              (isFull
                ? withMore(search, 'after', data.pages.at(-1)!.next!)
                : withMore(begun, 'pages', data.pages.length + 1))
            }
            replace
            aria-disabled={isBusy}
            onClick={
              hold ??
              ((event) => {
                if (isFull && isForUs(event)) {
                  event.preventDefault()
                  fetchNextPage({ cancelRefetch: false })
                } else if (isFetchNextPageError) fetchNextPage()
              })
            }
          >
            {isBusy && <BusyIcon />}
            {t.common.showMore}
          </ButtonLink>
        </div>
      )}
    </>
  )
}

const withMore = (search: string, name: string, value: string | number) =>
  `${search}${search ? '&' : '?'}${name}=${encodeURIComponent(value)}`
