import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { compiledStatement } from '#src/platform/db/compiled.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Card } from '../contract.ts'
import { type FindChoice, type FindField, heightParts } from '../fields.ts'
import { birthRange, inchesOf } from '../policy.ts'
import { type CardRow, cardColumns, toCard, type Unseen } from '../queries.server.ts'
import { findFields, ranges, type Sought } from './contract.ts'

/** So many of the newest are looked at one by one. */
const newest = 4_000
/** So many are expected among those who are found by their facts at once. */
const expected = 60
/** So many numbers are one fact, see `biodata_facts` in migrations/0021-find.sql. */
const togetherAre = 10_000

/** What decides how the statements are written; everything else are values. */
export interface Shape {
  sought: FindField[]
  isFirst: boolean
  /** Whether there is anybody whom the viewer does not find. */
  hides: boolean
}

export interface Values extends Partial<Record<FindChoice, readonly string[] | undefined>> {
  /** Days; the first one is not meant. */
  bornAfter: string
  bornUpTo: string
  /** Inches. */
  least: number
  most: number
  /** Numbers below this one. */
  below: number | undefined
  unseen: Unseen
  limit: number
}

export const all = (conditions: RawBuilder<unknown>[]) =>
  sql<SqlBool>`${sql.join(conditions.length > 0 ? conditions : [sql`true`], sql` and `)}`

export const isSeen = ({ hides }: Pick<Shape, 'hides'>, { unseen }: { unseen: Unseen }) =>
  hides ? [sql`biodata.number <> all(${unseen}::integer[])`] : []

export const cards = sql.join(cardColumns.map((column) => sql.ref(`biodata.${column}`)))

/** What is looked for, asked of the columns themselves. */
export function isSought(name: FindField, values: Values) {
  if (name === 'birth') return sql`birth > ${values.bornAfter}::date and birth <= ${values.bornUpTo}::date`
  if (name === 'height') return sql`height between ${values.least} and ${values.most}`
  return sql`${sql.ref(name)} = any(${values[name]}::text[])`
}

/** Who was looked at: `read` people with the numbers from `first` down to `last`, of whom `n` match. */
interface Looked {
  first: number | null
  last: number | null
  read: number
  n: number
}

/** The newest of all, and the cards of those among them that match; where nobody does, one row without a card. */
const amongTheNewest = compiledStatement<Shape, Values, Looked & { [C in keyof CardRow]: CardRow[C] | null }>(
  (shape, values) => sql`
    select looked.first, looked.last, looked.read, looked.n, ${cards}
    from (
      select max(number) as first, min(number) as last, count(*)::integer as read,
        (count(*) filter (where fits))::integer as n,
        (array_agg(number order by number desc) filter (where fits))[:${values.limit}] as numbers
      from (
        select number, ${all(shape.sought.map((name) => isSought(name, values)))} as fits
        from published_biodata biodata
        where ${all([...(shape.isFirst ? [] : [sql`number < ${values.below}`]), ...isSeen(shape, values)])}
        order by number desc limit ${sql.lit(newest)}
      ) newest
    ) looked left join lateral unnest(looked.numbers) found (number) on true left join biodata using (number)
    order by biodata.number desc`,
)

type Fact = FindField | 'number'
type FactValues = Partial<Record<Fact, readonly string[]>> &
  Pick<Values, 'bornAfter' | 'bornUpTo' | 'unseen' | 'limit'> & { from: number; below: number }

const factColumns = sql.join(
  (['number', ...findFields] as const).map((column) => sql`${sql.ref(column)} => biodata.${sql.ref(column)}`),
)

/**
 * Cards of those who match among the numbers from `from` to before `below`, and how many these are, by the index of their
 * facts. `birth + 0` and `number + 0` keep the planner from the indexes of the columns.
 */
