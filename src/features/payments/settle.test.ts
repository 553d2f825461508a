import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { wrongTotals } from '#demo/population/fill.ts'
import { removeOld } from '#tests/old-rows.server.ts'
import { payingWorld, refOf } from '#tests/paying.server.ts'
import type { Person } from '#tests/world.server.ts'
import { noon } from '#tests/world.server.ts'
import { sweep } from './notices.server.ts'
import { refundAllDue } from './settle.server.ts'

const start = noon
let now = start
const lines: string[] = []
const world = await payingWorld({
  clock: () => now,
  logLevel: 'warn',
  logTo: { write: (line) => void lines.push(line) },
})
beforeAll(async () => void (await world.listen()))
afterAll(() => world.close())
beforeEach(() => {
  lines.length = 0
})

const minutes = (n: number) => {
  now = new Date(now.getTime() + n * 60_000)
}
const { somebody, payerAndBiodata } = world
const admin = await world.makeAdmin(await somebody('admin'))

const errors: object[] = []
const log = { error: (what: object) => void errors.push(what) }
const sweepNow = () => sweep(world.till, now, log)
const begin = (by: Person, bioDataId?: number) =>
  world.call('POST', '/api/create-payment-intent', by, { price: 5, bioDataId })
const requestsOf = (payer: Person) =>
  world.db.selectFrom('contactRequests').selectAll().where('userId', '=', payer.id).orderBy('requestedAt').execute()
const paymentBehind = (ref: string) =>
  world.db.selectFrom('payments').selectAll().where('providerRef', '=', ref).executeTakeFirst()
const eventsAbout = (ref: string, type: string) =>
  world.sandbox.events().filter((event) => {
    const object = event.data.object as { id: string; payment_intent?: string }
    return event.type === type && (object.payment_intent ?? object.id) === ref
  })
/** The last event of a type arrives at the webhook. */
const tell = (ref: string, type: string) => world.sandbox.deliver(eventsAbout(ref, type).at(-1)!)
const findings = async () =>
  (await world.call('GET', '/api/payment-findings', admin)).body as { transactionId: string }[]
const findingsAbout = async (ref: string) => (await findings()).filter(({ transactionId }) => transactionId === ref)
const mails = () => world.db.selectFrom('outbox').select('content').where('recipient', '=', admin.email).execute()
const mailsAbout = async (finding: string) =>
  (await mails()).filter(({ content }) => content?.kind === 'payment-finding' && content.finding === finding)
const contactOf = async (payer: Person, owner: Person) =>
  (await world.call('GET', `/api/bioData/${owner.id}`, payer)).body.email

/** A payment that was made at the provider by a site that used this account, with an id of ours that we do not know. */
async function paidAtTheProvider(metadata: Record<string, string>) {
  const { id, client_secret } = await world.stripe.paymentIntents.create({ amount: 500, currency: 'usd', metadata })
  await world.confirm(client_secret!)
  return id
}

test('K3d: a payment that neither the browser nor the webhook told of is a contact request after one sweep', async () => {
  const { payer, number } = await payerAndBiodata()
  const ref = await world.pay(payer, number)
  expect(await requestsOf(payer)).toEqual([])
  await sweepNow()
  expect(await requestsOf(payer)).toMatchObject([{ status: 'pending' }])
  expect(await paymentBehind(ref)).toMatchObject({ status: 'succeeded' })
  minutes(5)
  await sweepNow()
  expect(await requestsOf(payer)).toHaveLength(1)
})

test('K3d: the sweep finds the payment of a server that died before it noted the provider’s id', async () => {
  const { payer, number } = await payerAndBiodata()
  const ref = await world.pay(payer, number)
  await world.db.updateTable('payments').set({ providerRef: null }).where('providerRef', '=', ref).execute()
  await sweepNow()
  expect(await requestsOf(payer)).toMatchObject([{ status: 'pending' }])
})

test('K3d: what the provider was paid and we do not know is listed once, and told to the administrators', async () => {
  const lost = await paidAtTheProvider({ paymentId: crypto.randomUUID(), userId: admin.id })
  const foreign = await paidAtTheProvider({ shop: 'another' })
  const before = (await mailsAbout('unknown')).length
  await sweepNow()
  await tell(lost, 'payment_intent.succeeded')
  await sweepNow()
  expect(await findingsAbout(lost)).toMatchObject([
    { kind: 'unknown', price: 5, currency: 'USD', person: null, done: false },
  ])
  expect(await findingsAbout(foreign)).toEqual([])
  expect((await mailsAbout('unknown')).length).toBe(before + 1)
})

