import { afterAll, expect, test } from 'vitest'
import { sendMoneyWorld } from '#tests/send-money.server.ts'
import type { Person } from '#tests/world.server.ts'
import { refundShort } from './queries.server.ts'

// What thieves, slips and late payers make of money sent by hand.

const now = new Date()
const world = await sendMoneyWorld({ clock: () => now })
afterAll(() => world.close())
const { call, db, begin, tell, send, confirm, check, newId, claimOf } = world
const admin = await world.makeAdmin(await world.somebody('admin'))
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

const refuse = (id: string) => call('PATCH', `/api/transfers/${id}/refusal`, admin)
const recordRefund = (id: string, transactionId: string) =>
  call('PATCH', `/api/transfer-refunds/${id}`, admin, { transactionId })
const dueOf = async (payer: Person) =>
  (await call('GET', '/api/transfer-refunds', admin)).body.filter(
    (row: { payer: { id: string } | null }) => row.payer?.id === payer.id,
  )
const newsOf = async (payer: Person) =>
  (await db.selectFrom('notifications').select('about').where('userId', '=', payer.id).execute()).map(
    ({ about }) => about,
  )
const upload = async (rows: [id: string, amount: string][]) => {
  const file = ['Trx ID,Date,Amount', ...rows.map(([id, amount]) => `${id},${now.toISOString()},${amount}`)].join('\n')
  return (await call('POST', '/api/transfer-statements', admin, { data: Buffer.from(file).toString('base64') })).body
}
/** Somebody whose money, more than the fee, is to go back. */
async function refundDue() {
  const { payer, number } = await world.payerAndBiodata()
  const { id } = await send(payer, number)
  await confirm(admin, id, '501')
  const [refund] = await dueOf(payer)
  return { payer, refund }
}

test('K10a buys nothing with the transaction by which a refund was sent, whatever the statement says', async () => {
  const { payer, refund } = await refundDue()
  const outgoing = newId()
  expect((await recordRefund(refund._id, outgoing)).body).toEqual({ modifiedCount: 1 })
  const owner = await world.somebody('owner')
  const { id } = await send(payer, await world.publish(owner), outgoing)
  expect((await world.listed(admin)).find(({ _id }) => _id === id)).toMatchObject({ trouble: 'used' })
  expect(await upload([[outgoing, '500']])).toMatchObject({ matching: [], otherAmount: [{ id, trouble: 'used' }] })
  expect(await confirm(admin, id)).toMatchObject({ status: 409, body: { code: 'used' } })
  await refuse(id)
  expect(await upload([[outgoing, '500']])).toMatchObject({ known: 1, unmatched: 0 })
})

test('K10d records a refund although its payer has claimed the outgoing transaction first', async () => {
  const { payer, refund } = await refundDue()
  const outgoing = newId()
  const owner = await world.somebody('owner')
  const { id } = await send(payer, await world.publish(owner), outgoing)
  expect((await recordRefund(refund._id, outgoing)).body).toEqual({ modifiedCount: 1 })
  expect(await confirm(admin, id)).toMatchObject({ status: 409, body: { code: 'used' } })
})

test('K10a buys once with a transaction of which a letter is taken for a digit', async () => {
  const [one, two] = [await world.payerAndBiodata(), await world.payerAndBiodata()]
  const first = await send(one.payer, one.number, 'DED220MHI4')
  const second = await send(two.payer, two.number, 'DED22OMHL4')
  expect(await check(two.payer, second.page)).toMatchObject({ outcome: 'claimed-twice' })
  await refuse(second.id)
  expect((await confirm(admin, first.id)).body).toEqual({ outcome: 'paid' })
  await tell(two.payer, second.page, 'DED220MH14')
  const [again] = await claimOf('DED220MH14')
  expect(await confirm(admin, again!)).toMatchObject({ status: 409, body: { code: 'used' } })
})

test('K10a lists a transaction again that is claimed twice again', async () => {
  const [one, two] = [await world.payerAndBiodata(), await world.payerAndBiodata()]
  const first = await send(one.payer, one.number)
  const { page, reference } = await send(two.payer, two.number)
  const open = async () =>
    (await call('GET', '/api/payment-findings', admin)).body.filter(
      (row: { transactionId: string; done: boolean }) => row.transactionId === reference && !row.done,
    ).length
  for (let round = 0; round < 2; round++) {
    await tell(two.payer, page, first.transactionId)
    expect(await open()).toBe(1)
    for (const id of await claimOf(first.transactionId)) if (id !== first.id) await refuse(id)
    // The other one still waits alone.
    await confirm(admin, first.id, 'nothing')
    await db.updateTable('paymentFindings').set({ doneAt: now }).where('providerRef', '=', reference).execute()
    expect(await open()).toBe(0)
  }
})

