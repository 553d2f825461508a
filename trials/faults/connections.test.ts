import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { proxyTo } from './proxy.ts'

/** A pool of one connection, and another one beside it. */
function twoPools(more: { host?: string; port?: number; query_timeout?: number } = {}) {
  const near = openDatabase({ ...inject('database'), max: 1, ...more })
  const beside = openDatabase({ ...inject('database'), max: 1 })
  onTestFinished(async () => {
    await near.db.destroy()
    await beside.db.destroy()
  })
  return { near, beside }
}

test('Y3: a connection that ends between two statements of a transaction ends the transaction, not the process', async () => {
  const { near, beside } = twoPools()
  const interrupted = near.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(beside.db)
    // Until its end has come here; nothing of ours waits for it.
    await expect
      .poll(() =>
        sql`select 1`.execute(trx).then(
          () => 'alive',
          () => 'gone',
        ),
      )
      .toBe('gone')
    await sql`select 1`.execute(trx)
  })
  await expect(interrupted).rejects.toThrow()
  expect((await sql`select 1 as one`.execute(near.db)).rows).toEqual([{ one: 1 }])
})

test('Y3 G3: a connection that hears nothing any more is given up, and the next statement gets another', async () => {
  const { host, port } = inject('database')
  const line = await proxyTo(join(host!, `.s.PGSQL.${port}`))
  onTestFinished(line.close)
  const { near } = twoPools({ host: '127.0.0.1', port: line.port, query_timeout: 300 })
  await sql`select 1`.execute(near.db)
  line.silence()
  await expect(sql`select 1`.execute(near.db)).rejects.toThrow('Query read timeout')
  expect((await sql`select 1 as one`.execute(near.db)).rows).toEqual([{ one: 1 }])
})
