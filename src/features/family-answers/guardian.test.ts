import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { consentVersion } from '#src/features/consents/policy.ts'
import { askAndPause } from '#src/features/presence/still-right.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { twoServers } from '#tests/two-servers.server.ts'
import { type Person, testConfig } from '#tests/world.server.ts'

let shiftMs = 0
const clock = () => new Date(Date.UTC(2026, 10, 25, 6) + shiftMs)
const world = await payingWorld({ clock })
const { db, call } = world
const { sendToOther, close } = await twoServers(world, { config: testConfig(), clock })
afterAll(close)

const admin = await world.makeAdmin(await world.somebody('admin'))
let daughter: Person
let father: Person
let number: number
beforeEach(async () => {
  shiftMs = 0
  daughter = await world.somebody('daughter')
  number = await world.publish(daughter, { name: 'Farzana Karim' })
  father = await world.somebody('father')
})

const rights = { mayAnswer: true, isContact: false, mayConfirm: false, mayEdit: false }
/** @returns the guardianship's id */
async function guards(guardian: Person, more: object = {}) {
  const invited = await call('POST', '/api/me/guardians', daughter, {
    ...{ name: 'Abdul Karim', relation: 'father', ...rights, ...more },
  })
  const token = new URL(invited.body.link).searchParams.get('token')
  const agreed = { token, phone: '+8801911000141', isOfAge: true, numberMayBeShown: true, consentVersion }
  expect((await call('POST', '/api/guardian-invitation/acceptance', guardian, agreed)).status).toBe(200)
  return invited.body.insertedId as string
}
const choose = (contactFor: string) => call('PATCH', '/api/me/contact', daughter, { contactFor })
const chosen = async () => (await call('GET', '/api/me/presence', daughter)).body.contactFor
async function asked() {
  const asker = await world.somebody('asker')
  await world.publish(asker, { gander: 'Male', name: 'Rahim Chowdhury' })
  const { body } = await world.record(asker, await world.pay(asker, number), number)
  await call('PATCH', `/api/contact-request-approver/${body.insertedId}`, admin)
  return { asker, id: body.insertedId as string }
}
const answer = (by: Person, id: string, said: string) => call('PATCH', `/api/me/asked/${id}`, by, { answer: said })
const yes = (by: Person, id: string, shows?: string) =>
  call('PATCH', `/api/me/asked/${id}`, by, { answer: 'yes', ...(shows && { shows }) })
const guardians = '+8801911000141'
const own = '+8801712345678'
/** What the asker finds in the list of requests and in the profile, and what the owner reads that they see. */
async function phonesOf({ asker, id }: { asker: Person; id: string }) {
  const [request] = (await call('GET', '/api/payments', asker)).body
  const profile = await call('GET', `/api/bioData/${daughter.id}`, asker)
  const read = (await call('GET', `/api/me/asked/${id}`, daughter)).body
  // Whose the number is, is said in both places, or in neither.
  expect(request.contactPhoneOf?.relation).toBe(profile.body.phoneOf)
  return [request.contactPhone, profile.body.phoneNumber, read.mine?.phone]
}
const told = async (by: Person) =>
  (await call('GET', '/api/me/notifications', by)).body.flatMap(({ kind, what }: Record<string, string>) =>
    kind === 'asked' ? [what] : [],
  )

test('O1 U2: only somebody with a guardian who may answer lets the guardian be asked, and without the last one is asked again', async () => {
  expect(await choose('ask guardian')).toMatchObject({ status: 409, body: { code: 'guardian-needed' } })
  const id = await guards(father, { mayAnswer: false })
  expect((await choose('ask guardian')).status).toBe(409)
  await call('PATCH', `/api/me/guardians/${id}`, daughter, rights)
  expect((await choose('ask guardian')).status).toBe(200)
  const { asker, id: request } = await asked()
  await call('DELETE', `/api/me/guardians/${id}`, daughter)
  expect(await chosen()).toBe('ask')
  // What waits stays with the person, with the same time.
  expect((await call('GET', `/api/me/asked/${request}`, daughter)).body).toMatchObject({
    state: 'waiting',
    hoursLeft: 72,
  })
  expect((await answer(father, request, 'yes')).status).toBe(404)
  expect((await call('GET', '/api/payments', asker)).body[0].status).toBe('pending')
})

