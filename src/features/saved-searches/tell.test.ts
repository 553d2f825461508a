import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { type Person, testConfig, testWorld } from '#tests/world.server.ts'
import { type HowOften, nextDue } from './policy.ts'
import { tellOfNewPeople } from './tell.server.ts'

/** A moment of that day at that time in Bangladesh. */
const at = (time: string, day = '2026-11-20') => new Date(`${day}T${time}:00+06:00`)
let now = at('12:00')
const world = await testWorld({ clock: () => now, config: testConfig({ mail: { from: 'site@mail.example' } }) })
afterAll(() => world.close())
const { call, db } = world

let people = 0
async function somebody(isConfirmed = true) {
  const person = await world.signUp(`somebody-${++people}@mail.example`)
  await db.updateTable('users').set({ emailVerified: isConfirmed }).where('id', '=', person.id).execute()
  return person
}
const toThePast = () => db.updateTable('biodata').set({ createdAt: sql`now() - interval '1 hour'` }).execute()
async function publish(more: Parameters<typeof world.publish>[1] = {}) {
  const person = await somebody()
  const number = await world.publish(person, more)
  await toThePast()
  return { person, number }
}
async function save(by: Person, search: string, howOften: HowOften) {
  const { insertedId: id } = (await call('POST', '/api/me/searches', by, { name: `Search: ${search}`, search })).body
  await call('PATCH', `/api/me/searches/${id}`, by, { howOften })
  return id as string
}
const run = (moment: Date, on = db) => tellOfNewPeople(on, moment, true)
const told = () => db.selectFrom('notifications').selectAll().where('kind', '=', 'search').orderBy('id').execute()
const mails = () => db.selectFrom('outbox').selectAll().where('kind', '=', 'search').execute()

beforeEach(async () => {
  for (const table of ['savedSearches', 'notifications', 'outbox'] as const) await db.deleteFrom(table).execute()
  now = at('12:00')
})

test('W6: at eight the day after, three servers at once tell each search once, by one notice and one mail without names', async () => {
  const owner = await somebody()
  const searches = []
  for (const age of [20, 21, 22, 23]) searches.push(await save(owner, `minAge=${age}`, 'daily'))
  await publish({ name: 'Canary Begum' })
  await publish()
  const others = [openDatabase(world.connection), openDatabase(world.connection)]
  const servers = [db, ...others.map((other) => other.db)]
  await Promise.all(servers.map((server) => run(at('07:59', '2026-11-21'), server)))
  expect(await told()).toEqual([])
  const looked = await Promise.all(
    servers.flatMap((server) => [run(at('08:00', '2026-11-21'), server), run(at('08:00', '2026-11-21'), server)]),
  )
  expect(looked.reduce((sum, n) => sum + n)).toBe(4)
  const notices = await told()
  expect(notices.map(({ about }) => (about as { id: string }).id).sort()).toEqual(searches.sort())
  for (const notice of notices) expect(notice).toMatchObject({ userId: owner.id, about: { found: 2 } })
  expect(await mails()).toHaveLength(4)
  for (const { recipient, content } of await mails()) {
    expect(recipient).toBe(owner.email)
    expect(content).toEqual({ kind: 'search', found: 2 })
  }
  // Of the same people nothing more is told, and the next ones a day later.
  await Promise.all(servers.map((server) => run(at('08:00', '2026-11-22'), server)))
  expect(await told()).toHaveLength(4)
  await Promise.all(others.map((other) => other.db.destroy()))
})

test('W6: also where two servers hold the same search in hand at once, the database takes one notice', async () => {
  const owner = await somebody()
  const id = await save(owner, 'minAge=20', 'daily')
  await publish()
  const before = await db.selectFrom('savedSearches').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await run(at('08:00', '2026-11-21'))
  // As the other one has read it.
  await db
    .updateTable('savedSearches')
    .set({ toldUpTo: before.toldUpTo, dueAt: before.dueAt })
    .where('id', '=', id)
    .execute()
  await run(at('08:00', '2026-11-21'))
  expect(await told()).toHaveLength(1)
  expect(await mails()).toHaveLength(1)
})

