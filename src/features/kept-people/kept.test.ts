import { afterAll, expect, test } from 'vitest'
import { consentVersion } from '#src/features/consents/policy.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { biodataOnTheWire, noon, type Person } from '#tests/world.server.ts'

const world = await payingWorld({ clock: () => noon })
afterAll(() => world.close())
const { call, db, signUp, publish } = world

const rights = { mayAnswer: true, isContact: false, mayConfirm: true, mayEdit: true }
const phone = '+8801911000141'
let people = 0

async function family(more: object = {}) {
  const n = people++
  const daughter = await signUp(`daughter-${n}@mail.example`)
  const consent = { version: consentVersion, to: ['publish', 'faith'] }
  const wishes = { partnerAgeFrom: 27, partnerAgeTo: 33, partnerWishesPrivate: true }
  const number = await publish(daughter, {
    ...{ name: 'Farzana Karim', religion: 'Islam', income: 'Up to 20000', aboutMe: 'I read.', consent },
    ...wishes,
  })
  const father = await signUp(`father-${n}@mail.example`)
  const { insertedId, link } = (
    await call('POST', '/api/me/guardians', daughter, { name: 'A', relation: 'father', ...rights, ...more })
  ).body
  const token = new URL(link).searchParams.get('token')
  const sent = { token, phone, isOfAge: true, numberMayBeShown: true, consentVersion }
  await call('POST', '/api/guardian-invitation/acceptance', father, sent)
  return { daughter, father, number, id: insertedId as string }
}

const formFor = (by: Person, id: string) => call('GET', `/api/me/wards/${id}/biodata`, by)
const save = (by: Person, id: string, more: object) => call('PATCH', `/api/me/wards/${id}/biodata`, by, more)

test('U2 R9 a guardian who may edit reads and changes the biodata, but no contact, faith or wish', async () => {
  const { daughter, father, id } = await family()
  const { body } = await formFor(father, id)
  expect(body).toMatchObject({ name: 'Farzana Karim', aboutMe: 'I read.' })
  expect(Object.keys(body)).not.toEqual(expect.arrayContaining(['religion']))
  expect(JSON.stringify(body)).not.toMatch(/partner|phone|income|photoUrl|religion|practice/i)
  const row = async () => db.selectFrom('biodata').selectAll().where('id', '=', daughter.id).executeTakeFirstOrThrow()
  const before = await row()
  // What a guardian may not change is not read, whatever is sent.
  const forged = { phoneNumber: '01711111199', religion: 'Other', partnerAge: 50, partnerWishesPrivate: false }
  const { partnerAge, PartnerFeet, PartnerInch, partnerWeight, phoneNumber, photoUrl, ...open } = biodataOnTheWire()
  expect((await save(father, id, { ...open, ...body, aboutMe: 'She reads.', ...forged })).body).toEqual({
    modifiedCount: 1,
  })
  const { updatedAt: _, aboutMe, ...after } = await row()
  expect(aboutMe).toBe('She reads.')
  expect(before).toMatchObject(after)
  const news = (await call('GET', '/api/me/notifications', daughter)).body
  expect(news).toContainEqual(expect.objectContaining({ kind: 'guardian', guardian: 'edited', relation: 'father' }))
  // However often within the hour.
  await save(father, id, { ...body, aboutMe: 'She reads a lot.' })
  expect((await call('GET', '/api/me/notifications', daughter)).body).toHaveLength(news.length)
})

test('U2 U4 without the right, or once it ends, a guardian edits nothing', async () => {
  const { daughter, father, id } = await family({ mayEdit: false })
  const stranger = await signUp('stranger@mail.example')
  const good = (await (async () => {
    const other = await family()
    return (await formFor(other.father, other.id)).body
  })()) as object
  for (const by of [father, daughter, stranger]) {
    expect((await formFor(by, id)).status).toBe(404)
    expect((await save(by, id, good)).status).toBe(404)
  }
  await call('PATCH', `/api/me/guardians/${id}`, daughter, rights)
  expect((await save(father, id, { ...good, birth: '2015-01-01' })).body.errors).toMatchObject([{ code: 'under-age' }])
  const [removed, saved] = await Promise.all([
    call('DELETE', `/api/me/guardians/${id}`, daughter),
    save(father, id, { ...good, aboutMe: 'At the last moment.' }),
  ])
  expect(removed.status).toBe(200)
  expect([200, 404]).toContain(saved.status)
  expect((await save(father, id, good)).status).toBe(404)
})

