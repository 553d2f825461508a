import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deleteUser } from '#src/features/users/queries.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { noon, type Person } from '#tests/world.server.ts'
import { askDue } from './queries.server.ts'

const day = 86_400_000
let now = noon
const world = await payingWorld({ clock: () => now })
afterAll(() => world.close())
const { db, call } = world
const admin = await world.makeAdmin(await world.signUp('admin@example.org', 'Shirin'))
beforeEach(async () => {
  now = noon
  await db.deleteFrom('contactRequests').execute()
})
const after = (days: number) => {
  now = new Date(noon.getTime() + days * day)
}

/** Somebody whose request was approved, and who saw the contact at noon. */
async function seen({ by, paid = true }: { by?: Person; paid?: boolean } = {}) {
  const asker = by ?? (await world.somebody('asker'))
  const owner = await world.somebody('owner')
  const number = await world.publish(owner)
  const request = paid
    ? (await world.record(asker, await world.pay(asker, number), number)).body.insertedId
    : (
        await db
          .insertInto('contactRequests')
          .values({ userId: asker.id, biodataId: owner.id, paymentId: null })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
  await sql`
    update contact_requests set status = 'approve', approved_at = ${noon}, first_seen_at = ${noon} where id = ${request}`.execute(
    db,
  )
  return { asker, owner, number, request: request as string }
}
const open = async (by: Person) => (await call('GET', '/api/me/contact-feedback', by)).body
const say = (by: Person, request: string, said: object) =>
  call('POST', `/api/me/contact-feedback/${request}`, by, { ...said, email: 'me' })
const decline = (by: Person, request: string) => call('DELETE', `/api/me/contact-feedback/${request}`, by)
const about = async ({ id }: Person, by = admin) => (await call('GET', `/api/people/${id}/contact-feedback`, by)).body
const toldOf = async ({ id }: Person) =>
  (await db.selectFrom('notifications').select(['kind', 'about']).where('userId', '=', id).execute()).filter(
    ({ kind }) => kind === 'feedback',
  )
const yes = { didAnswer: true, wasRight: 'yes' }

test('T4: fourteen days after the first look the asker is asked once, with or without a fee', async () => {
  const [paid, free] = [await seen(), await seen({ paid: false })]
  after(13.9)
  expect([await askDue(db, now), await open(paid.asker)]).toEqual([0, []])
  after(14)
  expect([await askDue(db, now), await askDue(db, now)]).toEqual([2, 0])
  const until = '2027-02-02'
  expect(await open(paid.asker)).toEqual([
    { _id: paid.request, bioDataId: paid.number, name: expect.any(String), until },
  ])
  for (const { asker, number } of [paid, free])
    expect(await toldOf(asker)).toEqual([{ kind: 'feedback', about: { number } }])
  const mails = await db.selectFrom('outbox').select('kind').where('recipient', '=', paid.asker.email).execute()
  expect(mails.map(({ kind }) => kind)).not.toContain('feedback')
  expect(await open(paid.owner)).toEqual([])
})

test('T4: an asker who wants it by mail gets one mail', async () => {
  const { asker } = await seen()
  await call('PATCH', '/api/me/notification-settings', asker, { kind: 'feedback', channel: 'mail', wanted: true })
  after(14)
  await askDue(db, now)
  await askDue(db, now)
  const mails = await db.selectFrom('outbox').select('kind').where('recipient', '=', asker.email).execute()
  expect(mails.filter(({ kind }) => kind === 'feedback')).toHaveLength(1)
})

test('T4: only administrators read the answer, with counts, and not what is said of themselves', async () => {
  const { asker, owner, number, request } = await seen()
  after(14)
  await askDue(db, now)
  expect(await about(owner)).toMatchObject({ answered: 0, latest: [] })
  expect((await say(asker, request, { ...yes, wasRight: 'partly', note: 'Note Canary' })).body).toEqual({
    modifiedCount: 1,
  })
  expect(await open(asker)).toEqual([])
  expect(await about(owner)).toEqual({
    ...{ answered: 1, unanswered: 0, right: 0, partlyRight: 1, wrong: 0 },
    latest: [
      {
        ...{ _id: request, on: '2026-12-04', asker_id: asker.id, asker: expect.any(String) },
        ...{ didAnswer: true, wasRight: 'partly', note: 'Note Canary' },
      },
    ],
  })
  const at = now.toISOString()
  // Two weeks after the sign-in it would ask for the password.
  now = noon
  const own = await call('GET', '/api/me/export', owner)
  expect(own.text).not.toMatch(/Canary|partly/)
  expect((await call('GET', '/api/me/notifications', owner)).text).not.toMatch(/feedback/)
  expect((await call('GET', '/api/me/export', asker)).body.contactFeedback).toEqual([
    {
      ...{ number, askedAt: at, closedAt: at },
      ...{ didAnswer: true, wasRight: 'partly', note: 'Note Canary' },
    },
  ])
  for (const by of [asker, owner])
    expect((await call('GET', `/api/people/${owner.id}/contact-feedback`, by)).status).toBe(403)
  expect(await about(admin)).toBeNull()
  expect((await call('GET', `/api/people/${request}/contact-feedback`, admin)).status).toBe(404)
})

test('T4: answering again changes nothing, also of many answers at once', async () => {
  const { asker, owner, request } = await seen()
  after(14)
  await askDue(db, now)
  const sent = [yes, { didAnswer: false }, yes, { ...yes, wasRight: 'no' }]
  const answers = await Promise.all(sent.map((said) => say(asker, request, said)))
  expect(answers.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 0, 0, 1])
  const before = await about(owner)
  expect((await say(asker, request, { didAnswer: false })).body).toEqual({ modifiedCount: 0 })
  expect((await decline(asker, request)).body).toEqual({ deletedCount: 0 })
  expect(await about(owner)).toEqual(before)
})

