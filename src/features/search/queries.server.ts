import { type RawBuilder, sql } from 'kysely'
import type { Card } from '#src/features/biodata/contract.ts'
import { type CardRow, type Excluded, toCard } from '#src/features/biodata/index.server.ts'
import type { BirthYearCounts } from '#src/features/browse/index.server.ts'
import { all, compiledStatement } from '#src/platform/db/compiled.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { nextNumbers, nextYears } from './chunk.server.ts'
import type { People, Sought } from './contract.ts'
import type { Order, Place } from './place.server.ts'
import {
  cards,
  type Fact,
  factColumns,
  factsOf,
  isNewer,
  isNotExcluded,
  isSought,
  type Newer,
  normalizeSearch,
  type Shape,
  statementFor,
  type Values,
  yearOf,
} from './sought.server.ts'

/** Rows read one by one before falling back to the index. */
export const scanLimit = 4_000
/** Rows, in the order of age: a range of ages is a list of its own, and often a short one. */
const topOfRange = 1_900
const topOf = (order: Order, { sought, isNewer }: Shape) =>
  order !== 'newest' && sought.includes('birth') && !isNewer ? topOfRange : scanLimit
/** Matches that one chunk of facts aims at; of another age many more may match. */
const expected: Record<Order, number> = { newest: 60, youngest: 30, oldest: 30 }
/** In the order of age, a chunk is at most so many times what was read before. */
const mostGrowth = 6

type Keys = readonly [birth: RawBuilder<unknown>, number: RawBuilder<unknown>]
/** As biodata_find_by_age has them. */
const columns: Keys = [sql`(biodata.birth - 0)`, sql`biodata.number`]
/** Keeps the planner from the indexes of the columns. */
const noColumns: Keys = [sql`biodata.birth + 0`, sql`biodata.number + 0`]

const keysIn = (order: Order, [birth, number]: Keys) => (order === 'newest' ? [number] : [birth, number])
const sorted = (order: Order, keys: Keys) =>
  sql.join(keysIn(order, keys).map((key) => (order === 'oldest' ? key : sql`${key} desc`)))
const bordersOf = (order: Order, { birth, number }: Place) =>
  sql`(${sql.join(keysIn(order, [sql`${birth}::date`, sql`${number}::integer`]))})`
const isBehind = (place: Place, order: Order, keys: Keys) =>
  sql`(${sql.join(keysIn(order, keys))}) ${order === 'oldest' ? sql`>` : sql`<`} ${bordersOf(order, place)}`
const isUpTo = (place: Place, order: Order, keys: Keys) =>
  sql`(${sql.join(keysIn(order, keys))}) ${order === 'oldest' ? sql`<=` : sql`>=`} ${bordersOf(order, place)}`

/** Of `read` people looked at, from number `first` to `last`, `n` match. */
interface Looked {
  first: number | null
  last: number | null
  lastBirth: string | null
  /** In the order of age, where the list of everybody ends. */
  end: string | null
  read: number
  n: number
}

const endOf: Record<Order, RawBuilder<string | null>> = {
  newest: sql`null`,
  youngest: sql`(select min(birth) from listed_biodata)`,
  oldest: sql`(select max(birth) from listed_biodata)`,
}

/** One row without a card where nobody at the top matches. */
const scanNewest = compiledStatement<
  Shape & { order: Order; isFirst: boolean },
  Values & Place & { limit: number },
  Looked & { [C in keyof CardRow]: CardRow[C] | null }
>(({ order, ...shape }, values) => {
  // A range of ages is a part of the list that is in the order of age; in another it is looked for.
  const isPart = order !== 'newest' && !shape.isNewer && (shape.sought.includes('birth') || !shape.isFirst)
  const sought = shape.sought.filter((name) => !isPart || name !== 'birth')
  const inList = sorted(order, columns)
  // Found by their numbers, whatever the order is: those of other numbers are not read.
  const people = shape.isNewer
    ? sql`(
        select * from listed_biodata biodata where ${all([...isNewer(shape, values), ...isNotExcluded(shape, values)])}
        order by number desc limit ${sql.lit(scanLimit)}
      )`
    : sql`listed_biodata`
  return sql`
    select looked.first, looked.last, looked."lastBirth", looked.read, looked.n, ${endOf[order]} as "end", ${cards}
    from (
      select (array_agg(number order by ${inList}))[1] as first,
        (array_agg(number order by ${inList}))[count(*)::integer] as last,
        (array_agg(birth order by ${inList}))[count(*)::integer] as "lastBirth",
        count(*)::integer as read, (count(*) filter (where fits))::integer as n,
        (array_agg(number order by ${inList}) filter (where fits))[:${values.limit}] as numbers
      from (
        select birth, number, ${all(sought.map((name) => isSought(name, values)))} as fits
        from ${people} biodata
        where ${all([
          ...(isPart ? [sql`birth - 0 > ${values.bornAfter}::date and birth - 0 <= ${values.bornUpTo}::date`] : []),
          ...(shape.isFirst ? [] : [isBehind(values, order, columns)]),
          ...isNotExcluded(shape, values),
        ])}
        order by ${inList} limit ${sql.lit(topOf(order, shape))}
      ) biodata
    ) looked left join lateral unnest(looked.numbers) found (number) on true left join biodata using (number)
    order by ${inList}`
})

type FactValues = Values &
  Place & { [F in Fact as `${F}Facts`]?: readonly string[] } & { endBirth: string; endNumber: number; limit: number }

/** Half of all people share a gender, so its posting list is longer than what it filters out. */
const isHalf = (fact: Fact, facts: Fact[]) => fact === 'gender' && facts.length > 5

const byFacts = compiledStatement<
  { facts: Fact[]; order: Order; excludes: boolean },
  FactValues,
  CardRow & { n: number }
