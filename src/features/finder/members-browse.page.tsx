import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { Cards, NextStep } from '#src/features/biodata/components.ts'
import { PeoplePage, Results, Total } from '#src/features/browse/components.ts'
import { cardsPerPage, placeIn } from '#src/features/browse/index.ts'
import { MemberCards, RememberList } from '#src/features/matching/components.ts'
import { cardOf } from '#src/features/profile/hooks.ts'
import { newsAmong, ownSearches } from '#src/features/saved-searches/hooks.ts'
import {
  canBeCompared,
  type Found,
  find,
  findWithout,
  type Listed,
  listedIn,
  numberIn,
  type Order,
  orders,
  type Sought,
  soughtIn,
  soughtNames,
  usual,
  viewOwnWishes,
  withoutField,
} from '#src/features/search/contract.ts'
import { chipsOf, formatField, searchFor } from '#src/features/search/index.ts'
import { pagedQuery, query } from '#src/platform/http/client.ts'
import { searchOf, to } from '#src/platform/navigation/addresses.ts'
import { Link, Navigate, useNavigate, useNavigationState } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { SearchIcon } from '#src/ui/art/icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { numberSheet, opens } from '#src/ui/dialogs/sheet.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Select, TextField } from '#src/ui/forms/field.tsx'
import type { Address, MemberPage } from '#src/ui/page-module.ts'
import { useSite } from '#src/ui/site.tsx'
import { BestMatches, FromYourWishes } from './best-matches.tsx'
import { FindForm } from './find-form.tsx'
import { NewsBar, SaveTile } from './for-later.tsx'

const cardsOf = (sought: Sought, listed: Listed, after?: string) =>
  pagedQuery(find, { ...sought, ...listed, limit: cardsPerPage, after })
const ownWishes = query(viewOwnWishes, {})
const waysOut = (sought: Sought) => query(findWithout, sought)

export const title: MemberPage['title'] = (t) => t.browse.title
/** A number that was typed counts, and nothing beside it. */
export const parse = ({ search }: Pick<Address, 'search'>) => ({
  typed: search.get('number')?.trim() ?? '',
  sought: soughtIn(search),
  listed: listedIn(search),
  ...placeIn(search),
})
type Props = ReturnType<typeof parse>
type Asked = Pick<Props, 'sought' | 'listed'>
export const queries: MemberPage<Props>['queries'] = ({ typed, sought, listed, pages, after }) => {
  const number = numberIn(typed)
  if (number !== undefined) return [cardOf(number), ownWishes]
  if (typed !== '') return [ownWishes]
  const whole = after ? [cardsOf(sought, listed)] : []
  return [{ ...cardsOf(sought, listed, after), pages }, ...whole, ownWishes, newsAmong(sought), ownSearches]
}
export const dependentQueries: MemberPage<Props>['dependentQueries'] = ({ sought, listed, after }, cache) =>
  !after && !listed.onlyNew && cache.getQueryData(cardsOf(sought, listed).queryKey)?.pages[0]?.items.length === 0
    ? [waysOut(sought)]
    : []

export { properSearch } from '#src/features/browse/index.ts'

export default function MembersBrowsePage({ typed, sought, listed, pages, after }: Props) {
  const t = useMemberTexts()
  const navigate = useNavigate()
  const asked = useAsked({ sought, listed })
  const number = numberIn(typed)
  const { data: own } = useSuspenseQuery(ownWishes)
  const searchWith = (change: Partial<Listed>) => searchFor(sought, { ...listed, ...change })
  const search = searchWith({})
  const chips = chipsOf(t, sought, { ...listed, steps: usual.steps })
  if (listed.onlyNew) chips.unshift({ label: t.searches.onlyNewChip, without: searchWith({ onlyNew: false }) })
  const show = (next: Sought, order: Order) =>
    navigate(to.browse + searchFor(next, { ...usual, order, onlyNew: asked.listed.onlyNew }))
  const hasBest = (sought: Sought) => own !== null && canBeCompared(own, sought)
  const ofTotal = { cardsOf: (after?: string) => cardsOf(sought, listed, after), formatAtLeast: t.find.atLeast }
  const isBest = listed.order === 'best' && hasBest(sought)
  return (
    <PeoplePage
      above={<NextStep />}
      total={
        <>
          {typed === '' && <Total {...ofTotal} />}
          <Button look="quiet" small className="number-button" {...opens(numberSheet)}>
            <SearchIcon /> {t.nav.byNumber}
          </Button>
        </>
      }
      form={
        <FindForm
          key={search}
          sought={sought}
          listed={{ ...listed, steps: usual.steps }}
          onApply={(sought) => show(sought, asked.listed.order)}
        />
      }
    >
      {typed === '' ? (
        <Results
          {...ofTotal}
          search={search}
          pages={pages}
          after={after}
          chosen={chips.length}
          chips={chips}
          order={
            <OrderForm {...asked} hasBest={hasBest(asked.sought)} onChange={(order) => show(asked.sought, order)} />
          }
          hint={(hasCards) => hasCards && isBest && own && !after && <FromYourWishes own={own} />}
          ifNobody={
            <>
              {!listed.onlyNew && <WaysOut sought={sought} order={listed.order} />}
              <SaveTile sought={sought} />
            </>
          }
        >
          {(cards: Found[], { left, ...list }) => {
            const save = <SaveTile sought={sought} />
            return (
              <>
                <ListToWalk cards={cards} list={after ? undefined : cardsOf(sought, listed)} />
                {!listed.onlyNew && <NewsBar sought={sought} />}
                {cards[0]!.part ? (
                  <BestMatches {...{ cards, ...list, searchWith, save }} isContinued={!!after} />
                ) : (
                  <MemberCards cards={cards}>{save}</MemberCards>
                )}
                {left !== undefined && (
                  <div className="mt-6">
                    <Notice>{t.find.peopleLeft(left)}</Notice>
                  </div>
                )}
              </>
            )
          }}
        </Results>
      ) : number === undefined ? (
        <Nobody typed={typed} />
      ) : (
        <Numbered number={number} typed={typed} />
      )}
    </PeoplePage>
  )
}