test('T4: a declined question does not come back, and says nothing of anybody', async () => {
  const { asker, owner, request } = await seen()
  after(14)
  await askDue(db, now)
  expect((await decline(asker, request)).body).toEqual({ deletedCount: 1 })
  after(15)
  expect([await askDue(db, now), await open(asker)]).toEqual([0, []])
  expect((await say(asker, request, yes)).body).toEqual({ modifiedCount: 0 })
  expect(await about(owner)).toMatchObject({ answered: 0, unanswered: 0, latest: [] })
  expect(await toldOf(asker)).toHaveLength(1)
})

test('T4: nobody but the asker answers, and nobody who was not asked', async () => {
  const [{ owner, request }, other] = [await seen(), await seen()]
  for (const by of [owner, other.asker, admin]) expect((await say(by, request, yes)).status).toBe(404)
  after(14)
  await askDue(db, now)
  for (const by of [owner, other.asker, admin]) {
    expect((await say(by, request, yes)).status).toBe(404)
    expect((await decline(by, request)).status).toBe(404)
  }
})

test('T4: an answer says whether the biodata was right exactly when the family answered', async () => {
  const { asker, owner, request } = await seen()
  after(14)
  await askDue(db, now)
  for (const [said, field] of [
    [{ didAnswer: true }, 'wasRight'],
    [{ didAnswer: false, wasRight: 'yes' }, 'wasRight'],
    [{ didAnswer: true, wasRight: 'perhaps' }, 'wasRight'],
    [{ wasRight: 'yes' }, 'didAnswer'],
    [{ ...yes, note: 'x'.repeat(501) }, 'note'],
  ] as const) {
    const { status, body } = await say(asker, request, said)
    expect([said, status, body.errors?.[0].field]).toEqual([said, 422, field])
  }
  expect((await say(asker, request, { didAnswer: false, note: 'x'.repeat(500) })).body).toEqual({ modifiedCount: 1 })
  expect(await about(owner)).toMatchObject({ answered: 0, unanswered: 1 })
})

