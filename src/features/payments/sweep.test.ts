import { afterAll, expect, test, vi } from 'vitest'
import { payingWorld } from '#tests/paying.server.ts'
import { noon, type Person } from '#tests/world.server.ts'
import { sweep } from './notices.server.ts'
import type { Notice, PaymentProvider } from './provider.ts'

// No notice arrives here: the sweep alone finds what has happened at the provider.

let now = noon
const world = await payingWorld({ clock: () => now })
afterAll(() => world.close())
const admin = await world.makeAdmin(await world.somebody('admin'))

const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const log = { error() {} }
const sweepNow = (provider: PaymentProvider = world.till.provider) => sweep({ ...world.till, provider }, now, log)
const requestsOf = ({ id }: Person) =>
  world.db.selectFrom('contactRequests').select('status').where('userId', '=', id).execute()

test('K3d: the sweep looks again at a payment that it could not settle, also at one from before its overlap', async () => {
  const { payer, number } = await world.payerAndBiodata()
  await sweepNow()
  await world.pay(payer, number)
  pass(20)
  const stumble = vi.spyOn(world.till.goods, 'deliver').mockRejectedValue(new Error('out of order'))
  await sweepNow()
  stumble.mockRestore()
  expect(await requestsOf(payer)).toEqual([])
  pass(5)
  await sweepNow()
  expect(await requestsOf(payer)).toEqual([{ status: 'pending' }])
})

test('K3d: the sweep finds what the provider has written down five minutes late', async () => {
  const { payer, number } = await world.payerAndBiodata()
  await sweepNow()
  await world.pay(payer, number)
  pass(5)
  const { provider } = world.till
  async function* nothing(): AsyncGenerator<Notice> {}
  await sweepNow({
    ...provider,
    listSince: async (moment) => ({ ...(await provider.listSince!(moment)), notices: nothing() }),
  })
  expect(await requestsOf(payer)).toEqual([])
  pass(5)
  await sweepNow()
  expect(await requestsOf(payer)).toEqual([{ status: 'pending' }])
})

test('K3d K3g: the sweep closes the contact of a disputed payment whose notice was lost', async () => {
  const { payer, owner, number } = await world.payerAndBiodata()
  const ref = await world.pay(payer, number)
  const { insertedId } = (await world.record(payer, ref, number)).body
  await world.call('PATCH', `/api/contact-request-approver/${insertedId}`, admin)
  await sweepNow()
  world.sandbox.dispute(ref)
  pass(5)
  await sweepNow()
  expect(await requestsOf(payer)).toEqual([{ status: 'withdrawn' }])
  expect((await world.call('GET', `/api/bioData/${owner.id}`, payer)).body).not.toHaveProperty('email')
  expect((await world.call('GET', '/api/payment-findings', admin)).body).toMatchObject([
    { kind: 'disputed', transactionId: ref },
  ])
})
