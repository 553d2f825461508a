import { type SqlBool, sql } from 'kysely'
import { cardColumns, type Excluded } from '#src/features/biodata/index.server.ts'
import { type FindField, heightParts } from '#src/features/biodata/index.ts'
import { birthRange, inchesOf } from '#src/features/biodata/policy.ts'
import { isNoneOf } from '#src/features/safety/index.server.ts'
import { findFields, inputsOf, isChoice, type RangeField, ranges, type Sought } from './contract.ts'

export interface Asked {
  sought: Sought
  today: string
  excluded: Excluded
  newer?: { than: number; upTo?: number } | undefined
}

/** The greatest integer in PostgreSQL. */
export const greatestNumber = 2 ** 31 - 1

export const cards = sql.join(cardColumns.map((column) => sql.ref(`biodata.${column}`)))

export const soughtFields = (sought: Sought) =>
  findFields.filter((name) => inputsOf(name).some((input) => sought[input] !== undefined))

/** Days; the first one is exclusive. Nobody is older, see the column's check. */
export function bornIn({ sought: { minAge, maxAge }, today }: Asked) {
  const { after = '1900-01-01', upTo = today } = birthRange(minAge, maxAge, today)
  return { after, upTo }
}

/** Inches or kilograms. */
function numbersIn({ minHeight, maxHeight, minWeight, maxWeight }: Sought, name: 'height' | 'weight') {
  const { feet, inch } = heightParts
  const { least, most } = ranges.weight.limits
  return name === 'weight'
    ? ([minWeight ?? least, maxWeight ?? most] as const)
    : ([minHeight ?? inchesOf(feet.least, inch.least), maxHeight ?? inchesOf(feet.most, inch.most)] as const)
}

/** @param birth as the index has it that is to answer */
export function isSought(name: FindField, asked: Asked, birth = sql`birth`) {
  if (isChoice(name)) return sql<SqlBool>`${sql.ref(name)} = any(${asked.sought[name]}::text[])`
  if (name === 'birth') {
    const { after, upTo } = bornIn(asked)
    return sql<SqlBool>`${birth} > ${after}::date and ${birth} <= ${upTo}::date`
  }
  const [least, most] = numbersIn(asked.sought, name)
  return sql<SqlBool>`${sql.ref(name)} between ${least} and ${most}`
}

export const isListed = ({ excluded, newer }: Asked) => [
  ...(excluded.length > 0 ? [isNoneOf(excluded)] : []),
  ...(newer
    ? [sql`biodata.number > ${newer.than}::integer and biodata.number <= ${newer.upTo ?? greatestNumber}::integer`]
    : []),
]

/** What of a biodata is a fact, see `biodata_facts` in migrations/0003-lists.sql. */
export const facts = sql`biodata_facts(${sql.join(
  ['number', ...findFields].map((column) => sql`${sql.ref(column)} => biodata.${sql.ref(column)}`),
)})`

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

export function factsOf(name: FindField, asked: Asked) {
  if (isChoice(name)) return asked.sought[name]!.map((option) => `${name} ${option}`)
  if (name !== 'birth') return factsOfRange(name, ...numbersIn(asked.sought, name))
  const { after, upTo } = bornIn(asked)
  return factsOfYears(yearOf(after), yearOf(upTo))
}
