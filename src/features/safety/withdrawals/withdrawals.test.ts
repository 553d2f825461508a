import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { consentVersion } from '#src/features/consents/policy.ts'
import { sweep } from '#src/features/payments/notices.server.ts'
import { payingWorld } from '#test/paying.server.ts'
import { type Person, testConfig, worldForThisTest } from '#test/world.server.ts'
import { crowdOf, keyOfId } from './policy.ts'

// What is done at one server is asked of another one, as long as nothing is kept.
const world = await payingWorld()
const parts = { config: testConfig(), db: world.db, logLevel: 'silent', cachesResponses: false }
const other = await buildApp(parts)
afterAll(async () => {
  await other.close()
  await world.close()
})
// Of few people everybody is in the same crowd.
await sql`select setval(pg_get_serial_sequence('biodata', 'number'), 70000)`.execute(world.db)
const admin = await world.makeAdmin(await world.signUp('admin@example.org'))

interface Told {
  crowds: number
  recent: string[]
}
const told = async (app = other) => (await app.inject('/api/withdrawals')).json<Told>()
/** How often the crowd of a person is told. */
const times = ({ crowds, recent }: Told, key: number) =>
  recent.filter((entry) => entry.startsWith(`${crowdOf(key, crowds)}.`)).length
const keyOf = async (by: Person) => (await world.call('GET', '/api/me/key', by)).body.key

