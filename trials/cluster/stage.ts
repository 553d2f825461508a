import { join } from 'node:path'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { socketName } from '#src/platform/embedded-postgres/data-dir.server.ts'
import { startPair } from '#tests/standby.server.ts'
import { startPooler } from '#trials/pooler/pooler.server.ts'
import { openSite } from '../faults/site.ts'
import { startProxy } from './proxy.ts'

/** Primary, replica, pooler, three servers and a proxy, as docs/operating.md puts them together, on this machine. */
export async function openCluster() {
  await using undo = new AsyncDisposableStack()
  const pair = undo.use(await startPair())
  const { connection } = pair.primary
  const pooler = undo.use(await startPooler(connection, pair.standby.connection))
  const open: { proxy?: Awaited<ReturnType<typeof startProxy>> } = {}
  const site = undo.use(
    await openSite({
      postgres: {
        socket: join(connection.host, socketName),
        connectionTo: () => connection,
        createDatabase: async () => connection.database,
      },
      servers: 3,
      settings: { DATABASE_URL: pooler.url, DATABASE_POOLER: 'transaction', DATABASE_REPLICA_URL: pooler.replicaUrl },
      async front(ports) {
        open.proxy = undo.use(await startProxy(ports))
        return open.proxy
      },
    }),
  )
  const disposed = undo.move()
  return {
    ...pair,
    pooler,
    proxy: open.proxy!,
    site,
    /** The replica is the primary from now on, for the pooler and for people who look into the books. */
    async promote() {
      await pair.standby.ask('select pg_promote()')
      await pooler.repoint(pair.standby.connection, pair.standby.connection)
      const promoted = openDatabase(pair.standby.connection)
      disposed.defer(() => promoted.db.destroy())
      Object.assign(site, promoted)
    },
    [Symbol.asyncDispose]: () => disposed.disposeAsync(),
  }
}
export type Cluster = Awaited<ReturnType<typeof openCluster>>
