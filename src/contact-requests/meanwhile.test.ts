import { afterAll, expect, test } from 'vitest'
import { payingWorld } from '#test/paying.server.ts'
import type { Person } from '#test/world.server.ts'
import { contactRequests } from './queries.server.ts'

// What somebody does in the moment in which a payment becomes a request.

const world = await payingWorld()
afterAll(() => world.close())
const { call, db, somebody, payerAndBiodata } = world
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
type Act = (people: { payer: Person; owner: Person }) => Promise<{ status: number }>

const ways: [string, Act][] = [
  ['the person blocks the payer', ({ payer, owner }) => block(owner, payer)],
  ['the payer blocks the person', ({ payer, owner }) => block(payer, owner)],
  ['the person is suspended', ({ owner }) => suspend(owner)],
  ['the biodata is taken down', ({ owner }) => unpublish(owner)],
]

test.each(ways.flatMap(([what, act]) => [[what, 'named first', act] as const, [what, 'named last', act] as const]))(
  'R4 M6 K3f: where %s while a payment becomes a request, its biodata %s, the fee goes back',
  async (_, named, act) => {
    const { payer, owner, number } = await payerAndBiodata()
    const ref = await world.pay(payer, named === 'named first' ? number : undefined)
    const payment = await paymentBehind(ref)
    let acting: ReturnType<Act> | undefined
    await db.transaction().execute(async (trx) => {
      // As settling does it.
      await trx.selectFrom('payments').select('id').where('id', '=', payment.id).forUpdate().execute()
      await contactRequests.deliver(trx, { ...payment, userId: payer.id, biodataId: owner.id })
      const bought = { status: 'succeeded', biodataId: owner.id, declinesKey: null } as const
      await trx.updateTable('payments').set(bought).where('id', '=', payment.id).execute()
      acting = act({ payer, owner })
      await world.untilHeldUp(acting)
    })
    expect((await acting)?.status).toBe(200)
    expect(await requestsOf(payer)).toMatchObject([{ status: 'withdrawn' }])
    await expect.poll(() => paymentBehind(ref)).toMatchObject({ status: 'refunded', refundBecause: 'hidden' })
  },
)

test.each(ways)(
  'R4 M6 K3e: where %s while the payment of a request that waits is settled again, neither waits for the other for ever',
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
      await contactRequests.deliver(trx, { ...payment, userId: payer.id, biodataId: owner.id })
    })
    expect((await acting)?.status).toBe(200)
    expect(await requestsOf(payer)).toMatchObject([{ status: 'withdrawn' }])
  },
)

test.each(ways)('R4 M6 K3e K3f: of payments that arrive while %s none is left waiting', async (_, act) => {
  for (let round = 0; round < 3; round++) {
    const { payer, owner, number } = await payerAndBiodata()
    const ref = await world.pay(payer, round === 2 ? undefined : number)
    const [recorded, { status }] = await Promise.all([world.record(payer, ref, number), act({ payer, owner })])
    expect([200, 404, 409]).toContain(recorded.status)
    expect(status).toBe(200)
    expect(await pendingOf(payer)).toEqual([])
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