const ended = (status: string) =>
  sql`update contact_requests set status = ${status}, ended_at = ${noon}, approved_at = null, ended_because = 'Said.'`
const ends = {
  'is withdrawn': () => ended('withdrawn').execute(db),
  'is refused': () => ended('refused').execute(db),
  'is put away by its asker': () => sql`update contact_requests set deleted = true`.execute(db),
  'has lost its biodata': (request: string) =>
    sql`delete from biodata where id = (select biodata_id from contact_requests where id = ${request})`.execute(db),
  'is between people of whom one blocked the other': () =>
    sql`insert into blocks (blocker_id, blocked_id) select biodata_id, user_id from contact_requests`.execute(db),
}
test.each(Object.keys(ends) as (keyof typeof ends)[])('T4: a request that %s is not asked about', async (end) => {
  const [before, later] = [await seen(), await seen()]
  await ends[end](before.request)
  if (end !== 'has lost its biodata') {
    after(14)
    expect([await askDue(db, now), await open(before.asker)]).toEqual([0, []])
    return
  }
  after(14)
  expect(await askDue(db, now)).toBe(1)
  expect(await open(before.asker)).toEqual([])
  expect(await open(later.asker)).toHaveLength(1)
})

test('T4: a question about a request that ends goes away', async () => {
  const { asker, request } = await seen()
  after(14)
  await askDue(db, now)
  await ends['is withdrawn']()
  expect(await open(asker)).toEqual([])
  expect((await say(asker, request, yes)).body).toEqual({ modifiedCount: 0 })
})

test('T4: a suspended asker is not asked', async () => {
  const { asker } = await seen()
  await call('PATCH', `/api/users/suspension/${asker.id}`, admin, { reason: 'Complaints.' })
  await sql`update contact_requests set status = 'approve', approved_at = ${noon}, ended_at = null`.execute(db)
  after(14)
  expect(await askDue(db, now)).toBe(0)
})

test('T4: after sixty days the question goes away, and nobody is asked about a look of a month ago', async () => {
  const { asker, request } = await seen()
  after(30)
  expect(await askDue(db, now)).toBe(0)
  after(29.9)
  expect(await askDue(db, now)).toBe(1)
  await sql`update sessions set expires_at = '2027-12-01'`.execute(db)
  after(29.9 + 59.9)
  expect(await open(asker)).toHaveLength(1)
  after(29.9 + 60)
  expect(await open(asker)).toEqual([])
  expect((await say(asker, request, yes)).body).toEqual({ modifiedCount: 0 })
})

test('T4: of several servers that ask at once one asks', async () => {
  const { asker } = await seen()
  await seen()
  after(14)
  const asked = await Promise.all(Array.from({ length: 4 }, () => askDue(db, now)))
  expect(asked.reduce((sum, n) => sum + n)).toBe(2)
  expect(await toldOf(asker)).toHaveLength(1)
})

test('T4: a request that is withdrawn at the moment of the question is waited for, and not asked about', async () => {
  const { asker } = await seen()
  after(14)
  let asking: Promise<number> | undefined
  await db.transaction().execute(async (trx) => {
    await ended('withdrawn').execute(trx)
    asking = askDue(db, now)
    await world.untilHeldUp(asking)
  })
  expect([await asking, await toldOf(asker)]).toEqual([0, []])
})

test('T4 A9: what was said goes with the asker, and with the biodata it is about', async () => {
  const [one, other] = [await seen(), await seen()]
  after(14)
  await askDue(db, now)
  for (const { asker, request } of [one, other]) await say(asker, request, yes)
  await Promise.all([deleteUser(db, one.asker.id), deleteUser(db, other.owner.id)])
  expect(await db.selectFrom('contactFeedback').selectAll().execute()).toEqual([])
  now = noon
  expect((await call('GET', '/api/me/export', other.asker)).body.contactFeedback).toEqual([])
})
