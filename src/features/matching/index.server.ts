import { type RawBuilder, sql } from 'kysely'
import type { Card } from '#src/features/biodata/contract.ts'
import { formOf } from '#src/features/biodata/index.server.ts'
import {
  type Columns,
  type Gender,
  isNumber,
  type NumberWish,
  type SetWish,
  setWishes,
  type Wish,
  wishes,
  wishLimits,
  wishNames,
  wishOptions,
} from '#src/features/biodata/index.ts'
import { isFavouriteOf } from '#src/features/favourites/index.server.ts'
import { all, compiledStatement, type Db } from '#src/platform/db/open.server.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import type { CardFit, Fit, Missed, Quoted, QuotedFit } from './contract.ts'
import { differingIn } from './index.ts'
import { type NameOnCards, shortName, verdictOf, whole, wordOf } from './policy.ts'

// The rule of docs/fit.md as SQL, in whole numbers: so it is the same wherever it is worked out, and fast for many people.
// What it compares is packed by migrations/0002-biodata.sql and, for wishes, by `wishes_of` of 0003-lists.sql.

/** `me` looks, with all wishes; `them` with those that they show. */
export type Side = 'me' | 'them'

const compared = [
  ...new Set(['id', 'number', 'gender', 'maritalStatus', ...wishNames.map((wish) => wishes[wish].about)]),
  'facts',
  'districtFact',
]
/** A private wish is compared for its owner alone (REQUIREMENTS R9). `offset 0` makes PostgreSQL pack each row once. */
export const sideOf = (side: Side, where: RawBuilder<unknown>) => sql<{ id: string; gender: Gender }>`(
  select ${sql.join(compared.map((name) => sql.ref(`biodata.${name}`)))}, wishes.*
  from biodata cross join lateral wishes_of(biodata, ${sql.lit(side === 'them')}) wishes where ${where} offset 0)`

/** A share of 1. */
export const wholeShare = 10_000
/** How many points of it a closeness of each field gives, so that all are whole. */
let unit = 1
while (wishNames.some((wish) => unit % whole(wish) > 0)) unit++
const allWeights = wishNames.reduce((sum, wish) => sum + wishes[wish].weight, 0)

/** There are as many districts as a number has bits. */
function packed(wish: SetWish) {
  if (wish === 'partnerDistrict') return { facts: 'districtFact', wished: 'districtsWished', bits: sql.lit(-1) }
  const before = setWishes
    .slice(0, setWishes.indexOf(wish))
    .reduce((many, earlier) => many + (earlier === 'partnerDistrict' ? 0 : wishOptions(earlier).length), 0)
  const bits = (2 ** wishOptions(wish).length - 1) * 2 ** before
  return { facts: 'facts', wished: 'wished', bits: sql.lit(bits) }
}

const column = (who: Side, name: string) => sql.ref(`${who}.${name}`)

/** Completed years, inches, kilograms. */
export function had(who: Side, wish: NumberWish, today: string) {
  const { about } = wishes[wish]
  if (about === 'birth') return sql`extract(year from age(${today}::date, ${column(who, about)}))::integer`
  return column(who, about)
}

/** Somebody who was never married and says nothing of children has none. */
function hadOption(who: Side, wish: SetWish) {
  const { about } = wishes[wish]
  if (about !== 'children') return column(who, about)
  return sql`coalesce(${column(who, about)}, case ${column(who, 'maritalStatus')} when 'Never married' then 'None' end)`
}

export const isWished = (wish: Wish, by: Side) => {
  if (isNumber(wish)) return sql<boolean>`${column(by, `${wish}Most`)} < 1000`
  const { wished, bits } = packed(wish)
  return sql<boolean>`${column(by, wished)} & ${bits} <> 0`
}

