import { afterAll, expect, test } from 'vitest'
import { consentVersion } from '#src/features/consents/policy.ts'
import { settle } from '#src/features/payments/settle.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { biodataOnTheWire, type Person } from '#tests/world.server.ts'
import { contactRequests } from './queries.server.ts'

// What somebody does in the moment in which a payment becomes a request.

const world = await payingWorld()
afterAll(() => world.close())
const { call, db, somebody } = world
/** Both have a biodata: who has none can be blocked only by those whose contact they were shown (SEC-N10). */
async function payerAndBiodata() {
  const people = await world.payerAndBiodata()
  await world.publish(people.payer, { gander: 'Male', birth: '1990-01-01' })
  return people
}
const admin = await world.makeAdmin(await somebody('admin'))

const reason = 'Three families complained.'
const block = (by: Person, other: Person) => call('POST', '/api/blocks', by, { _id: other.id })
const suspend = ({ id }: Person) => call('PATCH', `/api/users/suspension/${id}`, admin, { reason })
const unpublish = ({ id }: Person) => call('PATCH', `/api/biodata/unpublished/${id}`, admin)
const paymentBehind = (ref: string) =>
  db.selectFrom('payments').selectAll().where('providerRef', '=', ref).executeTakeFirstOrThrow()
const requestsOf = (payer: Person) =>
  db.selectFrom('contactRequests').select(['id', 'status']).where('userId', '=', payer.id).execute()
const pendingOf = async (payer: Person) => (await requestsOf(payer)).filter(({ status }) => status === 'pending')
async function signIn(person: Person): Promise<Person> {
  const { email } = person
  const origin = { origin: 'http://127.0.0.1:3000' }
  const answer = await call(
    'POST',
    '/api/auth/sign-in/email',
    undefined,
    { email, password: 'a good password' },
    origin,
  )
  const cookie = [answer.headers['set-cookie']].flat().map((line) => line!.split(';')[0])
  return { ...person, cookie: cookie.join('; ') }
}
type Act = (people: { payer: Person; owner: Person }) => Promise<{ status: number }>

const ways: [string, Act][] = [
  ['the person blocks the payer', ({ payer, owner }) => block(owner, payer)],
  ['the payer blocks the person', ({ payer, owner }) => block(payer, owner)],
  ['the person is suspended', ({ owner }) => suspend(owner)],
  ['the biodata is taken down', ({ owner }) => unpublish(owner)],
  ['the payer is suspended', ({ payer }) => suspend(payer)],
]
const closing: [string, Act][] = [
  [
    'the person shows the contact to nobody',
    ({ owner }) => call('PATCH', '/api/me/contact', owner, { contactFor: 'nobody' }),
  ],
  [
    'the person saves without the consent to the contact',
    ({ owner }) =>
      call(
        'PATCH',
        '/api/bioData',
        owner,
        biodataOnTheWire({ consent: { version: consentVersion, to: ['publish'], contactFor: 'nobody' } }),
      ),
  ],
]
const because = (what: string) => (what === 'the payer is suspended' ? 'suspended' : 'hidden')

test.each(ways.flatMap(([what, act]) => [[what, 'named first', act] as const, [what, 'named last', act] as const]))(
  'R4 M6 K3f: where %s while a payment becomes a request, its biodata %s, the fee goes back',
  async (what, named, act) => {
    const { payer, owner, number } = await payerAndBiodata()
    const ref = await world.pay(payer, named === 'named first' ? number : undefined)
    const payment = await paymentBehind(ref)
    let acting: ReturnType<Act> | undefined
    await db.transaction().execute(async (trx) => {
      // As settling does it.
      await trx.selectFrom('payments').select('id').where('id', '=', payment.id).forUpdate().execute()
      await contactRequests.deliver(trx, { ...payment, userId: payer.id, biodataId: owner.id }, new Date())
      const bought = { status: 'succeeded', biodataId: owner.id, declinesKey: null } as const
      await world.hasArrived(trx, ref)
      await trx.updateTable('payments').set(bought).where('id', '=', payment.id).execute()
      acting = act({ payer, owner })
      await world.untilHeldUp(acting)
    })
    expect((await acting)?.status).toBe(200)
    expect(await requestsOf(payer)).toMatchObject([{ status: 'withdrawn' }])
    await expect.poll(() => paymentBehind(ref)).toMatchObject({ status: 'refunded', refundBecause: because(what) })
  },
)

test.each([...ways, ...closing])(
  'R4 M6 K3e: where %s while the payment of a request that waits is settled again, neither blocks the other',
  async (_, act) => {
    const { payer, owner, number } = await payerAndBiodata()
    const ref = await world.pay(payer, number)
    await world.record(payer, ref, number)
    const payment = await paymentBehind(ref)
    let acting: ReturnType<Act> | undefined
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('payments').select('id').where('id', '=', payment.id).forUpdate().execute()
      acting = act({ payer, owner })
      await world.untilHeldUp(acting)
      await contactRequests.deliver(trx, { ...payment, userId: payer.id, biodataId: owner.id }, new Date())
    })
    expect((await acting)?.status).toBe(200)
    expect(await requestsOf(payer)).toMatchObject([{ status: 'withdrawn' }])
  },
)