test('K3d: a finding is dealt with once, by one of two administrators, and written down', async () => {
  const lost = await paidAtTheProvider({ paymentId: crypto.randomUUID() })
  await sweepNow()
  const [finding] = (await findingsAbout(lost)) as unknown as { _id: string }[]
  const settle = () => world.call('PATCH', `/api/payment-findings/${finding!._id}`, admin)
  const answers = await Promise.all([settle(), settle(), settle()])
  expect(answers.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 0, 1])
  expect(await findingsAbout(lost)).toMatchObject([{ done: true }])
  expect((await world.call('PATCH', '/api/payment-findings/999999', admin)).status).toBe(404)
})

test('K3d: the sweep asks about nothing twice, and looks back no further than it has to', async () => {
  const { payer, number } = await payerAndBiodata()
  await world.pay(payer, number)
  await sweepNow()
  minutes(60)
  await sweepNow()
  const asked = world.sandbox.requests.length
  await sweepNow()
  expect(world.sandbox.requests.slice(asked)).toEqual([{ method: 'GET', path: '/v1/events' }])
  await removeOld(world.db, 'provider_events', new Date(now.getTime() + 31 * 86_400_000))
  await sweepNow()
  expect(world.sandbox.requests.slice(asked + 1)).toEqual([{ method: 'GET', path: '/v1/events' }])
})

test('K3d: a payment that cannot be settled holds up no other, and is tried again', async () => {
  const [broken, good] = [await payerAndBiodata(), await payerAndBiodata()]
  const ref = await world.pay(broken.payer, broken.number)
  await world.pay(good.payer, good.number)
  const { deliver } = world.till.goods
  const stumble = vi.spyOn(world.till.goods, 'deliver').mockImplementation((trx, payment, now) => {
    if (payment.providerRef === ref) throw new Error('out of order')
    return deliver(trx, payment, now)
  })
  await sweepNow()
  expect(errors).toHaveLength(1)
  expect(await requestsOf(good.payer)).toHaveLength(1)
  expect(await requestsOf(broken.payer)).toEqual([])
  stumble.mockRestore()
  minutes(60)
  await sweepNow()
  expect(await requestsOf(broken.payer)).toHaveLength(1)
})

test.each([
  ['a day ahead', 86_400_000],
  ['forty days ahead', 40 * 86_400_000],
  ['a day behind', -86_400_000],
])('K3d: what was paid while the clock of the server was %s is found then, and once it is right', async (_, wrong) => {
  const [then, later] = [await payerAndBiodata(), await payerAndBiodata()]
  await sweepNow()
  minutes(60)
  await world.pay(then.payer, then.number)
  await sweep(world.till, new Date(now.getTime() + wrong), log)
  expect(await requestsOf(then.payer)).toHaveLength(1)
  await world.pay(later.payer, later.number)
  minutes(60)
  await sweepNow()
  await sweepNow()
  expect(await requestsOf(later.payer)).toHaveLength(1)
})

test('K3d: while the provider is away the sweep ends, and the next one misses nothing', async () => {
  const { payer, number } = await payerAndBiodata()
  await world.pay(payer, number)
  const comeBack = await world.providerDown()
  await expect(sweepNow()).rejects.toMatchObject({ code: 'provider-unavailable' })
  await comeBack()
  minutes(60)
  await sweepNow()
  expect(await requestsOf(payer)).toHaveLength(1)
})

test('K3d: more events than one answer holds are all looked at', async () => {
  const { payer, number } = await payerAndBiodata()
  await world.pay(payer, number)
  for (let i = 0; i < 120; i++) {
    const { id } = await world.stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
    await world.stripe.paymentIntents.cancel(id)
  }
  await sweepNow()
  expect(await requestsOf(payer)).toHaveLength(1)
})

test('K3d: unpaid and foreign payments raise no alarm', async () => {
  const { payer, number } = await payerAndBiodata()
  const { clientSecret } = (await begin(payer, number)).body
  const foreign = await paidAtTheProvider({ shop: 'another' })
  const known = (await findings()).length
  await tell(refOf(clientSecret), 'payment_intent.created')
  await tell(foreign, 'payment_intent.succeeded')
  expect((await findings()).length).toBe(known)
  expect(lines.filter((line) => line.includes('needs a look'))).toEqual([])
})

