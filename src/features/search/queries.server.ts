import { type RawBuilder, sql } from 'kysely'
import type { Card } from '#src/features/biodata/contract.ts'
import { type CardRow, type Excluded, toCard } from '#src/features/biodata/index.server.ts'
import type { BirthYearCounts } from '#src/features/browse/index.server.ts'
import { all, type Db } from '#src/platform/db/open.server.ts'
import { allRows, oneRow } from '#src/platform/db/rows.server.ts'
import { type Order as AnyOrder, type People, type Sought, type SoughtField, withoutField } from './contract.ts'
import {
  type Asked,
  bornIn,
  cards,
  facts,
  factsOf,
  factsOfPart,
  factsOfRange,
  factsOfYears,
  greatestNumber,
  isListed,
  isOfPart,
  isSought,
  soughtFields,
  yearOf,
} from './sought.server.ts'
import { type Own, otherGender } from './visit.server.ts'

/** In these everybody who matches is listed, for every reader. */
export type Order = Exclude<AnyOrder, 'best'>

/** A day of birth and a number; with the newest first the number alone. */
type Place = readonly (string | number)[]

interface Search extends Asked {
  order: Order
  limit: number
  after?: Place | undefined
  /** In the order of age, how many people were born in each year, about. */
  bornIn?: BirthYearCounts['bornIn']
}

/** Rows read one by one before falling back to the index of facts; of new people all that are looked at. */
const scanLimit = 4_000
/** A range of ages is a list of its own, and often a short one. */
const scanLimitOf = ({ order, sought, newer }: Search) =>
  order !== 'newest' && !newer && soughtFields(sought).includes('birth') ? 1_800 : scanLimit
/** So many numbers are one fact, see `biodata_facts` in migrations/0003-lists.sql. */
const numbersInGroup = 10_000
/** Matches that one chunk of facts aims at; of another age many more may match. */
const expected: Record<Order, number> = { newest: 60, youngest: 30, oldest: 30 }
/** In the order of age, a chunk is at most so many times what was read before. */
const mostGrowth = 6

/** As biodata_find_by_age has them. */
const columns = [sql`(biodata.birth - 0)`, sql`biodata.number`]
/** Keeps the planner from the indexes of the columns. */
const noColumns = [sql`biodata.birth + 0`, sql`biodata.number + 0`]

/** Of a day of birth and a number. */
const keysIn = <Key>(order: Order, keys: Key[]) => (order === 'newest' ? keys.slice(1) : keys)
const sorted = (order: Order, keys: RawBuilder<unknown>[]) =>
  sql.join(keysIn(order, keys).map((key) => (order === 'oldest' ? key : sql`${key} desc`)))
const isBehind = (place: Place, order: Order, keys: RawBuilder<unknown>[]) =>
  sql`(${sql.join(keysIn(order, keys))}) ${order === 'oldest' ? sql`>` : sql`<`}
    (${sql.join(place.map((key) => (typeof key === 'string' ? sql`${key}::date` : sql`${key}::integer`)))})`

/** Of `read` people looked at `n` match. */
interface Looked {
  /** In the order of age, where the list of everybody ends. */
  end: string | null
  lastBirth: string | null
  last: number | null
  read: number
  n: number
  /** Of these the ones that were confirmed when it is asked for. */
  dated: number
}

const endOf: Record<Order, RawBuilder<string | null>> = {
  newest: sql`null`,
  youngest: sql`(select min(birth) from listed_biodata)`,
  oldest: sql`(select max(birth) from listed_biodata)`,
}

/** One row without a card where nobody at the top matches. */
async function readTop(db: Db, search: Search) {
  const { order, limit, after, newer } = search
  const fields = soughtFields(search.sought)
  const born = bornIn(search)
  const inList = sorted(order, columns)
  // A range of ages is a part of the list that is in the order of age. Where the place bounds it, another bound would be
  // taken for the beginning.
  const bounds =
    newer || order === 'newest' || !fields.includes('birth')
      ? []
      : [
          ...(after && order === 'oldest' ? [] : [sql`birth - 0 > ${born.after}::date`]),
          ...(after && order === 'youngest' ? [] : [sql`birth - 0 <= ${born.upTo}::date`]),
        ]
  const place = after ? [isBehind(after, order, columns)] : []
  // Found by their numbers, whatever the order is: those of other numbers are not read.
  const people = newer
    ? sql`(select * from listed_biodata biodata where ${all(isListed(search))}
        order by number desc limit ${sql.lit(scanLimit)})`
    : sql`listed_biodata`
  return allRows<Looked & { [C in keyof CardRow]: CardRow[C] | null }>(db)`
    select looked."lastBirth", looked.last, looked.read, looked.n, looked.dated, ${endOf[order]} as "end", ${cards}
    from (
      select (array_agg(birth order by ${inList}))[count(*)::integer] as "lastBirth",
        (array_agg(number order by ${inList}))[count(*)::integer] as last,
        count(*)::integer as read, (count(*) filter (where fits))::integer as n,
        (count(*) filter (where is_dated))::integer as dated,
        (array_agg(number order by ${inList}) filter (where fits))[:${limit}] as numbers
      from (
        select birth, number, ${all([...fields.map((name) => isSought(name, search)), ...isOfPart(search)])} as fits, ${all(datesOf(search))} as is_dated from ${people} biodata
        where ${all([...bounds, ...place, ...(newer ? [] : isListed(search))])}
        order by ${inList} limit ${sql.lit(scanLimitOf(search))}
      ) biodata
    ) looked left join lateral unnest(looked.numbers) found (number) on true left join biodata using (number)
    order by ${inList}`
}

