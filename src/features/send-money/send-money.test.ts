import { afterAll, expect, onTestFinished, test } from 'vitest'
import { sendMoneyWorld } from '#tests/send-money.server.ts'
import type { Person } from '#tests/world.server.ts'
import { contactRequests } from '../contact-requests/queries.server.ts'
import { sweep } from '../payments/notices.server.ts'
import { sendMoneyProvider } from './provider.server.ts'
import { refundShort } from './queries.server.ts'

/** The database stamps payments by its own clock. */
const now = new Date()
/** How far the clock of the server is behind. */
let behindMs = 0
const world = await sendMoneyWorld({ clock: () => new Date(now.getTime() - behindMs) })
afterAll(() => world.close())
const { call, db, begin, tell, send, confirm, check, payment, newId, claimOf } = world
const admin = await world.makeAdmin(await world.somebody('admin'))
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const requestsOf = (by: Person) =>
  db.selectFrom('contactRequests').select('status').where('userId', '=', by.id).execute()
const refundsToSend = async () => (await call('GET', '/api/transfer-refunds', admin)).body
const findingsAbout = async (reference: string) =>
  (await call('GET', '/api/payment-findings', admin)).body.filter(
    ({ transactionId, done }: { transactionId: string; done: boolean }) => transactionId === reference && !done,
  )
const newsOf = (by: Person) =>
  db.selectFrom('notifications').select(['kind', 'about']).where('userId', '=', by.id).execute()
const twoPayers = async () => {
  const one = await world.payerAndBiodata()
  const two = await world.payerAndBiodata()
  return [one, two] as const
}

test('K8 offers card and money sent by hand, each with its own fee and currency, the card first', async () => {
  const { payer } = await world.payerAndBiodata()
  const { body } = await call('GET', '/api/payment-options', payer)
  expect(body).toMatchObject({
    ...{ price: 5, currency: 'USD' },
    ways: [
      { id: 'stripe', kind: 'card', price: 5, currency: 'USD' },
      {
        id: 'send-money',
        kind: 'send',
        price: 500,
        currency: 'BDT',
        payTo: [{ wallet: 'bkash', number: '01700-000000' }, {}],
      },
    ],
  })
})

test('K10a names an exact sum and a reference, and begins one payment however often it is asked for', async () => {
  const { payer, number } = await world.payerAndBiodata()
  const [one, ...others] = await Promise.all([1, 2, 3].map(() => begin(payer, number)))
  expect(one).toMatchObject({ price: 500, currency: 'BDT', told: false })
  expect(one!.reference).toMatch(/^[2-9A-HJ-NP-Z]{6}$/)
  for (const other of others) expect(other).toEqual(one)
  expect(await payment(one!.reference)).toMatchObject({ status: 'created', amount: 50_000, currency: 'bdt' })
})

test('K10b credits nothing before an administrator has read the money, then the request, and tells the payer', async () => {
  const { payer, owner, number } = await world.payerAndBiodata()
  const { id, page, reference, transactionId } = await send(payer, number)
  expect(await requestsOf(payer)).toEqual([])
  expect(await check(payer, page)).toMatchObject({
    ...{ outcome: 'told', price: 500, bioDataId: number },
    transfer: { reference, wallet: 'bkash', transactionId, lastDigits: '4821', arrived: 0, missing: 500 },
  })
  expect(await check(undefined, page)).toEqual({ outcome: 'told', price: 500, currency: 'BDT' })
  expect((await world.listed(admin)).find((row) => row._id === id)).toMatchObject({
    ...{ transactionId, price: 500, arrived: 0, trouble: null, read: null, reference, bioDataId: number },
    payer: { id: payer.id },
  })
  const waiting = async () => (await call('GET', '/api/waiting', admin)).body.transfers
  const before = await waiting()
  expect((await confirm(admin, id)).body).toEqual({ outcome: 'paid' })
  expect(await waiting()).toBe(before - 1)
  expect(await requestsOf(payer)).toEqual([{ status: 'pending' }])
  expect(await check(payer, page)).toMatchObject({ outcome: 'paid' })
  expect(await db.selectFrom('paymentReceipts').selectAll().where('id', '=', transactionId).execute()).toMatchObject([
    { provider: 'send-money', amount: 50_000, currency: 'bdt' },
  ])
  expect(await newsOf(payer)).toMatchObject([{ kind: 'transfer', about: { outcome: 'paid', number } }])
  expect((await call('GET', `/api/bioData/${owner.id}`, payer)).body.email).toBeUndefined()
  expect((await confirm(admin, id)).body).toEqual({ outcome: 'before' })
  expect(await requestsOf(payer)).toHaveLength(1)
})