/** A second payment for one contact, which is due to go back. */
async function paidTwice() {
  const { payer, number } = await payerAndBiodata()
  const first = (await begin(payer, number)).body.clientSecret
  await world.db
    .updateTable('payments')
    .set({ status: 'canceled', declinesKey: null })
    .where('userId', '=', payer.id)
    .execute()
  await world.record(payer, await world.pay(payer, number), number)
  await world.confirm(first)
  return { payer, number, ref: refOf(first) }
}

test('K3f: a refund that the provider refuses holds up no other, is told, and is asked for again a day later', async () => {
  const [refused, good] = [await paidTwice(), await paidTwice()]
  world.sandbox.fail.refund = refused.ref
  await world.record(refused.payer, refused.ref, refused.number)
  const before = (await mailsAbout('refund refused')).length
  await world.hasArrived(world.db, good.ref)
  await world.db
    .updateTable('payments')
    .set({ status: 'refund_due', refundBecause: 'duplicate', declinesKey: null })
    .where('providerRef', '=', good.ref)
    .execute()
  await world.db.updateTable('refunds').set({ askAfter: null }).where('receiptId', '=', refused.ref).execute()
  await refundAllDue(world.db, world.till.provider, now)
  expect(await paymentBehind(good.ref)).toMatchObject({ status: 'refunded' })
  expect(await paymentBehind(refused.ref)).toMatchObject({ status: 'refund_due' })
  expect(await findingsAbout(refused.ref)).toMatchObject([
    { kind: 'refund refused', detail: 'balance_insufficient', person: { email: refused.payer.email } },
  ])
  expect((await mailsAbout('refund refused')).length).toBe(before)

  delete world.sandbox.fail.refund
  minutes(60)
  await refundAllDue(world.db, world.till.provider, now)
  expect(await paymentBehind(refused.ref)).toMatchObject({ status: 'refund_due' })
  minutes(24 * 60)
  await refundAllDue(world.db, world.till.provider, now)
  expect(await paymentBehind(refused.ref)).toMatchObject({ status: 'refunded' })
})

/** A fee that was refunded because an administrator has refused the request. */
async function refusedAndPaidBack() {
  const { payer, number } = await payerAndBiodata()
  const ref = await world.pay(payer, number)
  const { insertedId } = (await world.record(payer, ref, number)).body
  await world.call('PATCH', `/api/contact-requests/${insertedId}/refusal`, admin, { reason: 'Incomplete.' })
  await expect.poll(async () => (await paymentBehind(ref))?.status).toBe('refunded')
  return { payer, ref }
}
const refundRead = async (payer: Person) => (await world.call('GET', '/api/payments', payer)).body[0].refund
const wentBack = async () => {
  const sums = (await world.call('GET', '/api/payment-sums', admin)).body as { wentBack: { number: number } }[]
  return sums[0]!.wentBack.number
}
const refundsAsked = () => world.sandbox.requests.filter(({ path }) => path === '/v1/refunds').length

test.each(['the webhook', 'the sweep'])(
  'K3f K6: a refund that the payer’s bank sends back days later is told, and given anew; %s hears of it',
  async (way) => {
    const { payer, ref } = await refusedAndPaidBack()
    expect(await refundRead(payer)).toMatchObject({ done: true })
    const [before, mailed] = [await wentBack(), (await mailsAbout('refund failed')).length]
    await sweepNow()
    // Within the day for which the provider would repeat its answer to the same key.
    minutes(way === 'the sweep' ? 3 * 24 * 60 : 0)
    world.sandbox.endRefund(ref, 'expired_or_canceled_card')
    if (way === 'the sweep') await sweepNow()
    else for (const type of ['refund.failed', 'refund.updated', 'refund.failed']) await tell(ref, type)

    expect(await paymentBehind(ref)).toMatchObject({ status: 'refund_due', refundBecause: 'refused' })
    expect(await refundRead(payer)).toMatchObject({ done: false })
    expect(await findingsAbout(ref)).toMatchObject([
      { kind: 'refund failed', detail: 'expired_or_canceled_card', person: { email: payer.email } },
    ])
    expect((await mailsAbout('refund failed')).length).toBe(mailed + 1)
    expect(await wentBack()).toBe(before - 1)
    expect(await wrongTotals(world.pool)).toBe(0)

    // Not at once: the bank would send it back again.
    const asked = refundsAsked()
    await refundAllDue(world.db, world.till.provider, now)
    expect(refundsAsked()).toBe(asked)
    minutes(24 * 60)
    await refundAllDue(world.db, world.till.provider, now)
    expect(await paymentBehind(ref)).toMatchObject({ status: 'refunded' })
    expect(await refundRead(payer)).toMatchObject({ done: true })
    const states = world.sandbox.refunds().filter(({ payment_intent }) => payment_intent === ref)
    expect(states.map(({ status }) => status)).toEqual(['failed', 'succeeded'])
    expect(await wentBack()).toBe(before)
    expect(await wrongTotals(world.pool)).toBe(0)
  },
)

