import { afterAll, beforeEach, expect, test } from 'vitest'
import { removeOld } from '#tests/old-rows.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import type { Person } from '#tests/world.server.ts'
import { notify } from './queries.server.ts'

let shiftMs = 0
const world = await payingWorld({ clock: () => new Date(Date.now() + shiftMs) })
afterAll(() => world.close())
const { db, call } = world

let people = 0
let owner: Person
let premium: Person
let number: number
const signUp = (name: string) => world.signUp(`${name}-${++people}@mail.example`)
beforeEach(async () => {
  shiftMs = 0
  owner = await signUp('owner')
  await world.publish(owner)
  premium = await world.makePremium(await signUp('premium'))
  number = await world.publish(premium)
})

const listOf = async (by: Person, search = '') => (await call('GET', `/api/me/notifications${search}`, by)).body
const newsOf = async (by: Person) => (await call('GET', '/api/session', by)).body.user.news
const tell = (to: Person, cause: string, madeAt?: Date) =>
  db.transaction().execute(async (trx) => {
    await notify(trx, { to: to.id, kind: 'search', cause, about: { id: '7', name: 'Engineers', found: 2 } })
    if (madeAt) await trx.updateTable('notifications').set({ madeAt }).where('cause', '=', cause).execute()
  })
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
async function idsByPage(by: Person) {
  const ids: string[] = []
  for (let url = '/api/me/notifications?limit=2'; url; ) {
    const { body, headers } = await call('GET', url, by)
    ids.push(...idsOf(body))
    url = String(headers.link ?? '').match(/<([^>]*)>/)?.[1] ?? ''
  }
  return ids
}
const look = (by: Person) => call('GET', `/api/bioData/${owner.id}`, by)

test('W7 R1: whose contact was shown is told so, of each viewer once a day, also when they look twenty times at once', async () => {
  const admin = await world.makeAdmin(await signUp('admin'))
  await Promise.all(Array.from({ length: 20 }, () => look(premium)))
  await look(owner)
  await look(admin)
  const told = (rows: { by?: string }[]) => rows.filter(({ by }) => by)
  expect(told(await listOf(owner))).toMatchObject([
    { kind: 'contact-seen', by: 'administrator', isNew: true, age: 'today' },
    { kind: 'contact-seen', by: 'premium', bioDataId: number },
  ])
  expect(JSON.stringify(await listOf(owner))).not.toContain(admin.id)
  // The ledger writes it down again an hour later, and the next day it is told again.
  const lines = () => db.selectFrom('notifications').select('cause').where('userId', '=', owner.id).execute()
  await db
    .updateTable('notifications')
    .set({ cause: `${premium.id} 2000-01-01` })
    .where('cause', 'like', `${premium.id}%`)
    .execute()
  await look(premium)
  expect(await lines(), 'within the hour there is no line').toHaveLength(2)
})

test('W7 R4: somebody who is hidden or blocked is not named by what was told before', async () => {
  await look(premium)
  const numberOf = async () => (await listOf(owner))[0].bioDataId
  expect(await numberOf()).toBe(number)
  for (const presence of ['paused', 'published']) {
    await call('PATCH', '/api/me/presence', premium, { presence })
    expect(await numberOf()).toBe(presence === 'paused' ? undefined : number)
  }
  await call('POST', '/api/blocks', premium, { _id: owner.id })
  expect(await numberOf()).toBeUndefined()
  await call('DELETE', `/api/blocks/${owner.id}`, premium)
  await call('POST', '/api/blocks', owner, { _id: premium.id })
  expect(await numberOf()).toBeUndefined()
  await call('DELETE', `/api/blocks/${premium.id}`, owner)
  await db.deleteFrom('users').where('id', '=', premium.id).execute()
  expect(await numberOf()).toBeUndefined()
})

