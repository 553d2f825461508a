import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { forget } from '#src/app/server/forget.server.ts'
import { startJobs } from '#src/app/server/jobs.server.ts'
import { testConfig, testWorld } from '#tests/world.server.ts'
import { migrateAsOwner } from './migrate.server.ts'
import { openDatabase } from './open.server.ts'

const world = await testWorld()
const role = `server_${world.connection.database!.slice(-12)}`
await world.pool.query(`create role ${role} login`)
const server = openDatabase({ ...world.connection, user: role })
const { host, port, user, database } = { ...inject('database'), ...world.connection }
const ownerUrl = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
await migrateAsOwner(server, ownerUrl)
const app = await buildApp({ config: testConfig(), db: server.db, logLevel: 'silent' })
afterAll(async () => {
  await app.close()
  await server.db.destroy()
  await world.close()
})

test('R1 M4: a server whose role is not the owner’s does its work, and can only add to the two logs', async () => {
  const admin = await world.makeAdmin(await world.signUp('admin@example.org'))
  const owner = await world.signUp('owner@example.org')
  const call = (url: string, by: { cookie: string }, method: 'GET' | 'PATCH' = 'GET', payload?: object) =>
    app.inject({ method, url, headers: { cookie: by.cookie }, ...(payload && { payload }) })
  await world.publish(owner)
  expect((await call(`/api/bioData/${owner.id}`, admin)).statusCode).toBe(200)
  expect((await call(`/api/users/admin/${owner.id}`, admin, 'PATCH')).json()).toEqual({ modifiedCount: 1 })
  expect((await call('/api/me/presence', owner, 'PATCH', { presence: 'paused' })).json()).toEqual({ modifiedCount: 1 })
  expect((await call('/api/me/contact-views', owner)).json()).toHaveLength(1)

  for (const table of ['contact_views', 'audit_log'])
    for (const change of [
      `update ${table} set at = now()`,
      `delete from ${table}`,
      `truncate ${table}`,
      `alter table ${table} disable trigger all`,
      `drop table ${table}`,
    ])
      await expect(server.pool.query(change), change).rejects.toThrow(/permission denied|must be owner/)
})

test('R1 R7: lines that have had their three years are removed all the same, and the jobs find their place', async () => {
  await sql`insert into audit_log (action, at) values ('made admin', now() - interval '37 months')`.execute(server.db)
  await forget(server.db, new Date(), true)
  expect(
    await server.db
      .selectFrom('auditLog')
      .select('id')
      .where('at', '<', sql<Date>`now() - interval '36 months'`)
      .execute(),
  ).toEqual([])
  const jobs = await startJobs(server.pool, { error() {} })
  await jobs.stop()
})

test('R1: a second start as the owner grants the same again, and one role alone needs no grants', async () => {
  await migrateAsOwner(server, ownerUrl)
  await migrateAsOwner(world, ownerUrl)
  await migrateAsOwner(world, undefined)
  await expect(server.pool.query('delete from contact_views')).rejects.toThrow('permission denied')
})
