import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { consentVersion } from '#src/features/consents/policy.ts'
import { contactRequests } from '#src/features/contact-requests/queries.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { biodataOnTheWire, type Person, testConfig } from '#tests/world.server.ts'
import { forgetMarried } from './queries.server.ts'

const world = await payingWorld()
afterAll(() => world.close())

let people = 0
const somebody = (name: string) => world.signUp(`${name}-${++people}@example.org`)
async function owner() {
  const person = await somebody('owner')
  return { ...person, number: await world.publish(person) }
}

const save = (by: Person, to: string[], more: { version?: number; contactFor?: string } = {}) =>
  world.call('PATCH', '/api/bioData', by, biodataOnTheWire({ consent: { version: consentVersion, to, ...more } }))
const step = (by: Person, presence: string, more = {}) =>
  world.call('PATCH', '/api/me/presence', by, { presence, ...more })
const show = (by: Person, contactFor: string) => world.call('PATCH', '/api/me/contact', by, { contactFor })
const presenceOf = async (by: Person) => (await world.call('GET', '/api/me/presence', by)).body
const consentsOf = async (by: Person) => (await world.call('GET', '/api/me/consents', by)).body
const isFound = async (number: number, by?: Person) => {
  const { body } = await world.call('GET', '/api/bioData-filter?gander=Female&limit=100', by)
  return body.some(({ bioDataId }: { bioDataId: number }) => bioDataId === number)
}

test('R3 SPEC-N16 publishes with one consent that includes the contact, for the people that were chosen', async () => {
  const [open, closed, unsaid] = [await somebody('open'), await somebody('closed'), await somebody('unsaid')]
  const before = Date.now()
  expect((await save(open, ['publish'], { contactFor: 'checked' })).status).toBe(200)
  expect(await consentsOf(open)).toMatchObject([
    { what: 'publish', version: consentVersion },
    { what: 'contact', version: consentVersion },
  ])
  for (const { since } of await consentsOf(open)) expect(Math.abs(Date.parse(since) - before)).toBeLessThan(60_000)
  expect(await presenceOf(open)).toMatchObject({ presence: 'published', contactFor: 'checked' })

  await save(closed, ['publish'], { contactFor: 'nobody' })
  expect(await consentsOf(closed)).toMatchObject([{ what: 'publish' }])
  expect(await presenceOf(closed)).toMatchObject({ presence: 'published', contactFor: 'nobody' })
  expect((await save(closed, ['publish'], { contactFor: 'somebody' })).status).toBe(422)

  await save(unsaid, ['publish'])
  expect(await presenceOf(unsaid)).toMatchObject({ presence: 'published', contactFor: 'checked' })
})

test('R3 SPEC-N16 ends in the same state for our form and for a client of the specification, but for the consent', async () => {
  const [ours, theirs] = [await somebody('ours'), await somebody('theirs')]
  await save(ours, ['publish'], { contactFor: 'checked' })
  await world.publish(theirs)
  const premium = await world.makePremium(await somebody('premium'))
  for (const person of [ours, theirs]) {
    expect(await presenceOf(person)).toMatchObject({ presence: 'published', contactFor: 'checked', unpublished: false })
    const { body } = await world.call('GET', `/api/bioData/${person.id}`, premium)
    expect(body).toMatchObject({ contact: 'shown', phoneNumber: '+8801712345678' })
  }
  expect(await consentsOf(theirs)).toEqual([])
})

test('R3 keeps a closed contact closed through saves, new words and a publish, until its owner chooses', async () => {
  const person = await somebody('kept')
  await save(person, ['publish'], { contactFor: 'nobody' })
  await world.publish(person)
  await save(person, ['publish'])
  await step(person, 'taken back')
  await step(person, 'published', { consentVersion })
  expect(await presenceOf(person)).toMatchObject({ presence: 'published', contactFor: 'nobody' })
  expect(await consentsOf(person)).toMatchObject([{ what: 'publish' }])
  await show(person, 'checked')
  expect(await presenceOf(person)).toMatchObject({ contactFor: 'checked' })
})

test('V4 SPEC-N9 tells the owner alone whether the contact is open, where they read their own biodata', async () => {
  const person = await owner()
  const [member, admin] = [await somebody('member'), await world.makeAdmin(await somebody('admin'))]
  const own = async () => [
    (await world.call('GET', '/api/viewBioData', person)).body,
    (await world.call('GET', `/api/bioData/${person.id}`, person)).body,
  ]
  for (const body of await own()) expect(body).toMatchObject({ contactFor: 'checked', isPublished: true })
  await show(person, 'nobody')
  await step(person, 'paused')
  for (const body of await own()) expect(body).toMatchObject({ contactFor: 'nobody', isPublished: false })
  await step(person, 'published')
  for (const by of [member, admin]) {
    const { body } = await world.call('GET', `/api/bioData/${person.id}`, by)
    expect(body).not.toHaveProperty('contactFor')
    expect(body).not.toHaveProperty('isPublished')
  }
})

