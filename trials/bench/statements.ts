import type pg from 'pg'
import { buildApp } from '#src/app/server/app.server.ts'
import { readConfig } from '#src/platform/config/config.server.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { productionSettings } from './stage.ts'

export interface Statement {
  sql: string
  values: unknown[]
}

/** Notes what the driver is asked, however the product comes to ask it. */
export function record(pool: pg.Pool, statements: Statement[]) {
  pool.on('connect', (client) => {
    const query = client.query
    client.query = ((...given: unknown[]) => {
      const [what, values] = given as [string | { text?: string; values?: unknown[] }, unknown]
      const sql = typeof what === 'string' ? what : what.text
      const named = typeof what === 'string' ? values : (what.values ?? values)
      if (sql !== undefined) statements.push({ sql, values: Array.isArray(named) ? named : [] })
      return Reflect.apply(query, client, given)
    }) as typeof query
  })
}

/** Every statement with which the product answers each of these requests of a visitor, at one moment. */
export async function statementsOf(connection: pg.PoolConfig, paths: string[], network: string, moment: Date) {
  const statements: Statement[] = []
  const { db, pool } = openDatabase({ ...connection, max: 1 })
  record(pool, statements)
  const config = readConfig('serve', productionSettings(0))
  const app = await buildApp({ config, db, clock: () => moment, logLevel: 'silent', cachesResponses: false })
  const ask = async (path: string) => {
    statements.length = 0
    const { statusCode, body } = await app.inject({ url: path, headers: { 'x-forwarded-for': network } })
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${body}`)
    return [...statements]
  }
  try {
    // What a connection asks when it is made, and what a server asks once a minute, is no part of a request.
    await ask(paths[0]!)
    const asked: Statement[][] = []
    for (const path of paths) asked.push(await ask(path))
    return asked
  } finally {
    await app.close()
    await db.destroy()
  }
}