test('K10a takes money for a contact that was closed after its payer began, and sends it back', async () => {
  const { payer, owner, number } = await world.payerAndBiodata()
  const { page, reference } = await begin(payer, number)
  await db.updateTable('biodata').set({ contactFor: 'nobody' }).where('id', '=', owner.id).execute()
  expect(await begin(payer, number)).toMatchObject({ page, reference })
  expect((await call('GET', `/api/check-payment?bioDataId=${number}&userEmail=me`, payer)).body).toEqual({
    isPaid: false,
    page,
  })
  const transactionId = newId()
  await tell(payer, page, transactionId)
  const [id] = await claimOf(transactionId)
  expect((await confirm(admin, id!)).body).toEqual({ outcome: 'returned' })
  expect(await dueOf(payer)).toMatchObject([{ because: 'hidden' }])
})

test('K10b takes money that was sent for an earlier payment of the same contact', async () => {
  const { payer, number } = await world.payerAndBiodata()
  const { reference } = await begin(payer, number)
  await db
    .updateTable('payments')
    .set({ status: 'canceled', declinesKey: null, createdAt: daysAgo(9) })
    .where('providerRef', '=', reference)
    .execute()
  const { id } = await send(payer, number)
  expect((await confirm(admin, id, '500', daysAgo(9).toISOString())).body).toEqual({ outcome: 'paid' })
})

test('K10c says who named a transaction that now matches nobody', async () => {
  const { payer, number } = await world.payerAndBiodata()
  const { page, transactionId } = await send(payer, number)
  await tell(payer, page)
  expect(await upload([[transactionId, '500']])).toMatchObject({ unmatched: 1, shown: [{ payer: { id: payer.id } }] })
})

test('K10b tells the payer of money that goes back, also when the biodata is gone or the rest never came', async () => {
  const gone = await world.payerAndBiodata()
  const sent = await send(gone.payer, gone.number)
  await db.deleteFrom('users').where('id', '=', gone.owner.id).execute()
  expect((await confirm(admin, sent.id)).body).toEqual({ outcome: 'returned' })
  expect(await newsOf(gone.payer)).toEqual([{ outcome: 'returned', page: sent.page }])

  const short = await world.payerAndBiodata()
  const part = await send(short.payer, short.number)
  await confirm(admin, part.id, '300')
  await refundShort(db, daysAgo(-8))
  expect(await newsOf(short.payer)).toMatchObject([{ outcome: 'short' }, { outcome: 'returned', number: short.number }])
})

test('K10d says to which wallet a part goes back: the one that it came from', async () => {
  const { payer, number } = await world.payerAndBiodata()
  const { id, page } = await send(payer, number)
  await confirm(admin, id, '300')
  await db
    .updateTable('transferClaims')
    .set({ claimedAt: daysAgo(1) })
    .where('id', '=', id)
    .execute()
  const other = newId()
  await tell(payer, page, other, { wallet: 'bank', lastDigits: '9999' })
  const [otherId] = await claimOf(other)
  await refuse(otherId!)
  expect(await check(payer, page)).toMatchObject({ outcome: 'short', transfer: { arrived: 300 } })
  await call('POST', '/api/transfer-refunds', payer, { reference: page })
  expect(await check(payer, page)).toMatchObject({
    outcome: 'returned',
    transfer: { wallet: 'bkash', lastDigits: '4821' },
  })
})

test('K10a W7 mails administrators that a transfer waits, once for each that is told', async () => {
  const { payer, number } = await world.payerAndBiodata()
  const mails = () =>
    db
      .selectFrom('outbox')
      .select('content')
      .where('recipient', '=', admin.email)
      .where('kind', '=', 'new-request')
      .execute()
  const before = (await mails()).length
  const { page, transactionId } = await send(payer, number)
  await tell(payer, page, transactionId)
  expect((await mails()).slice(before).map(({ content }) => content)).toEqual([
    { kind: 'new-request', request: 'transfer', number },
  ])
})

test('K7 K10a finds a payment by its reference, and by the transactions that paid it and paid it back', async () => {
  const { payer, number } = await world.payerAndBiodata()
  const { id, reference, transactionId } = await send(payer, number)
  await confirm(admin, id, '501')
  const [refund] = await dueOf(payer)
  const outgoing = newId()
  await recordRefund(refund._id, outgoing)
  for (const words of [reference, transactionId, transactionId.toLowerCase(), outgoing])
    expect((await call('GET', `/api/all-payments?search=${words}`, admin)).body).toMatchObject([
      { transactionId: reference },
    ])
})

test('K10a answers two tabs that tell of two payments for one contact without a fault', async () => {
  for (let round = 0; round < 10; round++) {
    const { payer, number } = await world.payerAndBiodata()
    const { page, reference } = await begin(payer, number)
    await db
      .updateTable('payments')
      .set({ status: 'canceled', declinesKey: null })
      .where('providerRef', '=', reference)
      .execute()
    const anew = await begin(payer, number)
    const id = newId()
    const told = await Promise.all([
      tell(payer, page, id),
      tell(payer, anew.page, id),
      call('POST', '/api/payment-transfers', payer, { bioDataId: number }),
    ])
    for (const { status } of told) expect([200, 409]).toContain(status)
  }
})