test('U2 the number of the guardian who is the contact is shown in place of the person’s own', async () => {
  const { daughter, father, number, id } = await family({ isContact: true })
  const asker = await signUp('asker@mail.example')
  const admin = await world.makeAdmin(await signUp('admin@mail.example'))
  const request = (await world.record(asker, await world.pay(asker, number), number)).body.insertedId
  await call('PATCH', `/api/contact-request-approver/${request}`, admin)
  const shown = async (by: Person) => (await call('GET', `/api/bioData/${daughter.id}`, by)).body
  expect(await shown(asker)).toMatchObject({ phoneNumber: phone, phoneOf: 'father' })
  const listed = async () =>
    (await call('GET', '/api/payments?mine=true', asker)).body.find(
      ({ bioDataId }: { bioDataId: number }) => bioDataId === number,
    )
  expect(await listed()).toMatchObject({ contactPhone: phone })
  // The owner and administrators see the person's own.
  for (const by of [daughter, admin]) expect((await shown(by)).phoneNumber).toBe('+8801712345678')
  await call('DELETE', `/api/me/wards/${id}`, father)
  // What was opened was the guardian's: the person's own goes to those who ask from now on.
  expect(await shown(asker)).toMatchObject({ phoneNumber: '' })
  expect(await listed()).not.toHaveProperty('contactPhone')
  const later = await signUp('later@mail.example')
  const next = (await world.record(later, await world.pay(later, number), number)).body.insertedId
  await call('PATCH', `/api/contact-request-approver/${next}`, admin)
  expect(await shown(later)).toMatchObject({ phoneNumber: '+8801712345678' })
})

test('U6 A10 a biodata may be kept by a relative from the start, and its readers are told by whom', async () => {
  const mother = await signUp('mother@mail.example')
  const say = (body: object) => call('PATCH', '/api/me/for-whom', mother, body)
  expect((await say({ forWhom: 'daughter', keptBy: 'neighbour' })).status).toBe(422)
  expect((await say({ forWhom: 'daughter', keptBy: 'mother' })).body).toEqual({ modifiedCount: 1 })
  const number = await publish(mother, { name: 'Nabila Haque' })
  const reader = await signUp('reader@mail.example')
  const keeper = async () => (await call('GET', `/api/bioData/${mother.id}`, reader)).body.keptBy
  expect(await keeper()).toBe('mother')
  expect((await say({ forWhom: 'daughter' })).body).toEqual({ modifiedCount: 0 })
  expect((await call('GET', '/api/me/kept-by', mother)).body).toEqual({ keptBy: 'mother' })
  const change = (keptBy: string) => call('PATCH', '/api/me/kept-by', mother, { keptBy })
  expect((await change('father')).body).toEqual({ modifiedCount: 1 })
  expect(await keeper()).toBe('father')
  expect((await change('myself')).body).toEqual({ modifiedCount: 1 })
  expect(await keeper()).toBeUndefined()
  expect((await call('GET', '/api/me/export', mother)).body.account).toMatchObject({ keptBy: null })
  expect(number).toBeGreaterThan(0)
})

test('A9 U3 the export of each side has the guardianship without what belongs to the other one', async () => {
  const { daughter, father, number } = await family()
  const exportFor = async (person: Person) => (await call('GET', '/api/me/export', person)).body
  const hers = await exportFor(daughter)
  expect(hers).toMatchObject({ guardians: [{ name: 'A', relation: 'father', mayEdit: true }], wards: [] })
  expect(JSON.stringify(hers)).not.toContain(phone)
  const his = await exportFor(father)
  expect(his).toMatchObject({ guardians: [], wards: [{ number, phone, relation: 'father' }] })
  expect(JSON.stringify(his)).not.toMatch(/Farzana|01712345678|I read/)
})
