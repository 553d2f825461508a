import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { consentVersion } from '#src/features/consents/policy.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { noon, type Person } from '#tests/world.server.ts'
import { contactGuardian, guardiansOf, isGuardianFor } from './queries.server.ts'

let now = noon
const world = await payingWorld({ clock: () => now })
afterAll(() => world.close())
const { call, db, signUp, publish } = world

const day = 86_400_000
let people = 0
const somebody = (what: string) => signUp(`${what}-${people++}@mail.example`, what)
const none = { mayAnswer: false, isContact: false, mayConfirm: false, mayEdit: false }
const phone = '+8801911000141'

const invite = (ward: Person, more: object = {}) =>
  call('POST', '/api/me/guardians', ward, {
    name: 'Abdul Karim',
    relation: 'father',
    ...none,
    mayAnswer: true,
    ...more,
  })
const tokenIn = (answer: { body: { link: string } }) => new URL(answer.body.link).searchParams.get('token')!
const look = (token: string, by?: Person) => call('GET', `/api/guardian-invitation?token=${token}`, by)
const accept = (guardian: Person, token: string, more: object = {}) =>
  call('POST', '/api/guardian-invitation/acceptance', guardian, {
    ...{ token, phone, isOfAge: true, numberMayBeShown: true, consentVersion },
    ...more,
  })
const decline = (by: Person, token: string) => call('POST', '/api/guardian-invitation/refusal', by, { token })
const guardiansFor = async (ward: Person) => (await call('GET', '/api/me/guardians', ward)).body
const wardsFor = async (guardian: Person) => (await call('GET', '/api/me/wards', guardian)).body
const remove = (ward: Person, id: string) => call('DELETE', `/api/me/guardians/${id}`, ward)
const toldTo = async (person: Person) =>
  (await call('GET', '/api/me/notifications', person)).body.filter(({ kind }: { kind: string }) => kind === 'guardian')

let daughter: Person
let number: number
let father: Person
beforeEach(async () => {
  now = noon
  daughter = await somebody('farzana')
  number = await publish(daughter, { name: 'Farzana Karim' })
  father = await somebody('karim')
})

async function guardianOf(ward: Person, guardian: Person, more: object = {}) {
  const answer = await invite(ward, more)
  expect((await accept(guardian, tokenIn(answer))).status).toBe(200)
  return answer.body.insertedId as string
}

test('U1 a member invites with a link that says who invites and what a guardian may do, and is used once', async () => {
  const answer = await invite(daughter, { mayEdit: true })
  const token = tokenIn(answer)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const [row] = (await world.pool.query('select * from guardianships where id = $1', [answer.body.insertedId])).rows
  expect(JSON.stringify(row)).not.toContain(token)
  const open = {
    state: 'open',
    name: 'Farzana Karim',
    bioDataId: number,
    gander: 'Female',
    mayAnswer: true,
    mayEdit: true,
  }
  // Looking changes nothing, however often, by anybody.
  for (const reader of [undefined, father, undefined]) expect((await look(token, reader)).body).toMatchObject(open)
  expect((await look(token, daughter)).body).toMatchObject({ isOwn: true })
  expect(await guardiansFor(daughter)).toMatchObject([{ state: 'invited', name: 'Abdul Karim', relation: 'father' }])
  expect((await accept(father, token)).status).toBe(200)
  expect(await guardiansFor(daughter)).toMatchObject([{ state: 'accepted', name: 'karim', phone }])
  expect(await wardsFor(father)).toMatchObject([
    {
      ward_id: daughter.id,
      bioDataId: number,
      name: 'Farzana Karim',
      mayAnswer: true,
      mayEdit: true,
      isContact: false,
    },
  ])
  expect((await look(token)).body).toEqual({ state: 'over', name: 'Farzana Karim' })
  expect((await accept(await somebody('another'), token)).body).toMatchObject({ status: 409, code: 'link-used-up' })
  expect(await toldTo(daughter)).toMatchObject([{ guardian: 'accepted', relation: 'father' }])
})

