import { isDatabaseAway } from '#src/platform/db/open.server.ts'
import type { Outcome } from './bulk.ts'

/** Deadlock or serialization failure: this row, this time. */
const isContended = (error: unknown) => /^40/.test(String((error as { code?: unknown }).code))

/**
 * Does one after another, each in a transaction of its own, so that one that fails takes no other with it and rows are
 * never locked in two orders. `change` answers how many rows it changed, undefined for a row that does not exist.
 */
export async function doEach(ids: string[], change: (id: string) => Promise<number | undefined>) {
  const results: Outcome[] = []
  let isAway = false
  for (const id of new Set(ids)) {
    try {
      const changed = isAway ? null : await change(id)
      results.push({
        id,
        outcome: changed === null ? 'failed' : changed === undefined ? 'missing' : changed ? 'done' : 'before',
      })
    } catch (error) {
      isAway = isDatabaseAway(error)
      if (!isAway && !isContended(error)) throw error
      results.push({ id, outcome: 'failed' })
    }
  }
  return { results }
}
