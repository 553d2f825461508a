import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { payingWorld } from '#tests/paying.server.ts'
import type { Person } from '#tests/world.server.ts'

const world = await payingWorld()
afterAll(() => world.close())

let round = 0
/** A biodata, a premium member, somebody whose request for it is approved, and somebody whose request waits. */
async function cast() {
  const signUp = (name: string) => world.signUp(`${name}-${round}@example.org`)
  round++
  const owner = await signUp('owner')
  const number = await world.publish(owner)
  const [admin, premium] = [
    await world.makeAdmin(await signUp('admin')),
    await world.makePremium(await signUp('premium')),
  ]
  const [approved, waiting] = [await signUp('approved'), await signUp('waiting')]
  for (const payer of [approved, waiting]) await world.record(payer, await world.pay(payer, number), number)
  await world.db
    .updateTable('contactRequests')
    .set({ status: 'approve', approvedAt: sql`now()` })
    .where('userId', '=', approved.id)
    .execute()
  for (const fan of [premium, approved])
    await world.call('POST', '/api/favorite-bioData', fan, { bioDataId: number, email: fan.email })
  return { owner, number, admin, premium, approved, waiting }
}

/** Where somebody finds the owner: everywhere, nowhere, or only in some of the places. */
async function placesOf({ owner, number }: { owner: Person; number: number }, by?: Person) {
  const numbersIn = async (url: string) =>
    (await world.call('GET', url, by)).body.map(({ bioDataId }: { bioDataId: number }) => bioDataId)
  const statusOf = async (url: string) => (await world.call('GET', url, by)).status === 200
  const places: Record<string, boolean> = {
    list: (await numbersIn('/api/bioData-filter?gander=Female&limit=100')).includes(number),
    all: (await numbersIn('/api/allBioData?limit=100')).includes(number),
    number: await statusOf(`/api/bioData/${owner.id}/number`),
  }
  if (!by) return places
  const other = await world.signUp(`other-${++round}@example.org`)
  await world.publish(other)
  const found = {
    ...places,
    profile: await statusOf(`/api/bioData/${owner.id}`),
    card: (await world.call('GET', `/api/bioData-card/${number}`, by)).body !== null,
    similar: (await numbersIn(`/api/bioData/${other.id}/similar`)).includes(number),
    favourites: (await numbersIn('/api/favorite')).includes(number),
    shortlist: (await numbersIn('/api/me/shortlist')).includes(number),
    favourite:
      (await world.call('POST', '/api/favorite-bioData', by, { bioDataId: number, email: by.email })).status === 200,
  }
  await world.db.deleteFrom('users').where('id', '=', other.id).execute()
  return found
}
const valuesOf = (places: Record<string, boolean>) => [...new Set(Object.values(places))]
const totalOf = async (by?: Person) =>
  Number((await world.call('GET', '/api/bioData-filter', by)).headers['x-total-count'])
const women = async () => (await world.call('GET', '/api/BioDataCount')).body.femaleCount
const requestOf = async (by: Person) => (await world.call('GET', '/api/payments?mine=true', by)).body[0]
const contactIn = async (by: Person) => (await requestOf(by))?.contactPhone
const paymentOf = ({ id }: Person) =>
  world.db.selectFrom('payments').select(['status', 'refundBecause']).where('userId', '=', id).executeTakeFirstOrThrow()

test.each([
  ['pauses', { presence: 'paused' }],
  ['takes the consent back', { presence: 'taken back' }],
  ['marries', { presence: 'married' }],
  ['is unpublished', { unpublished: true }],
] as const)('R3 M6: a person who %s is gone everywhere at once, and comes back as they were', async (_what, hidden) => {
  const people = await cast()
  const { owner, admin, premium, approved, waiting } = people
  expect(valuesOf(await placesOf(people, premium))).toEqual([true])
  expect(await contactIn(approved)).toBe('+8801712345678')
  const [total, counted] = [await totalOf(), await women()]

  await world.db.updateTable('biodata').set(hidden).where('id', '=', owner.id).execute()
  for (const by of [premium, approved, waiting, undefined])
    expect(valuesOf(await placesOf(people, by)), String(by?.email)).toEqual([false])
  expect(await contactIn(approved)).toBeUndefined()
  for (const by of [approved, waiting]) expect((await requestOf(by)).bioDataName).toBe('')
  for (const by of [admin, owner]) expect((await world.call('GET', `/api/bioData/${owner.id}`, by)).status).toBe(200)
  expect((await world.call('GET', '/api/viewBioData?email=me', owner)).body.bioDataId).toBe(people.number)
  expect((await world.call('POST', '/api/create-payment-intent', premium, { bioDataId: people.number })).status).toBe(
    404,
  )
  // People who waited get the fee back; what was opened by money opens again with the biodata.
  expect(await paymentOf(waiting)).toEqual({ status: 'refund_due', refundBecause: 'hidden' })
  expect(await paymentOf(approved)).toMatchObject({ status: 'succeeded' })

  const back = { presence: 'published', unpublished: false } as const
  await world.db.updateTable('biodata').set(back).where('id', '=', owner.id).execute()
  expect(valuesOf(await placesOf(people, approved))).toEqual([true])
  expect(await requestOf(approved)).toMatchObject({
    contactPhone: '+8801712345678',
    bioDataName: expect.stringMatching(/./),
  })
  expect([await totalOf(), await women()]).toEqual([total, counted])
})

