import { ownPostgres } from './postgres.ts'
import { openSite } from './site.ts'
import { randomFrom } from './tally.ts'
import type { Stage } from './trial.ts'

/** A database, two servers on it, and what they need. */
export async function openStage(seed: number): Promise<Stage & { close(): Promise<void> }> {
  const postgres = await ownPostgres()
  const site = await openSite({ postgres, servers: 2 })
  return {
    postgres,
    site,
    random: randomFrom(seed),
    async close() {
      await site.close()
      await postgres.stop()
    },
  }
}
