import { sql } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Filter } from './contract.ts'

const ttlMs = 60_000
const yearOf = (day: string) => Number(day.slice(0, 4))

/** Approximate, and a minute old at most: it decides how a list is read, never what stands in it. */
export function birthYearCounts(db: Db) {
  const count = () =>
    db
      .selectFrom('biodataCount')
      .select(['gender', 'division', 'maritalStatus', sql<number>`extract(year from since)::integer`.as('year'), 'n'])
      .where('period', '=', sql.lit('year'))
      .execute()
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
  async function isRare(
    { gender, division, maritalStatus }: Filter,
    born: { from: string; until: string },
  ): Promise<boolean> {
    const [first, last] = [yearOf(born.from), yearOf(born.until)]
    let [all, matches] = [0, 0]
    for (const one of await counted()) {
      if (one.maritalStatus === 'any') all += one.n
      const isOfKind = (!gender || one.gender === gender) && (!division || one.division === division)
      const isStatus = one.maritalStatus === (maritalStatus ?? 'any')
      if (isOfKind && isStatus && one.year >= first && one.year <= last) matches += one.n
    }
    return matches <= 4 * Math.sqrt(all)
  }

  async function bornIn() {
    const years = new Map<number, number>()
    for (const { maritalStatus, year, n } of await counted())
      if (maritalStatus === 'any') years.set(year, (years.get(year) ?? 0) + n)
    return years
  }

  return { isRare, bornIn }
}
export type BirthYearCounts = ReturnType<typeof birthYearCounts>
