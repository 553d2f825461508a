import { sql } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Filter } from './contract.ts'
import { choiceFilters } from './fields.ts'

/** Milliseconds. */
const keptFor = 60_000

const yearOf = (day: string) => Number(day.slice(0, 4))

/**
 * About how many people there are of each kind, by the year of their birth. It is a minute old at most and only decides
 * how a list is read, never what stands in it.
 */
export function keepCensus(db: Db) {
  const count = async () => {
    const kinds = await db
      .selectFrom('biodataCount')
      .select([...choiceFilters, sql<number>`extract(year from since)::integer`.as('year'), 'n'])
      .where('period', '=', sql.lit('year'))
      .execute()
    const everybody = kinds.reduce((sum, { maritalStatus, n }) => sum + (maritalStatus === 'any' ? n : 0), 0)
    return { kinds, few: 4 * Math.sqrt(everybody) }
  }
  let kept: ReturnType<typeof count> | undefined
  let until = 0

  /**
   * Whether so few match that reading all of them costs less than reading the list from its top until a page is full.
   * From the top about `21 × all / matches` entries of an index are read, by birth `matches`; both are the same at
   * `√(21 × all)`, so neither way reads more than some thousands of entries at a million biodata
   * (docs/decisions/060-browsing-at-any-size.md).
   * @param born days, `YYYY-MM-DD`: from `from` on, before `until`
   */
  return async function isRare(filter: Filter, born: { from: string; until: string }) {
    const now = performance.now()
    if (!kept || now >= until) {
      kept = count()
      until = now + keptFor
      kept.catch(() => {
        kept = undefined
      })
    }
    const { kinds, few } = await kept
    const chosen = choiceFilters.filter((name) => filter[name] !== undefined || name === 'maritalStatus')
    const wanted = { ...filter, maritalStatus: filter.maritalStatus ?? 'any' }
    let matches = 0
    for (const kind of kinds) {
      if (kind.year < yearOf(born.from) || kind.year > yearOf(born.until)) continue
      if (chosen.every((name) => kind[name] === wanted[name])) matches += kind.n
    }
    return matches <= few
  }
}
export type IsRare = ReturnType<typeof keepCensus>