test('W7 R4: who is suspended or taken down is not named by what was told before, which is listed and counted all the same', async () => {
  const admin = await world.makeAdmin(await signUp('admin'))
  await look(premium)
  for (const [address, body] of [
    [`/api/biodata/unpublished/${premium.id}`, undefined],
    [`/api/users/suspension/${premium.id}`, { reason: 'Complaints.' }],
  ] as const) {
    expect((await call('PATCH', address, admin, body)).body).toEqual({ modifiedCount: 1 })
    const [notice, ...more] = await listOf(owner)
    expect([notice.kind, notice.bioDataId, more, await newsOf(owner)]).toEqual(['contact-seen', undefined, [], 1])
    await call('DELETE', address, admin)
    expect((await listOf(owner))[0].bioDataId).toBe(number)
  }
})

test('W7 K4: what becomes of a request is told to its asker once, also when two administrators press at once', async () => {
  const admins = [await world.makeAdmin(await signUp('a')), await world.makeAdmin(await signUp('b'))]
  const asker = await signUp('asker')
  const { body } = await world.record(asker, await world.pay(asker, number), number)
  await Promise.all(admins.map((admin) => call('PATCH', `/api/contact-request-approver/${body.insertedId}`, admin)))
  shiftMs = 10_000
  expect(await listOf(asker)).toMatchObject([{ kind: 'request-answered', answer: 'approved', bioDataId: number }])
  expect(await newsOf(asker)).toBe(1)
  expect(await listOf(premium)).toEqual([])
})

test('W7 R3: whose fee goes back because somebody hides is told so once', async () => {
  const asker = await signUp('asker')
  await world.record(asker, await world.pay(asker, number), number)
  await call('PATCH', '/api/me/presence', premium, { presence: 'paused' })
  expect(await listOf(asker)).toMatchObject([{ kind: 'fee-returned', bioDataId: number }])
  await call('PATCH', '/api/me/presence', premium, { presence: 'published' })
  await call('PATCH', '/api/me/presence', premium, { presence: 'paused' })
  expect(await listOf(asker)).toHaveLength(1)
})

test('W7 M2: becoming premium is told each time it happens', async () => {
  const admin = await world.makeAdmin(await signUp('admin'))
  for (let time = 1; time <= 2; time++) {
    await call('PATCH', `/api/users/premium/${owner.id}`, admin)
    expect(await listOf(owner)).toHaveLength(time)
    await db.deleteFrom('premium').where('userId', '=', owner.id).execute()
  }
})

test('W7: opening the list ends the count; what is new stays marked until it is read', async () => {
  for (let n = 1; n <= 12; n++) await tell(owner, `count ${n} ${people}`)
  expect(await newsOf(owner)).toBe(10)
  expect((await call('PATCH', '/api/me/notifications', owner, { as: 'seen' })).body).toEqual({ modifiedCount: 12 })
  expect(await newsOf(owner)).toBe(0)
  const isNew = async () => (await listOf(owner)).filter((row: { isNew: boolean }) => row.isNew)
  const [latest] = await isNew()
  const other = { as: 'read', id: Number(latest.id) }
  expect((await call('PATCH', '/api/me/notifications', premium, other)).body).toEqual({ modifiedCount: 0 })
  expect((await call('PATCH', '/api/me/notifications', owner, other)).body).toEqual({ modifiedCount: 1 })
  expect(await isNew()).toHaveLength(11)
  await tell(owner, `after that ${people}`)
  expect((await call('PATCH', '/api/me/notifications', owner, { as: 'read' })).body).toEqual({ modifiedCount: 12 })
  expect([await newsOf(owner), await isNew()]).toEqual([0, []])
  for (const wrong of [{}, { as: 'gone' }, { as: 'read', id: 'x' }, { as: 'read', id: -1 }])
    expect((await call('PATCH', '/api/me/notifications', owner, wrong)).status).toBe(422)
})

