import { type RawBuilder, sql } from 'kysely'
import type { Card } from '#src/features/biodata/contract.ts'
import { type CardRow, cardColumns, type Excluded, toCard } from '#src/features/biodata/index.server.ts'
import { type ChoiceFilter, choiceFilters, choices, fields, type Gender } from '#src/features/biodata/index.ts'
import { birthRange } from '#src/features/biodata/policy.ts'
import { isNoneOf } from '#src/features/safety/index.server.ts'
import { all, compiledStatement, type Db } from '#src/platform/db/open.server.ts'
import { oneRow, stated } from '#src/platform/db/rows.server.ts'
import type { BirthYearCounts } from './census.server.ts'
import type { Filter, Listed } from './contract.ts'
import { wholePeriods } from './periods.ts'

/** Decides the text of a statement; everything else is a parameter. */
interface Shape {
  chosen: ChoiceFilter[]
  isAged: boolean
  isFirst: boolean
  /** All of so few matches are read and sorted, see {@link page}. */
  isRare: boolean
  excludes: boolean
  /** A plan made for any number of rows would sort all. */
  limit: (typeof limits)[number]
}
/** Rows of a page, and one more; a client's own number is rounded up, and has no plan of its own. */
const limits = [13, 21, 101, 1001] as const

type Values = ReturnType<typeof statementFor>['values']

/** Leaves out what is not chosen, so that each choice has its own plan. */
const chosenOf = (
  shape: Shape,
  values: Values,
  names: readonly ChoiceFilter[] = choiceFilters,
  written = (column: RawBuilder<unknown>) => column,
) => names.filter((name) => shape.chosen.includes(name)).map((name) => sql`${written(sql.ref(name))} = ${values[name]}`)

const within = (column: RawBuilder<unknown>, from: string, until: string) =>
  sql`${column} >= ${from}::date and ${column} < ${until}::date`

/** Sums the kept totals and counts the other days. A join of the periods would read a whole gender and division. */
function totalOf(shape: Shape, values: Values) {
  const { from, firstMonth, firstYear, endOfYears, endOfMonths, until } = values
  const kept = (period: 'year' | 'month', start: string, end: string) => sql`
    (select coalesce(sum(n), 0) from biodata_count
      where ${all([
        sql`marital_status = ${values.status} and period = ${sql.lit(period)}`,
        within(sql`since`, start, end),
        ...chosenOf(shape, values, ['gender', 'division']),
      ])})`
  // Where only one of both is chosen, the index of birth dates is entered for each option of the other.
  const isOfOneKind = shape.chosen.includes('gender') && shape.chosen.includes('division')
  const chosen = isOfOneKind
    ? chosenOf(shape, values)
    : chosenOf(shape, values, choiceFilters, (column) => sql`${column} || ''`)
  const counted = (start: string, end: string) => sql`
    (select count(*) from listed_biodata where ${all([within(sql`birth`, start, end), ...chosen])})`
  const hidden = sql`
    (select count(*) from listed_biodata
      where number = any(${values.excluded}::integer[]) and ${all([within(sql`birth`, from, until), ...chosenOf(shape, values)])})`
  const terms = [
    kept('year', firstYear, endOfYears),
    ...(shape.isAged
      ? [
          kept('month', firstMonth, firstYear),
          kept('month', endOfYears, endOfMonths),
          counted(from, firstMonth),
          counted(endOfMonths, until),
        ]
      : []),
  ]
  return sql`(${sql.join(terms, sql` + `)} ${shape.excludes ? sql`- ${hidden}` : sql``})::integer`
}

/**
 * With an age: many matches are read from the top of the list, few by birth date and sorted, see census.server.ts.
 * Expressions that change nothing (`birth + 0`) keep the planner from the other way's index.
 */