test('R3: who read other words than the present ones is refused, and nothing is saved', async () => {
  const person = await somebody('late')
  const { status, body } = await save(person, ['publish'], { version: consentVersion + 1 })
  expect([status, body.code]).toEqual([409, 'consent-changed'])
  expect(await presenceOf(person)).toBeNull()
  expect(await consentsOf(person)).toEqual([])
})

test('R3: people who agreed to older words stay as they are until the next save asks anew', async () => {
  const inOlderWords = async (name: string) => {
    const person = await somebody(name)
    await save(person, ['publish'], { contactFor: 'checked' })
    await sql`update consents set version = ${consentVersion - 1} where user_id = ${person.id}`.execute(world.db)
    return person
  }
  const [yes, no] = [await inOlderWords('yes'), await inOlderWords('no')]
  const { number, ...before } = await presenceOf(yes)
  expect(before).toMatchObject({ presence: 'published', contactFor: 'checked' })
  expect(await isFound(number)).toBe(true)

  await save(yes, ['publish'])
  expect(await presenceOf(yes)).toMatchObject({ presence: 'published', contactFor: 'checked' })
  expect(await consentsOf(yes)).toMatchObject([{ version: consentVersion }, { version: consentVersion }])
  await save(no, ['publish'], { contactFor: 'nobody' })
  expect(await presenceOf(no)).toMatchObject({ presence: 'published', contactFor: 'nobody' })
  expect(await consentsOf(no)).toMatchObject([{ what: 'publish', version: consentVersion }])
})

test('R3 G2: a client of the specification publishes as before, and no consent is made up for it', async () => {
  const person = await owner()
  expect(await isFound(person.number)).toBe(true)
  expect(await presenceOf(person)).toMatchObject({ presence: 'published', contactFor: 'checked' })
  expect(await consentsOf(person)).toEqual([])
  // Asked later, they agree as they are.
  await step(person, 'published', { consentVersion })
  expect(await consentsOf(person)).toMatchObject([{ what: 'publish' }, { what: 'contact' }])
})