function ListToWalk({ cards, list }: { cards: Found[]; list: ReturnType<typeof cardsOf> | undefined }) {
  const client = useQueryClient()
  return <RememberList cards={cards} total={list && client.getQueryData(list.queryKey)?.pages[0]?.total} />
}

/** What was asked for last. Its people may still be on their way; what is chosen meanwhile is chosen of them. */
function useAsked(shown: Asked): Asked {
  const { wanted } = useNavigationState()
  const asked = parse({ search: new URLSearchParams(wanted.search) })
  return wanted.pathname !== to.browse || asked.typed !== '' ? shown : asked
}

/** Only a page without a script needs the button. Where nobody can be compared, the newest are first. */
function OrderForm({ sought, listed, hasBest, onChange }: Asked & { hasBest: boolean; onChange: (to: Order) => void }) {
  const t = useMemberTexts()
  const id = useId()
  return (
    <form action={to.browse} className="order-form">
      {[...new URLSearchParams(searchFor(sought, { ...listed, order: usual.order, steps: usual.steps }))].map(
        ([name, value]) => (
          <input key={name + value} type="hidden" name={name} value={value} />
        ),
      )}
      <label htmlFor={id} className="phone-sr-only">
        {t.find.order}
      </label>
      <Select
        id={id}
        name="order"
        value={listed.order === 'best' && !hasBest ? 'newest' : listed.order}
        options={orders
          .filter((value) => value !== 'best' || hasBest)
          .map((value) => ({ value, label: t.find.orders[value] }))}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Order)}
      />
      <noscript>
        <Button type="submit" look="secondary" small>
          {t.find.reorder}
        </Button>
      </noscript>
    </form>
  )
}

/** Leads on to the profile; without a script the card does. */
function Numbered({ number, typed }: { number: number; typed: string }) {
  const { data: card } = useSuspenseQuery(cardOf(number))
  if (!card) return <Nobody typed={typed} />
  return (
    <Cards cards={[card]} heading="h2">
      <Navigate to={to.details(card.id)} replace />
    </Cards>
  )
}

/** The same words for people who are not there, hidden or blocked. */
function Nobody({ typed }: { typed: string }) {
  const t = useMemberTexts()
  const navigate = useNavigate()
  const { brand } = useSite()
  function go(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    navigate(to.browse + searchOf({ number: new FormData(event.currentTarget).get('number') }))
  }
  return (
    <Empty
      icon={SearchIcon}
      title={t.find.nobody}
      action={
        <>
          <form key={typed} action={to.browse} onSubmit={go} className="flex flex-wrap items-end justify-center gap-2">
            <TextField label={t.card.number} name="number" defaultValue={typed} className="number-field" />
            <Button type="submit" look="secondary">
              {t.find.open}
            </Button>
          </form>
          <ButtonLink look="secondary" to={to.browse}>
            {t.find.everybody}
          </ButtonLink>
        </>
      }
    >
      {t.find.numbersLookLike(`${brand.idPrefix}1042`)}
    </Empty>
  )
}

const mostWays = 4

function WaysOut({ sought, order }: { sought: Sought; order: Order }) {
  const t = useMemberTexts()
  const { data } = useSuspenseQuery(waysOut(sought))
  const ways = soughtNames
    .flatMap((name) => (data[name] ? [{ name, ...data[name] }] : []))
    .toSorted((one, other) => other.people - one.people)
    .slice(0, mostWays)
  if (ways.length === 0) return null
  return (
    <ul className="grid gap-1">
      {ways.map(({ name, people, isAtLeast }) => (
        <li key={name}>
          <Link
            to={to.browse + searchFor(withoutField(sought, name), { ...usual, order })}
            className="inline-block py-2 font-medium underline"
          >
            {(isAtLeast ? t.find.withoutAtLeast : t.find.without)(
              formatField(t, sought, name),
              t.format.number(people),
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
