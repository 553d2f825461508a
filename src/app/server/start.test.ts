import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/program.ts'
import { testDatabase } from '#tests/world.server.ts'

test('Y1: what is wrong with the address or the database is said in a sentence that names the setting', {
  tags: 'trial',
}, async () => {
  const { connection, pool, db } = await testDatabase()
  onTestFinished(() => db.destroy())
  const host = encodeURIComponent(connection.host!)
  const elsewhere = (database: string, user = 'nikhad') => `postgres://${user}@localhost/${database}?host=${host}`
  const right = {
    PATH: process.env.PATH,
    PORT: '0',
    PUBLIC_URL: 'https://x.example',
    AUTH_SECRET: 'a secret only for tests, long enough',
    DATABASE_URL: elsewhere(connection.database),
  }
  await pool.query('create role nobody_special login')
  onTestFinished(async () => void (await pool.query('drop role nobody_special')))
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const cases: [Record<string, string>, RegExp][] = [
    [{ PORT: String((taken.address() as AddressInfo).port) }, /^Another program uses this address\. Set another PORT/],
    [{ HOST: '192.0.2.1' }, /^HOST is no address of this machine/],
    [{ HOST: 'no.such.host.invalid' }, /^There is no such host: .*no\.such\.host\.invalid/],
    [{ DATABASE_URL: elsewhere('no_such_database') }, /^DATABASE_URL names a database that is not there/],
    [
      { DATABASE_URL: elsewhere(connection.database, 'nobody_at_all') },
      /^DATABASE_URL names a user who may not come in/,
    ],
    [{ DATABASE_URL: elsewhere(connection.database, 'nobody_special') }, /^The user of DATABASE_URL may not do this/],
    [{ DATABASE_URL: `postgres://a@127.0.0.1:${await freePort()}/a` }, /^The database does not answer: .*DATABASE_URL/],
  ]
  for (const [wrong, says] of cases) {
    const { status, stderr } = spawnSync(process.execPath, ['dist/server/serve.js'], {
      env: { ...right, ...wrong },
      encoding: 'utf8',
      timeout: 60_000,
    })
    expect(stderr).toMatch(says)
    expect(stderr.trim().split('\n'), stderr).toHaveLength(1)
    expect(status).toBe(1)
  }
})

test('Y1: a misspelt name is warned about, and the start goes on without it', async () => {
  const { status, stderr } = spawnSync(process.execPath, ['dist/server/serve.js'], {
    env: {
      PATH: process.env.PATH,
      PUBLIC_URL: 'https://x.example',
      AUTH_SECRET: 'a secret only for tests, long enough',
      DATABASE_URL: `postgres://a@127.0.0.1:${await freePort()}/a`,
      CONTACT_FE: '7',
    },
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(stderr.trim().split('\n')).toEqual([
    'CONTACT_FE is not a setting of Nikhad and has no effect. Is CONTACT_FEE meant?',
    expect.stringContaining('The database does not answer'),
  ])
  expect(status).toBe(1)
})
