import { afterAll, expect, test } from 'vitest'
import { consentVersion } from '#src/features/consents/policy.ts'
import { refundAllDue } from '#src/features/payments/settle.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import type { Person } from '#tests/world.server.ts'
import { noon } from '#tests/world.server.ts'

const now = noon
const world = await payingWorld({ clock: () => now })
afterAll(() => world.close())
const { db, call } = world

const [admin, colleague] = [
  await world.makeAdmin(await world.signUp('admin@example.org', 'Shirin Akhter')),
  await world.makeAdmin(await world.signUp('colleague@example.org', 'Kamal Uddin')),
]
const owner = await world.signUp('owner@example.org')
const number = await world.publish(owner, { name: 'Farzana Karim' })

let round = 0
/** Somebody new whose paid request waits. */
async function asking() {
  const asker = await world.signUp(`asker-${++round}@example.org`, `Asker ${round}`)
  await db.updateTable('users').set({ language: 'bn' }).where('id', '=', asker.id).execute()
  const { body } = await world.record(asker, await world.pay(asker, number), number)
  await db.deleteFrom('outbox').execute()
  return { asker, id: body.insertedId as string }
}
const reason = 'Please say where you study, and ask again.'
const approve = (id: string, by = admin) => call('PATCH', `/api/contact-request-approver/${id}`, by)
const refuse = (id: string, by = admin) => call('PATCH', `/api/contact-requests/${id}/refusal`, by, { reason })
const takeBack = (id: string) => call('PATCH', `/api/contact-requests/${id}/withdrawal`, admin, { reason })
const paymentOf = ({ id }: Person) =>
  db.selectFrom('payments').select(['status', 'refundBecause']).where('userId', '=', id).executeTakeFirstOrThrow()
const mails = () => db.selectFrom('outbox').select(['recipient', 'language', 'content']).execute()
const seenBy = async (by: Person) => (await call('GET', '/api/payments', by)).body[0]
const goneBack = (by: Person) => expect.poll(() => paymentOf(by)).toMatchObject({ status: 'refunded' })

test('K6: a refused request gives the fee back at once, and the payer alone is told, with the administrator’s words', async () => {
  const { asker, id } = await asking()
  expect((await refuse(id)).body).toEqual({ modifiedCount: 1 })
  await goneBack(asker)
  expect(await paymentOf(asker)).toEqual({ status: 'refunded', refundBecause: 'refused' })
  expect(await mails()).toEqual([
    {
      recipient: asker.email,
      language: 'bn',
      content: { kind: 'contact-refused', why: 'refused', number, reason, hasFee: true },
    },
  ])
  expect(await seenBy(asker)).toMatchObject({
    status: 'refused',
    endedBecause: reason,
    endedAt: expect.stringMatching(/^\d{4}-/),
    refund: { done: true },
  })
  expect((await call('GET', '/api/me/export', owner)).text).not.toContain('study')
  expect((await refuse(id)).body).toEqual({ modifiedCount: 0 })
  expect((await approve(id)).body).toEqual({ modifiedCount: 0 })
  const lines = await db.selectFrom('auditLog').select(['actorId', 'action']).where('subjectId', '=', id).execute()
  expect(lines).toEqual([{ actorId: admin.id, action: 'refused contact request' }])
  // Who was refused can ask again.
  expect((await world.record(asker, await world.pay(asker, number), number)).status).toBe(200)
})

test('K6: the fee counts as given back once the provider has confirmed it; what it refuses is a finding', async () => {
  const { asker, id } = await asking()
  const back = await world.providerDown()
  await refuse(id)
  expect(await seenBy(asker)).toMatchObject({ status: 'refused', refund: { done: false } })
  await back()
  await refundAllDue(db, world.till.provider, now)
  expect(await seenBy(asker)).toMatchObject({ refund: { done: true } })

  const other = await asking()
  const { providerRef } = await db
    .selectFrom('payments')
    .select('providerRef')
    .where('userId', '=', other.asker.id)
    .executeTakeFirstOrThrow()
  world.sandbox.fail.refund = providerRef!
  await refuse(other.id)
  const findings = () => db.selectFrom('paymentFindings').select(['kind', 'detail']).execute()
  await expect.poll(findings).toEqual([{ kind: 'refund refused', detail: 'balance_insufficient' }])
  expect(await seenBy(other.asker)).toMatchObject({ status: 'refused', refund: { done: false } })
  delete world.sandbox.fail.refund
})

