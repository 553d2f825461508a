import { type OwnPostgres, ownPostgres } from './postgres.ts'
import { openSite } from './site.ts'
import { randomFrom } from './tally.ts'
import type { Stage } from './trial.ts'

/** A new site of two servers, on `shared` or on a PostgreSQL of its own. */
export async function openStage(seed: number, shared?: OwnPostgres): Promise<Stage & AsyncDisposable> {
  await using undo = new AsyncDisposableStack()
  const postgres = shared ?? undo.use(await ownPostgres())
  const site = undo.use(await openSite({ postgres, servers: 2 }))
  const disposed = undo.move()
  return { postgres, site, random: randomFrom(seed), [Symbol.asyncDispose]: () => disposed.disposeAsync() }
}
