import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { showContact } from '#src/features/profile/contact.server.ts'
import { recordViewing } from '#src/platform/db/audit.server.ts'
import { biodataOnTheWire, member, noon, type Person, testWorld } from '#tests/world.server.ts'

const world = await testWorld({ clock: () => noon })
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
    contactFor: 'checked',
    confirmedOn: expect.any(String),
    isPublished: true,
    partnerWishesPrivate: false,
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

test.each(['UTC', 'Asia/Dhaka', 'America/Los_Angeles'])(
  'E4: the day of a date picker is the same on a server in %s',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const [sent, day] of [
      ['2001-05-31', '2001-05-31'],
      ['2001-05-30T18:00:00.000Z', '2001-05-31'],
      ['2001-05-31T00:00:00+06:00', '2001-05-31'],
      ['2001-05-31T20:00:00', '2001-05-31'],
      ['2001-05-31T00:00', '2001-05-31'],
    ]) {
      expect((await save(rina, { birth: sent })).status, sent).toBe(200)
      expect((await ownOf(rina)).birth).toBe(day)
    }
    for (const wrong of ['2001-05-31T', '2001-02-30T00:00', '2001-05-31Tevening', '2001-05-31T20:00:00+99:00'])
      expect((await save(rina, { birth: wrong })).status, wrong).toBe(422)
  },
)

test('E1: a name of letters that nobody sees is no name; such letters between others stay', async () => {
  for (const name of ['\u200b', '\u3164', '\u2800 \u200d', '\u00ad']) {
    const answer = await save(rina, { name })
    expect(answer.status, JSON.stringify(name)).toBe(422)
    expect(answer.body.errors).toEqual([{ field: 'name', message: 'must be filled in' }])
  }
  expect((await save(rina, { name: 'র\u200d্যাব' })).status).toBe(200)
})

test('M4: an administrator who looks at a contact again within an hour is one line in the log', async () => {
  const admins = [await world.signUp('first.look@example.org'), await world.signUp('second.look@example.org')]
  for (const admin of admins) await world.makeAdmin(admin)
  const lines = () => world.db.selectFrom('auditLog').select('actorId').where('action', '=', 'viewed contact').execute()
  for (let look = 0; look < 3; look++) {
    for (const admin of admins) expect((await world.call('GET', `/api/bioData/${rina.id}`, admin)).status).toBe(200)
    await world.call('GET', `/api/viewBioData/?email=${rina.email}`, admins[0])
  }
  expect(await lines()).toHaveLength(2)
  // A line cannot be made older: what was looked at an hour ago is another one.
  await world.db
    .insertInto('auditLog')
    .values({
      actorId: admins[0]!.id,
      action: 'viewed contact',
      subjectId: admins[1]!.id,
      at: new Date(Date.now() - 61 * 60_000),
    })
    .execute()
  await recordViewing(world.db, admins[0]!.id, admins[1]!.id)
  expect(await lines()).toHaveLength(4)
})

test('D2: a contact whose biodata was deleted a moment ago is not there, and that is no fault', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000'
  const by = member({ userId: rina.id })
  const asked = { premiumContactsADay: 1, sendsMail: false }
  expect(await showContact(world.db, by, 'premium', nobody, asked)).toBeUndefined()
  const admin = await world.makeAdmin(await world.signUp('fast.admin@example.org'))
  for (let round = 0; round < 10; round++) {
    const leaver = await world.signUp(`leaver-${round}@example.org`)
    await world.publish(leaver)
    const looks = Array.from({ length: 6 }, () => world.call('GET', `/api/bioData/${leaver.id}`, admin))
    const deletion = world.db.deleteFrom('biodata').where('id', '=', leaver.id).execute()
    const statuses = (await Promise.all(looks)).map(({ status }) => status)
    await deletion
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([])
  }
})
