import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { addFavourite, removeFavourite, writeNote } from '#src/features/favourites/contract.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { choiceIn, remember } from '#src/platform/browser-storage/cookies.ts'
import { call, pagedQuery } from '#src/platform/http/client.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { searchOf, to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { Portrait } from '#src/ui/art/art.tsx'
import { CardsIcon, HeartIcon, TableIcon } from '#src/ui/art/member-icons.ts'
import { DeleteRow } from '#src/ui/dialogs/delete-row.tsx'
import { Empty } from '#src/ui/empty.tsx'
import type { Address, MemberPage } from '#src/ui/page-module.ts'
import { MoreRows, PagedTable, rowsOf } from '#src/ui/paged-table.tsx'
import { useSite } from '#src/ui/site.tsx'
import { Comparison } from './comparison.tsx'
import { listShortlist, type Shortlisted } from './contract.ts'
import { CompareBar, FavouriteCard } from './favourite-card.tsx'

const shortlist = pagedQuery(listShortlist, { limit: 25 })
const comparedOf = (numbers: number[]) => pagedQuery(listShortlist, { numbers, limit: 2 })

const views = ['cards', 'table'] as const

export const parse = ({ search, cookies }: Pick<Address, 'search' | 'cookies'>) => {
  const [, one, other] = /^(\d{1,9}),(\d{1,9})$/.exec(search.get('compare') ?? '') ?? []
  return {
    compare: one && other ? [Number(one), Number(other)] : undefined,
    view: views.find((view) => view === (search.get('view') ?? choiceIn(cookies, 'favourites'))) ?? 'cards',
  }
}
type Props = ReturnType<typeof parse>

export const title: MemberPage<Props>['title'] = (t, _, { compare }) =>
  compare ? t.favourites.compareTitle : t.dashboard.favourites
export const queries: MemberPage<Props>['queries'] = ({ compare }) => [compare ? comparedOf(compare) : shortlist]

export default function MyFavouritesPage({ compare, view }: Props) {
  return compare ? <Compared numbers={compare} /> : <Shortlist view={view} />
}

function Compared({ numbers }: { numbers: number[] }) {
  const found = rowsOf(useSuspenseInfiniteQuery(comparedOf(numbers)))
  return <Comparison people={numbers.flatMap((number) => found.find((one) => one.number === number) ?? [])} />
}

function Shortlist({ view }: { view: Props['view'] }) {
  const t = useMemberTexts()
  const list = useSuspenseInfiniteQuery(shortlist)
  const favourites = rowsOf(list)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-4">
        <div>
          <h1 tabIndex={-1} className="text-title">
            {t.dashboard.favourites}
          </h1>
          {favourites.length > 0 && (
            <p className="mt-1 text-ink-2">
              {!list.hasNextPage && t.favourites.people(favourites.length)} {t.favourites.onlyYou}
            </p>
          )}
        </div>
        {favourites.length > 0 && <ViewSwitch view={view} />}
      </div>
      {favourites.length === 0 ? (
        <Empty icon={HeartIcon} title={t.favourites.none} ways={[[to.browse, t.browse.title]]}>
          {t.favourites.noneHint}
        </Empty>
      ) : view === 'table' ? (
        <FavouritesTable list={list} favourites={favourites} />
      ) : (
        <FavouriteCards favourites={favourites}>
          <MoreRows list={list} />
        </FavouriteCards>
      )}
    </>
  )
}

const viewIcons = { cards: CardsIcon, table: TableIcon }

function ViewSwitch({ view }: { view: Props['view'] }) {
  const t = useMemberTexts()
  return (
    <nav aria-label={t.favourites.view} className="view-switch">
      {views.map((name) => {
        const ViewIcon = viewIcons[name]
        return (
          <Link
            key={name}
            to={to.myFavourites + searchOf({ view: name })}
            replace
            aria-current={name === view ? 'true' : undefined}
            onClick={() => remember('favourites', name)}
          >
            <ViewIcon /> {t.favourites.views[name]}
          </Link>
        )
      })}
    </nav>
  )
}

function FavouriteCards({ favourites, children }: { favourites: readonly Shortlisted[]; children: ReactNode }) {
  const [picked, setPicked] = useState<number[]>([])
  /** A third one replaces the first of the two. */
  const pick = (number: number, isPicked: boolean) =>
    setPicked((before) => [...before.filter((one) => one !== number), ...(isPicked ? [number] : [])].slice(-2))
  const chosen = picked.flatMap((number) => favourites.find((one) => one.number === number) ?? [])
  return (
    <>
      <div className="grid favourite-cards">
        {favourites.map((person) => (
          <FavouriteCard
            key={person.favouriteId}
            person={person}
            isPicked={picked.includes(person.number)}
            onPick={(is) => pick(person.number, is)}
          >
            <Removal person={person} favourites={favourites} />
          </FavouriteCard>
        ))}
      </div>
      {children}
      {chosen.length > 0 && <CompareBar people={chosen} />}
    </>
  )
}

/** Undo brings the note back, too. */
function Removal({ person, favourites }: { person: Shortlisted; favourites: readonly Shortlisted[] }) {
  const t = useMemberTexts()
  const { email } = useMember()
  const { favouriteId, number, name, division: address, occupation, note } = person
  const rows = favourites.map(({ favouriteId: id }) => ({ id }))
  async function putBack() {
    const { insertedId } = await call(addFavourite, { number, email, name, address, occupation })
    if (note) await call(writeNote, { id: insertedId, email, note })
    return insertedId
  }
  return (
    <DeleteRow
      row={rows.find(({ id }) => id === favouriteId)!}
      rows={rows}
      label={t.favourites.deleteNamed(nameFor(t, person))}
      onDelete={() => call(removeFavourite, { id: favouriteId })}
      onUndo={putBack}
    />
  )
}

interface TableProps {
  list: Parameters<typeof PagedTable<Shortlisted>>[0]['list']
  favourites: readonly Shortlisted[]
}

const labelled = { inCard: 'fact', className: 'labelled-fact' } as const

/** The specification's, to the letter (REQUIREMENTS L1). */
function FavouritesTable({ list, favourites }: TableProps) {
  const t = useMemberTexts()
  const { brand } = useSite()
  return (
    <PagedTable
      list={list}
      caption={t.dashboard.favourites}
      columns={[
        {
          label: t.accounts.name,
          inCard: 'title',
          className: 'thread-name',
          cell: (person) => (
            <span className="flex items-center gap-3">
              <Portrait of={person} className="row-portrait" />
              <Link to={to.details(person.id)} className="underline wrap-anywhere">
                {nameFor(t, person)}
              </Link>
            </span>
          ),
        },
        {
          label: t.requests.id,
          ...labelled,
          cell: ({ number }) => `${brand.idPrefix}${number}`,
        },
        { label: t.favourites.address, ...labelled, cell: ({ division }) => t.options.division[division] },
        { label: t.card.occupation, ...labelled, cell: ({ occupation }) => t.options.occupation[occupation] },
        {
          label: t.actions.delete,
          inCard: 'end',
          cell: (person) => <Removal person={person} favourites={favourites} />,
        },
      ]}
    />
  )
}
