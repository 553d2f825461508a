import { afterAll, expect, test } from 'vitest'
import { worldOfAdapters } from '#tests/adapters.server.ts'
import { noon } from '#tests/world.server.ts'
import { refundAllDue } from './settle.server.ts'

const now = noon
const world = await worldOfAdapters(() => now)
afterAll(() => world.close())
const { call, db, paymentOf, payerAndBiodata } = world
const redirect = world.adapters.redirect!
const admin = await world.makeAdmin(await world.somebody('admin'))

/** A payment that its provider calls risky, with its finding. */
async function risky() {
  const people = await payerAndBiodata()
  const ref = await redirect.begin(people.payer, people.number)
  await redirect.pay(ref, { risky: true })
  await redirect.comeBack(people.payer, ref, people.number)
  const { body } = await call('GET', '/api/payment-findings', admin)
  const finding = body.find(({ transactionId }: { transactionId: string }) => transactionId === ref)
  const decide = (how: 'acceptance' | 'refund', by = admin) =>
    call('PATCH', `/api/payment-findings/${finding._id}/${how}`, by)
  return { ...people, ref, finding, decide }
}
const requestsOf = ({ id }: { id: string }) =>
  db.selectFrom('contactRequests').select('status').where('userId', '=', id).execute()
const linesOf = ({ id }: { id: string }) =>
  db.selectFrom('auditLog').select(['action', 'actorId']).where('subjectId', '=', id).execute()

test('K7 K8: an administrator accepts money that the provider calls risky, and it buys, once', async () => {
  const { payer, ref, number, finding, decide } = await risky()
  expect(finding).toMatchObject({ kind: 'risky', isInReview: true, done: false })
  expect(await requestsOf(payer)).toEqual([])
  const answers = await Promise.all([decide('acceptance'), decide('acceptance'), decide('acceptance')])
  expect(answers.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 0, 1])
  expect(await requestsOf(payer)).toEqual([{ status: 'pending' }])
  // The provider goes on calling it risky.
  await redirect.comeBack(payer, ref, number)
  await redirect.notice(ref)
  expect(await paymentOf(ref)).toMatchObject({ status: 'succeeded' })
  expect(await requestsOf(payer)).toHaveLength(1)
  expect(await linesOf(payer)).toEqual([{ action: 'accepted risky payment', actorId: admin.id }])
  const { body } = await call('GET', '/api/payment-findings', admin)
  expect(body.find(({ _id }: { _id: string }) => _id === finding._id)).toMatchObject({ done: true, isInReview: false })
  expect((await decide('refund')).body).toEqual({ modifiedCount: 0 })
})

test('K7 K8: an administrator has money refunded that the provider calls risky: it goes back once, and its payer is told', async () => {
  const { payer, ref, number, decide } = await risky()
  const answers = await Promise.all([decide('refund'), decide('refund')])
  expect(answers.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 1])
  await expect.poll(async () => (await paymentOf(ref)).status).toBe('refunded')
  await refundAllDue(db, redirect.provider, now)
  await redirect.comeBack(payer, ref, number)
  expect(await paymentOf(ref)).toMatchObject({ status: 'refunded', refundBecause: 'refused' })
  expect(redirect.refunds(ref)).toBe(1)
  expect(await requestsOf(payer)).toEqual([])
  expect(await linesOf(payer)).toEqual([{ action: 'refunded risky payment', actorId: admin.id }])
  expect((await call('GET', '/api/me/notifications', payer)).body).toMatchObject([
    { kind: 'fee-returned', bioDataId: number },
  ])
  expect((await decide('acceptance')).body).toEqual({ modifiedCount: 0 })
})

test('K7 K8: of two administrators who accept and refund risky money at once, one decides', async () => {
  const { payer, ref, decide } = await risky()
  const [accepted, refunded] = await Promise.all([decide('acceptance'), decide('refund')])
  expect(accepted.body.modifiedCount + refunded.body.modifiedCount).toBe(1)
  const { status } = await paymentOf(ref)
  expect(status === 'succeeded').toBe(accepted.body.modifiedCount === 1)
  expect(await requestsOf(payer)).toHaveLength(accepted.body.modifiedCount)
})

test('K7 K8: risky money for a biodata that is gone meanwhile goes back when it is accepted', async () => {
  const { payer, owner, ref, decide } = await risky()
  await db.deleteFrom('biodata').where('id', '=', owner.id).execute()
  await decide('acceptance')
  await expect.poll(async () => (await paymentOf(ref)).status).not.toBe('review')
  expect(await requestsOf(payer)).toEqual([])
})

test('K7 K8: without the provider’s answer nothing is accepted, and another finding is no risky payment', async () => {
  const { ref, payer, decide } = await risky()
  redirect.isAway(true)
  expect((await decide('acceptance')).status).toBe(503)
  redirect.isAway(false)
  expect(await paymentOf(ref)).toMatchObject({ status: 'review' })
  expect((await decide('acceptance', payer)).status).toBe(403)
  const { id } = await db
    .insertInto('paymentFindings')
    .values({ provider: 'redirect', providerRef: ref, kind: 'disputed', amount: 500, currency: 'usd' })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const how of ['acceptance', 'refund'])
    expect((await call('PATCH', `/api/payment-findings/${id}/${how}`, admin)).status).toBe(404)
  expect((await call('PATCH', '/api/payment-findings/999999/refund', admin)).status).toBe(404)
})
