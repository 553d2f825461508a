import { type SqlBool, sql } from 'kysely'
import { cardColumns, type Excluded } from '#src/features/biodata/index.server.ts'
import { heightParts } from '#src/features/biodata/index.ts'
import { birthRange, inchesOf, recentDays } from '#src/features/biodata/policy.ts'
import { isNoneOf } from '#src/features/safety/index.server.ts'
import { dayOf, daysBefore } from '#src/platform/clock.ts'
import {
  findFields,
  inputsOf,
  isChoice,
  type RangeField,
  ranges,
  type Sought,
  type SoughtField,
  soughtNames,
} from './contract.ts'

export interface Asked {
  sought: Sought
  today: string
  excluded: Excluded
  /** Confirmed or saved on this day or later; `before`: earlier, or never. */
  confirmed?: { from: string } | { before: string } | undefined
  newer?: { than: number; upTo?: number } | undefined
}

/** The greatest integer in PostgreSQL. */
export const greatestNumber = 2 ** 31 - 1

export const cards = sql.join(cardColumns.map((column) => sql.ref(`biodata.${column}`)))

export const soughtFields = (sought: Sought) =>
  soughtNames.filter((name) => inputsOf(name).some((input) => sought[input] !== undefined))

/** In `confirmed`: the first day. */
const recentFrom = (today: string) => dayOf(daysBefore(new Date(`${today}T12:00:00+06:00`), recentDays))

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
export function isSought(name: SoughtField, asked: Asked, birth = sql`birth`) {
  if (name === 'confirmed') return sql<SqlBool>`coalesce(confirmed_on >= ${recentFrom(asked.today)}::date, false)`
  if (isChoice(name)) return sql<SqlBool>`${sql.ref(name)} = any(${asked.sought[name]}::text[])`
  if (name === 'birth') {
    const { after, upTo } = bornIn(asked)
    return sql<SqlBool>`${birth} > ${after}::date and ${birth} <= ${upTo}::date`
  }
  const [least, most] = numbersIn(asked.sought, name)
  return sql<SqlBool>`${sql.ref(name)} between ${least} and ${most}`
}

/** Known of everybody: one half of all, and the other. */
export const isOfPart = ({ confirmed }: Asked) => {
  if (!confirmed) return []
  if ('from' in confirmed) return [sql`coalesce(confirmed_on >= ${confirmed.from}::date, false)`]
  return [sql`coalesce(confirmed_on < ${confirmed.before}::date, true)`]
}

export const isListed = ({ excluded, newer }: Asked) => [
  ...(excluded.length > 0 ? [isNoneOf(excluded)] : []),
  ...(newer
    ? [sql`biodata.number > ${newer.than}::integer and biodata.number <= ${newer.upTo ?? greatestNumber}::integer`]
    : []),
]

/** What of a biodata is a fact, see `biodata_facts` in migrations/0015-last-confirmed.sql. */
export const facts = sql`biodata_facts(${sql.join(
  ['number', ...findFields, 'confirmedOn'].map((column) => sql`${sql.ref(column)} => biodata.${sql.ref(column)}`),
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

const firstYear = 2020
const monthOf = (day: string) => Math.max(yearOf(day) * 12 + Number(day.slice(5, 7)) - 1, firstYear * 12)

/** Everybody confirmed in these months has one of these. */
function factsOfMonths(least: number, most: number) {
  const facts: string[] = []
  for (let month = least; month <= most; ) {
    const isYear = month % 12 === 0 && month + 11 <= most
    facts.push(isYear ? `confirmed ${month / 12}_` : `confirmed ${month}`)
    month += isYear ? 12 : 1
  }
  return facts
}
/** The clocks of server and database may lie on two sides of midnight. */
const factsSince = (day: string, today: string) => factsOfMonths(monthOf(day), monthOf(today) + 1)

/** Those of {@link isOfPart}. */
export function factsOfPart({ confirmed, today }: Asked) {
  if (!confirmed) return []
  if ('from' in confirmed) return [factsSince(confirmed.from, today)]
  return [['confirmed never', ...factsOfMonths(firstYear * 12, monthOf(confirmed.before))]]
}

export const yearOf = (day: string) => Number(day.slice(0, 4))

export function factsOf(name: SoughtField, asked: Asked) {
  if (name === 'confirmed') return factsSince(recentFrom(asked.today), asked.today)
  if (isChoice(name)) return asked.sought[name]!.map((option) => `${name} ${option}`)
  if (name !== 'birth') return factsOfRange(name, ...numbersIn(asked.sought, name))
  const { after, upTo } = bornIn(asked)
  return factsOfYears(yearOf(after), yearOf(upTo))
}
