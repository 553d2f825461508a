import { sql } from 'kysely'
import type { Excluded } from '#src/features/biodata/index.server.ts'
import type { FindField } from '#src/features/biodata/index.ts'
import { all, compiledStatement } from '#src/platform/db/compiled.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { People, Sought } from './contract.ts'
import { withoutField } from './filter.ts'
import { type BornIn, continueByFacts, scanLimit } from './queries.server.ts'
import { isNotExcluded, isSought, normalizeSearch, type Shape, statementFor, type Values } from './sought.server.ts'

/** `people`: for each field how many of the newest match in all but that one. */
const missOne = compiledStatement<Shape, Values, { first: number; last: number; read: number; people: number[] }>(
  (shape, values) => {
    const bits = shape.sought.map((_, place) => 2 ** place)
    const missed = shape.sought.map(
      (name, i) => sql`case when ${isSought(name, values)} then 0 else ${sql.lit(bits[i])} end`,
    )
    const counts = bits.map((bit) => sql`count(*) filter (where missed = ${sql.lit(bit)})`)
    return sql`
    select max(number) as first, min(number) as last, count(*)::integer as read,
      array[${sql.join(counts)}]::integer[] as people
    from (
      select number, ${sql.join(missed, sql` + `)} as missed from listed_biodata biodata
      where ${all(isNotExcluded(shape, values))} order by number desc limit ${sql.lit(scanLimit)}
    ) newest`
  },
)

/** Looks at the newest once for all fields; where that finds nobody, it asks by facts, field by field. */
export async function countWithout(db: Db, sought: Sought, today: string, excluded: Excluded, bornIn: BornIn) {
  const { shape, values } = statementFor(sought, today, excluded)
  const found: { [N in FindField]?: People } = {}
  if (shape.sought.length === 0) return found
  const [newest] = await missOne(db, shape, values)
  const { first, last, read, people } = newest!
  const isWhole = read < scanLimit
  for (const [place, name] of shape.sought.entries())
    if (people[place]! > 0) found[name] = peopleOf(people[place]!, isWhole)
  if (isWhole || Object.keys(found).length > 0) return found
  for (const name of shape.sought) {
    const progress = { place: { birth: '', number: last }, matching: 0, extent: first - last + 1, isWhole }
    const statement = statementFor(normalizeSearch(withoutField(sought, name)), today, excluded)
    const { read } = await continueByFacts(db, statement, 'newest', 1, bornIn, progress)
    if (read.matching > 0) found[name] = peopleOf(read.matching, read.isWhole)
  }
  return found
}

const peopleOf = (people: number, isAll: boolean): People => (isAll ? { people } : { people, isAtLeast: true })
