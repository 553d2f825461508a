import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { wrongTotals } from '#demo/population/fill.ts'
import { sentenceFor } from '#src/app/server/start.server.ts'
import { lastOf, migrate } from '#src/platform/db/migrate.server.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { database, fingerprint, restored } from '#tests/backups.server.ts'
import { schemaOf } from '#tests/schema.server.ts'
import { emptyDatabase, type Person, testWorld } from '#tests/world.server.ts'
import { upgradeDatabase } from './upgrade.server.ts'

// The way from a database of the migrations before the baseline (docs/decisions/029-squashed-migrations.md). Commit a519aff
// wrote the backup: six people of whom one has left again, payments, requests, premium and what followed from them.
const old = 'tests/before-baseline.backup'
const password = 'a good password'

test('X9 Y2: a backup of the last version before the baseline brings its people, money and requests, and the server starts on them', async () => {
  const { pool, connection } = await database(emptyDatabase)
  const { manifest } = await restored(pool, old)
  expect([manifest.people, manifest.biodata, manifest.migrations.at(-1)]).toEqual([5, 4, '0039-texts'])
  expect(await schemaOf(pool)).toBe(await schemaOf((await database()).pool))
  expect(await wrongTotals(pool)).toBe(0)

  const world = await testWorld({ reach: async () => openDatabase(connection) })
  onTestFinished(() => world.close())
  const { call } = world
  const signIn = async (name: string): Promise<Person> => {
    const email = `${name}@old.example`
    const origin = { origin: 'http://127.0.0.1:3000' }
    const answer = await call('POST', '/api/auth/sign-in/email', undefined, { email, password }, origin)
    expect(answer.status, answer.text).toBe(200)
    const cookie = [answer.headers['set-cookie']].flat().map((line) => line!.split(';')[0])
    return { email, cookie: cookie.join('; '), id: answer.body.user.id }
  }
  const [admin, owner, payer, waiting, premium] = [
    await signIn('admin'),
    await signIn('owner'),
    await signIn('payer'),
    await signIn('waiting'),
    await signIn('premium'),
  ]
  const contactFor = async (by: Person) => (await call('GET', `/api/bioData/${owner.id}`, by)).body.contact
  expect([await contactFor(payer), await contactFor(waiting), await contactFor(premium)]).toEqual([
    'shown',
    'pending',
    'shown',
  ])
  const { rows: payments } = await pool.query(
    'select status, refund_because as why, user_id is null as left, amount from payments order by created_at',
  )
  expect(payments).toEqual([
    { status: 'succeeded', why: null, left: false, amount: 500 },
    { status: 'succeeded', why: null, left: false, amount: 500 },
    { status: 'refunded', why: 'payer left', left: true, amount: 500 },
    { status: 'succeeded', why: null, left: false, amount: 500 },
  ])
  // The migration gives each payment a receipt, and the refunded one a refund.
  const receipts = () =>
    pool.query(
      `select payment.status, receipt.id = payment.provider_ref as named, receipt.amount, refund.state as refund
      from payments payment join payment_receipts receipt on receipt.payment_id = payment.id
      left join refunds refund on refund.payment_id = payment.id order by payment.created_at`,
    )
  const kept = { status: 'succeeded', named: true, amount: 500, refund: null }
  expect((await receipts()).rows).toEqual([kept, kept, { ...kept, status: 'refunded', refund: 'refunded' }, kept])
  const requests = (await call('GET', '/api/contact-requests', admin)).body
  expect(requests).toMatchObject([
    { email: waiting.email, status: 'pending' },
    { email: payer.email, status: 'approve' },
  ])
  expect((await call('GET', '/api/premium-requests', admin)).body).toMatchObject([{ email: payer.email }])
  expect((await call('GET', '/api/me/searches', payer)).body).toMatchObject([
    // The page named it by its filters.
    { name: null, search: 'division=Dhaka' },
  ])

  // Triggers and functions work on them as on anybody.
  expect((await call('PATCH', `/api/contact-request-approver/${requests[0]._id}`, admin)).status).toBe(200)
  expect(await contactFor(waiting)).toBe('shown')
  const taken = await call('PATCH', `/api/contact-requests/${requests[1]._id}/withdrawal`, admin, { reason: 'Old.' })
  expect(taken.body).toEqual({ modifiedCount: 1 })
  const due = { ...kept, status: 'refund_due', refund: 'due' }
  expect((await receipts()).rows.filter(({ refund }) => refund === 'due')).toEqual([due])
  expect((await call('POST', '/api/me/deletion', waiting, { confirmation: password })).status).toBe(200)
  expect(await wrongTotals(pool)).toBe(0)
  const { rows: left } = await pool.query('select count(*)::integer as n from erasures')
  expect(left).toEqual([{ n: 2 }])
})

test('G13 Y2: a database from before the baseline is not touched, and the message names the way: backup and restore', async () => {
  const { db, pool } = await database()
  const dataDir = await mkdtemp(join(tmpdir(), 'nikhad-baseline-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await db.insertInto('users').values({ name: 'Rina', email: 'rina@x.example' }).execute()
  await pool.query(`
    delete from kysely_migration;
    insert into kysely_migration (name, timestamp) values ('0001-start', '2026-11-20'), ('0039-texts', '2026-11-25')`)
  const everything = async () => [
    await schemaOf(pool),
    await fingerprint(pool),
    (await pool.query('select * from kysely_migration order by name')).rows,
  ]
  const before = await everything()
  const site = { dataDir, databaseOwnerUrl: undefined, secret: undefined }
  const start = upgradeDatabase({ db, pool }, site, () => {})
  const says = await start.catch((error: Error) => sentenceFor(error))
  expect(says).toMatch(/before 26 November 2026, and this one cannot upgrade it\. Nothing was changed\./)
  expect(says).toContain('write a backup')
  expect(says).toMatch(/npm run restore -- FILE --replace/)
  expect(await everything()).toEqual(before)
  expect(await readdir(dataDir)).toEqual([])

  await expect(restored(pool, old)).rejects.toThrow('There is a site in this database already')
  await restored(pool, old, { replace: true })
  expect(await migrate(db)).toEqual([])
  expect(await db.selectFrom('users').select('email').where('email', 'like', '%@old.example').execute()).toHaveLength(5)
})

test('X9: a backup of an earlier version than the last before the baseline names the version that it needs first', async () => {
  await expect(lastOf(['0001-start', '0002-mail', '0020-what-families-ask'])).rejects.toThrow(
    /^This backup ends at the migration 0020-what-families-ask\. Restore it with Nikhad of commit [0-9a-f]{7}/,
  )
  expect(await lastOf(['0001-start', '0039-texts'])).toBe('0007-administration')
})
