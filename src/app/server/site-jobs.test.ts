import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtAssets } from '#src/app/pages/assets.server.ts'
import { queueMail } from '#src/features/mail/outbox.server.ts'
import { sweep } from '#src/features/payments/notices.server.ts'
import { daysUnnamed } from '#src/features/payments/policy.ts'
import { readErasures } from '#src/platform/backup/erasures.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { mailServer } from '#tests/smtp.server.ts'
import { testConfig } from '#tests/world.server.ts'
import { openSite } from './run.server.ts'

const folder = await mkdtempDisposable(join(tmpdir(), 'nikhad-jobs-'))
const mails = await mailServer()
const mail = { from: 'site@mail.example', smtpUrl: mails.url }
const config = testConfig({ mail, erasuresFile: join(folder.path, 'erasures'), logLevel: 'silent' })
const world = await payingWorld({ config })
const { call, db, pool, somebody } = world

/** Of a site that serves people only the provider is another one. */
const startDemo = async () => ({
  providers: [world.till.provider],
  mountSandboxes() {},
  printAccounts() {},
  async stop() {},
})
const site = await openSite(config, world, { startDemo, assets: await builtAssets() })
afterAll(async () => {
  await site.app.close()
  await site.stop()
  await world.close()
  await mails.stop()
  await folder.remove()
})

/** What there is to do for a job. @returns asks whether it is done */
const work: Record<string, () => Promise<() => Promise<boolean>>> = {
  async counts() {
    await somebody()
    return async () => (await pool.query('select from day_count')).rowCount! > 0
  },
  async erasures() {
    const { id } = await somebody()
    await db.deleteFrom('users').where('id', '=', id).execute()
    return async () => (await readErasures(config.erasuresFile!)).some((erasure) => erasure.id === id)
  },
  async feedback() {
    const { payer, number } = await world.payerAndBiodata()
    const { insertedId } = (await world.record(payer, await world.pay(payer, number), number)).body
    await sql`
      update contact_requests set status = 'approve', approved_at = now(), first_seen_at = now() - interval '15 days'
      where id = ${insertedId}`.execute(db)
    const asked = db.selectFrom('contactFeedback').select('requestId').where('requestId', '=', insertedId)
    return async () => (await asked.execute()).length === 1
  },
  async forget() {
    const { id } = await somebody()
    await db
      .updateTable('sessions')
      .set({ expiresAt: new Date(0) })
      .where('userId', '=', id)
      .execute()
    const left = db.selectFrom('sessions').select('id').where('userId', '=', id)
    return async () => (await left.execute()).length === 0
  },
  async mail() {
    await queueMail(db, 'reader@mail.example', 'en', { kind: 'premium-approved' })
    return async () => mails.received.some(({ recipients }) => recipients.includes('reader@mail.example'))
  },
  async push() {
    const push = { channel: 'push', recipient: crypto.randomUUID(), language: 'en', kind: 'search', content: {} }
    await db
      .insertInto('outbox')
      .values(push as never)
      .execute()
    const sent = db.selectFrom('outbox').select('id').where('channel', '=', 'push').where('status', '=', 'sent')
    return async () => (await sent.execute()).length === 1
  },
  async refunds() {
    const { payer, number } = await world.payerAndBiodata()
    const unnamed = await world.pay(payer)
    await world.record(payer, unnamed)
    const other = await somebody()
    const due = await world.pay(other, number)
    await world.record(other, due, number)
    // The job `sweep` gives back what it finds due: it has seen these.
    await sweep(world.till, new Date(), { error() {} })
    const longAgo = sql<Date>`now() - ${daysUnnamed + 1} * interval '1 day'`
    await db.updateTable('payments').set({ updatedAt: longAgo }).where('providerRef', '=', unnamed).execute()
    const isDue = { status: 'refund_due', refundBecause: 'duplicate' } as const
    await db.updateTable('payments').set(isDue).where('providerRef', '=', due).execute()
    const given = db
      .selectFrom('payments')
      .select('id')
      .where('providerRef', 'in', [unnamed, due])
      .where('status', '=', 'refunded')
    return async () => (await given.execute()).length === 2
  },
  async searches() {
    const owner = await somebody()
    await call('POST', '/api/me/searches', owner, { name: 'Twenty', search: 'minAge=20' })
    const due = { howOften: 'daily', dueAt: new Date(0) } as const
    await db.updateTable('savedSearches').set(due).where('ownerId', '=', owner.id).execute()
    const later = db.selectFrom('savedSearches').select('id').where('dueAt', '>', new Date())
    return async () => (await later.execute()).length === 1
  },
  async sweep() {
    const { payer, number } = await world.payerAndBiodata()
    await world.pay(payer, number)
    const request = db.selectFrom('contactRequests').select('id').where('userId', '=', payer.id)
    return async () => (await request.execute()).length === 1
  },
}

const isDone: Record<string, () => Promise<boolean>> = {}
beforeAll(async () => {
  await site.startJobs()
  for (const [name, prepare] of Object.entries(work)) isDone[name] = await prepare()
  for (const name of Object.keys(work)) expect([name, await isDone[name]!()]).toEqual([name, false])
  // What the schedules do at their times.
  await pool.query('insert into jobs.job (name) select name from jobs.queue where name = any($1)', [Object.keys(work)])
})

test('X4: the site that starts has these jobs, each at its times', async () => {
  const { rows } = await pool.query('select name, cron from jobs.schedule order by name')
  expect(Object.fromEntries(rows.map(({ name, cron }) => [name, cron]))).toEqual({
    answers: '* * * * *',
    confirming: '*/10 * * * *',
    counts: '* * * * *',
    erasures: '*/10 * * * *',
    feedback: '*/10 * * * *',
    forget: '23 * * * *',
    imports: '* * * * *',
    mail: '* * * * *',
    push: '* * * * *',
    refunds: '*/10 * * * *',
    searches: '*/5 * * * *',
    sweep: '*/5 * * * *',
  })
})

test('Y4: every job that the site repeats is watched', async () => {
  const { rows } = await pool.query<{ name: string }>('select name from jobs.schedule order by name')
  const rules = await readFile('deploy/alerts.yml', 'utf8')
  const watched = [...rules.matchAll(/\{name=~?"([^"]+)"\}\)/g)].flatMap(([, named]) => named!.split('|'))
  expect(watched.toSorted()).toEqual(rows.map(({ name }) => name))
})

test.each(Object.keys(work))('T4 X4 K3d K3f R6 R7: the job %s of a site does what it is for', async (name) => {
  await expect.poll(isDone[name]!).toBe(true)
})
