import { type RawBuilder, sql } from 'kysely'
import { compiledStatement } from '#src/platform/db/compiled.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Fit, FitSummary, QuotedFit } from './contract.ts'
import { rangeOf, verdictOf, type Wish, wishes, wishNames, wordOf } from './policy.ts'

type Side = 'me' | 'them'
/** For each wish what is wished, what the other has, and how close that comes, in the order of the wishes. */
interface Row {
  /** Of somebody of another gender to compare with; null where there is nobody. */
  id: string | null
  fit: number
  wished: number[]
  had: number[]
  yours: number[]
  theirWished: number[]
  theirHad: number[]
  theirs: number[]
}

const list = (of: (wish: Wish) => RawBuilder<unknown>) => sql`array[${sql.join(wishNames.map(of))}]`

/** What somebody has of what a wish is about: completed years, inches, kilograms. */
function had(who: Side, wish: Wish, today: string) {
  const { about } = wishes[wish]
  const column = sql.ref(`${who}.${about}`)
  return about === 'birth' ? sql`extract(year from age(${today}::date, ${column}))::integer` : column
}

const wished = (who: Side, wish: Wish) => sql.ref(`${who}.${wish}`)

/** 1 within the tolerance, from there evenly down to 0 at twice as much. */
const closeness = (who: Side, other: Side, wish: Wish, today: string) => sql`
  least(1, greatest(0, 2 - abs(${had(other, wish, today)} - ${wished(who, wish)})::float8 / ${sql.lit(wishes[wish].tolerance)}))`

const weightOfAll = wishNames.reduce((sum, wish) => sum + wishes[wish].weight, 0)
/** How far somebody meets all wishes of the other: each counts as much as it weighs. */
const direction = (closenesses: RawBuilder<unknown>) =>
  sql`(${sql.join(
    wishNames.map((wish, place) => sql`${closenesses}[${sql.lit(place + 1)}] * ${sql.lit(wishes[wish].weight)}`),
    sql` + `,
  )}) / ${sql.lit(weightOfAll)}`

/** The harmonic mean of both directions: what pleases one side only is no fit. */
const fitsOfPeople = compiledStatement<object, { viewerId: string; ids: string[]; today: string }, Row>(
  (_, { viewerId, ids, today }) => sql`
    select them.id, c.yours, c.theirs, coalesce(2 * d.yours * d.theirs / nullif(d.yours + d.theirs, 0), 0) as fit,
      ${list((wish) => wished('me', wish))} as wished, ${list((wish) => had('them', wish, today))} as had,
      ${list((wish) => wished('them', wish))} as their_wished, ${list((wish) => had('me', wish, today))} as their_had
    from biodata me
    left join biodata them on them.id = any(${ids}::uuid[]) and them.gender <> me.gender
    cross join lateral (select
      ${list((wish) => closeness('me', 'them', wish, today))} as yours,
      ${list((wish) => closeness('them', 'me', wish, today))} as theirs) c
    cross join lateral (select ${direction(sql`c.yours`)} as yours, ${direction(sql`c.theirs`)} as theirs) d
    where me.id = ${viewerId}`,
)

/**
 * How somebody and the person with this id fit.
 * @returns null where they have no biodata that could be compared; undefined for people of their own gender and nobody
 */
export async function fitOf(
  db: Db,
  viewerId: string,
  id: string,
  today: string,
): Promise<QuotedFit | null | undefined> {
  const fits = await fitsOf(db, viewerId, [id], today)
  return fits ? fits.get(id) : null
}

/** The same for several people by their ids; nobody of the own gender is among the answers, nor anybody without a biodata of one's own. */
export async function summariesOf(db: Db, viewerId: string, ids: string[], today: string) {
  const fits = await fitsOf(db, viewerId, ids, today)
  return new Map<string, FitSummary>([...(fits ?? [])].map(([id, { wishes: _, ...summary }]) => [id, summary]))
}

/** @returns null without a biodata of one's own */
async function fitsOf(db: Db, viewerId: string, ids: string[], today: string) {
  const rows = await fitsOfPeople(db, {}, { viewerId, ids, today })
  if (rows.length === 0) return null
  return new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, quotedFit(row)] as const])))
}

function quotedFit({ fit, yours, theirs, wished, had, theirWished, theirHad }: Row): QuotedFit {
  const quote = (place: number, wish: Wish, closeness: number[], wanted: number[], value: number[]) => ({
    verdict: verdictOf(closeness[place]!),
    ...rangeOf(wish, wanted[place]!),
    value: value[place]!,
  })
  const met = (closeness: number[]) => ({
    met: closeness.filter((one) => verdictOf(one) === 'meets').length,
    of: closeness.length,
  })
  return {
    word: wordOf(fit),
    yours: met(yours),
    theirs: met(theirs),
    wishes: wishNames.map((name, place) => ({
      name,
      yours: quote(place, name, yours, wished, had),
      theirs: quote(place, name, theirs, theirWished, theirHad),
    })),
  }
}

/** The same without what is compared, for pages that do not show it. */
export const unquoted = ({ wishes, ...summary }: QuotedFit): Fit => ({
  ...summary,
  wishes: wishes.map(({ name, yours, theirs }) => ({ name, yours: yours.verdict, theirs: theirs.verdict })),
})