test('K3f K6: what was given back another way is not given back again; a refund that comes back anew is told anew', async () => {
  const { payer, ref } = await refusedAndPaidBack()
  const about = async () => (await findingsAbout(ref)) as unknown as { _id: string; done: boolean }[]
  const mailed = (await mailsAbout('refund failed')).length
  for (const round of [1, 2]) {
    world.sandbox.endRefund(ref, 'expired_or_canceled_card')
    await tell(ref, 'refund.failed')
    expect(await about()).toMatchObject([{ kind: 'refund failed', done: false }])
    expect((await mailsAbout('refund failed')).length).toBe(mailed + round)
    if (round === 2) break
    minutes(24 * 60)
    await refundAllDue(world.db, world.till.provider, now)
    // It has gone: there is nothing to look at, until it comes back once more.
    expect(await about()).toMatchObject([{ done: true }])
  }
  const [finding] = await about()
  const settle = () => world.call('PATCH', `/api/payment-findings/${finding!._id}`, admin)
  expect((await Promise.all([settle(), settle()])).map(({ body }) => body.modifiedCount).sort()).toEqual([0, 1])
  expect(await refundRead(payer)).toMatchObject({ done: true })
  const asked = refundsAsked()
  // Of what the provider says later the last refund is still one that failed.
  for (const type of ['refund.failed', 'refund.updated']) await tell(ref, type)
  minutes(24 * 60)
  await refundAllDue(world.db, world.till.provider, now)
  await sweepNow()
  expect(refundsAsked()).toBe(asked)
  expect(await paymentBehind(ref)).toMatchObject({ status: 'refunded', refundedByHand: true })
  expect(await about()).toMatchObject([{ done: true }])
  expect(await wrongTotals(world.pool)).toBe(0)
})

test('K3f K3g: what was given back at the provider and came back goes back from here; the contact stays closed', async () => {
  const { payer, owner, number } = await payerAndBiodata()
  const ref = await world.pay(payer, number)
  const { insertedId } = (await world.record(payer, ref, number)).body
  await world.call('PATCH', `/api/contact-request-approver/${insertedId}`, admin)
  await world.stripe.refunds.create({ payment_intent: ref })
  await tell(ref, 'charge.refunded')
  world.sandbox.endRefund(ref, 'unknown')
  await tell(ref, 'refund.failed')
  expect(await paymentBehind(ref)).toMatchObject({ status: 'refund_due' })
  expect(await contactOf(payer, owner)).toBeUndefined()
  minutes(24 * 60)
  await refundAllDue(world.db, world.till.provider, now)
  expect(await paymentBehind(ref)).toMatchObject({ status: 'refunded' })
})

test.each(['arrives', 'comes back'])('K3f K6: a refund that is pending has not gone back before it %s', async (end) => {
  const twice = await paidTwice()
  world.sandbox.fail.slowRefund = twice.ref
  await world.record(twice.payer, twice.ref, twice.number)
  expect(await paymentBehind(twice.ref)).toMatchObject({ status: 'refund_due' })
  await tell(twice.ref, 'charge.refunded')
  expect(await paymentBehind(twice.ref)).toMatchObject({ status: 'refund_due' })
  // Asked again a day later it is one refund still.
  minutes(24 * 60)
  await refundAllDue(world.db, world.till.provider, now)
  expect(await paymentBehind(twice.ref)).toMatchObject({ status: 'refund_due' })
  expect(world.sandbox.refunds().filter(({ payment_intent }) => payment_intent === twice.ref)).toHaveLength(1)
  expect(await findingsAbout(twice.ref)).toEqual([])
  delete world.sandbox.fail.slowRefund
  world.sandbox.endRefund(twice.ref, end === 'arrives' ? undefined : 'declined')
  await tell(twice.ref, 'refund.updated')
  if (end === 'arrives') {
    expect(await paymentBehind(twice.ref)).toMatchObject({ status: 'refunded' })
    expect(await findingsAbout(twice.ref)).toEqual([])
  } else {
    expect(await paymentBehind(twice.ref)).toMatchObject({ status: 'refund_due' })
    expect(await findingsAbout(twice.ref)).toMatchObject([{ kind: 'refund failed', detail: 'declined' }])
    minutes(24 * 60)
    await refundAllDue(world.db, world.till.provider, now)
    expect(await paymentBehind(twice.ref)).toMatchObject({ status: 'refunded' })
  }
})

