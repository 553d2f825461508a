import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { consentVersion } from '#src/features/consents/policy.ts'
import { queueMail } from '#src/features/mail/outbox.server.ts'
import { testWorld } from '#tests/world.server.ts'
import { everythingAbout } from './queries.server.ts'

const world = await testWorld()
afterAll(() => world.close())

test('R5 A9: the export holds what others did with one’s data and what one has agreed to, and nobody else’s', async () => {
  const owner = await world.signUp('owner@example.org')
  const number = await world.publish(owner, { consent: { version: consentVersion, to: ['publish'] } })
  const premium = await world.makePremium(await world.signUp('premium@example.org', 'Premium Canary'))
  const premiumNumber = await world.publish(premium)
  const admin = await world.makeAdmin(await world.signUp('admin@example.org', 'Admin Canary'))
  for (const by of [premium, admin]) await world.call('GET', `/api/bioData/${owner.id}`, by)
  const rude = await world.signUp('rude@example.org', 'Rude Canary')
  const rudeNumber = await world.publish(rude)
  await world.call('POST', '/api/blocks', owner, { _id: rude.id })
  await world.call('POST', '/api/reports', owner, { _id: premium.id, reason: 'money' })

  const { status, body, text } = await world.call('GET', '/api/me/export', owner)
  expect(status).toBe(200)
  expect(body.contactViews).toMatchObject([
    { byRight: 'premium', number: premiumNumber },
    { byRight: 'administrator', name: null, number: null },
  ])
  expect(body.blocks).toMatchObject([{ number: rudeNumber }])
  expect(body.reports).toMatchObject([{ number: premiumNumber, reason: 'money' }])
  expect(body.biodata.number).toBe(number)
  expect(body.consents).toMatchObject([{ what: 'publish', version: consentVersion }, { what: 'contact' }])
  expect(text).not.toMatch(/Admin Canary|Rude Canary|rude@|admin@|premium@/)
  const ofPremium = await world.call('GET', '/api/me/export', premium)
  expect(ofPremium.body).toMatchObject({ contactViews: [], blocks: [], reports: [] })
})

test('R2 R5: the export holds whom one has read and found in the last day, and how much one has asked', async () => {
  const reader = await world.signUp('reader@example.org')
  const other = await world.signUp('found@example.org')
  const number = await world.publish(other)
  await world.call('GET', `/api/bioData/${other.id}`, reader)
  await world.call('GET', '/api/bioData-find?limit=1', reader)
  const marked = await world.call('POST', '/api/favorite-bioData', reader, { bioDataId: number })
  await world.call('DELETE', `/api/delete-favorite/${marked.body.insertedId}`, reader)
  const { body } = await world.call('GET', '/api/me/export', reader)
  expect(body.profilesRead).toMatchObject([{ number }])
  expect([body.favourites, body.removedFavourites]).toMatchObject([[], [{ number }]])
  expect(body.cardsFound).toMatchObject([{ numbers: [number], questions: 1 }])
})

test('A9: the export is of one moment: what is written while it is read is not in it', async () => {
  const person = await world.signUp('moment@example.org')
  let exporting: ReturnType<typeof everythingAbout> | undefined
  await world.db.transaction().execute(async (trx) => {
    await sql`lock table premium in access exclusive mode`.execute(trx)
    // The session is read with the premium of its person, so the export is asked for behind the routes.
    exporting = everythingAbout(world.db, { userId: person.id, email: person.email, blocked: [] }, new Date())
    const waiting = sql`select from pg_locks where not granted and relation = 'premium'::regclass
      and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await waiting.execute(world.db)).rows.length).toBe(1)
    await trx.insertInto('premium').values({ userId: person.id, status: 'pending' }).execute()
  })
  expect(await exporting).toMatchObject({ account: { email: person.email }, premium: null })
})

test('A9: the export of somebody who has done nothing holds nothing of those who have done everything', async () => {
  const [busy, idle] = [await world.signUp('busy@example.org'), await world.signUp('idle@example.org')]
  const other = await world.signUp('third@example.org')
  const number = await world.publish(busy, { consent: { version: consentVersion, to: ['publish', 'contact'] } })
  const ofOther = await world.publish(other)
  const asks = [
    ['POST', '/api/favorite-bioData', { bioDataId: ofOther }],
    ['POST', '/api/blocks', { _id: other.id }],
    ['POST', '/api/reports', { _id: other.id, reason: 'money' }],
    ['POST', '/api/me/searches', { name: 'Twenty', search: 'minAge=20' }],
    ['GET', '/api/bioData-find?limit=1'],
    ['PATCH', '/api/user/request_premium/me'],
  ] as const
  await world.call('GET', `/api/bioData/${other.id}`, busy)
  for (const [method, url, body] of asks) expect((await world.call(method, url, busy, body)).status, url).toBe(200)
  const payment = { provider: 'stripe', userId: busy.id, biodataId: other.id, amount: 500, currency: 'usd' } as const
  await queueMail(world.db, busy.email, 'en', { kind: 'premium-approved' })
  const { id } = await world.db
    .insertInto('payments')
    .values({ ...payment, status: 'succeeded' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into contact_requests (user_id, biodata_id, payment_id) values (${busy.id}, ${other.id}, ${id})`.execute(
    world.db,
  )
  const { body } = await world.call('GET', '/api/me/export', idle)
  const { account, signIns, sessions, mails, ...more } = body
  expect(account).toMatchObject({ email: idle.email })
  expect([signIns, sessions, mails].map((rows) => rows.length)).toEqual([1, 1, 0])
  for (const [what, kept] of Object.entries(more)) expect([what, kept ?? []]).toEqual([what, []])
  const own = (await world.call('GET', '/api/me/export', busy)).body
  // Whom one has blocked one does not find, as a favourite neither.
  expect(own).toMatchObject({ biodata: { number }, payments: [{ amount: 500 }], favourites: [], blocks: [{}] })
})
