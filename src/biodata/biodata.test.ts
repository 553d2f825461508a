import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { biodataOnTheWire, type Person, testWorld } from '#src/platform/testing/world.server.ts'

const world = await testWorld({ clock: () => new Date('2026-11-20T12:00:00+06:00') })
afterAll(() => world.close())
const rina = await world.signUp('Rina@Example.org')

test('E4: the first save makes the biodata and gives it the next number, later saves change it', async () => {
  const first = await world.call('PATCH', '/api/bioData', rina, biodataOnTheWire({ email: 'rina@example.org' }))
  expect(first).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
  const again = await world.call(
    'PATCH',
    '/api/bioData',
    rina,
    biodataOnTheWire({ occupation: 'House wife', type: 'premium', bioDataId: 77, reqPremium: 'approve' }),
  )
  expect(again.body).toEqual({ modifiedCount: 1 })
  const own = await world.call('GET', '/api/viewBioData/?email=rina@example.org', rina)
  expect(own.body).toEqual({
    ...biodataOnTheWire({ occupation: 'House wife', phoneNumber: '+8801712345678', age: 26 }),
    _id: rina.id,
    bioDataId: 1,
    email: 'rina@example.org',
  })
})

const ownOf = async (person: Person) => (await world.call('GET', '/api/viewBioData', person)).body
const save = (person: Person, more: Record<string, unknown>) =>
  world.call('PATCH', '/api/bioData', person, biodataOnTheWire(more))

test('E3: every choice of the specification, and Rajshahi, is stored as it is called', async () => {
  const kilograms = Array.from({ length: 12 }, (_, i) => `${30 + 5 * i}kg`)
  const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
  const divisions = ['Dhaka', 'Chattagra', 'Rangpur', 'Barisal', 'Khulna', 'Mymensingh', 'Sylhet', 'Rajshahi']
  const choices: Record<string, (string | number)[]> = {
    gander: ['Male', 'Female'],
    skinColor: ['Fair', 'Medium', 'Brown', 'Dark'],
    feet: upTo(3, 11),
    inch: upTo(1, 12),
    PartnerFeet: upTo(3, 11),
    PartnerInch: upTo(1, 12),
    weight: kilograms,
    partnerWeight: kilograms,
    perDivision: divisions,
    presentDivision: divisions,
    occupation: ['Engineer', 'Doctor', 'Teacher', 'Student', 'Job', 'House wife'],
  }
  const { age: _, phoneNumber: __, ...asSent } = biodataOnTheWire()
  for (const [field, values] of Object.entries(choices))
    for (const value of values) {
      expect((await save(rina, { [field]: value })).status, `${field} ${value}`).toBe(200)
      expect(await ownOf(rina)).toMatchObject({ ...asSent, [field]: value })
    }
})

test('E4: younger than the legal age of marriage is refused, by gender and to the day, with a clear message', async () => {
  const young = await world.signUp('young@example.org')
  for (const [gander, tooYoung, oldEnough, age] of [
    ['Female', '2008-11-21', '2008-11-20', 18],
    ['Male', '2005-11-21', '2005-11-20', 21],
  ] as const) {
    const refused = await save(young, { gander, birth: tooYoung, age: 40 })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'birth', message: `The legal age of marriage is ${age}.` }] },
    })
    expect((await save(young, { gander, birth: oldEnough, age: 5 })).body).toEqual({ modifiedCount: 1 })
    expect((await ownOf(young)).age).toBe(age)
  }
})

test('E2: without a birth date nothing is saved, and the answer says it in the words of the specification', async () => {
  const fresh = await world.signUp('undated@example.org')
  for (const birth of ['', undefined, null]) {
    const refused = await save(fresh, { birth })
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toEqual([{ field: 'birth', message: 'Date of birth not filled up.' }])
  }
  expect(await ownOf(fresh)).toBeNull()
})

test('E1 E6: all but the photo link are required', async () => {
  const fresh = await world.signUp('unphotographed@example.org')
  const { age: _, photoUrl: __, ...required } = biodataOnTheWire()
  for (const field of Object.keys(required)) {
    const refused = await save(fresh, { [field]: undefined })
    expect([field, refused.status, refused.body.errors[0].field]).toEqual([field, 422, field])
  }
  expect(await ownOf(fresh)).toBeNull()
  for (const photoUrl of [undefined, '']) expect((await save(fresh, { photoUrl })).status).toBe(200)
  expect(await ownOf(fresh)).not.toHaveProperty('photoUrl')
})

test('E6: the photo link is https, has at most 2,048 characters, and is never fetched', async () => {
  let visits = 0
  const host = createServer((socket) => {
    visits++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  const link = `https://127.0.0.1:${(host.address() as AddressInfo).port}/${'x'.repeat(2048)}`.slice(0, 2048)
  expect((await save(rina, { photoUrl: link })).status).toBe(200)
  expect((await save(rina, { photoUrl: `${link}x` })).body.errors).toMatchObject([{ field: 'photoUrl' }])
  expect((await save(rina, { photoUrl: link.replace('https', 'http') })).body.errors).toMatchObject([
    { field: 'photoUrl' },
  ])
  const premium = await world.makePremium(await world.signUp('looking@example.org'))
  const other = await world.signUp('other@example.org')
  expect((await world.call('GET', `/api/bioData/${rina.id}`, premium)).body.photoUrl).toBe(link)
  expect((await world.call('GET', `/api/bioData/${rina.id}`, other)).text).not.toContain(link.slice(0, 20))
  expect((await world.call('GET', '/api/session')).headers['content-security-policy']).toContain(
    "img-src 'self' data:;",
  )
  expect(visits).toBe(0)
  host.close()
})

test('G4: user and biodata have one id nobody can guess; a number is given at the first save and never again', async () => {
  const admin = await world.makeAdmin(await world.signUp('admin@example.org'))
  const [first, second] = [await world.signUp('first@example.org'), await world.signUp('second@example.org')]
  const listed = async (person: Person) =>
    (await world.call('GET', `/api/users?search=${person.email}`, admin)).body[0] as { _id: string; bioDataId: number }
  expect(first.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect((await listed(first)).bioDataId).toBe(0)
  const number = await world.publish(first)
  expect(await world.publish(first)).toBe(number)
  expect(await listed(first)).toMatchObject({ _id: first.id, bioDataId: number })
  expect(await ownOf(first)).toMatchObject({ _id: first.id, bioDataId: number })
  await world.db.deleteFrom('biodata').where('id', '=', first.id).execute()
  expect(await world.publish(second)).toBe(number + 1)
  expect((await world.call('GET', `/api/bioData/${number}`, second)).status).toBe(404)
})