/** Three fees that are due to go back, the one that waits longest first. */
async function threeDue() {
  const refs = [await paidTwice(), await paidTwice(), await paidTwice()].map(({ ref }) => ref)
  for (const providerRef of refs) {
    await world.hasArrived(world.db, providerRef)
    await world.db
      .updateTable('payments')
      .set({ status: 'refund_due', refundBecause: 'duplicate', declinesKey: null })
      .where('providerRef', '=', providerRef)
      .execute()
  }
  return refs
}

test('K3f: a refund that fails for a reason of its own holds up none behind it, and is tried again an hour later', async () => {
  const refs = await threeDue()
  const { provider } = world.till
  const stumble = { ...provider, refund: vi.fn(provider.refund) }
  stumble.refund.mockRejectedValueOnce(new Error('out of order'))
  await expect(refundAllDue(world.db, stumble, now)).rejects.toThrow('1 refunds failed')
  const states = async () => Promise.all(refs.map(async (ref) => (await paymentBehind(ref))?.status))
  expect(await states()).toEqual(['refund_due', 'refunded', 'refunded'])
  await refundAllDue(world.db, stumble, now)
  expect(stumble.refund).toHaveBeenCalledTimes(3)
  minutes(60)
  await refundAllDue(world.db, stumble, now)
  expect(await states()).toEqual(['refunded', 'refunded', 'refunded'])
})

test('K3f: a provider that is away is asked for one refund, not for all that are due', async () => {
  const refs = await threeDue()
  const { provider } = world.till
  const watched = { ...provider, refund: vi.fn(provider.refund) }
  world.sandbox.fail.always = 503
  const round = refundAllDue(world.db, watched, now).finally(() => delete world.sandbox.fail.always)
  await expect(round).rejects.toMatchObject({ code: 'provider-unavailable' })
  expect(watched.refund).toHaveBeenCalledTimes(1)
  await refundAllDue(world.db, watched, now)
  for (const ref of refs) expect(await paymentBehind(ref)).toMatchObject({ status: 'refunded' })
})

test('K3f: the provider is told the true reason of a refund', async () => {
  const twice = await paidTwice()
  await world.record(twice.payer, twice.ref, twice.number)
  const leaving = await payerAndBiodata()
  const ofLeaving = await world.pay(leaving.payer, leaving.number)
  await world.record(leaving.payer, ofLeaving, leaving.number)
  const left = await payerAndBiodata()
  const ofLeft = await world.pay(left.payer, left.number)
  await world.record(left.payer, ofLeft, left.number)
  await world.db.deleteFrom('users').where('id', 'in', [leaving.payer.id, left.owner.id]).execute()
  await refundAllDue(world.db, world.till.provider, now)
  const reasonFor = (ref: string) => world.sandbox.refunds().find((refund) => refund.payment_intent === ref)
  expect(reasonFor(twice.ref)).toMatchObject({ reason: 'duplicate' })
  expect(reasonFor(ofLeaving)).toMatchObject({ reason: 'requested_by_customer' })
  expect(reasonFor(ofLeft)).toMatchObject({ reason: null })
})

