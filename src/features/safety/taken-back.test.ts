import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { consentVersion } from '#src/features/consents/policy.ts'
import { sweep } from '#src/features/payments/notices.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { type Person, testConfig } from '#tests/world.server.ts'

// What is done at one server is asked of another one, as long as nothing is kept.
const world = await payingWorld()
const parts = { config: testConfig(), db: world.db, logLevel: 'silent', cachesResponses: false }
const other = await buildApp(parts)
afterAll(async () => {
  await other.close()
  await world.close()
})
const admin = await world.makeAdmin(await world.signUp('admin@example.org'))

/** A biodata of everything, a premium member, and a payer whose request for the contact is approved. */
async function cast() {
  const [owner, payer] = [await world.somebody('owner'), await world.somebody('payer')]
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
  const premium = await world.makePremium(await world.somebody('premium'))
  return { owner, payer, number, transaction, request: approved.id, premium }
}
type Cast = Awaited<ReturnType<typeof cast>>

/** What an open page asks again, of the other server. */
const ask = async (path: string, { cookie }: Partial<Person> = {}) => {
  const answer = await other.inject({ url: `/api/${path}`, headers: cookie ? { cookie } : {} })
  return { status: answer.statusCode, body: answer.json() }
}
/** Whether a page shows it; each way below takes one of these back. */
const shown = {
  'the card to visitors': async ({ owner }: Cast) => (await ask(`bioData/${owner.id}/card`)).body !== null,
  'the profile to a member': async ({ owner, premium }: Cast) =>
    (await ask(`bioData/${owner.id}`, premium)).status === 200,
  'the belief to a member': async ({ owner, premium }: Cast) =>
    (await ask(`bioData/${owner.id}`, premium)).body.religion === 'Islam',
  'the contact to a premium member': async ({ owner, premium }: Cast) =>
    (await ask(`bioData/${owner.id}?contact=later`, premium)).body.contact === 'available',
  'the contact to the payer': async ({ owner, payer }: Cast) =>
    (await ask(`bioData/${owner.id}`, payer)).body.phoneNumber !== undefined,
  'the contact in the payer’s requests': async ({ payer }: Cast) =>
    (await ask('payments?mine=true', payer)).body[0].contactPhone !== undefined,
  'the payer a profile': async ({ owner, payer }: Cast) => (await ask(`bioData/${owner.id}`, payer)).status === 200,
  'the payer a session': async ({ payer }: Cast) => (await ask('session', payer)).body.user !== null,
  'the list of people to an administrator': async ({ premium }: Cast) => (await ask('users', premium)).status === 200,
}

const own = (method: 'PATCH' | 'POST', path: string, body: object) => (people: Cast) =>
  world.call(method, `/api/me/${path}`, people.owner, { email: people.owner.email, ...body })
const byAdmin = (method: 'PATCH' | 'DELETE', path: (people: Cast) => string) => (people: Cast) =>
  world.call(method, `/api/${path(people)}`, admin, { reason: 'A reason.' })
const everything = [
  'the card to visitors',
  'the profile to a member',
  'the contact to a premium member',
  'the contact to the payer',
  'the contact in the payer’s requests',
] as const

test.each<[string, (people: Cast) => Promise<{ status: number }>, readonly (keyof typeof shown)[]]>([
  ['R3: the owner pauses', own('PATCH', 'presence', { presence: 'paused' }), everything],
  ['R3: the owner takes the consent back', own('PATCH', 'presence', { presence: 'taken back' }), everything],
  ['R3: the owner is married', own('PATCH', 'presence', { presence: 'married' }), everything],
  [
    'R3: the owner shows the contact to nobody',
    own('PATCH', 'contact', { contactFor: 'nobody' }),
    ['the contact to a premium member', 'the contact to the payer', 'the contact in the payer’s requests'],
  ],
  ['R3: the owner takes back what they believe', own('PATCH', 'faith', {}), ['the belief to a member']],
  ['R3: the owner leaves', own('POST', 'deletion', { confirmation: 'a good password' }), everything],
  ['M6: the owner is unpublished', byAdmin('PATCH', ({ owner }) => `biodata/unpublished/${owner.id}`), everything],
  ['M6: the owner is suspended', byAdmin('PATCH', ({ owner }) => `users/suspension/${owner.id}`), everything],
  [
    'M6: the payer is suspended',
    byAdmin('PATCH', ({ payer }) => `users/suspension/${payer.id}`),
    ['the payer a profile', 'the payer a session'],
  ],
  [
    'M6: the payer loses the approval',
    byAdmin('PATCH', ({ request }) => `contact-requests/${request}/withdrawal`),
    ['the contact to the payer', 'the contact in the payer’s requests'],
  ],
  [
    'M6: the premium member is none any longer',
    byAdmin('DELETE', ({ premium }) => `users/premium/${premium.id}`),
    ['the contact to a premium member'],
  ],
  [
    'M6: an administrator is none any longer',
    byAdmin('DELETE', ({ premium }) => `users/admin/${premium.id}`),
    ['the list of people to an administrator'],
  ],
  [
    'R4: the payer blocks the owner',
    ({ owner, payer }) => world.call('POST', '/api/blocks', payer, { _id: owner.id }),
    ['the payer a profile'],
  ],
  [
    'R3: the fee goes back at the provider',
    async ({ transaction }) => {
      await world.stripe.refunds.create({ payment_intent: transaction })
      await sweep(world.till, new Date(), { error() {} })
      return { status: 200 }
    },
    ['the contact to the payer', 'the contact in the payer’s requests'],
  ],
])('%s, and another server shows it in no answer any longer', async (_, way, takenBack) => {
  const people = await cast()
  if (takenBack.includes('the list of people to an administrator')) await world.makeAdmin(people.premium)
  for (const what of takenBack) expect(await shown[what](people), what).toBe(true)
  expect((await way(people)).status).toBe(200)
  for (const what of takenBack) expect(await shown[what](people), what).toBe(false)
})