test('W7: the list goes on page after page, and says what is of today and of this week in Bangladesh', async () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000)
  for (const days of [0, 1, 6, 7, 100]) await tell(owner, `${days} days ${people}`, at(days))
  expect((await listOf(owner)).map(({ age }: { age: string }) => age)).toEqual([
    ...['today', 'week', 'week', 'earlier', 'earlier'],
  ])
  expect(await idsByPage(owner)).toEqual(idsOf(await listOf(owner)))
  expect((await call('GET', '/api/me/notifications?after=x', owner)).status).toBe(422)
})

test('W7: also of what was told in one and the same moment no page has a row twice or leaves one out', async () => {
  await db.transaction().execute(async (trx) => {
    for (let n = 1; n <= 5; n++) await notify(trx, { to: owner.id, kind: 'premium', cause: `moment ${n}`, about: {} })
  })
  expect(new Set((await listOf(owner)).map(({ date }: { date: string }) => date)).size).toBe(1)
  const ids = await idsByPage(owner)
  expect(ids).toHaveLength(5)
  expect(ids).toEqual(idsOf(await listOf(owner)))
})

test('W7 R7: after 180 days a notification is gone', async () => {
  await tell(owner, `old ${people}`, new Date(Date.now() - 181 * 86_400_000))
  await tell(owner, `kept ${people}`, new Date(Date.now() - 179 * 86_400_000))
  await removeOld(db, 'notifications', new Date())
  expect(await listOf(owner)).toHaveLength(1)
})

test('W7: what is mailed and pushed is chosen kind by kind, each by itself; safety cannot be declined', async () => {
  const settings = async () => (await call('GET', '/api/me/notification-settings', owner)).body
  const rowOf = async (kind: string) => (await settings()).kinds.find((row: { kind: string }) => row.kind === kind)
  expect(await settings()).toMatchObject({ hasMail: false, email: owner.email, isWoken: false })
  expect(await rowOf('contact-seen')).toEqual({ kind: 'contact-seen', mail: false, push: false, isLocked: false })
  expect(await rowOf('security')).toEqual({ kind: 'security', mail: true, push: true, isLocked: true })
  const choose = (body: object) => call('PATCH', '/api/me/notification-settings', owner, body)
  expect((await choose({ kind: 'search', channel: 'push', wanted: false })).body).toEqual({ modifiedCount: 1 })
  expect((await choose({ kind: 'search', channel: 'push', wanted: false })).body).toEqual({ modifiedCount: 0 })
  expect(await rowOf('search')).toMatchObject({ mail: true, push: false })
  expect(await choose({ kind: 'security', channel: 'mail', wanted: false })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'kind' }] },
  })
  for (const wrong of [{ kind: 'x' }, { channel: 'sms' }, { wanted: 'no' }])
    expect((await choose({ kind: 'search', channel: 'mail', wanted: true, ...wrong })).status).toBe(422)
})

test('W7 G7: a person’s own data holds what they were told and what they chose, and none of it is left after them', async () => {
  await look(premium)
  await call('PATCH', '/api/me/notification-settings', owner, { kind: 'search', channel: 'mail', wanted: false })
  await tell(owner, `with a cause ${people}`)
  const { body, text } = await call('GET', '/api/me/export', owner)
  expect(body.notifications).toMatchObject([
    { kind: 'search', search: 'Engineers', found: 2 },
    { kind: 'contact-seen', by: 'premium', number, seenAt: null },
  ])
  expect(body.notificationPreferences).toEqual([{ kind: 'search', channel: 'mail', wanted: false }])
  expect(text).not.toContain(premium.id)
  await call('POST', '/api/blocks', premium, { _id: owner.id })
  expect((await call('GET', '/api/me/export', owner)).body.notifications[1].number).toBeUndefined()
  await db.deleteFrom('users').where('id', '=', owner.id).execute()
  for (const table of ['notifications', 'notificationPreferences'] as const)
    expect(await db.selectFrom(table).selectAll().where('userId', '=', owner.id).execute()).toEqual([])
})