let round = 0
/** A biodata of everything, a premium member, and somebody whose request for the biodata is approved. */
async function cast() {
  const somebody = (name: string) => world.somebody(`${name}-${++round}`)
  const [owner, payer] = [await somebody('owner'), await somebody('payer')]
  const number = await world.publish(owner, {
    religion: 'Islam',
    consent: { version: consentVersion, to: ['publish', 'faith'] },
  })
  const transaction = await world.pay(payer, number)
  await world.record(payer, transaction, number)
  const approved = await world.db
    .updateTable('contactRequests')
    .set({ status: 'approve', approvedAt: sql`now()` })
    .where('userId', '=', payer.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  const premium = await world.makePremium(await somebody('premium'))
  return { owner, payer, number, transaction, request: approved.id, premium }
}
type Cast = Awaited<ReturnType<typeof cast>>

const own = (method: 'PATCH' | 'POST', path: string, body: object) => (people: Cast) =>
  world.call(method, `/api/me/${path}`, people.owner, { email: people.owner.email, ...body })
const byAdmin = (method: 'PATCH' | 'DELETE', path: (people: Cast) => string) => (people: Cast) =>
  world.call(method, `/api/${path(people)}`, admin, { reason: 'A reason.' })
const owner = ({ number }: Cast) => [number]

test.each<[string, (people: Cast) => Promise<{ status: number }>, (people: Cast) => number[]]>([
  ['R3: pauses', own('PATCH', 'presence', { presence: 'paused' }), owner],
  ['R3: takes the consent back', own('PATCH', 'presence', { presence: 'taken back' }), owner],
  ['R3: is married', own('PATCH', 'presence', { presence: 'married' }), owner],
  ['R3: shows the contact to nobody', own('PATCH', 'contact', { contactFor: 'nobody' }), owner],
  ['R3: takes back what they believe', own('PATCH', 'faith', {}), owner],
  ['R3: leaves', own('POST', 'deletion', { confirmation: 'a good password' }), owner],
  ['M6: is unpublished', byAdmin('PATCH', ({ owner }) => `biodata/unpublished/${owner.id}`), owner],
  ['M6: is suspended', byAdmin('PATCH', ({ owner }) => `users/suspension/${owner.id}`), owner],
  [
    'M6: is suspended, without a biodata',
    byAdmin('PATCH', ({ payer }) => `users/suspension/${payer.id}`),
    ({ payer }) => [keyOfId(payer.id)],
  ],
  [
    'M6: was asked for, by who loses the right',
    byAdmin('PATCH', ({ request }) => `contact-requests/${request}/withdrawal`),
    owner,
  ],
  [
    'M6: is premium no more',
    byAdmin('DELETE', ({ premium }) => `users/premium/${premium.id}`),
    ({ premium }) => [keyOfId(premium.id)],
  ],
  [
    'M6: has lost the role of administrator',
    async ({ premium }) => {
      await world.makeAdmin(premium)
      return byAdmin('DELETE', () => `users/admin/${premium.id}`)({} as Cast)
    },
    ({ premium }) => [keyOfId(premium.id)],
  ],
  [
    'R4: is blocked, and who blocks',
    ({ owner, payer }) => world.call('POST', '/api/blocks', payer, { _id: owner.id }),
    ({ number, payer }) => [number, keyOfId(payer.id)],
  ],
  [
    'R3: was asked for, where the fee goes back at the provider',
    async ({ transaction }) => {
      await world.stripe.refunds.create({ payment_intent: transaction })
      await sweep(world.till, new Date(), { error() {} })
      return { status: 200 }
    },
    owner,
  ],
])('%s: open pages are told so at another server', async (_, way, whom) => {
  const people = await cast()
  const before = await told()
  expect((await way(people)).status).toBe(200)
  const after = await told()
  for (const key of whom(people)) expect(times(after, key)).toBeGreaterThan(times(before, key))
  expect(after.recent.length - before.recent.length).toBeLessThanOrEqual(whom(people).length + 1)
})

test('R3: a page knows its own person by the same number, with a biodata and without', async () => {
  const { owner, number, payer } = await cast()
  expect([await keyOf(owner), await keyOf(payer)]).toEqual([number, keyOfId(payer.id)])
})

test('R3: nobody is told whom it was, for longer than a minute, or that nothing was taken back', async () => {
  const { number, payer } = await cast()
  await sql`delete from withdrawals`.execute(world.db)
  await world.db.updateTable('biodata').set({ unpublished: false }).where('number', '=', number).execute()
  await world.db.updateTable('users').set({ name: 'Another' }).where('id', '=', payer.id).execute()
  expect((await told()).recent).toEqual([])

  await sql`insert into withdrawals (person) values (${number})`.execute(world.db)
  const { crowds, recent } = await told()
  // Sixteen people and more in each.
  expect(number / crowds).toBeGreaterThanOrEqual(16)
  expect(recent).toEqual([expect.stringMatching(new RegExp(`^${number % crowds}\\.[0-9a-z]+$`))])
  await sql`update withdrawals set at = now() - interval '61 seconds'`.execute(world.db)
  expect((await told()).recent).toEqual([])
})

test('R3: of more at once than can be told anybody may be meant', async () => {
  await sql`insert into withdrawals (person) select n from generate_series(1, 5000) n`.execute(world.db)
  const { crowds, recent } = await told()
  expect([crowds, recent]).toEqual([1, [expect.stringMatching(/^0\.\d+$/)]])
  await sql`delete from withdrawals`.execute(world.db)
})

test('R3 Z4: open pages are answered in overload, without their session, from one question to the database a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const lines: string[] = []
  const small = await worldForThisTest({
    places: 0,
    cachesResponses: true,
    logLevel: 'info',
    logTo: { write: (line) => lines.push(line) },
  })
  const ask = () => small.call('GET', '/api/withdrawals', { ...admin, cookie: 'nikhad.session_token=x.y' })
  expect((await ask()).body).toEqual({ crowds: 1, recent: [] })
  await sql`insert into withdrawals (person) values (1)`.execute(small.db)
  await sql`alter table sessions rename to sessions_away`.execute(small.db)
  expect((await ask()).body.recent).toEqual([])
  vi.advanceTimersByTime(1_001)
  expect((await Promise.all([ask(), ask(), ask()])).map(({ body }) => body.recent.length)).toEqual([1, 1, 1])
  expect((await small.call('GET', '/api/session')).status).toBe(503)
  expect(lines.filter((line) => line.includes('withdrawals'))).toEqual([])
  vi.useRealTimers()
})

test('R4 SEC-N12 tells the two sides of a block apart from each other by nothing that they share', async () => {
  const people = await cast()
  await sql`delete from withdrawals`.execute(world.db)
  await world.call('POST', '/api/blocks', people.payer, { _id: people.owner.id })
  const { recent } = await told()
  expect(recent).toHaveLength(2)
  const [one, other] = recent.map((entry) => entry.split('.')[1]!)
  expect(one).toMatch(/^[0-9a-f]{12}$/)
  expect(one).not.toBe(other)
  // Alike at every server, and in no order of their own.
  expect((await told(world.app)).recent).toEqual(recent)
  expect(recent).toEqual(recent.toSorted())
})