test('R3: where the contact is for nobody now, no right but the owner’s and an administrator’s opens it', async () => {
  const { owner, number, admin, premium, approved, waiting } = await cast()
  const profile = async (by: Person) => (await world.call('GET', `/api/bioData/${owner.id}`, by)).body
  // A request whose contact was seen does not end: the contact closes.
  expect(await profile(approved)).toHaveProperty('phoneNumber')
  await world.db.updateTable('biodata').set({ contactFor: 'nobody' }).where('id', '=', owner.id).execute()
  for (const by of [premium, approved, waiting]) {
    expect(await profile(by)).toMatchObject({ contact: 'closed', bioDataId: number })
    expect(await profile(by)).not.toHaveProperty('phoneNumber')
  }
  for (const by of [owner, admin]) expect(await profile(by)).toHaveProperty('phoneNumber')
  expect(await contactIn(approved)).toBeUndefined()
  expect(await paymentOf(waiting)).toEqual({ status: 'refund_due', refundBecause: 'hidden' })
  const stranger = await world.signUp(`stranger-${round}@example.org`)
  expect((await world.call('POST', '/api/create-payment-intent', stranger, { bioDataId: number })).body.code).toBe(
    'closed',
  )
})

test.each([
  ['the biodata was hidden', { presence: 'paused' }],
  ['the contact is for nobody', { contactFor: 'nobody' }],
] as const)('K3f R3: a payment that arrives after %s becomes no request, and goes back', async (_what, change) => {
  const { owner, number } = await cast()
  const payer = await world.signUp(`late-${++round}@example.org`)
  const transaction = await world.pay(payer, number)
  await world.db.updateTable('biodata').set(change).where('id', '=', owner.id).execute()
  expect((await world.record(payer, transaction, number)).status).toBe(409)
  expect(await paymentOf(payer)).toMatchObject({ status: 'refunded' })
})

test.each([
  ['hidden', { presence: 'paused' }, 404, 'not-found'],
  ['closed', { contactFor: 'nobody' }, 409, 'closed'],
] as const)(
  'K3a R3: a payment that names nobody is not good for who is %s, and stays good for another',
  async (_what, change, status, code) => {
    const { owner, number } = await cast()
    const other = await world.signUp(`other-${++round}@example.org`)
    const otherNumber = await world.publish(other)
    const payer = await world.signUp(`free-${round}@example.org`)
    const transaction = await world.pay(payer)
    await world.db.updateTable('biodata').set(change).where('id', '=', owner.id).execute()
    const refused = await world.record(payer, transaction, number)
    expect([refused.status, refused.body.code]).toEqual([status, code])
    expect((await world.record(payer, transaction, otherNumber)).status).toBe(200)
  },
)

test('R4: of two who have blocked each other neither finds the other', async () => {
  const people = await cast()
  const { owner, premium, approved } = people
  const ownNumber = await world.publish(premium, { gander: 'Female' })
  await world.db.insertInto('blocks').values({ blockerId: owner.id, blockedId: premium.id }).execute()
  await world.db.insertInto('blocks').values({ blockerId: approved.id, blockedId: owner.id }).execute()
  for (const by of [premium, approved]) {
    const places: Record<string, boolean> = await placesOf(people, by)
    delete places.number
    expect(valuesOf(places)).toEqual([false])
  }
  expect(await contactIn(approved)).toBeUndefined()
  expect((await requestOf(approved)).bioDataName).toBe('')
  expect((await placesOf({ owner: premium, number: ownNumber }, owner)).profile).toBe(false)
  const everybody = await totalOf()
  expect([await totalOf(premium), await totalOf(owner)]).toEqual([everybody - 1, everybody - 1])
  await world.db.deleteFrom('blocks').execute()
  expect(valuesOf(await placesOf(people, premium))).toEqual([true])
})

test('M6: a suspended person is signed out and hidden in the same moment, and is as before when it is lifted', async () => {
  const people = await cast()
  const { owner, premium } = people
  const suspend = (suspendedAt: Date | null) =>
    world.db
      .updateTable('users')
      .set({ suspendedAt, suspendedBecause: suspendedAt && 'Complaints' })
      .where('id', '=', owner.id)
      .execute()
  await suspend(new Date())
  expect((await world.call('GET', '/api/me', owner)).status).toBe(401)
  expect(valuesOf(await placesOf(people, premium))).toEqual([false])
  await suspend(null)
  expect(valuesOf(await placesOf(people, premium))).toEqual([true])
})