test('O1 U2 U3: a guardian who may answer is told, reads who asks and answers; the person reads by whom', async () => {
  const before = await (async () => {
    await choose('ask')
    return asked()
  })()
  shiftMs = 60_000
  const ward = await guards(father)
  shiftMs = 120_000
  await choose('ask guardian')
  const { asker, id } = await asked()
  shiftMs = 140_000
  expect(await told(father)).toEqual(['asked'])
  expect((await call('GET', '/api/me/notifications', father)).body[0]).toMatchObject({ ward: number })
  expect((await call('GET', '/api/me/notifications', daughter)).body[0]).not.toHaveProperty('ward')
  expect(await told(daughter)).toEqual(['asked', 'asked'])
  const list = await call('GET', `/api/me/asked?ward=${ward}`, father)
  expect(list.body.map((row: { id: string }) => row.id)).toEqual([id])
  expect((await call('GET', `/api/me/asked/${before.id}`, father)).status).toBe(404)
  expect((await call('GET', `/api/me/asked/${id}`, father)).body).toMatchObject({
    of: { id: ward, name: 'Farzana Karim' },
    mayAnswer: true,
    asker: { name: 'Rahim Chowdhury' },
  })
  expect((await answer(father, before.id, 'yes')).status).toBe(404)
  expect((await answer(father, id, 'yes')).body).toEqual({ modifiedCount: 1 })
  expect((await call('GET', `/api/me/asked/${id}`, daughter)).body).toMatchObject({
    state: 'yes',
    answeredBy: await nameOf(father),
    answeredAs: 'another',
  })
  expect((await call('GET', `/api/me/asked/${id}`, father)).body.theirs).toMatchObject({ email: asker.email })
  expect((await call('GET', '/api/me/contact-views', asker)).body).toMatchObject([
    { byRight: 'answer' },
    { byRight: 'answer', name: 'Farzana Karim' },
  ])
  expect((await call('PATCH', `/api/me/asked/${id}/taken-back`, father)).body).toEqual({ modifiedCount: 1 })
})
const nameOf = async ({ id }: Person) =>
  (await db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name

test('U2 U3: a guardian without the right reads who asks and answers nothing; a stranger and a former one read nothing', async () => {
  const ward = await guards(father, { mayAnswer: false })
  shiftMs = 1_000
  await choose('ask')
  const { id } = await asked()
  expect((await call('GET', `/api/me/asked/${id}`, father)).body).toMatchObject({ mayAnswer: false, theirs: null })
  expect((await answer(father, id, 'not now')).status).toBe(404)
  await answer(daughter, id, 'yes')
  expect((await call('GET', `/api/me/asked/${id}`, father)).body).toMatchObject({ state: 'yes', theirs: null })
  const stranger = await world.somebody('stranger')
  for (const by of [stranger, admin]) {
    expect((await call('GET', `/api/me/asked/${id}`, by)).status).toBe(404)
    expect((await call('GET', `/api/me/asked?ward=${ward}`, by)).status).toBe(404)
  }
  await call('DELETE', `/api/me/guardians/${ward}`, daughter)
  expect((await call('GET', `/api/me/asked/${id}`, father)).status).toBe(404)
  expect((await call('GET', `/api/me/asked?ward=${ward}`, father)).status).toBe(404)
})

test('U3: counts what was asked of a ward this month, and what was shared, since the acceptance', async () => {
  shiftMs = -30 * 86_400_000
  await choose('ask')
  const before = await asked()
  await answer(daughter, before.id, 'yes')
  shiftMs += 1_000
  const ward = await guards(father)
  const counted = async (by: Person) => call('GET', `/api/me/asked/counts?ward=${ward}`, by)
  expect((await counted(father)).body).toEqual({ thisMonth: 0, shared: 0, notNow: 0 })
  // The last minute of October in Bangladesh, and the first of November.
  shiftMs = Date.UTC(2026, 9, 31, 17, 59) - Date.UTC(2026, 10, 25, 6)
  const last = await asked()
  await answer(daughter, last.id, 'yes')
  shiftMs += 60_000
  const first = await asked()
  await answer(father, first.id, 'not now')
  shiftMs += 60_000
  const second = await asked()
  await answer(father, second.id, 'yes')
  shiftMs += 60_000
  await asked()
  expect((await counted(father)).body).toEqual({ thisMonth: 3, shared: 2, notNow: 1 })
  await call('PATCH', `/api/me/asked/${second.id}/taken-back`, father)
  expect((await counted(father)).body).toEqual({ thisMonth: 3, shared: 1, notNow: 1 })
  const { body } = await call('GET', `/api/me/asked?ward=${ward}`, father)
  expect(body.map(({ state, answeredAs }: Record<string, string>) => [state, answeredAs])).toEqual([
    ['waiting', null],
    ['taken back', 'caller'],
    ['not now', 'caller'],
    ['yes', 'owner'],
  ])
  for (const by of [daughter, admin, await world.somebody('stranger')]) expect((await counted(by)).status).toBe(404)
})

test('U2: the owner chooses at the yes whose phone the asker sees, and it stays so', async () => {
  await choose('ask')
  const ward = await guards(father, { isContact: true })
  const [set, chosen, mine] = [await asked(), await asked(), await asked()]
  expect((await call('GET', `/api/me/asked/${set.id}`, daughter)).body).toMatchObject({
    mine: { phone: guardians },
    contacts: { own, guardian: { phone: guardians, relation: 'father', name: await nameOf(father) } },
  })
  await yes(daughter, set.id)
  expect((await yes(daughter, chosen.id, 'guardian')).body).toEqual({ modifiedCount: 1 })
  expect((await yes(daughter, mine.id, 'own')).body).toEqual({ modifiedCount: 1 })
  for (const request of [set, chosen]) expect(await phonesOf(request)).toEqual([guardians, guardians, guardians])
  expect(await phonesOf(mine)).toEqual([own, own, own])
  expect((await call('GET', `/api/me/asked/${mine.id}`, daughter)).body.contacts).toBeNull()
  // Without that guardian nobody sees the person's own who was not shown it.
  await call('DELETE', `/api/me/guardians/${ward}`, daughter)
  for (const request of [set, chosen]) {
    const [listed, profile, read] = await phonesOf(request)
    expect([listed, profile || undefined, read]).toEqual([undefined, undefined, null])
  }
  expect(await phonesOf(mine)).toEqual([own, own, own])
})

test('U2: one’s own phone, once chosen, is not replaced by that of a later guardian', async () => {
  await choose('ask')
  const [mine, open] = [await asked(), await asked()]
  expect((await call('GET', `/api/me/asked/${mine.id}`, daughter)).body.contacts).toBeNull()
  expect((await yes(daughter, mine.id, 'guardian')).body).toMatchObject({ status: 422, code: 'no-such-contact' })
  expect((await yes(daughter, mine.id, 'own')).status).toBe(200)
  await yes(daughter, open.id)
  await guards(father, { isContact: true })
  expect(await phonesOf(mine)).toEqual([own, own, own])
  expect(await phonesOf(open)).toEqual([guardians, guardians, guardians])
})

test('U2: a guardian who answers chooses no contact, and nobody chooses with “not now”', async () => {
  await choose('ask')
  await guards(father, { isContact: true })
  shiftMs = 1_000
  const request = await asked()
  expect((await call('GET', `/api/me/asked/${request.id}`, father)).body).toMatchObject({
    contacts: null,
    mine: { phone: guardians },
  })
  for (const shows of ['own', 'guardian'])
    expect(await yes(father, request.id, shows)).toMatchObject({ status: 422, body: { code: 'no-such-contact' } })
  expect((await yes(daughter, request.id, 'theirs')).status).toBe(422)
  const sent = { answer: 'not now', shows: 'own' }
  expect((await call('PATCH', `/api/me/asked/${request.id}`, daughter, sent)).status).toBe(422)
  expect((await yes(await world.somebody('stranger'), request.id, 'own')).status).toBe(404)
  expect((await yes(father, request.id)).status).toBe(200)
  expect((await yes(father, request.id, 'own')).status).toBe(409)
  expect(await phonesOf(request)).toEqual([guardians, guardians, guardians])
})

test('T1: a guardian who may confirms that a biodata is still right, and no other', async () => {
  const ward = await guards(father, { mayConfirm: true })
  shiftMs = 86_400_000
  const mother = await world.somebody('mother')
  const without = await guards(mother)
  const confirm = (by: Person, id: string) => call('POST', `/api/me/wards/${id}/still-right`, by, {})
  expect((await confirm(mother, without)).status).toBe(404)
  expect((await confirm(mother, ward)).status).toBe(404)
  expect((await confirm(father, ward)).body).toEqual({ modifiedCount: 1 })
  const { confirmedAt } = await db
    .selectFrom('biodata')
    .select('confirmedAt')
    .where('id', '=', daughter.id)
    .executeTakeFirstOrThrow()
  expect(confirmedAt).toEqual(clock())
})

test('T1: a guardian who may confirm is asked too, and brings back what was paused without an answer', async () => {
  const ward = await guards(father, { mayConfirm: true })
  const round = (days: number) => {
    shiftMs = days * 86_400_000
    return askAndPause(db, { now: clock(), everyDays: 60, config: { ...testConfig(), mail: undefined } })
  }
  await sql`
    insert into site (mode, confirming_since) values ('serve', ${clock()})
    on conflict (one) do update set confirming_since = excluded.confirming_since`.execute(db)
  await round(60)
  const heard = async () => (await call('GET', '/api/me/notifications', father)).body[0]
  expect(await heard()).toMatchObject({ kind: 'still-right', ward: number })
  await call('GET', '/api/me/presence', daughter)
  await round(68)
  expect(await heard()).toMatchObject({ kind: 'still-right', ward: number, isPaused: true })
  const kept = async () => (await call('GET', '/api/me/wards', father)).body[0]
  expect(await kept()).toMatchObject({ isPublished: false, isToConfirm: true })
  expect((await call('POST', `/api/me/wards/${ward}/still-right`, father, {})).body).toEqual({ modifiedCount: 1 })
  expect(await kept()).toMatchObject({ isPublished: true, isToConfirm: true })
})

test('M3 U4: an undone approval is forgotten by a guardian who was removed meanwhile too', async () => {
  const ward = await guards(father)
  await choose('ask guardian')
  shiftMs = 1_000
  const asker = await world.somebody('asker')
  await world.publish(asker, { gander: 'Male' })
  const { body } = await world.record(asker, await world.pay(asker, number), number)
  await call('PATCH', `/api/contact-request-approver/${body.insertedId}`, admin)
  await call('DELETE', `/api/me/guardians/${ward}`, daughter)
  const undone = await call('DELETE', `/api/contact-request-approver/${body.insertedId}`, admin)
  expect(undone.body).toMatchObject({ modifiedCount: 1 })
  shiftMs = 60_000
  expect(await told(father)).toEqual([])
})

test.each([
  ['two guardians', 'yes', 'not now'],
  ['a guardian and the person', 'not now', 'yes'],
])('O6 U2: %s who answer at once on two servers give one answer', async (who, first, second) => {
  await guards(father)
  const other = who === 'two guardians' ? await world.somebody('mother') : daughter
  if (other !== daughter) await guards(other)
  await choose('ask guardian')
  shiftMs = 1_000
  for (let round = 0; round < 6; round++) {
    const { id } = await asked()
    const acts = [
      () => answer(father, id, first),
      () => sendToOther(other, 'PATCH', `/api/me/asked/${id}`, { answer: second }),
    ]
    const said = await Promise.all((round % 2 ? acts.toReversed() : acts).map((act) => act()))
    expect(said.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { status, paymentId } = await db
      .selectFrom('contactRequests')
      .select(['status', 'paymentId'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const refunds = await db.selectFrom('refunds').select('id').where('paymentId', '=', paymentId!).execute()
    expect([status, refunds.length]).toEqual(status === 'approve' ? ['approve', 0] : ['declined', 1])
  }
})

test('O6 U4: an answer waits for an end of the guardianship that is under way, and then finds no right', async () => {
  await choose('ask')
  const ward = await guards(father)
  shiftMs += 1_000
  const { id } = await asked()
  let answering: ReturnType<typeof answer> | undefined
  await db.transaction().execute(async (trx) => {
    const ended = { endedAt: new Date(), endedBy: 'ward' as const, phone: null }
    await trx.updateTable('guardianships').set(ended).where('id', '=', ward).execute()
    answering = answer(father, id, 'yes')
    await world.untilHeldUp(answering)
  })
  expect((await answering!).status).toBe(404)
})

test('O6 U4: a guardian who is removed on one server while they answer on another has answered before, or not at all', async () => {
  const outcomes = new Set<string>()
  await choose('ask')
  for (let round = 0; round < 8; round++) {
    const ward = await guards(father)
    shiftMs += 1_000
    const { id } = await asked()
    const acts = [() => answer(father, id, 'yes'), () => sendToOther(daughter, 'DELETE', `/api/me/guardians/${ward}`)]
    const done = await Promise.all((round % 2 ? acts.toReversed() : acts).map((act) => act()))
    const said = round % 2 ? done[1]! : done[0]!
    const { status } = await db
      .selectFrom('contactRequests')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([said.status, status]).toEqual(said.status === 200 ? [200, 'approve'] : [404, 'forwarded'])
    outcomes.add(status)
    expect((await answer(father, id, 'not now')).status).toBe(404)
  }
  expect(outcomes.size).toBeGreaterThan(0)
})