test('K10b confirms once however many administrators confirm at the same moment, and refuses nothing then', async () => {
  const other = await world.makeAdmin(await world.somebody('admin'))
  const { payer, number } = await world.payerAndBiodata()
  const { id } = await send(payer, number)
  const answers = await Promise.all([
    ...[admin, other, admin, other].map(async (by) => (await confirm(by, id)).body.outcome),
    call('PATCH', `/api/transfers/${id}/refusal`, other).then(({ body }) =>
      body.modifiedCount ? 'refused' : 'before',
    ),
  ])
  expect(answers.filter((outcome) => outcome !== 'before')).toHaveLength(1)
  const wasRefused = answers.includes('refused')
  expect(await requestsOf(payer)).toHaveLength(wasRefused ? 0 : 1)
  const [receipt] = await db.selectFrom('transferClaims').select('state').where('id', '=', id).execute()
  expect(receipt).toEqual({ state: wasRefused ? 'refused' : 'confirmed' })
})

test('K10a credits nobody of two who name one transaction, at the same moment too, and lists both', async () => {
  const [one, two] = await twoPayers()
  const transactionId = newId()
  const [first, second] = await Promise.all([begin(one.payer, one.number), begin(two.payer, two.number)])
  const told = await Promise.all([
    tell(one.payer, first.page, transactionId),
    tell(two.payer, second.page, transactionId.toLowerCase()),
  ])
  expect(told.map(({ status }) => status)).toEqual([200, 200])
  expect(await check(one.payer, first.page)).toMatchObject({ outcome: 'claimed-twice' })
  expect(await check(two.payer, second.page)).toMatchObject({ outcome: 'claimed-twice' })
  for (const { reference } of [first, second])
    expect(await findingsAbout(reference)).toMatchObject([{ kind: 'claimed twice' }])
  const ids = await claimOf(transactionId)
  expect(ids).toHaveLength(2)
  for (const id of ids) expect(await confirm(admin, id)).toMatchObject({ status: 409, body: { code: 'claimed-twice' } })
  // The statement says whose number it came from: the other one is refused first.
  const mine = await db
    .selectFrom('transferClaims as claim')
    .innerJoin('payments', 'payments.id', 'claim.paymentId')
    .select('claim.id')
    .where('payments.userId', '=', one.payer.id)
    .executeTakeFirstOrThrow()
  const other = ids.find((id) => id !== mine.id)!
  expect((await call('PATCH', `/api/transfers/${other}/refusal`, admin)).body).toEqual({ modifiedCount: 1 })
  expect((await confirm(admin, mine.id)).body).toEqual({ outcome: 'paid' })
  for (const { reference } of [first, second]) expect(await findingsAbout(reference)).toEqual([])
  expect(await requestsOf(two.payer)).toEqual([])
})

test('K10a refuses a transaction that has paid before, also for the same payer and however long ago', async () => {
  const { payer, number } = await world.payerAndBiodata()
  const paid = await send(payer, number)
  await confirm(admin, paid.id)
  await db
    .updateTable('transferClaims')
    .set({ claimedAt: later(-10_000), decidedAt: later(-10_000) })
    .where('id', '=', paid.id)
    .execute()
  const owner = await world.somebody('owner')
  const again = await send(payer, await world.publish(owner), paid.transactionId)
  expect(await check(payer, again.page)).toMatchObject({ outcome: 'claimed-twice' })
  expect((await world.listed(admin)).find(({ _id }) => _id === again.id)).toMatchObject({ trouble: 'used' })
  expect(await confirm(admin, again.id)).toMatchObject({ status: 409, body: { code: 'used' } })
  await call('PATCH', `/api/transfers/${again.id}/refusal`, admin)
  expect(await requestsOf(payer)).toHaveLength(1)
})

