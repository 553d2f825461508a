import { afterAll, expect, test } from 'vitest'
import { removeOld } from '#tests/old-rows.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { daysUnnamed } from './policy.ts'
import { cancelPayment, findUnassigned, refundUnassigned, setProviderRef } from './queries.server.ts'
import { refundAllDue, settle } from './settle.server.ts'

// What was bought stays bought, and what was refunded stays so, whatever comes after it.

const world = await payingWorld()
afterAll(() => world.close())
const { call, db, payerAndBiodata } = world
const admin = await world.makeAdmin(await world.somebody('admin'))

const paymentBehind = (ref: string) =>
  db
    .selectFrom('payments')
    .select(['status', 'refundBecause', 'refundedByHand'])
    .where('providerRef', '=', ref)
    .executeTakeFirst()
const saidOf = async (ref: string) => (await world.till.provider.fetch(ref))!
const settleNow = async (ref: string) => settle(world.till, await saidOf(ref), new Date())
const leave = ({ id }: { id: string }) => db.deleteFrom('users').where('id', '=', id).execute()

/** Somebody whose request waits. */
async function asked() {
  const people = await payerAndBiodata()
  const ref = await world.pay(people.payer, people.number)
  const { insertedId } = (await world.record(people.payer, ref, people.number)).body
  return { ...people, ref, insertedId }
}
/** Somebody who has seen the contact. */
async function shown() {
  const people = await asked()
  await call('PATCH', `/api/contact-request-approver/${people.insertedId}`, admin)
  await call('GET', '/api/payments', people.payer)
  return people
}

test('K3f: a fee that has bought a contact does not go back, however old it is', async () => {
  const { ref } = await asked()
  await refundUnassigned(db, new Date(Date.now() + (daysUnnamed + 1) * 86_400_000))
  expect(await paymentBehind(ref)).toMatchObject({ status: 'succeeded' })
})

test.each(['owner', 'payer'] as const)(
  'A9 K3f: the fee of a contact that was seen stays paid when its %s leaves, and that of one nobody has seen goes back',
  async (who) => {
    const people = await shown()
    await leave(people[who])
    expect(await paymentBehind(people.ref)).toMatchObject({ status: 'succeeded', refundBecause: null })
    const unseen = await asked()
    await call('PATCH', `/api/contact-request-approver/${unseen.insertedId}`, admin)
    await leave(unseen[who])
    expect(await paymentBehind(unseen.ref)).toMatchObject({ status: 'refund_due' })
  },
)

test('A9 K3e: a late notice about a contact that its payer had seen gives nothing back after the payer left', async () => {
  const { payer, ref } = await shown()
  await leave(payer)
  expect(await settleNow(ref)).toEqual({ kind: 'returned' })
  expect(await paymentBehind(ref)).toMatchObject({ status: 'succeeded', refundBecause: null })
})

test.each(['with', 'without'])(
  'K3e K3g: an answer from before a dispute changes nothing about a payment %s a biodata',
  async (named) => {
    const { payer, number } = await payerAndBiodata()
    const ref = await world.pay(payer, named === 'with' ? number : undefined)
    await settleNow(ref)
    const before = await saidOf(ref)
    world.sandbox.dispute(ref)
    await settleNow(ref)
    const refunds = [{ providerRef: 're_late', amount: 500, state: 'on its way' as const }]
    const onItsWay = { ...before, receipts: before.receipts.map((receipt) => ({ ...receipt, refunds })) }
    for (const late of [before, onItsWay])
      expect(await settle(world.till, late, new Date())).toEqual({ kind: 'returned' })
    expect(await paymentBehind(ref)).toMatchObject({ status: 'disputed' })
  },
)

test('K3e: an old word that a payment was canceled, or that a card was declined, changes nothing about a paid one', async () => {
  const { ref } = await asked()
  const said = { ...(await saidOf(ref)), lastError: 'card_declined' }
  for (const status of ['canceled', 'open'] as const) await settle(world.till, { ...said, status }, new Date())
  const { lastError } = await db
    .selectFrom('payments')
    .select('lastError')
    .where('providerRef', '=', ref)
    .executeTakeFirstOrThrow()
  expect({ ...(await paymentBehind(ref)), lastError }).toMatchObject({ status: 'succeeded', lastError: null })
})