/** `extent` is how much of the list was read: in people, with the newest first in numbers. */
interface Progress {
  place: Place
  matching: number
  extent: number
  isWhole: boolean
  /** Only in the order of age. */
  lastYear?: number | undefined
  /** Few were confirmed when it is asked for: then their facts find them. Else these are longer than what they leave out. */
  areDatesRare: boolean
}

const datesOf = (search: Search) => [
  ...soughtFields(search.sought).flatMap((name) => (name === 'confirmed' ? [isSought(name, search)] : [])),
  ...isOfPart(search),
]

/** Reads on by facts, chunk by chunk. */
export async function continueByFacts(db: Db, search: Search, read: Progress) {
  const { order, limit, sought } = search
  const rows: CardRow[] = []
  let { place, matching, extent, isWhole, areDatesRare } = read
  const end = read.lastYear ?? 0
  const born = bornIn(search)
  const isNewest = order === 'newest'
  const years = (!isWhole && !isNewest && (await search.bornIn?.())) || new Map<number, number>()
  const others = soughtFields(sought).filter((name) => name !== 'birth' || isNewest)
  // Half of all people share a gender, so its posting list is longer than what it filters out.
  const isHalf = (name: SoughtField) => name === 'gender' && others.length > 4
  const sorting = sorted(order, noColumns)
  const step = order === 'oldest' ? 1 : -1
  while (rows.length < limit && !isWhole) {
    // As if as many match as in what was read before.
    const wanted = (expected[order] * extent) / (matching + 1)
    const most = isNewest ? wanted : Math.min(wanted, mostGrowth * extent)
    const number = Number(place.at(-1))
    const first = isNewest ? Math.floor((number - 1) / numbersInGroup) : yearOf(String(place[0]))
    let last = first
    let size = isNewest ? number - first * numbersInGroup : (years.get(first) ?? 0)
    while ((end - last) * step > 0 && size < most) {
      last += step
      size += isNewest ? numbersInGroup : (years.get(last) ?? 0)
    }
    extent += size
    const chunk = {
      newest: {
        facts: factsOfRange('number', last, first),
        next: [last * numbersInGroup],
        isInside: sql`number + 0 >= ${last * numbersInGroup}::integer`,
      },
      youngest: {
        facts: factsOfYears(last, first),
        next: [`${last - 1}-12-31`, greatestNumber],
        isInside: sql`birth + 0 >= ${`${last}-01-01`}::date`,
      },
      oldest: {
        facts: factsOfYears(first, last),
        next: [`${last + 1}-01-01`, 0],
        isInside: sql`birth + 0 <= ${`${last}-12-31`}::date`,
      },
    }[order]
    const found = await allRows<CardRow & { n: number }>(db)`
      select n, ${cards} from (
        select number, (count(*) over ())::integer as n from listed_biodata biodata
        where ${all([
          ...[
            chunk.facts,
            ...others
              .filter((name) => !isHalf(name) && (name !== 'confirmed' || areDatesRare))
              .map((name) => factsOf(name, search)),
            ...(areDatesRare ? factsOfPart(search) : []),
          ].map((any) => sql`${facts} && ${any}::text[]`),
          ...(others.some(isHalf) ? [sql`(gender || '') = any(${sought.gender}::text[])`] : []),
          // Others are born in the same years, and have numbers of the same group.
          sql`birth + 0 > ${born.after}::date and birth + 0 <= ${born.upTo}::date`,
          isBehind(place, order, noColumns),
          ...datesOf(search),
          chunk.isInside,
          ...isListed(search),
        ])}
        order by ${sorting} limit ${limit - rows.length}
      ) page join biodata using (number) order by ${sorting}`
    rows.push(...found)
    // Further down they are older.
    areDatesRare ||= found.length === 0
    matching += found[0]?.n ?? 0
    place = chunk.next
    isWhole = order === 'oldest' ? last >= end : last <= end
  }
  return { rows, read: { place, matching, extent, isWhole, areDatesRare } }
}

