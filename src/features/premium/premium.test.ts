import { afterAll, expect, test } from 'vitest'
import { type Person, testWorld } from '#tests/world.server.ts'

const world = await testWorld()
afterAll(() => world.close())
const admin = await world.makeAdmin(await world.signUp('admin@example.org'))

let people = 0
const somebody = () => world.signUp(`person-${++people}@example.org`, `Person ${people}`)
const change = async (path: string, by: Person) => (await world.call('PATCH', `/api${path}`, by)).body
const ownOf = async (person: Person) => (await world.call('GET', '/api/viewBioData', person)).body
const waiting = async () => (await world.call('GET', '/api/premium-requests', admin)).body
const userOf = async (person: Person) =>
  (await world.call('GET', `/api/users?search=${person.email}`, admin)).body[0] as Record<string, unknown>

test('V2: asking for premium makes the request pending, once; without a biodata there is nothing to ask for', async () => {
  const person = await somebody()
  const ask = () => change(`/user/request_premium/${person.email}`, person)
  expect(await ask()).toEqual({ modifiedCount: 0 })
  await world.publish(person)
  expect(await ownOf(person)).not.toHaveProperty('reqPremium')
  expect(await ask()).toEqual({ modifiedCount: 1 })
  expect(await ownOf(person)).toMatchObject({ reqPremium: 'pending' })
  expect(await ownOf(person)).not.toHaveProperty('type')
  expect(await ask()).toEqual({ modifiedCount: 0 })
  await change(`/users/premium/${person.id}`, admin)
  expect(await ask()).toEqual({ modifiedCount: 0 })
  expect(await ownOf(person)).toMatchObject({ reqPremium: 'approve', type: 'premium' })
})

test('M1: an administrator makes people administrators and premium, with a biodata or without', async () => {
  const [plain, published] = [await somebody(), await somebody()]
  const number = await world.publish(published)
  for (const [person, bioDataId, isPublished] of [
    [plain, 0, null],
    [published, number, true],
  ] as const) {
    const state = { isVerified: false, isSuspended: false, isPublished }
    const { _id, name, email, since } = await userOf(person)
    expect(await userOf(person)).toEqual({ _id, name, email, role: 'user', bioDataId, since, ...state })
    expect(await change(`/users/admin/${person.id}`, admin)).toEqual({ modifiedCount: 1 })
    expect(await change(`/users/premium/${person.id}`, admin)).toEqual({ modifiedCount: 1 })
    expect(await change(`/users/admin/${person.id}`, admin)).toEqual({ modifiedCount: 0 })
    expect(await change(`/users/premium/${person.id}`, admin)).toEqual({ modifiedCount: 0 })
    expect(await userOf(person)).toEqual({
      _id,
      name,
      email,
      role: 'admin',
      bioDataId,
      since,
      type: 'premium',
      ...state,
    })
    // They are what they were made at once, with the session they had.
    expect((await world.call('GET', '/api/users', person)).status).toBe(200)
    expect((await world.call('GET', '/api/session', person)).body.user).toMatchObject({
      isAdmin: true,
      isPremium: true,
    })
  }
})

test('M1 D2: counts a premium member without a biodata as premium wherever the specification asks', async () => {
  const [plain, owner, other] = [await somebody(), await somebody(), await somebody()]
  const number = await world.publish(owner)
  const isPremium = async (by: Person) => (await world.call('GET', `/api/user/premium/${plain.email}`, by)).body
  const seen = async () => (await world.call('GET', `/api/bioData/${owner.id}`, plain)).body
  expect([await isPremium(plain), (await seen()).contact]).toEqual([{ premium: false }, 'withheld'])
  await change(`/users/premium/${plain.id}`, admin)
  expect([await isPremium(plain), await isPremium(admin)]).toEqual([{ premium: true }, { premium: true }])
  expect((await world.call('GET', `/api/user/premium/${plain.email}`, other)).status).toBe(403)
  expect(await seen()).toMatchObject({ contact: 'shown', email: owner.email })
  // The checkout says so too, and no list of biodata has somebody who wrote none.
  expect(
    (await world.call('POST', '/api/create-payment-intent', plain, { price: 5, bioDataId: number })).status,
  ).not.toBe(200)
  expect(JSON.stringify((await world.call('GET', '/api/premium-bioData')).body)).not.toContain(plain.id)
  expect(await waiting()).not.toContainEqual(expect.objectContaining({ _id: plain.id }))
  expect(await userOf(plain)).toMatchObject({ type: 'premium', bioDataId: 0 })
  // A biodata that is written later carries the mark.
  await world.publish(plain)
  expect(await ownOf(plain)).toMatchObject({ type: 'premium', reqPremium: 'approve' })
})

test('M2: only requests that wait are listed, the oldest first; approving sets the user, the biodata and the request', async () => {
  const [first, second, quiet] = [await somebody(), await somebody(), await somebody()]
  for (const person of [first, second, quiet]) await world.publish(person)
  for (const person of [first, second]) await change(`/user/request_premium/${person.email}`, person)
  const row = async (person: Person) => {
    const { _id, name, email, bioDataId } = await userOf(person)
    return { _id, name, email, bioDataId, date: expect.any(String) }
  }
  expect(await waiting()).toEqual([await row(first), await row(second)])
  expect(await change(`/users/premium/${first.id}`, admin)).toEqual({ modifiedCount: 1 })
  expect(await waiting()).toEqual([await row(second)])
  expect(await userOf(first)).toMatchObject({ type: 'premium' })
  expect(await ownOf(first)).toMatchObject({ type: 'premium', reqPremium: 'approve' })
  expect(await ownOf(second)).toMatchObject({ reqPremium: 'pending' })
  expect(await userOf(second)).not.toHaveProperty('type')
  const listed: { _id: string; reqPremium?: string }[] = (await world.call('GET', '/api/allBioData', admin)).body
  expect(listed.find(({ _id }) => _id === first.id)).toMatchObject({ type: 'premium', reqPremium: 'approve' })
})

test('P2: what administrators call is refused to members and visitors, and changes nothing', async () => {
  const [member, target] = [await somebody(), await somebody()]
  await world.publish(target)
  const calls = [
    ['GET', '/users'],
    ['GET', '/premium-requests'],
    ['PATCH', `/users/admin/${member.id}`],
    ['PATCH', `/users/admin/${target.id}`],
    ['PATCH', `/users/premium/${member.id}`],
    ['PATCH', `/contact-request-approver/${target.id}`],
  ] as const
  const before = [await userOf(member), await userOf(target)]
  for (const [method, path] of calls) {
    expect((await world.call(method, `/api${path}`, member)).status).toBe(403)
    expect((await world.call(method, `/api${path}`)).status).toBe(401)
  }
  expect([await userOf(member), await userOf(target)]).toEqual(before)
})

test('M6 V2: ending a premium membership leaves a request that waits alone', async () => {
  const person = await somebody()
  await world.publish(person)
  await change(`/user/request_premium/${person.email}`, person)
  const end = async () => (await world.call('DELETE', `/api/users/premium/${person.id}`, admin)).body
  expect(await end()).toEqual({ modifiedCount: 0 })
  expect(await ownOf(person)).toMatchObject({ reqPremium: 'pending' })
  await change(`/users/premium/${person.id}`, admin)
  expect(await end()).toEqual({ modifiedCount: 1 })
  expect(await ownOf(person)).not.toHaveProperty('reqPremium')
})