/** As arguments of `json_build_object`. An age at which nobody may be looked for is not wished either. */
export const wishOf = (wish: Wish, by: Side) =>
  isNumber(wish)
    ? sql`'from', greatest(${column(by, `${wish}Least`)}, ${sql.lit(wish === 'partnerAge' ? wishLimits.partnerAge.least : 0)}),
        'to', ${column(by, `${wish}Most`)}`
    : sql`'wished', ${column(by, wish)}`

export const isMust = (wish: Wish, by: Side) =>
  sql<boolean>`${column(by, 'musts')} & ${sql.lit(2 ** wishNames.indexOf(wish))} <> 0`

/** What is not wished is met. Faster to work out than {@link closeness}. */
export function isMet(wish: Wish, by: Side, to: Side, has: (wish: NumberWish) => RawBuilder<unknown>) {
  if (!isNumber(wish)) {
    const { bits, ...columns } = packed(wish)
    const asked = sql`${column(by, columns.wished)} & ${bits}`
    return sql<boolean>`(${asked} = 0 or ${column(to, columns.facts)} & ${asked} <> 0)`
  }
  return sql<boolean>`${has(wish)} between ${column(by, `${wish}Least`)} and ${column(by, `${wish}Most`)}`
}

/** All of these. Who wishes no set at all is not asked about each. */
export function areMet(names: readonly Wish[], by: Side, to: Side, has: (wish: NumberWish) => RawBuilder<unknown>) {
  const met = Object.groupBy(names, (wish) => (isNumber(wish) || wish === 'partnerDistrict' ? 'alone' : 'sets'))
  const [alone, sets] = [met.alone ?? [], met.sets ?? []].map((few) => all(few.map((wish) => isMet(wish, by, to, has))))
  return sql<boolean>`(${alone} and (${column(by, 'wished')} = 0 or ${sets}))`
}

/** See {@link verdictOf}; whole where it {@link isMet}. */
export function closeness(wish: Wish, by: Side, to: Side, has: (wish: NumberWish) => RawBuilder<unknown>) {
  if (!isNumber(wish)) {
    const { facts, bits } = packed(wish)
    return sql<number>`case when ${isMet(wish, by, to, has)} then ${sql.lit(whole(wish))}
      when ${column(to, facts)} & ${bits} = 0 then 1 else 0 end`
  }
  const tolerance = sql.lit(whole(wish))
  const [least, most] = [column(by, `${wish}Least`), column(by, `${wish}Most`)]
  return sql<number>`(${tolerance} - least(${tolerance}, greatest(${least} - ${has(wish)}, ${has(wish)} - ${most}, 0)))`
}

/** Each wish counts as much as it weighs, what is not wished nothing. */
export function share(by: Side, closenessTo: (wish: Wish) => RawBuilder<unknown>) {
  const points = wishNames.map(
    (wish) => sql`${sql.lit((wishes[wish].weight * unit) / whole(wish))} * ${closenessTo(wish)}`,
  )
  const counts = column(by, 'wishWeight')
  return sql<number>`case ${counts} when 0 then ${sql.lit(wholeShare)} else
    ${sql.lit(wholeShare)} * (${sql.join(points, sql` + `)} - ${sql.lit(unit)} * (${sql.lit(allWeights)} - ${counts}))
      / (${sql.lit(unit)} * ${counts}) end`
}

/** Nothing where a must is missed. What somebody has not said is not missed. */
export function shareOfMusts(by: Side, closenessTo: (wish: Wish) => RawBuilder<unknown>) {
  const missed = wishNames.map((wish) => {
    const least = isNumber(wish) ? whole(wish) : 1
    return sql`${isMust(wish, by)} and ${closenessTo(wish)} < ${sql.lit(least)}`
  })
  return sql<number>`case when ${column(by, 'musts')} <> 0 and (${sql.join(missed, sql` or `)}) then 0
    else ${share(by, closenessTo)} end`
}

/** The harmonic mean of both directions: what pleases one side only is no fit. */
export const bothWays = (yours: RawBuilder<unknown>, theirs: RawBuilder<unknown>) =>
  sql<number>`coalesce(2 * ${yours} * ${theirs} / nullif(${yours} + ${theirs}, 0), 0)`

