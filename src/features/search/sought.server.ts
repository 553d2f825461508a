import { sql } from 'kysely'
import { cardColumns, type Excluded } from '#src/features/biodata/index.server.ts'
import { type FindChoice, type FindField, heightParts, liesIn } from '#src/features/biodata/index.ts'
import { birthRange, inchesOf } from '#src/features/biodata/policy.ts'
import { isNoneOf } from '#src/features/safety/index.server.ts'
import { findFields, type RangeField, ranges, type Sought } from './contract.ts'
import { inputsOf } from './filter.ts'

/** Decides the text of a statement; everything else is a parameter. */
export interface Shape {
  sought: FindField[]
  excludes: boolean
  isNewer: boolean
}

export interface Newer {
  than: number
  upTo?: number
}

export interface Values extends Partial<Record<FindChoice, readonly string[] | undefined>> {
  /** Days; the first one is exclusive. */
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

/** A whole number from `least` to `most` has one of these. */
export function factsOfRange(name: RangeField | 'number', least: number, most: number) {
  const facts: string[] = []
  for (let n = least; n <= most; ) {
    const isTen = n % 10 === 0 && n + 9 <= most
    facts.push(isTen ? `${name} ${n / 10}_` : `${name} ${n}`)
    n += isTen ? 10 : 1
  }
  return facts
}

/** Everybody born in these years has one of these. Half a decade or more counts as a whole one, so others match too. */
export function factsOfYears(least: number, most: number) {
  const facts: string[] = []
  for (let ten = Math.floor(least / 10); ten <= Math.floor(most / 10); ten++) {
    const [first, last] = [Math.max(least, ten * 10), Math.min(most, ten * 10 + 9)]
    facts.push(...(last - first < 4 ? factsOfRange('birth', first, last) : [`birth ${ten}_`]))
  }
  return facts
}

export const yearOf = (day: string) => Number(day.slice(0, 4))

export function factsOf(name: FindField, values: Values) {
  if (name === 'birth') return factsOfYears(yearOf(values.bornAfter), yearOf(values.bornUpTo))
  if (name === 'height') return factsOfRange(name, values.minHeight, values.maxHeight)
  if (name === 'weight') return factsOfRange(name, values.minWeight, values.maxWeight)
  return values[name]!.map((option) => `${name} ${option}`)
}

export const soughtFields = (sought: Sought) =>
  findFields.filter((name) => inputsOf(name).some((input) => sought[input] !== undefined))

/** Drops divisions beside districts, because a district lies in one division (biodata_district_in_division). */
export function normalizeSearch({ division, ...sought }: Sought): Sought {
  const { district } = sought
  if (!division || !district) return { ...sought, ...(division && { division }) }
  return { ...sought, district: district.filter((one) => division.some((each) => liesIn(one, each))) }
}

/** The greatest integer in PostgreSQL. */
export const greatestNumber = 2 ** 31 - 1

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