test('K10b keeps less than the fee until the rest comes, and buys with both', async () => {
  const { payer, number } = await world.payerAndBiodata()
  const { id, page, reference } = await send(payer, number)
  expect((await confirm(admin, id, '450.00')).body).toEqual({ outcome: 'short' })
  expect(await requestsOf(payer)).toEqual([])
  expect(await check(payer, page)).toMatchObject({ outcome: 'short', transfer: { arrived: 450, missing: 50 } })
  const again = await begin(payer, number)
  expect(again).toMatchObject({ reference, page })
  const rest = newId()
  await tell(payer, page, rest)
  const [restId] = await claimOf(rest)
  expect((await world.listed(admin)).find(({ _id }) => _id === restId)).toMatchObject({ price: 50, arrived: 450 })
  expect((await confirm(admin, restId!, '50')).body).toEqual({ outcome: 'paid' })
  expect(await requestsOf(payer)).toEqual([{ status: 'pending' }])
})

test('K10d gives a part back when its payer wants it, only with the id of the outgoing transfer, and once', async () => {
  const { payer, number } = await world.payerAndBiodata()
  const { id, page, reference, transactionId } = await send(payer, number)
  await confirm(admin, id, '450')
  expect((await call('POST', '/api/transfer-refunds', payer, { reference: page })).body).toEqual({ modifiedCount: 1 })
  expect((await call('POST', '/api/transfer-refunds', payer, { reference: page })).body).toEqual({ modifiedCount: 0 })
  expect(await check(payer, page)).toMatchObject({ outcome: 'returned' })
  const refund = (await refundsToSend()).find((row: { transactionId: string }) => row.transactionId === transactionId)
  expect(refund).toMatchObject({
    price: 450,
    currency: 'BDT',
    because: 'another amount',
    wallet: 'bkash',
    lastDigits: '4821',
    payer: { id: payer.id },
  })
  const record = (outgoing: string) =>
    call('PATCH', `/api/transfer-refunds/${refund._id}`, admin, { transactionId: outgoing })
  expect(await record(transactionId)).toMatchObject({ status: 409, body: { code: 'used' } })
  expect(await record('')).toMatchObject({ status: 422 })
  const both = Array.from({ length: 8 }, newId)
  const recorded = await Promise.all(both.map(async (one) => (await record(one)).body.modifiedCount))
  expect(recorded.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
  const outgoing = both[recorded.indexOf(1)]!
  expect(await db.selectFrom('refunds').select('providerRef').where('id', '=', refund._id).execute()).toEqual([
    { providerRef: outgoing },
  ])
  expect(await payment(reference)).toMatchObject({ status: 'refunded' })
  // That outgoing transfer pays back nobody else.
  const other = await world.payerAndBiodata()
  const sent = await send(other.payer, other.number)
  await confirm(admin, sent.id, '501')
  const due = (await refundsToSend()).find((row: { transactionId: string }) => row.transactionId === sent.transactionId)
  expect(await call('PATCH', `/api/transfer-refunds/${due._id}`, admin, { transactionId: outgoing })).toMatchObject({
    status: 409,
  })
})

test('K10b gives more than the fee back whole, and tells the payer', async () => {
  const { payer, number } = await world.payerAndBiodata()
  const { id, reference } = await send(payer, number)
  expect((await confirm(admin, id, '550')).body).toEqual({ outcome: 'returned' })
  expect(await payment(reference)).toMatchObject({ status: 'refund_due', refundBecause: 'another amount' })
  expect(await requestsOf(payer)).toEqual([])
  expect(await newsOf(payer)).toMatchObject([{ kind: 'transfer', about: { outcome: 'returned' } }])
})

test('K10b gives a part back a week after it came, when the rest has not', async () => {
  const { payer, number } = await world.payerAndBiodata()
  const { id, reference } = await send(payer, number)
  await confirm(admin, id, '1')
  await db.updateTable('payments').set({ updatedAt: now }).where('providerRef', '=', reference).execute()
  await refundShort(db, later(24 * 6))
  expect(await payment(reference)).toMatchObject({ status: 'created' })
  await refundShort(db, later(24 * 7 + 1))
  expect(await payment(reference)).toMatchObject({ status: 'refund_due', refundBecause: 'another amount' })
})

test('K10a lets a payer whose transaction is not found name another one', async () => {
  const { payer, number } = await world.payerAndBiodata()
  const { id, page } = await send(payer, number)
  expect((await call('PATCH', `/api/transfers/${id}/refusal`, admin)).body).toEqual({ modifiedCount: 1 })
  expect((await call('PATCH', `/api/transfers/${id}/refusal`, admin)).body).toEqual({ modifiedCount: 0 })
  expect(await check(payer, page)).toMatchObject({ outcome: 'not-found' })
  expect(await newsOf(payer)).toMatchObject([{ kind: 'transfer', about: { outcome: 'not-found', page } }])
  const right = newId()
  expect((await tell(payer, page, right)).body).toEqual({ modifiedCount: 1 })
  expect((await tell(payer, page, right)).body).toEqual({ modifiedCount: 0 })
  const [corrected] = await claimOf(right)
  expect((await confirm(admin, corrected!)).body).toEqual({ outcome: 'paid' })
})

test('K10a ends a payment that nobody tells of within a day, and takes its money all the same', async () => {
  const { payer, number } = await world.payerAndBiodata()
  const { page, reference } = await begin(payer, number)
  const till = { db, goods: contactRequests, provider: sendMoneyProvider(db, []) }
  for (let hour = 1; hour < 31; hour++) {
    await sweep(till, later(hour), { error: (what: object) => expect(what).toBeUndefined() })
  }
  expect(await payment(reference)).toMatchObject({ status: 'canceled' })
  const anew = await begin(payer, number)
  expect(anew.reference).not.toBe(reference)
  const late = newId()
  expect((await tell(payer, page, late)).body).toEqual({ modifiedCount: 1 })
  expect(await payment(anew.reference)).toMatchObject({ status: 'canceled' })
  const [id] = await claimOf(late)
  expect((await confirm(admin, id!)).body).toEqual({ outcome: 'paid' })
})

test('K10b refunds money that is confirmed after its payer has left, or the other has stepped back', async () => {
  const [left, hidden] = await twoPayers()
  const one = await send(left.payer, left.number)
  const two = await send(hidden.payer, hidden.number)
  const part = await world.payerAndBiodata()
  const three = await send(part.payer, part.number)
  await confirm(admin, three.id, '450')
  await db.deleteFrom('users').where('id', '=', left.payer.id).execute()
  await db.deleteFrom('users').where('id', '=', part.payer.id).execute()
  await db.updateTable('biodata').set({ unpublished: true }).where('id', '=', hidden.owner.id).execute()
  // Less than the fee: nobody is there who could send the rest.
  expect((await confirm(admin, one.id, '450')).body).toEqual({ outcome: 'returned' })
  expect((await confirm(admin, two.id)).body).toEqual({ outcome: 'returned' })
  expect(await payment(one.reference)).toMatchObject({ status: 'refund_due', refundBecause: 'payer left' })
  expect(await payment(two.reference)).toMatchObject({ status: 'refund_due', refundBecause: 'hidden' })
  expect(await payment(three.reference)).toMatchObject({ status: 'refund_due', refundBecause: 'payer left' })
  const due = (await refundsToSend()).map(({ transactionId }: { transactionId: string }) => transactionId)
  expect(due).toEqual(expect.arrayContaining([one.transactionId, two.transactionId, three.transactionId]))
})

test('K10b refunds a part and the rest when the rest is confirmed after the payer has left', async () => {
  const { payer, number } = await world.payerAndBiodata()
  const { id, page, reference } = await send(payer, number)
  await confirm(admin, id, '450')
  const rest = newId()
  await tell(payer, page, rest)
  await db.deleteFrom('users').where('id', '=', payer.id).execute()
  const [restId] = await claimOf(rest)
  expect((await confirm(admin, restId!, '50')).body).toEqual({ outcome: 'returned' })
  const { id: paymentId } = await payment(reference)
  const refunds = await db
    .selectFrom('refunds')
    .select(['amount', 'state'])
    .where('paymentId', '=', paymentId)
    .orderBy('amount')
    .execute()
  expect(refunds).toEqual([
    { amount: 5_000, state: 'due' },
    { amount: 45_000, state: 'due' },
  ])
})

test.for([
  [{ transactionId: 'DED 220' }, 200],
  [{ transactionId: '?' }, 422],
  [{ transactionId: 5 }, 422],
  [{ wallet: 'paypal' }, 422],
  [{ lastDigits: '12' }, 422],
  [{ reference: 'nobody' }, 404],
] as const)('K10a answers a claim with %j by %i and loses nothing', async ([more, status]) => {
  const { payer, number } = await world.payerAndBiodata()
  const { page, reference } = await begin(payer, number)
  expect((await tell(payer, page, undefined, more)).status).toBe(status)
  expect(await payment(reference)).toMatchObject({ status: status === 200 ? 'claimed' : 'created' })
})

test('K10a takes no word about the payment of somebody else', async () => {
  const [one, two] = await twoPayers()
  const { page, reference } = await begin(one.payer, one.number)
  expect((await tell(two.payer, page)).status).toBe(404)
  expect((await call('POST', '/api/transfer-refunds', two.payer, { reference: page })).status).toBe(404)
  expect(await payment(reference)).toMatchObject({ status: 'created' })
})

test.for([
  ['500.001', 'now', 'amount'],
  ['', 'now', 'amount'],
  ['500', 'yesterday', 'at'],
  ['500', '2030-01-01 10:00', 'at'],
  ['500', '2024-01-01 10:00', 'at'],
] as const)('K10b refuses the sum %j at %j by its field, and confirms nothing', async ([amount, at, field]) => {
  const { payer, number } = await world.payerAndBiodata()
  const { id } = await send(payer, number)
  const refused = await confirm(admin, id, amount, at === 'now' ? undefined : at)
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ field }] } })
  expect(await requestsOf(payer)).toEqual([])
  expect(
    await claimOf(
      (await db.selectFrom('transferClaims').select('transactionId').where('id', '=', id).executeTakeFirstOrThrow())
        .transactionId,
    ),
  ).toEqual([id])
})