>(({ facts, order, ...shape }, values) => {
  const end = { birth: values.endBirth, number: values.endNumber }
  return sql`
    select n, ${cards} from (
      select number, (count(*) over ())::integer as n
      from listed_biodata biodata
      where ${all([
        ...facts
          .filter((fact) => !isHalf(fact, facts))
          .map((fact) => sql`biodata_facts(${factColumns}) && ${values[`${fact}Facts`]}::text[]`),
        ...(facts.includes('gender') ? [sql`(gender || '') = any(${values.gender}::text[])`] : []),
        // A year is born into by others too, and a group of numbers has others.
        sql`birth + 0 > ${values.bornAfter}::date and birth + 0 <= ${values.bornUpTo}::date`,
        isBehind(values, order, noColumns),
        isUpTo(end, order, noColumns),
        ...isNotExcluded(shape, values),
      ])}
      order by ${sorted(order, noColumns)} limit ${values.limit}
    ) page join biodata using (number) order by ${sorted(order, noColumns)}`
})

/** Narrows the range to begin at the place; PostgreSQL does not see this by itself. */
function bornBehind(order: Order, { birth }: Place, { bornAfter, bornUpTo }: Values) {
  if (order === 'youngest') return { bornUpTo: earlier(birth, bornUpTo) }
  return order === 'oldest' ? { bornAfter: later(dayBefore(birth), bornAfter) } : {}
}
const lastYearOf = (order: Order, end: string, { bornAfter, bornUpTo }: Values) =>
  yearOf(order === 'oldest' ? earlier(end, bornUpTo) : later(end, bornAfter))
const earlier = (one: string, other: string) => (one < other ? one : other)
const later = (one: string, other: string) => (one > other ? one : other)
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

interface Progress {
  place: Place
  matching: number
  /** In numbers or in people, see {@link Chunk}. */
  extent: number
  isWhole: boolean
  /** Only in the order of age. */
  lastYear?: number | undefined
}

/** How many people were born in each year, about. */
export type BornIn = BirthYearCounts['bornIn']

/** Reads on chunk by chunk, each so long that about `expected` match in it. */
export async function continueByFacts(
  db: Db,
  { shape, values }: ReturnType<typeof statementFor>,
  order: Order,
  limit: number,
  bornIn: BornIn,
  read: Progress,
): Promise<{ rows: CardRow[]; read: Progress }> {
  const rows: CardRow[] = []
  let { place, matching, extent, isWhole } = read
  const { lastYear } = read
  const fact = lastYear ? 'birth' : 'number'
  const people = lastYear && !isWhole ? await bornIn() : new Map<number, number>()
  const facts: Fact[] = [fact, ...shape.sought.filter((name) => name !== fact)]
  while (rows.length < limit && !isWhole) {
    // As if as many match as in what was read before. People of another age may match far more often.
    const wanted = (expected[order] * extent) / (matching + 1)
    const chunk = lastYear
      ? nextYears(order, place, Math.min(wanted, mostGrowth * extent), people, lastYear)
      : nextNumbers(place, wanted)
    const found = await byFacts(
      db,
      { facts, order, excludes: shape.excludes },
      {
        ...values,
        ...Object.fromEntries(shape.sought.map((name) => [`${name}Facts`, factsOf(name, values)])),
        [`${fact}Facts`]: chunk.facts,
        ...place,
        endBirth: chunk.end.birth,
        endNumber: chunk.end.number,
        limit: limit - rows.length,
      },
    )
    rows.push(...found)
    matching += found[0]?.n ?? 0
    extent += chunk.extent
    place = chunk.end
    isWhole = chunk.isLast
  }
  return { rows, read: { place, matching, extent, isWhole } }
}

export interface Search {
  sought: Sought
  order: Order
  today: string
  limit: number
  excluded: Excluded
  after?: Place | undefined
  /** At most `scanLimit` of them are looked at. */
  newer?: Newer | undefined
}

export const peopleOf = ({ total, atLeast }: { total?: number; atLeast?: number }): People =>
  total === undefined ? { people: atLeast!, isAtLeast: true } : { people: total }

/**
 * Reads the top row by row, then by facts: about as much at any size (docs/decisions/015-lists-at-any-size.md).
 * @returns without `after` also how many match: `total`, or `atLeast` where not everybody was looked at
 */
export async function findCards(
  db: Db,
  { sought, order, today, limit, excluded, after, newer }: Search,
  bornIn: BornIn,
): Promise<{ cards: (Card & Place)[]; total?: number; atLeast?: number }> {
  const statement = statementFor(normalizeSearch(sought), today, excluded, newer)
  const { shape, values } = statement
  const looked = await scanNewest(
    db,
    { ...shape, order, isFirst: after === undefined },
    { ...values, ...(after && bornBehind(order, after, values)), ...(after ?? { birth: '', number: 0 }), limit },
  )
  const { first, last, lastBirth, end, read, n } = looked[0]!
  const rows = looked.filter((row): row is Looked & CardRow => row.id !== null)
  const more = await continueByFacts(db, statement, order, limit - rows.length, bornIn, {
    place: { birth: lastBirth ?? '', number: last ?? 0 },
    matching: n,
    extent: order === 'newest' ? first! - last! + 1 : read,
    isWhole: newer !== undefined || read < topOf(order, shape),
    lastYear: order === 'newest' ? undefined : lastYearOf(order, end ?? '', values),
  })
  const cards = [...rows, ...more.rows].map((row) => ({ ...toCard(today, row), birth: row.birth }))
  if (after) return { cards }
  const isCut = newer !== undefined && read >= scanLimit
  return more.read.isWhole && !isCut ? { cards, total: more.read.matching } : { cards, atLeast: more.read.matching }
}