test('W6: nobody is told of nobody: not of the hidden, the blocked, the own gender, other people, nor those who were there', async () => {
  const { person: man } = await publish({ gander: 'Male' })
  await publish({ occupation: 'Engineer' })
  await save(man, 'occupation=Engineer', 'daily')
  await publish({ occupation: 'Engineer', gander: 'Male' })
  await publish({ occupation: 'Doctor' })
  const { person: paused } = await publish({ occupation: 'Engineer' })
  await call('PATCH', '/api/me/presence', paused, { presence: 'paused', email: paused.email })
  const { person: blocked } = await publish({ occupation: 'Engineer' })
  await call('POST', '/api/blocks', man, { _id: blocked.id })
  const { person: blocking } = await publish({ occupation: 'Engineer' })
  await call('POST', '/api/blocks', blocking, { _id: man.id })
  expect(await run(at('08:00', '2026-11-21'))).toBe(1)
  expect(await told()).toEqual([])
  await publish({ occupation: 'Engineer' })
  await run(at('08:00', '2026-11-22'))
  expect(await told()).toMatchObject([{ about: { found: 1 } }])
})

test('W6: at once is within minutes, but not at night; who comes in the very minute is told of in the next round', async () => {
  const owner = await somebody()
  await save(owner, 'minAge=20', 'at once')
  await publish()
  for (const time of ['22:00', '03:00', '07:59']) await run(at(time))
  expect(await told()).toEqual([])
  await run(at('08:00'))
  expect(await told()).toMatchObject([{ about: { found: 1 } }])
  const one = await somebody()
  await world.publish(one)
  expect(await run(at('08:05'))).toBe(0)
  await toThePast()
  await run(at('08:03'))
  expect(await told()).toHaveLength(1)
  await run(at('08:10'))
  expect(await told()).toMatchObject([{ about: { found: 1 } }, { about: { found: 1 } }])
})

test('W6: however many are due at eight, those at once are looked for in the same run, and of both no more than it may', async () => {
  const owner = await somebody()
  for (const age of [20, 21, 22]) await save(owner, `minAge=${age}`, 'daily')
  for (const age of [23, 24, 25]) await save(owner, `minAge=${age}`, 'at once')
  await publish()
  const rhythms = async () => {
    const rows = await db
      .selectFrom('notifications')
      .innerJoin('savedSearches', (on) => on.on(sql<boolean>`saved_searches.id::text = about ->> 'id'`))
      .select('howOften')
      .orderBy('notifications.id')
      .execute()
    return rows.map(({ howOften }) => howOften)
  }
  expect(await tellOfNewPeople(db, at('08:00', '2026-11-21'), true, 2)).toBe(4)
  expect(await rhythms()).toEqual(['at once', 'at once', 'daily', 'daily'])
  expect(await tellOfNewPeople(db, at('08:01', '2026-11-21'), true, 2)).toBe(2)
  expect(await rhythms()).toEqual(['at once', 'at once', 'daily', 'daily', 'at once', 'daily'])
})

test('W6: weekly is once in seven days, never is never, and a member who chose never is told of people who come from then on', async () => {
  const owner = await somebody()
  const weekly = await save(owner, 'minAge=20', 'weekly')
  const never = await save(owner, 'minAge=21', 'never')
  await publish()
  for (const day of ['21', '26']) await run(at('08:00', `2026-11-${day}`))
  expect(await told()).toEqual([])
  await run(at('08:04', '2026-11-27'))
  expect(await told()).toMatchObject([{ about: { id: weekly } }])
  await publish()
  await run(at('08:00', '2026-12-03'))
  expect(await told()).toHaveLength(1)
  await run(at('08:00', '2026-12-04'))
  expect(await told()).toHaveLength(2)
  now = at('12:00', '2026-12-04')
  await call('PATCH', `/api/me/searches/${never}`, owner, { howOften: 'daily' })
  await run(at('08:00', '2026-12-05'))
  expect(await told()).toHaveLength(2)
  await publish()
  await run(at('08:00', '2026-12-06'))
  expect(await told()).toMatchObject([{}, {}, { about: { id: never, found: 1 } }])
  // Choosing what was chosen before moves nothing.
  const due = () => db.selectFrom('savedSearches').select('dueAt').where('id', '=', weekly).executeTakeFirstOrThrow()
  const before = await due()
  now = at('12:00', '2026-12-08')
  await call('PATCH', `/api/me/searches/${weekly}`, owner, { howOften: 'weekly' })
  expect(await due()).toEqual(before)
})