type Compared = Omit<Quoted, 'verdict'> & { closeness: number }
interface Row {
  /** Null where there is nobody of another gender to compare with. */
  id: string | null
  fit: number
  yours: Record<Wish, Compared | null>
  theirs: Record<Wish, Compared | null>
}

/** Null for what is not wished. */
const comparedBy = (by: Side, of: Side, closenesses: 'mine' | 'theirs', today: string) =>
  sql`json_build_object(${sql.join(
    wishNames.map((wish) => {
      const has = isNumber(wish) ? sql`'value', ${had(of, wish, today)}` : sql`'has', ${hadOption(of, wish)}`
      return sql`${sql.lit(wish)}, case when ${isWished(wish, by)} then json_strip_nulls(json_build_object(
        'closeness', ${sql.ref(`${closenesses}.${wish}`)}, ${wishOf(wish, by)}, ${has})) end`
    }),
  )})`

/** With the fit of the viewer and each of these people of another gender; one row without a person where nobody is. */
function fitsOfPeople(viewerId: string, people: RawBuilder<unknown>, today: string) {
  const closenesses = (by: Side, to: Side) =>
    sql.join(
      wishNames.map((wish) => sql`${closeness(wish, by, to, (wish) => had(to, wish, today))} as ${sql.ref(wish)}`),
    )
  const shareOf = (by: Side, of: 'mine' | 'theirs') => shareOfMusts(by, (wish) => sql.ref(`${of}.${wish}`))
  return sql<Row>`
    select them.id, ${bothWays(sql`s.mine`, sql`s.theirs`)} / ${sql.lit(wholeShare)} as fit,
      ${comparedBy('me', 'them', 'mine', today)} as yours, ${comparedBy('them', 'me', 'theirs', today)} as theirs
    from ${sideOf('me', sql`biodata.id = ${viewerId}`)} me
    left join ${sideOf('them', people)} them on them.gender <> me.gender
    cross join lateral (select ${closenesses('me', 'them')}) mine
    cross join lateral (select ${closenesses('them', 'me')}) theirs
    cross join lateral (select ${shareOf('me', 'mine')}::float8 as mine, ${shareOf('them', 'theirs')}::float8 as theirs) s`
}

const fitOfPerson = compiledStatement<object, { viewerId: string; id: string; today: string }, Row>(
  (_, { viewerId, id, today }) => fitsOfPeople(viewerId, sql`biodata.id = ${id}`, today),
)

/** Null where the viewer has no biodata that could be compared, undefined for their own gender and nobody. */
export async function fitOf(db: Db, viewerId: string, id: string, today: string) {
  const [row] = await fitOfPerson(db, {}, { viewerId, id, today })
  return row ? quotedFit(row) : null
}

/** Answers null where the viewer has no biodata that could be compared, undefined for their own gender and nobody. */
export async function fitsOf(db: Db, viewerId: string, ids: string[], today: string) {
  const { rows } = await fitsOfPeople(viewerId, sql`biodata.id = any(${ids}::uuid[])`, today).execute(db)
  const fits = new Map(rows.map((row) => [row.id, row]))
  return (id: string) => {
    const row = fits.get(id)
    return rows.length === 0 ? null : row && quotedFit(row)
  }
}

/** May be quoted: of another all that is compared stands on their profile. */
function quotedFit({ id, fit, ...row }: Row): QuotedFit | undefined {
  if (id === null) return undefined
  const quoted = (wish: Wish, compared: Compared | null): Quoted | undefined => {
    if (!compared) return undefined
    const { closeness, ...rest } = compared
    return { verdict: verdictOf(wish, closeness), ...rest }
  }
  const wishes = wishNames
    .map((name) => ({ name, yours: quoted(name, row.yours[name]), theirs: quoted(name, row.theirs[name]) }))
    .filter(({ yours, theirs }) => yours || theirs)
  const met = (side: 'yours' | 'theirs') => {
    const given = wishes.flatMap((wish) => wish[side]?.verdict ?? [])
    return { met: given.filter((verdict) => verdict === 'meets').length, of: given.length }
  }
  return { word: wordOf(fit), yours: met('yours'), theirs: met('theirs'), wishes }
}