test('U1 the guardian confirms being of age and that the number may be shown, as a consent of their own', async () => {
  const token = tokenIn(await invite(daughter))
  for (const [more, field] of [
    [{ isOfAge: false }, 'isOfAge'],
    [{ isOfAge: undefined }, 'isOfAge'],
    [{ numberMayBeShown: false }, 'numberMayBeShown'],
    [{ phone: '123' }, 'phone'],
  ] as const)
    expect((await accept(father, token, more)).body.errors).toMatchObject([{ field }])
  expect((await accept(father, token, { consentVersion: consentVersion - 1 })).body.code).toBe('consent-changed')
  expect((await accept(father, token, { phone: '01911 000141' })).status).toBe(200)
  const consents = async () => (await call('GET', '/api/me/consents', father)).body
  expect(await consents()).toMatchObject([{ what: 'guardian', version: consentVersion }])
  const [{ _id: id }] = await wardsFor(father)
  expect((await call('PATCH', `/api/me/wards/${id}`, father, { phone: '01911 000142' })).body.modifiedCount).toBe(1)
  expect(await guardiansFor(daughter)).toMatchObject([{ phone: '+8801911000142' }])
  await call('DELETE', `/api/me/wards/${id}`, father)
  expect(await consents()).toEqual([])
  expect((await call('GET', '/api/me/export', father)).body.consents).toMatchObject([
    { what: 'guardian', takenBackAt: expect.any(String) },
  ])
})

test('U1 there are at most three guardians and open invitations, also when five are invited at once', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => invite(daughter)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409])
  const [first] = answers.filter(({ status }) => status === 200)
  expect((await accept(father, tokenIn(first as never))).status).toBe(200)
  expect((await invite(daughter)).body.code).toBe('too-many-guardians')
  // What has expired makes room.
  now = new Date(noon.getTime() + 7 * day + 1)
  expect((await invite(daughter)).status).toBe(200)
})

test('U1 an invitation ends after seven days, is declined or taken back, and then works no more', async () => {
  const expired = await invite(daughter)
  now = new Date(noon.getTime() + 7 * day)
  expect((await accept(father, tokenIn(expired))).body.code).toBe('link-used-up')
  expect((await look(tokenIn(expired))).body).toEqual({ state: 'over', name: 'Farzana Karim' })
  expect(await guardiansFor(daughter)).toMatchObject([{ state: 'expired' }])
  expect((await remove(daughter, expired.body.insertedId)).body).toEqual({ deletedCount: 1 })

  const refused = await invite(daughter)
  expect((await decline(father, tokenIn(refused))).status).toBe(200)
  expect((await decline(father, tokenIn(refused))).body.code).toBe('link-used-up')
  expect((await accept(father, tokenIn(refused))).body.code).toBe('link-used-up')
  expect(await guardiansFor(daughter)).toMatchObject([{ state: 'declined' }])
  expect(await toldTo(daughter)).toMatchObject([{ guardian: 'declined', relation: 'father' }])
  expect((await remove(daughter, refused.body.insertedId)).body).toEqual({ deletedCount: 1 })

  const back = await invite(daughter)
  expect((await remove(father, back.body.insertedId)).status).toBe(404)
  expect((await remove(daughter, back.body.insertedId)).body).toEqual({ deletedCount: 1 })
  expect((await accept(father, tokenIn(back))).body.code).toBe('link-used-up')
  expect(await guardiansFor(daughter)).toEqual([])
  expect((await look('unknown')).body).toEqual({ state: 'unknown' })
})

