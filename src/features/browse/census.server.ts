import { sql } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Filter } from './contract.ts'

const ttlMs = 60_000

const anything = 'any'
const yearOf = (day: string) => Number(day.slice(0, 4))
const keyOf = (gender: string, division: string, maritalStatus: string) => `${gender}/${division}/${maritalStatus}`

/** Approximate, and a minute old at most: it decides how a list is read, never what stands in it. */
export function birthYearCounts(db: Db) {
  async function count() {
    const kinds = await db
      .selectFrom('biodataCount')
      .select(['gender', 'division', 'maritalStatus', sql<number>`extract(year from since)::integer`.as('year'), 'n'])
      .where('period', '=', sql.lit('year'))
      .execute()
    /** Under every choice that finds them, so that a list has one place to look in. */
    const byYear = new Map<string, Map<number, number>>()
    for (const { gender, division, maritalStatus, year, n } of kinds) {
      for (const key of [
        keyOf(gender, division, maritalStatus),
        keyOf(anything, division, maritalStatus),
        keyOf(gender, anything, maritalStatus),
        keyOf(anything, anything, maritalStatus),
      ]) {
        const years = byYear.get(key) ?? new Map<number, number>()
        byYear.set(key, years.set(year, (years.get(year) ?? 0) + n))
      }
    }
    const everybody = byYear.get(keyOf(anything, anything, anything)) ?? new Map<number, number>()
    return { byYear, everybody, few: 4 * Math.sqrt([...everybody.values()].reduce((sum, n) => sum + n, 0)) }
  }
  let kept: ReturnType<typeof count> | undefined
  let until = 0
  function counted() {
    const now = performance.now()
    if (!kept || now >= until) {
      kept = count()
      until = now + ttlMs
      kept.catch(() => {
        kept = undefined
      })
    }
    return kept
  }

  /**
   * A list reads about `21 × all / matches` entries from the top, `matches` by birth: the same at `√(21 × all)`, some
   * thousands at a million biodata (docs/decisions/015-lists-at-any-size.md).
   * @param born days, `YYYY-MM-DD`: from `from` on, before `until`
   */
  async function isRare(filter: Filter, born: { from: string; until: string }) {
    const { byYear, few } = await counted()
    const { gender, division, maritalStatus } = filter
    const years = byYear.get(keyOf(gender ?? anything, division ?? anything, maritalStatus ?? anything)) ?? []
    let matches = 0
    const [first, last] = [yearOf(born.from), yearOf(born.until)]
    for (const [year, n] of years) if (year >= first && year <= last) matches += n
    return matches <= few
  }

  const bornIn = async () => (await counted()).everybody

  return { isRare, bornIn }
}
export type BirthYearCounts = ReturnType<typeof birthYearCounts>