test('W6: a search that gets another name or rhythm keeps whom it has told of, and when it is due unless that was changed', async () => {
  const owner = await somebody()
  const id = await save(owner, 'minAge=20', 'daily')
  const change = (body: object) => call('PATCH', `/api/me/searches/${id}`, owner, body)
  await publish()
  await run(at('08:00', '2026-11-21'))
  await publish()
  now = at('12:00', '2026-11-21')
  await change({ name: 'For Ma' })
  await run(at('12:05', '2026-11-21'))
  expect(await told()).toHaveLength(1)
  await run(at('08:00', '2026-11-22'))
  expect(await told()).toMatchObject([{}, { about: { id, name: 'For Ma', found: 1 } }])
  await publish()
  await change({ howOften: 'at once' })
  await run(at('12:00', '2026-11-22'))
  expect(await told()).toMatchObject([{}, {}, { about: { found: 1 } }])
})

test('W6: the owner is not among the new people, and who comes in the very minute is counted once', async () => {
  const owner = await somebody()
  await save(owner, 'gender=Male', 'daily')
  await world.publish(owner, { gander: 'Male' })
  await publish({ gander: 'Male' })
  await world.publish(await somebody(), { gander: 'Male' })
  await run(at('08:00', '2026-11-21'))
  expect(await told()).toMatchObject([{ about: { found: 1 } }])
  await toThePast()
  await run(at('08:00', '2026-11-22'))
  expect(await told()).toMatchObject([{}, { about: { found: 1 } }])
})

test('W6: the unconfirmed and the suspended are told nothing, those who have left have no search', async () => {
  const [unconfirmed, suspended, gone] = [await somebody(false), await somebody(), await somebody()]
  for (const owner of [unconfirmed, suspended, gone])
    for (const often of ['daily', 'at once'] as const) await save(owner, `minAge=${often.length + 15}`, often)
  await db
    .updateTable('users')
    .set({ suspendedAt: now, suspendedBecause: 'Complaints.' })
    .where('id', '=', suspended.id)
    .execute()
  await db.deleteFrom('users').where('id', '=', gone.id).execute()
  await publish()
  expect(await run(at('08:00', '2026-11-21'))).toBe(4)
  expect(await run(at('08:05', '2026-11-21'))).toBe(0)
  expect(await told()).toEqual([])
  // Where no mails leave, nobody can confirm an email.
  await publish()
  await tellOfNewPeople(db, at('08:00', '2026-11-22'), false)
  expect((await told()).map(({ userId }) => userId)).toEqual([unconfirmed.id, unconfirmed.id])
})

test('W6: a search of which something is no filter any more is passed over', async () => {
  const owner = await somebody()
  const id = await save(owner, 'minAge=20', 'daily')
  await db.updateTable('savedSearches').set({ search: 'occupation=Astronaut' }).where('id', '=', id).execute()
  await publish()
  expect(await run(at('08:00', '2026-11-21'))).toBe(1)
  expect(await told()).toEqual([])
})

test('W6: a search that fails stops no other, fails the run when that is over, and comes again at its next time', async () => {
  const [unlucky, other] = [await somebody(), await somebody()]
  const searches: Record<string, string> = {}
  for (const often of ['daily', 'at once'] as const)
    searches[often] = await save(unlucky, `minAge=${often.length + 15}`, often)
  for (const often of ['daily', 'at once'] as const) await save(other, `minAge=${often.length + 15}`, often)
  await publish()
  const fails = sql`alter table notifications add constraint unlucky check (user_id <> ${sql.lit(unlucky.id)}) not valid`
  await fails.execute(db)
  const error = await run(at('08:00', '2026-11-21')).catch((error) => error)
  await sql`alter table notifications drop constraint unlucky`.execute(db)
  expect(error).toMatchObject({ message: '2 searches failed', cause: { constraint: 'unlucky' } })
  expect((await told()).map(({ userId }) => userId)).toEqual([other.id, other.id])
  // At once is within minutes.
  expect(await run(at('08:05', '2026-11-21'))).toBe(1)
  expect(await told()).toMatchObject([{}, {}, { about: { id: searches['at once'], found: 1 } }])
  await run(at('08:00', '2026-11-22'))
  expect(await told()).toMatchObject([{}, {}, {}, { about: { id: searches.daily, found: 1 } }])
})

test.each([
  ['daily', at('07:59'), at('08:00')],
  ['daily', at('08:00'), at('08:00', '2026-11-21')],
  ['daily', at('23:30'), at('08:00', '2026-11-21')],
  ['weekly', at('00:30'), at('08:00', '2026-11-27')],
  ['weekly', at('23:30'), at('08:00', '2026-11-27')],
  ['at once', at('12:00'), null],
  ['never', at('12:00'), null],
] as const)('W6: %s after %s it is due at eight of the right day', (howOften, moment, due) => {
  expect(nextDue(howOften, moment)).toEqual(due)
})