test('R3: taking back the consent to publish hides; saving does not publish again, agreeing does', async () => {
  const person = await somebody('back')
  await save(person, ['publish'])
  const { number } = await presenceOf(person)
  expect((await step(person, 'taken back')).body).toEqual({ modifiedCount: 1 })
  expect(await isFound(number)).toBe(false)
  // It is one consent, to the contact too. A choice meanwhile is none.
  expect(await consentsOf(person)).toEqual([])
  await show(person, 'checked')
  expect(await consentsOf(person)).toEqual([])
  await world.publish(person)
  expect(await isFound(number)).toBe(false)
  // A page that was open since before still offers these.
  for (const way of ['paused', 'married', 'published'])
    expect((await step(person, way)).body.code, way).toBe('consent-needed')
  expect((await presenceOf(person)).presence).toBe('taken back')
  expect((await step(person, 'published', { consentVersion })).status).toBe(200)
  expect(await isFound(number)).toBe(true)
  await step(person, 'taken back')
  await save(person, ['publish'])
  expect(await isFound(number)).toBe(true)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from consents
    where user_id = ${person.id} and what = 'publish' and taken_back_at is not null`.execute(world.db)
  expect(rows).toEqual([{ n: 2 }])
})

test('R3: choosing Nobody for now ends the part of the consent about the contact, and choosing again is agreeing', async () => {
  const person = await somebody('contact')
  await save(person, ['publish'])
  await show(person, 'nobody')
  expect(await consentsOf(person)).toMatchObject([{ what: 'publish' }])
  await show(person, 'checked')
  expect(await consentsOf(person)).toMatchObject([{ what: 'publish' }, { what: 'contact' }])
  // Twenty presses at once are one consent.
  await Promise.all(Array.from({ length: 20 }, () => show(person, 'checked')))
  expect(await consentsOf(person)).toHaveLength(2)
})

test('R3: a person who pauses is gone at once on another server too, and back with one press', async () => {
  const person = await owner()
  const other = await buildApp({ config: testConfig(), db: world.db, logLevel: 'silent' })
  const numbersThere = async (headers: Record<string, string> = { cookie: 'lang=en' }) =>
    (await other.inject({ url: '/api/bioData-filter?gander=Female&limit=100', headers }))
      .json()
      .map((card: { bioDataId: number }) => card.bioDataId)
  // What visitors without any cookie see may be a second old, see platform/http/response-cache.server.ts.
  const numbersForVisitors = () => numbersThere({})
  expect(await numbersForVisitors()).toContain(person.number)
  expect(await numbersThere()).toContain(person.number)
  expect((await step(person, 'paused')).body).toEqual({ modifiedCount: 1 })
  expect(await numbersThere()).not.toContain(person.number)
  await expect.poll(numbersForVisitors, { timeout: 2_000 }).not.toContain(person.number)
  const session = await other.inject({ url: '/api/session', headers: { cookie: person.cookie } })
  expect(session.json().user.isPaused).toBe(true)
  expect((await step(person, 'paused')).body).toEqual({ modifiedCount: 0 })
  expect((await step(person, 'published')).body).toEqual({ modifiedCount: 1 })
  expect(await numbersThere()).toContain(person.number)
  await other.close()
})

test('R3: there is nothing to pause without a biodata, and only one’s own can be', async () => {
  const person = await somebody('none')
  expect(await presenceOf(person)).toBeNull()
  expect((await step(person, 'paused')).status).toBe(404)
  expect((await show(person, 'nobody')).status).toBe(404)
  const other = await owner()
  expect((await step(person, 'paused', { email: other.email })).status).toBe(403)
  expect((await presenceOf(other)).presence).toBe('published')
  expect((await step(other, 'gone')).status).toBe(422)
})

test.each([
  ['pauses', (by: Person) => step(by, 'paused')],
  ['marries', (by: Person) => step(by, 'married')],
  ['shows the contact to nobody', (by: Person) => show(by, 'nobody')],
])(
  'R3 K3f: when somebody %s, people who wait are told by mail and have the fee back at once',
  async (_what, stepBack) => {
    const person = await owner()
    const payer = await somebody('payer')
    const transaction = await world.pay(payer, person.number)
    await world.record(payer, transaction, person.number)
    await stepBack(person)
    // Nobody waits for the ten minutes of the job.
    await expect
      .poll(
        async () =>
          (await world.stripe.paymentIntents.retrieve(transaction, { expand: ['latest_charge'] })).latest_charge,
      )
      .toMatchObject({ refunded: true })
    const payment = await world.db
      .selectFrom('payments')
      .select('status')
      .where('providerRef', '=', transaction)
      .executeTakeFirstOrThrow()
    expect(payment.status).toBe('refunded')
    const mails = await world.db
      .selectFrom('outbox')
      .select('content')
      .where('recipient', '=', payer.email)
      .where('kind', '=', 'fee-goes-back')
      .execute()
    expect(mails).toEqual([{ content: { kind: 'fee-goes-back', number: person.number } }])
    expect((await world.call('GET', '/api/payments', payer)).body).toMatchObject([{ status: 'withdrawn' }])
  },
)

test('R3 K3f: a person who pauses while a payment is becoming a request waits for it, and pays it back', async () => {
  const person = await owner()
  const payer = await somebody('racer')
  const transaction = await world.pay(payer)
  const payment = await world.db
    .selectFrom('payments')
    .selectAll()
    .where('providerRef', '=', transaction)
    .executeTakeFirstOrThrow()
  let pausing: Promise<unknown> | undefined
  await world.db.transaction().execute(async (trx) => {
    await contactRequests.deliver(trx, { ...payment, userId: payer.id, biodataId: person.id }, new Date())
    const bought = { status: 'succeeded', biodataId: person.id, declinesKey: null } as const
    await world.hasArrived(trx, transaction)
    await trx.updateTable('payments').set(bought).where('id', '=', payment.id).execute()
    pausing = step(person, 'paused')
    await world.untilHeldUp(pausing)
  })
  await pausing
  const request = world.db.selectFrom('contactRequests').select('status').where('paymentId', '=', payment.id)
  expect(await request.executeTakeFirst()).toEqual({ status: 'withdrawn' })
})

test('R3 K3e K3f: of payments that arrive while somebody pauses none is left waiting', async () => {
  for (let round = 0; round < 3; round++) {
    const person = await owner()
    const payers = await Promise.all(Array.from({ length: 3 }, () => somebody('racer')))
    const paid = await Promise.all(payers.map((payer) => world.pay(payer, person.number)))
    await Promise.all([...paid.map((ref, i) => world.record(payers[i]!, ref, person.number)), step(person, 'paused')])
    const pending = world.db.selectFrom('contactRequests').select('id').where('biodataId', '=', person.id)
    expect(await pending.where('status', '=', 'pending').execute()).toEqual([])
    const states = world.db.selectFrom('payments').select('status').where('providerRef', 'in', paid)
    await expect
      .poll(async () => new Set((await states.execute()).map(({ status }) => status)))
      .toEqual(new Set(['refunded']))
  }
})

test('R3 R7: the biodata of the married can be brought back for 30 days, then it is deleted, and the account stays', async () => {
  const [back, gone] = [await owner(), await owner()]
  for (const person of [back, gone]) await step(person, 'married')
  const { deletedOn } = await presenceOf(gone)
  expect(Date.parse(deletedOn)).toBeGreaterThan(Date.now() + 29 * 86_400_000)
  const in29Days = new Date(Date.now() + 29 * 86_400_000)
  await forgetMarried(world.db, in29Days)
  expect((await step(back, 'published')).body).toEqual({ modifiedCount: 1 })
  expect(await isFound(back.number)).toBe(true)
  await forgetMarried(world.db, new Date(in29Days.getTime() + 2 * 86_400_000))
  expect(await presenceOf(back)).toMatchObject({ presence: 'published' })
  expect(await presenceOf(gone)).toBeNull()
  expect((await world.call('GET', '/api/me', gone)).status).toBe(200)
})
