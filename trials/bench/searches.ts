import { wireNames } from '#src/features/biodata/contract.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { savedSearches } from '#tests/saved-searches.ts'
import { type Line, median } from './report.ts'
import { openMember } from './signed-in.ts'
import type { Sizes } from './sizes.ts'
import { openPostgres, type Peopled, startProduct } from './stage.ts'

const orders = ['best', 'newest', 'youngest']
/** Of each search, after so many that warm up: what is asked five times is planned once (docs/decisions/017-plans-and-replica.md). */
const asks = 9
const warming = 6

/** Every search of members over HTTP, one request at a time: its first page, and the others who would match without a field. */
export async function* measureSearches(
  { people, many, folder }: Sizes,
  say: (what: string) => void,
): AsyncGenerator<Line> {
  await using undo = new AsyncDisposableStack()
  const postgres = await openPostgres({ folder, say })
  undo.defer(postgres.close)
  for (const [count, atMost] of [
    [people, 60],
    [many, 300],
  ] as const) {
    say(`searches: among ${count} people`)
    for await (const { what, times } of timesOf(await postgres.peopled(count)))
      yield { what: `${what}, ${count} people`, unit: 'ms', rounds: [median(times)], target: { atMost } }
  }
}

async function* timesOf(database: Peopled) {
  await using undo = new AsyncDisposableStack()
  const product = await startProduct({ DATABASE_URL: database.url })
  undo.defer(product.stop)
  const { db, pool } = openDatabase({ ...database.connection, max: 1 })
  undo.defer(() => db.destroy())
  let networks = 0
  const ask = await openMember(product.port, database)
  for (const search of savedSearches.map(onTheWire)) {
    const paths = orders.map((order) => `/api/bioData-find?limit=20&order=${order}&${search}`)
    if (search) paths.push(`/api/bioData-find/without?${search}`)
    for (const path of paths) {
      // A network is shown so many lists in a minute, a member so many people (REQUIREMENTS R2).
      const network = `192.0.2.${++networks}`
      const times: number[] = []
      for (let i = 0; i < warming + asks; i++) {
        await pool.query('delete from card_views')
        const { ms } = await ask(path, network)
        if (i >= warming) times.push(ms)
      }
      yield { what: path.replace('/api/bioData-', '').replace('limit=20&', ''), times }
    }
  }
}

function onTheWire(search: string) {
  const names: Partial<Record<string, string>> = wireNames
  return String(
    new URLSearchParams([...new URLSearchParams(search)].map(([name, value]) => [names[name] ?? name, value])),
  )
}