export const peopleOf = ({ total, atLeast }: { total?: number; atLeast?: number }): People =>
  total === undefined ? { people: atLeast!, isAtLeast: true } : { people: total }

/**
 * Reads the top row by row, then by facts: about as much at any size (docs/decisions/015-lists-at-any-size.md).
 * @returns without `after` also how many match: `total`, or `atLeast` where not everybody was looked at
 */
export async function findCards(
  db: Db,
  search: Search,
): Promise<{ cards: (Card & { place: Place })[]; total?: number; atLeast?: number }> {
  const { order, limit, today, newer } = search
  const born = bornIn(search)
  // A place of a list of other ages would be read from there, up to the ages that are sought.
  const birth = String(search.after?.[0])
  const isInList = { newest: true, youngest: birth <= born.upTo, oldest: birth > born.after }[order]
  const looked = await readTop(db, { ...search, after: isInList ? search.after : undefined })
  const { end, lastBirth, last, read, n, dated } = looked[0]!
  const rows = looked.filter((row): row is Looked & CardRow => row.id !== null)
  const lastYear = {
    newest: undefined,
    youngest: Math.max(yearOf(end ?? ''), yearOf(born.after)),
    oldest: Math.min(yearOf(end ?? ''), yearOf(born.upTo)),
  }[order]
  const more = await continueByFacts(
    db,
    { ...search, limit: limit - rows.length },
    {
      place: keysIn(order, [lastBirth ?? '', last ?? 0]),
      matching: n,
      extent: read,
      isWhole: newer !== undefined || read < scanLimitOf(search),
      areDatesRare: dated * 8 < read,
      lastYear,
    },
  )
  const cards = [...rows, ...more.rows].map((row) => ({
    ...toCard(today, row),
    place: keysIn<string | number>(order, [row.birth, row.number]),
  }))
  if (search.after) return { cards }
  const isCut = newer !== undefined && read >= scanLimit
  return more.read.isWhole && !isCut ? { cards, total: more.read.matching } : { cards, atLeast: more.read.matching }
}

/** Of the other gender, unless one is sought. */
export const findNewCards = (
  db: Db,
  { newerThan: than, upTo, own }: { newerThan: number; upTo?: number; own: Own | undefined },
  sought: Sought,
  today: string,
  limit: number,
  excluded: Excluded,
) =>
  findCards(db, {
    sought: otherGender(sought, own),
    order: 'newest',
    today,
    limit,
    excluded: own ? [...excluded, own.number] : excluded,
    newer: { than, ...(upTo !== undefined && { upTo }) },
  })

/** For each field, how many match without it: among the newest, or where those are nobody by facts. */
export async function countWithout(db: Db, asked: Asked) {
  const found: { [N in SoughtField]?: People } = {}
  const fields = soughtFields(asked.sought)
  if (fields.length === 0) return found
  const missed = fields.map(
    (name, place) => sql`case when ${isSought(name, asked)} then 0 else ${sql.lit(2 ** place)} end`,
  )
  const counts = fields.map((_, place) => sql`count(*) filter (where missed = ${sql.lit(2 ** place)})`)
  const { last, read, people } = await oneRow<{ last: number; read: number; people: number[] }>(db)`
    select min(number) as last, count(*)::integer as read, array[${sql.join(counts)}]::integer[] as people
    from (
      select number, ${sql.join(missed, sql` + `)} as missed from listed_biodata biodata
      where ${all(isListed(asked))} order by number desc limit ${sql.lit(scanLimit)}
    ) newest`
  const isWhole = read < scanLimit
  const keep = (name: SoughtField, people: number, isAll: boolean) => {
    if (people > 0) found[name] = peopleOf(isAll ? { total: people } : { atLeast: people })
  }
  for (const [place, name] of fields.entries()) keep(name, people[place]!, isWhole)
  if (isWhole || Object.keys(found).length > 0) return found
  const progress = { place: [last], matching: 0, extent: read, isWhole, areDatesRare: true }
  for (const name of fields) {
    const sought = withoutField(asked.sought, name)
    const more = await continueByFacts(db, { ...asked, sought, order: 'newest', limit: 1 }, progress)
    keep(name, more.read.matching, more.read.isWhole)
  }
  return found
}