test('K6: of approving, refusing and deleting at once exactly one decides', async () => {
  const won = new Set<string>()
  for (let n = 0; n < 12; n++) {
    const { asker, id } = await asking()
    const calls = [
      () => approve(id, colleague),
      () => refuse(id),
      () => call('POST', '/api/me/deletion', asker, { confirmation: 'a good password' }),
    ].slice(0, n % 3 === 0 ? 3 : 2)
    const answers = await Promise.all((n % 2 ? calls.toReversed() : calls).map((one) => one()))
    expect(answers.map(({ status }) => status).filter((status) => ![200, 404].includes(status))).toEqual([])
    const request = await db.selectFrom('contactRequests').select('status').where('id', '=', id).executeTakeFirst()
    const payments = await db
      .selectFrom('payments')
      .innerJoin('contactRequests', 'contactRequests.paymentId', 'payments.id')
      .select('payments.status')
      .where('contactRequests.id', '=', id)
      .execute()
    won.add(request?.status ?? 'deleted')
    if (request) {
      const decided = answers.filter(({ body }) => body?.modifiedCount === 1)
      expect(decided).toHaveLength(1)
      expect(payments[0]!.status === 'succeeded').toBe(request.status === 'approve')
    }
  }
  expect(won.size).toBeGreaterThan(1)
})

test('K6: two administrators who refuse at once are one refusal, one mail and one refund', async () => {
  const { asker, id } = await asking()
  const answers = await Promise.all([admin, colleague, admin, colleague].map((by) => refuse(id, by)))
  expect(answers.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 0, 0, 1])
  await goneBack(asker)
  expect(await mails()).toHaveLength(1)
})

test('K6: many are refused for one reason, each on its own, and a reason must be there', async () => {
  const [first, second] = [await asking(), await asking()]
  await approve(second.id)
  const nobody = '00000000-0000-4000-8000-000000000000'
  const many = await call('PATCH', '/api/contact-requests/refusal', admin, {
    ids: [first.id, second.id, nobody],
    reason,
  })
  expect(many.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'before', 'missing'])
  for (const wrong of ['', '  ', 'x'.repeat(501), 'a\u0000b', undefined]) {
    const { status, body } = await call('PATCH', `/api/contact-requests/${first.id}/refusal`, admin, { reason: wrong })
    expect([status, body.errors[0].field]).toEqual([422, 'reason'])
  }
})

test('K6: what ended by itself is not refused, and a fee that was refunded already is not due again', async () => {
  const { asker, id } = await asking()
  await db.updateTable('payments').set({ status: 'refunded' }).where('userId', '=', asker.id).execute()
  expect((await refuse(id)).body).toEqual({ modifiedCount: 1 })
  expect(await paymentOf(asker)).toMatchObject({ status: 'refunded', refundBecause: null })

  const leaver = await world.signUp('leaver@example.org')
  const left = await world.publish(leaver)
  const payer = await world.signUp('payer@example.org')
  const { body } = await world.record(payer, await world.pay(payer, left), left)
  await db.deleteFrom('users').where('id', '=', leaver.id).execute()
  for (const decide of [approve, refuse]) expect((await decide(body.insertedId)).body).toEqual({ modifiedCount: 0 })
  expect((await call('GET', `/api/contact-requests?search=${payer.email}`, admin)).body).toEqual([])
})

test('K6: a refusal waits for what becomes of the payment at that moment, and neither locks the other out', async () => {
  const { id } = await asking()
  const holder = await world.pool.connect()
  await holder.query(
    `begin; select from payments where id = (select payment_id from contact_requests where id = '${id}') for update`,
  )
  const refused = refuse(id)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await holder.query(waiting)).rowCount === 0);
  await holder.query(`update contact_requests set status = 'withdrawn', ended_at = now() where id = '${id}'; commit`)
  holder.release()
  expect((await refused).body).toEqual({ modifiedCount: 0 })
})

test('M7: what somebody asks, is asked and has shown is counted for ninety days, of what they ask the last week apart', async () => {
  const owner = await world.signUp('counted@example.org')
  const own = await world.publish(owner)
  const { asker, id } = await asking()
  const at = (id: string, days: number) =>
    db
      .updateTable('contactRequests')
      .set({ requestedAt: new Date(now.getTime() - days * 86_400_000) })
      .where('id', '=', id)
      .execute()
  let last = ''
  for (const days of [91, 89, 8, 6]) {
    if (last) await refuse(last)
    last = (await world.record(asker, await world.pay(asker, own), own)).body.insertedId
    await at(last, days)
  }
  await at(id, 100)
  await approve(last)
  expect((await call('GET', `/api/contact-requests/${last}`, admin)).body).toMatchObject({
    asker: { requests: { week: 1, made: 3, received: 0, shown: 0 } },
    asked: { requests: { week: 0, made: 0, received: 3, shown: 1 } },
  })
})

test('M6: an approval that is taken back closes the contact at once, pays back and tells the asker why', async () => {
  const { asker, id } = await asking()
  expect((await takeBack(id)).body, 'it is not approved yet').toEqual({ modifiedCount: 0 })
  await approve(id, colleague)
  expect((await seenBy(asker)).contactPhone).toBe('+8801712345678')
  await db.deleteFrom('outbox').execute()
  expect((await takeBack(id)).body).toEqual({ modifiedCount: 1 })
  expect(await seenBy(asker)).toMatchObject({ status: 'withdrawn', endedBecause: reason })
  expect((await call('GET', `/api/contact-requests/${id}`, admin)).body.decidedBy).toBe('Shirin Akhter')
  expect((await call('GET', `/api/contact-requests?search=${asker.email}`, admin)).body).toEqual([])
  expect(await seenBy(asker)).not.toHaveProperty('contactPhone')
  expect((await call('GET', `/api/bioData/${owner.id}`, asker)).body).not.toHaveProperty('phoneNumber')
  await goneBack(asker)
  expect(await paymentOf(asker)).toMatchObject({ refundBecause: 'taken back' })
  expect(await mails()).toEqual([
    {
      recipient: asker.email,
      language: 'bn',
      content: { kind: 'contact-refused', why: 'withdrawn', number, reason, hasFee: true },
    },
  ])
})