test('K10b has a second administrator read a large sum, and the first cannot be the second', async () => {
  const large = await sendMoneyWorld({ clock: () => now, secondAdminAbove: 40_000 })
  try {
    const first = await large.makeAdmin(await large.somebody('admin'))
    const { payer, number } = await large.payerAndBiodata()
    // Alone there is nobody else to ask.
    const alone = await large.payerAndBiodata()
    const own = await large.send(alone.payer, alone.number)
    expect((await large.confirm(first, own.id)).body).toEqual({ outcome: 'paid' })
    const second = await large.makeAdmin(await large.somebody('admin'))
    const { id } = await large.send(payer, number)
    expect((await large.confirm(first, id)).body).toEqual({ outcome: 'second' })
    expect((await large.confirm(first, id)).body).toEqual({ outcome: 'second' })
    const [shown] = await large.listed(second)
    expect(shown).toMatchObject({ read: { isYours: false, price: 500 } })
    expect(await large.confirm(second, id, '450')).toMatchObject({ status: 409, body: { code: 'read-otherwise' } })
    expect((await large.confirm(second, id)).body).toEqual({ outcome: 'paid' })
  } finally {
    await large.close()
  }
})

test('K10a gives money back that was sent twice for one fee, and money for a fee that went back', async () => {
  const { payer, owner, number } = await world.payerAndBiodata()
  const { id, page, transactionId } = await send(payer, number)
  await confirm(admin, id)
  // By the clock of another server this is earlier, and still the second.
  behindMs = 60_000
  onTestFinished(() => {
    behindMs = 0
  })
  const second = newId()
  expect((await tell(payer, page, second)).body).toEqual({ modifiedCount: 1 })
  expect(await check(payer, page)).toMatchObject({ outcome: 'paid' })
  const [secondId] = await claimOf(second)
  expect((await confirm(admin, secondId!)).body).toEqual({ outcome: 'returned' })
  expect(await requestsOf(payer)).toEqual([{ status: 'pending' }])
  const dueOf = async () =>
    (await refundsToSend()).flatMap((row: { payer: { id: string }; transactionId: string; because: string }) =>
      row.payer?.id === payer.id ? [[row.transactionId, row.because]] : [],
    )
  expect(await dueOf()).toEqual([[second, 'duplicate']])
  await db.updateTable('biodata').set({ unpublished: true }).where('id', '=', owner.id).execute()
  const third = newId()
  await tell(payer, page, third)
  const [thirdId] = await claimOf(third)
  expect((await confirm(admin, thirdId!)).body).toEqual({ outcome: 'returned' })
  expect(await dueOf()).toEqual([
    [second, 'duplicate'],
    [transactionId, 'hidden'],
    [third, 'duplicate'],
  ])
})

test('K10a forgets a transaction that its payer corrects, and credits the right one', async () => {
  const { payer, number } = await world.payerAndBiodata()
  const { id, page } = await send(payer, number)
  const right = newId()
  expect((await tell(payer, page, right)).body).toEqual({ modifiedCount: 1 })
  expect((await confirm(admin, id)).body).toEqual({ outcome: 'before' })
  const [rightId] = await claimOf(right)
  expect((await world.listed(admin)).filter(({ _id }) => _id === id || _id === rightId)).toMatchObject([
    { transactionId: right },
  ])
  expect((await confirm(admin, rightId!)).body).toEqual({ outcome: 'paid' })
})