test.each([
  ['refunded', 'before'],
  ['refunded', 'after'],
  ['disputed', 'before'],
  ['disputed', 'after'],
] as const)(
  'K3g: a payment that is %s at the provider %s approval closes the contact, and is told',
  async (how, when) => {
    const { payer, owner, number } = await payerAndBiodata()
    const ref = await world.pay(payer, number)
    const { insertedId } = (await world.record(payer, ref, number)).body
    const approve = () => world.call('PATCH', `/api/contact-request-approver/${insertedId}`, admin)
    if (when === 'after') {
      await approve()
      expect(await contactOf(payer, owner)).toBe(owner.email)
    }
    if (how === 'disputed') world.sandbox.dispute(ref)
    else await world.stripe.refunds.create({ payment_intent: ref })
    await tell(ref, how === 'disputed' ? 'charge.dispute.created' : 'charge.refunded')

    expect((await approve()).body).toEqual({ modifiedCount: 0 })
    expect(await contactOf(payer, owner)).toBeUndefined()
    const [listed] = (await world.call('GET', '/api/payments', payer)).body
    expect(listed).toMatchObject({ status: 'withdrawn' })
    expect(Object.keys(listed).filter((key) => key.startsWith('contact'))).toEqual([])
    expect((await world.call('GET', `/api/check-payment?bioDataId=${number}`, payer)).body).toEqual({ isPaid: false })
    expect(await paymentBehind(ref)).toMatchObject({ status: how })
    expect(await findingsAbout(ref)).toMatchObject([{ kind: how, person: { email: payer.email }, bioDataId: number }])
    expect((await mailsAbout(how)).length).toBeGreaterThan(0)
    expect(await world.record(payer, ref, number)).toMatchObject({ status: 409, body: { code: 'returned' } })

    // Who pays anew asks anew.
    const second = await world.pay(payer, number)
    expect((await world.record(payer, second, number)).status).toBe(200)
    expect((await requestsOf(payer)).map(({ status }) => status)).toEqual(['withdrawn', 'pending'])
  },
)

test('K3g: the sweep closes the contact when the notice was lost', async () => {
  const { payer, owner, number } = await payerAndBiodata()
  const ref = await world.pay(payer, number)
  const { insertedId } = (await world.record(payer, ref, number)).body
  await world.call('PATCH', `/api/contact-request-approver/${insertedId}`, admin)
  await sweepNow()
  await world.stripe.refunds.create({ payment_intent: ref })
  minutes(5)
  await sweepNow()
  expect(await contactOf(payer, owner)).toBeUndefined()
})

test('K3g: a payment that was refunded before we heard of it opens nothing', async () => {
  const { payer, number } = await payerAndBiodata()
  const ref = await world.pay(payer, number)
  await world.stripe.refunds.create({ payment_intent: ref })
  expect(await world.record(payer, ref, number)).toMatchObject({ status: 409, body: { code: 'returned' } })
  expect(await requestsOf(payer)).toEqual([])
})

test('K3g: a partly refunded payment stays good, and is told', async () => {
  const { payer, number } = await payerAndBiodata()
  const ref = await world.pay(payer, number)
  await world.record(payer, ref, number)
  await world.stripe.refunds.create({ payment_intent: ref, amount: 100 })
  await tell(ref, 'charge.refunded')
  expect(await requestsOf(payer)).toMatchObject([{ status: 'pending' }])
  expect(await findingsAbout(ref)).toMatchObject([{ kind: 'refunded in part' }])
})

test('K3g K3f: what we give back ourselves is no news to the administrator', async () => {
  const twice = await paidTwice()
  await world.record(twice.payer, twice.ref, twice.number)
  await tell(twice.ref, 'charge.refunded')
  expect(await findingsAbout(twice.ref)).toEqual([])
  expect(await paymentBehind(twice.ref)).toMatchObject({ status: 'refunded' })
})

test('K3g: an approval and a refund that race never leave the contact open', async () => {
  for (let round = 0; round < 8; round++) {
    const { payer, owner, number } = await payerAndBiodata()
    const ref = await world.pay(payer, number)
    const { insertedId } = (await world.record(payer, ref, number)).body
    await world.stripe.refunds.create({ payment_intent: ref })
    await Promise.all([
      world.call('PATCH', `/api/contact-request-approver/${insertedId}`, admin),
      tell(ref, 'charge.refunded'),
      world.record(payer, ref, number),
    ])
    expect(await contactOf(payer, owner)).toBeUndefined()
  }
})

const from = (network: string, person: Person) => ({ ...person, network })