const page = compiledStatement<Shape, Values, CardRow & { total?: number }>((shape, values) => {
  const rest = [
    ...(shape.excludes ? [sql`number <> all(${values.excluded}::integer[])`] : []),
    ...(shape.isFirst ? [] : [sql`number < ${values.before}`]),
  ]
  const fromTheTop = sql`
    select number from listed_biodata
    where ${all([
      ...chosenOf(shape, values),
      ...(shape.isAged ? [within(sql`(birth + 0)`, values.from, values.until)] : []),
      ...rest,
    ])}
    order by number desc limit ${sql.lit(shape.limit)}`
  // Names every gender and division where none is chosen, so that their index finds the birth dates.
  const byBirth = sql`
    select number from listed_biodata
    where gender = any(${values.genders}::text[]) and division = any(${values.divisions}::text[]) and ${all([
      ...chosenOf(shape, values, ['maritalStatus']),
      within(sql`birth`, values.from, values.until),
      ...rest,
    ])}
    order by number + 0 desc limit ${sql.lit(shape.limit)}`
  return sql`
    select ${sql.join(cardColumns.map((column) => sql.ref(`biodata.${column}`)))}${
      shape.isFirst ? sql`, ${totalOf(shape, values)} as total` : sql``
    }
    from (${shape.isRare ? byBirth : fromTheTop}) page join biodata using (number) order by number desc`
})

const matching = compiledStatement<Shape, Values, { n: number }>(
  (shape, values) => sql`select ${totalOf(shape, values)} as n`,
)

/** Newest first, below the number `before`: `limit` or a few more, and on the first page how many match. */
export async function browseCards(
  db: Db,
  isRare: BirthYearCounts['isRare'],
  filter: Filter,
  list: List,
): Promise<{ cards: Card[]; total: number | undefined }> {
  const { shape, values } = statementFor(filter, list)
  const rows = await page(db, { ...shape, isRare: shape.isAged && (await isRare(filter, values)) }, values)
  const cards = rows.map(({ total: _, ...row }) => toCard(list.today, row))
  return { cards, total: shape.isFirst ? (rows[0]?.total ?? 0) : undefined }
}

export async function countMatching(db: Db, filter: Filter, today: string, excluded: Excluded): Promise<number> {
  const { shape, values } = statementFor(filter, { today, limit: 1, excluded })
  const [row] = await matching(db, shape, values)
  return row!.n
}

interface List {
  today: string
  limit: number
  excluded: Excluded
  before?: number | undefined
}

function statementFor(filter: Filter, { today, limit, excluded, before }: List) {
  const { gender, division, maritalStatus, minAge, maxAge } = filter
  const { after, upTo } = birthRange(minAge, maxAge, today)
  const periods = wholePeriods({ from: after && dayAfter(after), until: upTo && dayAfter(upTo) })
  const shape: Shape = {
    chosen: choiceFilters.filter((name) => filter[name] !== undefined),
    isAged: after !== undefined || upTo !== undefined,
    isFirst: before === undefined,
    isRare: false,
    excludes: excluded.length > 0,
    limit: limits.find((rows) => rows >= limit) ?? 1001,
  }
  const oneOf = (name: 'gender' | 'division') => (filter[name] ? [filter[name]] : choices[fields[name].of])
  const values = {
    gender,
    division,
    maritalStatus,
    /** `any` includes people who do not state it, see biodata_cells in migrations/0003-lists.sql. */
    status: maritalStatus ?? 'any',
    genders: oneOf('gender'),
    divisions: oneOf('division'),
    before,
    excluded,
    ...periods,
  }
  return { shape, values }
}

const dayAfter = (day: string) => new Date(Date.parse(day) + 24 * 60 * 60_000).toISOString().slice(0, 10)

export function countByGender(db: Db) {
  const of = (gender: Gender) => sql`coalesce(sum(n) filter (where gender = ${sql.lit(gender)}), 0)::integer`
  return oneRow<{ femaleCount: number; maleCount: number }>(db)`
    select ${of('Female')} as female_count, ${of('Male')} as male_count
    from biodata_count where marital_status = 'any' and period = 'year'`
}

export const countHidden = async (db: Db) =>
  (await oneRow<{ n: number }>(db)`select count(*)::integer as n from biodata where published = false`).n

export const publishedCards = (db: Db, excluded: Excluded) =>
  db.selectFrom('publishedBiodata as biodata').select(cardColumns).where(isNoneOf(excluded)).orderBy('number')

export async function listPeople(db: Db, today: string, limit: number, after: number): Promise<Listed[]> {
  const rows = await db
    .selectFrom('biodata')
    .innerJoin('users', 'users.id', 'biodata.id')
    .leftJoin('premium', 'premium.userId', 'biodata.id')
    .select(cardColumns.map((column) => `biodata.${column}` as const))
    .select(['biodata.name', 'users.email', 'users.id as userId', 'premium.status as premiumStatus'])
    .where('biodata.number', '>', after)
    .orderBy('biodata.number')
    .limit(limit)
    .execute()
  return rows.map((row) => stated(toCard(today, row)))
}