test('M7: a judgement shows both people, how long it waits, and who decided meanwhile', async () => {
  const { asker, id } = await asking()
  const own = await world.publish(asker, { gander: 'Male', name: 'Rahim Chowdhury', birth: '1997-01-05' })
  await db
    .updateTable('contactRequests')
    .set({ requestedAt: new Date(now.getTime() - 4 * 86_400_000) })
    .where('id', '=', id)
    .execute()
  const judged = async () => (await call('GET', `/api/contact-requests/${id}`, admin)).body
  expect(await judged()).toMatchObject({
    status: 'pending',
    waits: 4,
    decidedBy: null,
    payment: { price: 5, currency: 'USD', status: 'succeeded' },
    asker: {
      name: 'Rahim Chowdhury',
      isVerified: false,
      requests: { week: 1, made: 1, received: 0, shown: 0 },
      biodata: { bioDataId: own, gander: 'Male', age: 29 },
    },
    asked: { name: 'Farzana Karim', requests: { made: 0 }, biodata: { bioDataId: number } },
  })
  const row = async () =>
    (await call('GET', `/api/contact-requests?search=${asker.email}`, admin)).body.find(
      ({ _id }: { _id: string }) => _id === id,
    )
  expect(await row()).toMatchObject({ waits: 4, asked: 1 })
  // A day ends at midnight in Bangladesh: this was ten in the evening there.
  const yesterday = new Date('2026-11-19T16:00:00Z')
  await db.updateTable('contactRequests').set({ requestedAt: yesterday }).where('id', '=', id).execute()
  expect(await judged()).toMatchObject({ waits: 1 })
  await refuse(id, colleague)
  expect(await judged()).toMatchObject({ status: 'refused', decidedBy: 'Kamal Uddin', because: reason })
  expect(await row()).toMatchObject({ status: 'refused', decidedBy: 'Kamal Uddin' })
})

test('M7 S2-10 R9 shows education, district, religion and height of both, and how far the shown wishes match', async () => {
  const { asker, id } = await asking()
  const facts = { education: 'Master', profession: 'Civil engineer', district: 'Gazipur', religion: 'Islam' }
  const publish = (partnerWishesPrivate: boolean) =>
    world.publish(asker, {
      ...{ gander: 'Male', name: 'Rahim Chowdhury', feet: 5, inch: 8, ...facts, partnerEducation: ['Bachelor'] },
      ...{ partnerWishesPrivate, consent: { version: consentVersion, to: ['publish', 'contact', 'faith'] } },
    })
  const judged = async () => (await call('GET', `/api/contact-requests/${id}`, admin)).body
  expect(await judged()).toMatchObject({ match: null, asker: { biodata: null } })

  await publish(true)
  const { match, asker: side } = await judged()
  expect(side.biodata).toMatchObject({ ...facts, height: 68 })
  // Age, height and weight are everybody's to read; the wish for an education is his alone.
  expect(match).toEqual({
    ofAsker: { met: expect.any(Number), of: 3 },
    ofAsked: { met: expect.any(Number), of: 3 },
  })
  await publish(false)
  expect((await judged()).match).toEqual({ ...match, ofAsker: { ...match.ofAsker, of: 4 } })
})

test('K6: how long it usually takes is the median of the last thirty days, and not said below five cases', async () => {
  await db.deleteFrom('contactRequests').execute()
  const usual = async () => (await call('GET', '/api/contact-requests/usual-wait', owner)).body.days
  // Earlier decisions no longer count, and what ended without a decision never did.
  const [before, ended] = [await asking(), await asking()]
  await approve(before.id)
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const change = (id: string, set: object) => db.updateTable('contactRequests').set(set).where('id', '=', id).execute()
  await change(before.id, { requestedAt: daysAgo(99), approvedAt: daysAgo(31) })
  await change(ended.id, { status: 'withdrawn', requestedAt: daysAgo(99), endedAt: daysAgo(1) })
  for (const [cases, days] of [1, 1, 3, 9, 30].entries()) {
    expect(await usual(), `after ${cases} cases`).toBeNull()
    const { id } = await asking()
    const requestedAt = new Date(now.getTime() - days * 86_400_000 - 3_600_000)
    if (cases % 2) await approve(id)
    else await refuse(id)
    const at = new Date(now.getTime() - 3_600_000)
    await db
      .updateTable('contactRequests')
      .set(cases % 2 ? { requestedAt, approvedAt: at } : { requestedAt, endedAt: at })
      .where('id', '=', id)
      .execute()
  }
  expect(await usual()).toBe(3)
})
