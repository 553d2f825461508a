import { useSuspenseQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { to } from '#src/platform/addresses.ts'
import { pagedQuery, query } from '#src/platform/http/query.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import type { Address, PageModule } from '#src/platform/page-module.ts'
import { Navigate, useNavigate } from '#src/platform/routing.tsx'
import { useSite } from '#src/platform/site.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { TextField } from '#src/ui/field.tsx'
import { SearchIcon } from '#src/ui/icons.ts'
import { BiodataCard, cardGrid } from '../biodata-card.tsx'
import { FitLine } from '../fit/fit-line.tsx'
import { viewCard } from '../profile-contract.ts'
import { BestMatches, NewestUntilThen } from './best-matches.tsx'
import { cardsPerPage, PeoplePage, pagesOf, properSearch, Results, searchOf } from './browse-parts.ts'
import { type Found, find, type Sought } from './contract.ts'
import { type Listed, listedIn, numberIn, soughtIn, usual } from './filter.ts'
import { FindForm } from './find-form.tsx'
import { chipsOf } from './words.ts'

const cardsOf = (sought: Sought, listed: Listed) => pagedQuery(find, { ...sought, ...listed, limit: cardsPerPage })
const cardOf = (number: number) => query(viewCard, { bioDataId: number })

export const title: PageModule['title'] = (t) => t.find.title
/** A number that was typed counts, and nothing beside it. */
export const parse = ({ search }: Address) => ({
  typed: search.get('number')?.trim() ?? '',
  sought: soughtIn(search),
  listed: listedIn(search),
  pages: pagesOf(search),
})
type Props = ReturnType<typeof parse>
export const queries: PageModule<Props>['queries'] = ({ typed, sought, listed, pages }) => {
  const number = numberIn(typed)
  if (number !== undefined) return [cardOf(number)]
  return typed === '' ? [{ ...cardsOf(sought, listed), pages }] : []
}

export { properSearch }

export default function FindPage({ typed, sought, listed, pages }: Props) {
  const t = useMemberTexts()
  const navigate = useNavigate()
  const searchWith = (change: Partial<Listed>, next = sought) =>
    searchOf({ ...next, ...unusual({ ...listed, ...change }) })
  const search = searchWith({})
  const show = (next: Sought) => navigate(to.find + searchWith({ steps: usual.steps }, next))
  return (
    <PeoplePage
      title={t.find.title}
      tools={<NumberForm key={typed} typed={typed} />}
      form={(place) => <FindForm key={search} place={place} sought={sought} onApply={show} onReset={() => show({})} />}
    >
      {typed === '' ? (
        <Results
          query={cardsOf(sought, listed)}
          path={to.find}
          search={search}
          pages={pages}
          chosen={chipsOf(t, sought).length}
          chips={chipsOf(t, sought)}
          sayAtLeast={t.find.atLeast}
          below={({ fit }: Found) => fit && <FitLine fit={fit} />}
          parts={(cards: Found[], isWhole) => {
            if (cards[0]!.part) return <BestMatches {...{ cards, isWhole, searchWith }} steps={listed.steps} />
            return cards[0]!.fit === null && listed.order === 'best' && <NewestUntilThen cards={cards} />
          }}
        />
      ) : (
        <Person number={numberIn(typed)} />
      )}
    </PeoplePage>
  )
}

const unusual = (listed: Listed) =>
  Object.fromEntries(Object.entries(listed).filter(([name, value]) => value !== usual[name as keyof Listed]))

/** A plain form, as the filters are. */
function NumberForm({ typed }: { typed: string }) {
  const t = useMemberTexts()
  const navigate = useNavigate()
  const { brand } = useSite()
  function go(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    navigate(to.find + searchOf({ number: form.get('number') }))
  }
  return (
    <form action={to.find} onSubmit={go} className="flex flex-wrap items-end gap-2">
      <TextField
        label={t.card.number}
        name="number"
        id="number"
        placeholder={`${brand.idPrefix}1042`}
        defaultValue={typed}
        className="w-40 max-w-full"
      />
      <Button type="submit" look="secondary">
        {t.find.open}
      </Button>
    </form>
  )
}

function Person({ number }: { number: number | undefined }) {
  return number === undefined ? <Nobody /> : <Numbered number={number} />
}

/** Leads on to the profile; without a script the card does. */
function Numbered({ number }: { number: number }) {
  const { data: card } = useSuspenseQuery(cardOf(number))
  if (!card) return <Nobody />
  return (
    <div className={cardGrid}>
      <BiodataCard card={card} heading="h2" />
      <Navigate to={to.details(card.id)} replace />
    </div>
  )
}

/** The same words for whoever is not there, hidden or blocked. */
function Nobody() {
  const t = useMemberTexts()
  const { brand } = useSite()
  return (
    <Empty
      icon={SearchIcon}
      title={t.find.nobody}
      action={
        <ButtonLink look="secondary" to={to.find}>
          {t.find.everybody}
        </ButtonLink>
      }
    >
      {t.find.numbersLookLike(`${brand.idPrefix}1042`)}
    </Empty>
  )
}
