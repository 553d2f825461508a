import { sql } from 'kysely'
import { isNumber, type Wish, wishNames } from '#src/features/biodata/index.ts'
import { compiledStatement } from '#src/platform/db/compiled.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Fit, FitSummary, Missed, Quoted, QuotedFit } from './contract.ts'
import { verdictOf, wordOf } from './policy.ts'
import {
  bothWays,
  closeness,
  had,
  hadOption,
  isWished,
  type Side,
  shareOfMusts,
  sideOf,
  wholeShare,
  wishOf,
} from './rule.server.ts'

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

const fitsOfPeople = compiledStatement<object, { viewerId: string; ids: string[]; today: string }, Row>(
  (_, { viewerId, ids, today }) => {
    const closenesses = (by: Side, to: Side) =>
      sql.join(
        wishNames.map((wish) => sql`${closeness(wish, by, to, (wish) => had(to, wish, today))} as ${sql.ref(wish)}`),
      )
    const shareOf = (by: Side, of: 'mine' | 'theirs') => shareOfMusts(by, (wish) => sql.ref(`${of}.${wish}`))
    return sql`
      select them.id, ${bothWays(sql`s.mine`, sql`s.theirs`)} / ${sql.lit(wholeShare)} as fit,
        ${comparedBy('me', 'them', 'mine', today)} as yours, ${comparedBy('them', 'me', 'theirs', today)} as theirs
      from ${sideOf('me', sql`biodata.id = ${viewerId}`)} me
      left join ${sideOf('them', sql`biodata.id = any(${ids}::uuid[])`)} them on them.gender <> me.gender
      cross join lateral (select ${closenesses('me', 'them')}) mine
      cross join lateral (select ${closenesses('them', 'me')}) theirs
      cross join lateral (select ${shareOf('me', 'mine')}::float8 as mine, ${shareOf('them', 'theirs')}::float8 as theirs) s`
  },
)

/** @returns null where they have no biodata that could be compared; undefined for their own gender and nobody */
export async function fitOf(
  db: Db,
  viewerId: string,
  id: string,
  today: string,
): Promise<QuotedFit | null | undefined> {
  const fits = await fitsOf(db, viewerId, [id], today)
  return fits ? fits.get(id) : null
}

/** Leaves out people of the own gender. @returns null without a biodata of one's own */
export async function fitsOf(db: Db, viewerId: string, ids: string[], today: string) {
  const rows = await fitsOfPeople(db, {}, { viewerId, ids, today })
  if (rows.length === 0) return null
  return new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, quotedFit(row)] as const])))
}

/** May be quoted: of another all that is compared stands on their profile. */
function quotedFit({ fit, ...row }: Row): QuotedFit {
  const quoted = (wish: Wish, compared: Compared | null): Quoted | undefined => {
    if (!compared) return undefined
    const { closeness, ...said } = compared
    return { verdict: verdictOf(wish, closeness), ...said }
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

export const summaryOf = ({ wishes: _, ...summary }: QuotedFit): FitSummary => summary

export const missedBy = ({ wishes }: QuotedFit): Missed[] =>
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