test('U1 twenty who accept at once make one guardian, and one who accepts twice is one', async () => {
  const token = tokenIn(await invite(daughter))
  const family = await Promise.all(Array.from({ length: 5 }, () => somebody('relative')))
  const answers = await Promise.all([...family, ...family].map((one) => accept(one, token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await guardiansFor(daughter)).toHaveLength(1)
  const guardian = family[answers.findIndex(({ status }) => status === 200) % family.length]!
  const again = await invite(daughter)
  expect((await accept(guardian, tokenIn(again))).body.code).toBe('already-guardian')
  const third = await invite(daughter)
  const mother = await somebody('mother')
  const twice = await Promise.all([accept(mother, tokenIn(again)), accept(mother, tokenIn(third))])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('U1 somebody without a biodata has no guardian, and nobody is their own', async () => {
  expect((await invite(father)).body.code).toBe('biodata-needed')
  const token = tokenIn(await invite(daughter))
  expect((await accept(daughter, token)).body.code).toBe('own-invitation')
  expect((await decline(daughter, token)).body.code).toBe('link-used-up')
})

test('U2 each guardian has the rights that the person chose, and one number at most is shown', async () => {
  const may = async (right: 'see' | 'answer' | 'confirm' | 'edit', guardian = father) => {
    const { rows } = await sql<{
      may: boolean
    }>`select ${isGuardianFor(guardian.id, daughter.id, right)} as may`.execute(db)
    return rows[0]!.may
  }
  const id = await guardianOf(daughter, father, { mayAnswer: false })
  const mother = await somebody('mother')
  const other = await guardianOf(daughter, mother, { isContact: true, mayConfirm: true, relation: 'mother' })
  expect([await may('see'), await may('answer'), await may('confirm'), await may('edit')]).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(await contactGuardian(db, daughter.id)).toMatchObject({ id: other, relation: 'mother', phone })
  const change = (rights: object) => call('PATCH', `/api/me/guardians/${id}`, daughter, { ...none, ...rights })
  expect((await change({ mayAnswer: true, mayEdit: true, isContact: true })).body).toEqual({ modifiedCount: 1 })
  expect((await change({ mayAnswer: true, mayEdit: true, isContact: true })).body).toEqual({ modifiedCount: 0 })
  expect([await may('answer'), await may('confirm'), await may('edit')]).toEqual([true, false, true])
  expect(await contactGuardian(db, daughter.id)).toMatchObject({ id, guardianId: father.id })
  expect((await guardiansOf(db, daughter.id, 'confirm')).map(({ guardianId }) => guardianId)).toEqual([mother.id])
  // Both at once: one of them is the contact.
  await Promise.all([
    change({ isContact: true }),
    call('PATCH', `/api/me/guardians/${other}`, daughter, { ...none, isContact: true }),
  ])
  expect((await guardiansFor(daughter)).filter(({ isContact }: { isContact: boolean }) => isContact)).toHaveLength(1)
  const stranger = await somebody('stranger')
  expect((await call('PATCH', `/api/me/guardians/${id}`, stranger, none)).status).toBe(404)
  expect((await call('PATCH', `/api/me/guardians/${id}`, father, none)).status).toBe(404)
})

test('U4 the person ends it at once, and the guardian is told only that it ended', async () => {
  const id = await guardianOf(daughter, father)
  expect((await call('GET', '/api/session', father)).body.user.isGuardian).toBe(true)
  expect((await remove(daughter, id)).body).toEqual({ deletedCount: 1 })
  expect((await remove(daughter, id)).status).toBe(404)
  expect(await wardsFor(father)).toEqual([])
  expect((await call('GET', '/api/session', father)).body.user.isGuardian).toBe(false)
  expect(await toldTo(father)).toMatchObject([{ guardian: 'ended', bioDataId: number }])
  const { rows } = await world.pool.query('select phone, ended_by from guardianships where id = $1', [id])
  expect(rows).toEqual([{ phone: null, ended_by: 'ward' }])
})

test('U4 a guardian can leave, and the person is told who', async () => {
  const id = await guardianOf(daughter, father)
  const leave = (by: Person) => call('DELETE', `/api/me/wards/${id}`, by)
  expect((await leave(daughter)).status).toBe(404)
  expect((await leave(father)).body).toEqual({ deletedCount: 1 })
  expect((await leave(father)).status).toBe(404)
  expect(await guardiansFor(daughter)).toEqual([])
  expect((await toldTo(daughter))[0]).toMatchObject({ guardian: 'left', relation: 'father' })
})

test('U4 ending and accepting at the same moment end in one of both orders, with no guardian left', async () => {
  for (let round = 0; round < 5; round++) {
    const answer = await invite(daughter)
    const [removed] = await Promise.all([remove(daughter, answer.body.insertedId), accept(father, tokenIn(answer))])
    expect(removed.status).toBe(200)
    expect(await wardsFor(father)).toEqual([])
    expect((await call('GET', '/api/me/consents', father)).body).toEqual([])
  }
})

test('U5 one guardian keeps several people, each with rights of their own', async () => {
  const other = await somebody('nusrat')
  await publish(other, { name: 'Nusrat Karim' })
  await guardianOf(daughter, father, { mayEdit: true })
  const id = await guardianOf(other, father)
  expect(await wardsFor(father)).toMatchObject([
    { name: 'Farzana Karim', mayEdit: true },
    { name: 'Nusrat Karim', mayEdit: false },
  ])
  expect((await look(tokenIn(await invite(other)), father)).body.phone).toBe(phone)
  await remove(other, id)
  expect(await wardsFor(father)).toMatchObject([{ name: 'Farzana Karim' }])
  expect((await call('GET', '/api/me/consents', father)).body).toMatchObject([{ what: 'guardian' }])
})

test('U1 somebody who asks for the contact is no guardian, and a guardian asks for none', async () => {
  const asker = await somebody('asker')
  await world.record(asker, await world.pay(asker, number), number)
  const token = tokenIn(await invite(daughter))
  expect((await accept(asker, token)).body.code).toBe('asking')
  expect((await accept(father, token)).status).toBe(200)
  const begun = await call('POST', '/api/create-payment-intent', father, { price: 5, bioDataId: number })
  expect(begun.body).toMatchObject({ status: 409, code: 'guardian' })
})

test('U1 a payment that was begun before the acceptance buys nothing after it, and goes back', async () => {
  const paid = await world.pay(father, number)
  await guardianOf(daughter, father)
  await world.record(father, paid, number)
  expect(await db.selectFrom('contactRequests').select('id').where('userId', '=', father.id).execute()).toEqual([])
  const payment = await db
    .selectFrom('payments')
    .select(['status', 'refundBecause'])
    .where('userId', '=', father.id)
    .execute()
  expect(payment).toMatchObject([{ refundBecause: 'hidden' }])
})

test('R4 U1 a block ends what was between two people and lets nothing begin, without saying so', async () => {
  await publish(father)
  const id = await guardianOf(daughter, father)
  const open = tokenIn(await invite(daughter))
  await call('POST', '/api/blocks', daughter, { _id: father.id })
  expect(await wardsFor(father)).toEqual([])
  expect((await look(open, father)).body).toEqual({ state: 'unknown' })
  expect((await accept(father, open)).body.code).toBe('link-used-up')
  expect((await decline(father, open)).body.code).toBe('link-used-up')
  const { rows } = await world.pool.query('select ended_by from guardianships where id = $1', [id])
  expect(rows).toEqual([{ ended_by: 'ward' }])
})

test('R4 U1 a block and an acceptance at the same moment leave no guardian', async () => {
  await publish(father)
  for (let round = 0; round < 5; round++) {
    const token = tokenIn(await invite(daughter))
    await Promise.all([accept(father, token), call('POST', '/api/blocks', daughter, { _id: father.id })])
    expect(await wardsFor(father)).toEqual([])
    await db.deleteFrom('blocks').execute()
    await db.deleteFrom('guardianships').execute()
  }
})

test('A9 U4 deleting an account or a biodata ends it, and the other one is told', async () => {
  const mother = await somebody('mother')
  await guardianOf(daughter, father)
  await guardianOf(daughter, mother, { relation: 'mother' })
  const leave = (person: Person) => call('POST', '/api/me/deletion', person, { confirmation: 'a good password' })
  expect((await leave(father)).status).toBe(200)
  expect((await toldTo(daughter))[0]).toMatchObject({ guardian: 'left', relation: 'father' })
  expect(await guardiansFor(daughter)).toHaveLength(1)
  expect((await leave(daughter)).status).toBe(200)
  expect(await toldTo(mother)).toMatchObject([{ guardian: 'ended' }])
  expect(await wardsFor(mother)).toEqual([])
  expect((await call('GET', '/api/me/consents', mother)).body).toEqual([])
  expect((await world.pool.query('select 1 from guardianships where ward_id = $1', [daughter.id])).rows).toEqual([])
})

test('A6 U1 what somebody set up with an email that was not theirs has no guardian once its owner proves it', async () => {
  await guardianOf(daughter, father)
  await sql`select put_away_unproved(${daughter.id})`.execute(db)
  expect(await wardsFor(father)).toEqual([])
})