const byFacts = compiledStatement<{ facts: Fact[]; hides: boolean }, FactValues, CardRow & { n: number }>(
  (shape, values) => sql`
    select (count(*) over ())::integer as n, ${cards}
    from published_biodata biodata
    where ${all([
      ...shape.facts.map((fact) => sql`biodata_facts(${factColumns}) && ${values[fact]}::text[]`),
      // A year is born into by others too, and a group of numbers has others.
      sql`birth + 0 > ${values.bornAfter}::date and birth + 0 <= ${values.bornUpTo}::date`,
      sql`number + 0 >= ${values.from} and number + 0 < ${values.below}`,
      ...isSeen(shape, values),
    ])}
    order by number + 0 desc limit ${values.limit}`,
)

/** The facts of which a whole number from `least` to `most` has one. */
function factsOfRange(name: 'birth' | 'height' | 'number', least: number, most: number) {
  const facts: string[] = []
  for (let n = least; n <= most; ) {
    const isTen = n % 10 === 0 && n + 9 <= most
    facts.push(isTen ? `${name} ${n / 10}_` : `${name} ${n}`)
    n += isTen ? 10 : 1
  }
  return facts
}

const yearOf = (day: string) => Number(day.slice(0, 4))

function factsOf(name: FindField, values: Values) {
  if (name === 'birth') return factsOfRange(name, yearOf(values.bornAfter), yearOf(values.bornUpTo))
  if (name === 'height') return factsOfRange(name, values.least, values.most)
  return values[name]!.map((option) => `${name} ${option}`)
}

export function statementFor(sought: Sought, today: string, rest: Pick<Values, 'below' | 'unseen' | 'limit'>) {
  const { minAge, maxAge, minHeight, maxHeight, ...choices } = sought
  const { after = '1900-01-01', upTo = today } = birthRange(minAge, maxAge, today)
  const { feet, inch } = heightParts
  const values: Values = {
    ...choices,
    bornAfter: after,
    bornUpTo: upTo,
    least: minHeight ?? inchesOf(feet.least, inch.least),
    most: maxHeight ?? inchesOf(feet.most, inch.most),
    ...rest,
  }
  const inputsOf = (name: FindField) => (name === 'birth' || name === 'height' ? ranges[name].ends : [name])
  const shape: Shape = {
    sought: findFields.filter((name) => inputsOf(name).some((input) => sought[input] !== undefined)),
    isFirst: rest.below === undefined,
    hides: rest.unseen.length > 0,
  }
  return { shape, values }
}

/**
 * Cards that match, newest first, at most `limit`, with numbers below `before`. The newest are looked at one by one, which is
 * enough where many match. Where few do, the others are found by their facts, among so many numbers at a time that about
 * `expected` match: so it reads about the same however many people there are (docs/decisions/070-finding.md).
 * @returns without `before` also how many match: `total`, or `atLeast` where not everybody was looked at
 */
export async function findCards(
  db: Db,
  sought: Sought,
  today: string,
  limit: number,
  unseen: Unseen,
  before?: number,
): Promise<{ cards: Card[]; total?: number; atLeast?: number }> {
  const { shape, values } = statementFor(sought, today, { below: before, unseen, limit })
  const looked = await amongTheNewest(db, shape, values)
  const { first, last, read, n } = looked[0]!
  const rows: CardRow[] = looked.filter((row): row is Looked & CardRow => row.id !== null)
  let [matching, below] = [n, read < newest ? 0 : last!]
  while (rows.length < limit && below > 0) {
    // So many more numbers, if as many match among them as among those before.
    const more = (expected * (first! - below + 1)) / (matching + 1)
    const from = Math.max(0, Math.floor((below - more) / togetherAre)) * togetherAre
    const found = await byFacts(
      db,
      { facts: ['number', ...shape.sought], hides: shape.hides },
      {
        ...values,
        ...Object.fromEntries(shape.sought.map((name) => [name, factsOf(name, values)])),
        number: factsOfRange('number', from / togetherAre, Math.floor((below - 1) / togetherAre)),
        limit: limit - rows.length,
        from,
        below,
      },
    )
    rows.push(...found)
    matching += found[0]?.n ?? 0
    below = from
  }
  const cards = rows.map((row) => toCard(today, row))
  if (!shape.isFirst) return { cards }
  return below > 0 ? { cards, atLeast: matching } : { cards, total: matching }
}
