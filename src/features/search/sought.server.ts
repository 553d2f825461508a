import { sql } from 'kysely'
import { cardColumns, type Excluded } from '#src/features/biodata/index.server.ts'
import { type FindChoice, type FindField, heightParts, liesIn } from '#src/features/biodata/index.ts'
import { birthRange, inchesOf } from '#src/features/biodata/policy.ts'
import { isNoneOf } from '#src/features/safety/index.server.ts'
import { findFields, type RangeField, ranges, type Sought } from './contract.ts'
import { inputsOf } from './filter.ts'

/** What decides how a statement is written; everything else are values. */
export interface Shape {
  sought: FindField[]
  /** Whether there is anybody whom the viewer does not find. */
  excludes: boolean
  /** Whether only some of the newest are meant, see {@link Newer}. */
  isNewer: boolean
}

/** Only people with a number above this one, and perhaps up to another one. */
export interface Newer {
  than: number
  upTo?: number
}

export interface Values extends Partial<Record<FindChoice, readonly string[] | undefined>> {
  /** Days; the first one is not meant. */
  bornAfter: string
  bornUpTo: string
  /** Inches. */
  minHeight: number
  maxHeight: number
  /** Kilograms. */
  minWeight: number
  maxWeight: number
  excluded: Excluded
  newerThan: number
  upTo: number
}

export const isNotExcluded = ({ excludes }: Pick<Shape, 'excludes'>, { excluded }: Pick<Values, 'excluded'>) =>
  excludes ? [isNoneOf(excluded)] : []

export const isNewer = (
  { isNewer }: Pick<Shape, 'isNewer'>,
  { newerThan, upTo }: Pick<Values, 'newerThan' | 'upTo'>,
) => (isNewer ? [sql`biodata.number > ${newerThan}`, sql`biodata.number <= ${upTo}`] : [])

export const cards = sql.join(cardColumns.map((column) => sql.ref(`biodata.${column}`)))

/** What is looked for, asked of the columns themselves. */
export function isSought(name: FindField, values: Values) {
  if (name === 'birth') return sql`birth > ${values.bornAfter}::date and birth <= ${values.bornUpTo}::date`
  if (name === 'height') return sql`height between ${values.minHeight} and ${values.maxHeight}`
  if (name === 'weight') return sql`weight between ${values.minWeight} and ${values.maxWeight}`
  return sql`${sql.ref(name)} = any(${values[name]}::text[])`
}

/** What of a biodata is a fact, see `biodata_facts` in migrations/0003-lists.sql. */
export type Fact = FindField | 'number'

export const factColumns = sql.join(
  (['number', ...findFields] as const).map((column) => sql`${sql.ref(column)} => biodata.${sql.ref(column)}`),
)

/** The facts of which a whole number from `least` to `most` has one. */
export function factsOfRange(name: RangeField | 'number', least: number, most: number) {
  const facts: string[] = []
  for (let n = least; n <= most; ) {
    const isTen = n % 10 === 0 && n + 9 <= most
    facts.push(isTen ? `${name} ${n / 10}_` : `${name} ${n}`)
    n += isTen ? 10 : 1
  }
  return facts
}

/** One of which everybody has who was born in these years; of a ten that is half of them or more others have it, too. */
export function factsOfYears(least: number, most: number) {
  const facts: string[] = []
  for (let ten = Math.floor(least / 10); ten <= Math.floor(most / 10); ten++) {
    const [first, last] = [Math.max(least, ten * 10), Math.min(most, ten * 10 + 9)]
    facts.push(...(last - first < 4 ? factsOfRange('birth', first, last) : [`birth ${ten}_`]))
  }
  return facts
}

export const yearOf = (day: string) => Number(day.slice(0, 4))

/** The facts of which everybody has one who is looked for. */
export function factsOf(name: FindField, values: Values) {
  if (name === 'birth') return factsOfYears(yearOf(values.bornAfter), yearOf(values.bornUpTo))
  if (name === 'height') return factsOfRange(name, values.minHeight, values.maxHeight)
  if (name === 'weight') return factsOfRange(name, values.minWeight, values.maxWeight)
  return values[name]!.map((option) => `${name} ${option}`)
}

/** The fields that something is looked for in. */
export const soughtFields = (sought: Sought) =>
  findFields.filter((name) => inputsOf(name).some((input) => sought[input] !== undefined))

/**
 * The same people, looked for by fewer fields: a district lies in one division (biodata_district_in_division), so beside
 * districts the divisions only say which of them are meant, of two that contradict each other none.
 */
export function normalizeSearch({ division, ...sought }: Sought): Sought {
  const { district } = sought
  if (!division || !district) return { ...sought, ...(division && { division }) }
  return { ...sought, district: district.filter((one) => division.some((each) => liesIn(one, each))) }
}

/** Of a biodata, in the database. */
export const greatestNumber = 2 ** 31 - 1

/** How a search is written in a statement, and with which values. */
export function statementFor(
  sought: Sought,
  today: string,
  excluded: Excluded,
  newer?: Newer,
): { shape: Shape; values: Values } {
  const { minAge, maxAge, minHeight, maxHeight, minWeight, maxWeight, ...choices } = sought
  // Nobody is older, see the column's check.
  const { after = '1900-01-01', upTo = today } = birthRange(minAge, maxAge, today)
  const { feet, inch } = heightParts
  const { least, most } = ranges.weight.limits
  return {
    shape: { sought: soughtFields(sought), excludes: excluded.length > 0, isNewer: newer !== undefined },
    values: {
      ...choices,
      bornAfter: after,
      bornUpTo: upTo,
      minHeight: minHeight ?? inchesOf(feet.least, inch.least),
      maxHeight: maxHeight ?? inchesOf(feet.most, inch.most),
      minWeight: minWeight ?? least,
      maxWeight: maxWeight ?? most,
      excluded,
      newerThan: newer?.than ?? 0,
      upTo: newer?.upTo ?? greatestNumber,
    },
  }
}
