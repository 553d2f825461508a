import { type RawBuilder, sql } from 'kysely'
import { compiledStatement } from '#src/platform/db/compiled.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Fit, FitSummary, Missed, QuotedFit } from './contract.ts'
import { rangeOf, verdictOf, type Wish, wishNames, wordOf } from './policy.ts'
import { bothWays, closeness, had, mostPoints, points, type Side } from './rule.server.ts'

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

const wished = (who: Side, wish: Wish) => sql.ref(`${who}.${wish}`)

const off = (who: Side, other: Side, wish: Wish, today: string) =>
  sql`(${had(other, wish, today)} - ${wished(who, wish)})`

/** The points of one side, from its closenesses. */
const pointsOf = (closenesses: RawBuilder<unknown>) =>
  points((wish) => sql`${closenesses}[${sql.lit(wishNames.indexOf(wish) + 1)}]`)

const fitsOfPeople = compiledStatement<object, { viewerId: string; ids: string[]; today: string }, Row>(
  (_, { viewerId, ids, today }) => sql`
    select them.id, c.yours, c.theirs, ${bothWays(sql`p.yours::float8`, sql`p.theirs`)} / ${sql.lit(mostPoints)} as fit,
      ${list((wish) => wished('me', wish))} as wished, ${list((wish) => had('them', wish, today))} as had,
      ${list((wish) => wished('them', wish))} as their_wished, ${list((wish) => had('me', wish, today))} as their_had
    from biodata me
    left join biodata them on them.id = any(${ids}::uuid[]) and them.gender <> me.gender
    cross join lateral (select
      ${list((wish) => closeness(wish, off('me', 'them', wish, today)))} as yours,
      ${list((wish) => closeness(wish, off('them', 'me', wish, today)))} as theirs) c
    cross join lateral (select ${pointsOf(sql`c.yours`)} as yours, ${pointsOf(sql`c.theirs`)} as theirs) p
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

/**
 * The same for several people by their ids; nobody of the own gender is among the answers.
 * @returns null without a biodata of one's own
 */
export async function fitsOf(db: Db, viewerId: string, ids: string[], today: string) {
  const rows = await fitsOfPeople(db, {}, { viewerId, ids, today })
  if (rows.length === 0) return null
  return new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, quotedFit(row)] as const])))
}

function quotedFit({ fit, yours, theirs, wished, had, theirWished, theirHad }: Row): QuotedFit {
  const quote = (place: number, wish: Wish, closeness: number[], wanted: number[], value: number[]) => ({
    verdict: verdictOf(wish, closeness[place]!),
    ...rangeOf(wish, wanted[place]!),
    value: value[place]!,
  })
  const met = (closeness: number[]) => ({
    met: wishNames.filter((wish, place) => verdictOf(wish, closeness[place]!) === 'meets').length,
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

/** How they fit in a line. */
export const summaryOf = ({ wishes: _, ...summary }: QuotedFit): FitSummary => summary

/** Which wishes of the viewer somebody misses, and by how much. */
export const missedBy = ({ wishes }: QuotedFit): Missed[] =>
  wishes.flatMap(({ name, yours: { verdict, from, to, value } }) =>
    verdict === 'meets' ? [] : [{ name, value, off: value > to ? value - to : value - from }],
  )

/** The same without what is compared, for pages that do not show it. */
export const unquoted = ({ wishes, ...summary }: QuotedFit): Fit => ({
  ...summary,
  wishes: wishes.map(({ name, yours, theirs }) => ({ name, yours: yours.verdict, theirs: theirs.verdict })),
})
