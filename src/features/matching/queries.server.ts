import { type RawBuilder, sql } from 'kysely'
import { isNumber, numberWishes, setWishes, type Wish, wishLimits, wishNames } from '#src/features/biodata/index.ts'
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
} from './rule.server.ts'

/** `closeness` is in the order of the wishes, null where nothing is wished. */
interface SideRow {
  closeness: (number | null)[]
  least: number[]
  most: number[]
  wished: (string[] | null)[]
  /** What the other's wishes are about. */
  numbers: number[]
  options: (string | null)[]
}
interface Row {
  /** Null where there is nobody of another gender to compare with. */
  id: string | null
  fit: number
  me: SideRow
  them: SideRow
}

const list = <W extends Wish>(names: readonly W[], of: (wish: W) => RawBuilder<unknown>) =>
  sql`json_build_array(${sql.join(names.map(of))})`

function sideRow(who: Side, closenesses: RawBuilder<unknown>, today: string) {
  const column = (name: string) => sql.ref(`${who}.${name}`)
  return sql`json_build_object(
    'closeness', ${list(wishNames, (wish) => sql`case when ${isWished(wish, who)} then ${closenesses}.${sql.ref(wish)} end`)},
    'least', ${list(numberWishes, (wish) => column(`${wish}Least`))},
    'most', ${list(numberWishes, (wish) => column(`${wish}Most`))},
    'wished', ${list(setWishes, column)},
    'numbers', ${list(numberWishes, (wish) => had(who, wish, today))},
    'options', ${list(setWishes, (wish) => hadOption(who, wish))})`
}

const fitsOfPeople = compiledStatement<object, { viewerId: string; ids: string[]; today: string }, Row>(
  (_, { viewerId, ids, today }) => {
    const closenesses = (by: Side, to: Side) =>
      sql.join(
        wishNames.map((wish) => sql`${closeness(wish, by, to, (wish) => had(to, wish, today))} as ${sql.ref(wish)}`),
      )
    const shareOf = (by: Side, of: 'mine' | 'theirs') => shareOfMusts(by, (wish) => sql.ref(`${of}.${wish}`))
    return sql`
      select them.id, ${bothWays(sql`s.mine`, sql`s.theirs`)} / ${sql.lit(wholeShare)} as fit,
        ${sideRow('me', sql`mine`, today)} as me, ${sideRow('them', sql`theirs`, today)} as them
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

function quotedFit({ fit, me, them }: Row): QuotedFit {
  const met = ({ closeness }: SideRow) => {
    const given = closeness.flatMap((one, place) => (one === null ? [] : [verdictOf(wishNames[place]!, one)]))
    return { met: given.filter((verdict) => verdict === 'meets').length, of: given.length }
  }
  return {
    word: wordOf(fit),
    yours: met(me),
    theirs: met(them),
    wishes: wishNames.flatMap((name) => {
      const [yours, theirs] = [quoted(name, me, them), quoted(name, them, me)]
      return yours || theirs ? [{ name, yours, theirs }] : []
    }),
  }
}

/** May be quoted: of another all that is compared stands on their profile. */
function quoted(wish: Wish, by: SideRow, of: SideRow): Quoted | undefined {
  const closeness = by.closeness[wishNames.indexOf(wish)]
  if (closeness === null || closeness === undefined) return undefined
  const verdict = verdictOf(wish, closeness)
  if (!isNumber(wish)) {
    const place = setWishes.indexOf(wish)
    return { verdict, wished: by.wished[place] ?? [], has: of.options[place] ?? undefined }
  }
  const place = numberWishes.indexOf(wish)
  // An age at which nobody may be looked for is not wished either.
  const from = wish === 'partnerAge' ? Math.max(wishLimits.partnerAge.least, by.least[place]!) : by.least[place]!
  return { verdict, from, to: by.most[place]!, value: of.numbers[place]! }
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