const cardFitOf = ({ wishes, ...summary }: QuotedFit): CardFit => ({ ...summary, differs: differingIn(wishes) })

const missedBy = ({ wishes }: QuotedFit): Missed[] =>
  wishes.flatMap(({ name, yours }): Missed[] => {
    if (!yours || yours.verdict === 'meets') return []
    const { from, to, value, has } = yours
    if (value === undefined) return [{ name, has }]
    return [{ name, value, off: value > to! ? value - to! : value - from! }]
  })

/** For pages that do not show what is compared. */
export const unquoted = ({ wishes, ...summary }: QuotedFit): Fit => ({
  ...summary,
  wishes: wishes.map(({ name, yours, theirs }) => ({ name, yours: yours?.verdict, theirs: theirs?.verdict })),
})

const cardFacts = ['maritalStatus', 'height', 'profession', 'education', 'district'] as const

type CardFacts = Pick<Columns, (typeof cardFacts)[number] | 'name' | 'nameInOtherScript'> & {
  nameOnCards: NameOnCards
  cardId: string
  isClosed: boolean
  isFavourite: boolean
  /** Whether the viewer has a biodata. */
  isCompared: boolean
}

const cardsOfPeople = compiledStatement<
  object,
  { ids: string[]; viewerId: string; blocked: readonly number[]; today: string },
  CardFacts & Row
>(
  (_, { ids, viewerId, blocked, today }) => sql`
    select fits.*, biodata.id as card_id, contact_for = 'nobody' as is_closed,
      ${sql.join(['name', 'nameInOtherScript', 'nameOnCards', ...cardFacts].map((column) => sql.ref(`biodata.${column}`)))},
      ${isFavouriteOf({ userId: viewerId, blocked })} as is_favourite,
      exists (select from biodata own where own.id = ${viewerId}) as is_compared
    from biodata left join (${fitsOfPeople(viewerId, sql`biodata.id = any(${ids}::uuid[])`, today)}) fits
      on fits.id = biodata.id
    where biodata.id = any(${ids}::uuid[])`,
)

/** By the owner's choice (REQUIREMENTS C2). */
export function namesOf({
  name,
  nameInOtherScript,
  nameOnCards,
}: Pick<CardFacts, 'name' | 'nameInOtherScript' | 'nameOnCards'>) {
  const onCard = nameOnCards === 'initial' ? shortName : String
  return { name: onCard(name), nameInOtherScript: nameInOtherScript === null ? undefined : onCard(nameInOtherScript) }
}

/** With what members read on them (REQUIREMENTS C2); people who left meanwhile are left out. */
export async function memberCards<C extends Card>(
  db: Db,
  viewer: Pick<Member, 'userId' | 'blocked'>,
  cards: readonly C[],
  today: string,
) {
  if (cards.length === 0) return []
  const ids = cards.map(({ id }) => id)
  const rows = await cardsOfPeople(db, {}, { ids, viewerId: viewer.userId, blocked: viewer.blocked, today })
  const rowOf = new Map(rows.map((row) => [row.cardId, row]))
  return cards.flatMap((card) => {
    const row = rowOf.get(card.id)
    if (!row) return []
    const fit = row.isCompared ? quotedFit(row) : null
    const isClosed = row.isClosed && card.id !== viewer.userId
    return {
      ...card,
      ...formOf(cardFacts, row),
      ...namesOf(row),
      ...(card.id !== viewer.userId && { isFavourite: row.isFavourite }),
      ...(isClosed && { isClosed: true as const }),
      fit: fit && cardFitOf(fit),
      missed: fit && missedBy(fit),
    }
  })
}