test('K3f K3g: a dispute that came after a refused refund stays one when the refusal is dealt with', async () => {
  const { ref, insertedId } = await asked()
  world.sandbox.fail.refund = ref
  await call('PATCH', `/api/contact-requests/${insertedId}/refusal`, admin, { reason: 'Incomplete.' })
  const findings = async (): Promise<{ _id: string; kind: string; transactionId: string }[]> =>
    (await call('GET', '/api/payment-findings', admin)).body
  const refusal = async () =>
    (await findings()).find(({ kind, transactionId }) => kind === 'refund refused' && transactionId === ref)
  await expect.poll(refusal).toBeDefined()
  world.sandbox.dispute(ref)
  await settleNow(ref)
  // What the bank has taken back is not given back a second time.
  const refundsAsked = () => world.sandbox.requests.filter(({ path }) => path === '/v1/refunds').length
  const before = refundsAsked()
  await refundAllDue(db, world.till.provider, new Date(Date.now() + 2 * 86_400_000))
  expect(refundsAsked()).toBe(before)
  const settled = await call('PATCH', `/api/payment-findings/${(await refusal())!._id}`, admin)
  expect(settled.body).toEqual({ modifiedCount: 1 })
  expect(await paymentBehind(ref)).toMatchObject({ status: 'disputed', refundedByHand: false })
})

test('K3f K3g: a dispute that comes while a refund is under way stays one', async () => {
  const { ref } = await asked()
  const isDue = { status: 'refund_due', refundBecause: 'duplicate' } as const
  await db.updateTable('payments').set(isDue).where('providerRef', '=', ref).execute()
  const { provider } = world.till
  const refund = async () => {
    world.sandbox.dispute(ref)
    await settleNow(ref)
    return { state: 'refunded' as const }
  }
  await refundAllDue(db, { ...provider, refund }, new Date())
  expect(await paymentBehind(ref)).toMatchObject({ status: 'disputed' })
})

test('K3e: what a slower tab writes changes neither a settled payment nor the provider’s id of it', async () => {
  const { ref } = await asked()
  const { id } = await db.selectFrom('payments').select('id').where('providerRef', '=', ref).executeTakeFirstOrThrow()
  await cancelPayment(db, id)
  await setProviderRef(db, id, 'pi_of_a_slower_tab')
  expect(await paymentBehind(ref)).toMatchObject({ status: 'succeeded' })
})

test('K3b K3f: a refunded fee for nobody’s contact is not offered any more', async () => {
  const { payer } = await payerAndBiodata()
  const ref = await world.pay(payer)
  await settleNow(ref)
  expect(await findUnassigned(db, payer.id, 'stripe')).toBe(ref)
  await db.updateTable('payments').set({ status: 'refunded' }).where('providerRef', '=', ref).execute()
  expect(await findUnassigned(db, payer.id, 'stripe')).toBeUndefined()
})

test('R7: a fee that was paid is not forgotten, whatever became of it', async () => {
  const { payer } = await payerAndBiodata()
  const ref = await world.pay(payer)
  await settleNow(ref)
  await removeOld(db, 'payments', new Date(Date.now() + 400 * 86_400_000))
  expect(await paymentBehind(ref)).toMatchObject({ status: 'succeeded' })
})

test('M6 K3f: a fee that was refunded with the biodata is not refunded again when its payer is suspended', async () => {
  const { payer, owner, ref } = await asked()
  await call('POST', '/api/me/deletion', owner, { confirmation: 'a good password' })
  await expect.poll(() => paymentBehind(ref)).toMatchObject({ status: 'refunded', refundBecause: 'biodata left' })
  const reason = 'Three families complained.'
  const suspended = await call('PATCH', `/api/users/suspension/${payer.id}`, admin, { reason })
  expect(suspended.body).toEqual({ modifiedCount: 1 })
  expect(await paymentBehind(ref)).toMatchObject({ status: 'refunded', refundBecause: 'biodata left' })
})