test.each(ways)('R4 M6 K3e K3f: of payments that arrive while %s none is left waiting', async (what, act) => {
  for (let round = 0; round < 3; round++) {
    const { payer, owner, number } = await payerAndBiodata()
    const ref = await world.pay(payer, round === 2 ? undefined : number)
    const [recorded, { status }] = await Promise.all([world.record(payer, ref, number), act({ payer, owner })])
    expect([200, 401, 404, 409]).toContain(recorded.status)
    expect(status).toBe(200)
    // Of a suspended payer the webhook and the sweep settle what the browser did not.
    await settle(world.till, (await world.till.provider.fetch(ref))!, new Date())
    expect(await pendingOf(payer)).toEqual([])
    if (round < 2)
      await expect.poll(() => paymentBehind(ref)).toMatchObject({ status: 'refunded', refundBecause: because(what) })
  }
})

test('R4 K3f: of two who block each other at once, each with a request for the other, both have their fee back', async () => {
  const [one, other] = [await somebody(), await somebody()]
  const numbers = [await world.publish(one), await world.publish(other)]
  const paid = [await world.pay(one, numbers[1]), await world.pay(other, numbers[0])]
  await world.record(one, paid[0]!, numbers[1])
  await world.record(other, paid[1]!, numbers[0])
  const answers = await Promise.all([block(one, other), block(other, one)])
  expect(answers.map(({ body }) => body)).toEqual([{ modifiedCount: 1 }, { modifiedCount: 1 }])
  for (const ref of paid) await expect.poll(() => paymentBehind(ref)).toMatchObject({ status: 'refunded' })
})

test('M6 M3: of an approval and the suspension of its asker that come at once one is first, and the unseen fee goes back in both orders', async () => {
  for (let round = 0; round < 8; round++) {
    const { payer, number } = await payerAndBiodata()
    const ref = await world.pay(payer, number)
    const { insertedId } = (await world.record(payer, ref, number)).body
    const approve = () => call('PATCH', `/api/contact-request-approver/${insertedId}`, admin)
    const both = round % 2 ? [approve(), suspend(payer)] : [suspend(payer), approve()].reverse()
    const [, suspended] = await Promise.all(both)
    expect(suspended!.body).toEqual({ modifiedCount: 1 })
    const [request] = await requestsOf(payer)
    expect(request!.status).toBe('withdrawn')
    await expect.poll(async () => (await paymentBehind(ref)).status).toBe('refunded')
    expect((await approve()).body).toEqual({ modifiedCount: 0 })
    expect(await requestsOf(payer)).toEqual([request])
  }
})

test('M6 K3f: a suspended person has no request that waits, and is told by mail; a contact that was seen stays paid, and lifted they ask anew', async () => {
  const { payer, number } = await payerAndBiodata()
  const approved = await payerAndBiodata()
  const ref = await world.pay(payer, number)
  await world.record(payer, ref, number)
  const kept = await world.pay(payer, approved.number)
  const { insertedId } = (await world.record(payer, kept, approved.number)).body
  await call('PATCH', `/api/contact-request-approver/${insertedId}`, admin)
  await call('GET', `/api/bioData/${approved.owner.id}`, payer)

  await suspend(payer)
  const [waiting] = (await requestsOf(payer)).filter(({ id }) => id !== insertedId)
  expect((await call('PATCH', `/api/contact-request-approver/${waiting!.id}`, admin)).body).toEqual({
    modifiedCount: 0,
  })
  const waits = (await call('GET', `/api/contact-requests?search=${payer.email}&status=pending`, admin)).body
  expect(waits).toEqual([])
  await expect.poll(() => paymentBehind(ref)).toMatchObject({ status: 'refunded', refundBecause: 'suspended' })
  expect(await paymentBehind(kept)).toMatchObject({ status: 'succeeded' })
  const mails = db.selectFrom('outbox').select('content').where('recipient', '=', payer.email)
  expect(await mails.where('kind', '=', 'fee-goes-back').execute()).toEqual([
    { content: { kind: 'fee-goes-back', number, because: 'suspended' } },
  ])

  await call('DELETE', `/api/users/suspension/${payer.id}`, admin)
  const back = await signIn(payer)
  const listed = (await call('GET', '/api/payments', back)).body
  const stateOf = (bioDataId: number) => listed.find((row: { bioDataId: number }) => row.bioDataId === bioDataId)
  expect(stateOf(number)).toMatchObject({ status: 'withdrawn', refund: { done: true } })
  expect(stateOf(approved.number)).toMatchObject({ status: 'approve', contactEmail: approved.owner.email })
  const told = (await call('GET', '/api/me/notifications', back)).body
  expect(told).toContainEqual(
    expect.objectContaining({ kind: 'fee-returned', because: 'suspended', bioDataId: number }),
  )
  expect((await world.record(back, await world.pay(back, number), number)).status).toBe(200)
  expect(await pendingOf(back)).toHaveLength(1)
})