test('K3h: ten payments are begun at once by one account, then one in six minutes; an open one is taken up as often as one likes', async () => {
  minutes(24 * 60)
  const { payer } = await payerAndBiodata()
  const numbers = []
  for (let i = 0; i < 11; i++) numbers.push(await world.publish(await somebody('owner')))
  for (const number of numbers.slice(0, 10)) expect((await begin(payer, number)).status).toBe(200)
  const refused = await begin(payer, numbers[10])
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-fast' } })
  expect(Number(refused.headers['retry-after'])).toBe(360)
  for (let i = 0; i < 20; i++) expect((await begin(payer, numbers[0])).status).toBe(200)
  expect(world.sandbox.intents().filter(({ metadata }) => metadata.userId === payer.id)).toHaveLength(10)
  minutes(6)
  expect((await begin(payer, numbers[10])).status).toBe(200)
})

test('K3h: of sixty payments begun at once from one network thirty are refused, another network is not', async () => {
  minutes(24 * 60)
  const number = await world.publish(await somebody('owner'))
  const payers: Person[] = []
  for (let i = 0; i < 60; i++) payers.push(await somebody('payer'))
  const answers = await Promise.all(payers.map((payer) => begin(from('203.0.113.9', payer), number)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
  expect((await begin(from('198.51.100.7', payers.at(-1)!), number)).status).toBe(200)
})

/** A declined card, of which we hear. */
async function decline(clientSecret: string) {
  const answer = await world.confirm(clientSecret, '4000000000000002')
  if (answer.body.error.code === 'card_declined') await tell(refOf(clientSecret), 'payment_intent.payment_failed')
  return answer
}

test('K3h: after five declined cards the payment is closed, and no other can be begun before some time has passed', async () => {
  minutes(24 * 60)
  const { payer, number } = await payerAndBiodata()
  const { clientSecret } = (await begin(payer, number)).body
  for (let i = 0; i < 5; i++) expect((await decline(clientSecret)).body.error.code).toBe('card_declined')
  // The provider itself takes no sixth card, whatever the browser does.
  expect((await decline(clientSecret)).body.error.code).toBe('payment_intent_unexpected_state')
  const other = await world.publish(await somebody('owner'))
  const refused = await begin(payer, other)
  expect(refused).toMatchObject({ status: 429, body: { code: 'cards-declined' } })
  expect(Number(refused.headers['retry-after'])).toBe(720)
  expect((await begin(await somebody('bystander'), other)).status).toBe(200)
  minutes(12)
  const again = await begin(payer, number)
  expect(again.status).toBe(200)
  expect(again.body.clientSecret).not.toBe(clientSecret)
  await world.confirm(again.body.clientSecret)
  expect((await world.record(payer, refOf(again.body.clientSecret), number)).status).toBe(200)
})

test('K3h: one declined card told of eight times at once counts once', async () => {
  minutes(24 * 60)
  const { payer, number } = await payerAndBiodata()
  const { clientSecret } = (await begin(payer, number)).body
  await world.confirm(clientSecret, '4000000000000002')
  const ref = refOf(clientSecret)
  await Promise.all(Array.from({ length: 8 }, () => tell(ref, 'payment_intent.payment_failed')))
  await sweepNow()
  for (let i = 0; i < 3; i++) await decline(clientSecret)
  await world.confirm(clientSecret)
  expect((await world.record(payer, ref, number)).status).toBe(200)
})

test('K3h: cards that many accounts of one network have declined close that network’s payments', async () => {
  minutes(24 * 60)
  const number = await world.publish(await somebody('owner'))
  const network = '203.0.113.77'
  for (let account = 0; account < 5; account++) {
    const { clientSecret } = (await begin(from(network, await somebody('thief')), number)).body
    for (let i = 0; i < 3; i++) await decline(clientSecret)
  }
  expect(await begin(from(network, await somebody('thief')), number)).toMatchObject({
    status: 429,
    body: { code: 'cards-declined' },
  })
  expect((await begin(await somebody('honest'), number)).status).toBe(200)
})

test('A9 K3f: who deletes the account does not wait for other people’s refunds', async () => {
  const { payer, number } = await payerAndBiodata()
  const ref = await world.pay(payer, number)
  await world.record(payer, ref, number)
  const { promise, resolve } = Promise.withResolvers<void>()
  world.sandbox.fail.hold = promise
  const gone = await world.call('POST', '/api/me/deletion', payer, { confirmation: 'a good password' })
  expect(gone.status).toBe(200)
  expect(await paymentBehind(ref)).toMatchObject({ status: 'refund_due' })
  resolve()
  delete world.sandbox.fail.hold
  await expect.poll(async () => (await paymentBehind(ref))?.status).toBe('refunded')
})
