import { afterAll, beforeEach, expect, test } from 'vitest'
import { wrongTotals } from '#demo/population/fill.ts'
import { deliverDue } from '#src/features/mail/outbox.server.ts'
import type { Delivery } from '#src/features/mail/transport.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import type { Person } from '#tests/world.server.ts'
import { lookByRequest } from './queries.server.ts'

let shiftMs = 0
const clock = () => new Date(Date.UTC(2026, 10, 25, 6) + shiftMs)
const world = await payingWorld({ clock })
afterAll(() => world.close())
const { db, call } = world

const [admin, colleague] = [
  await world.makeAdmin(await world.signUp('admin@example.org', 'Shirin Akhter')),
  await world.makeAdmin(await world.signUp('colleague@example.org', 'Kamal Uddin')),
]

let round = 0
async function asking() {
  const owner = await world.signUp(`owner-${++round}@example.org`)
  const number = await world.publish(owner, { name: 'Farzana Karim' })
  const asker = await world.signUp(`asker-${round}@example.org`)
  const { body } = await world.record(asker, await world.pay(asker, number), number)
  await db.deleteFrom('outbox').execute()
  return { owner, asker, number, id: body.insertedId as string }
}
const approve = (id: string, by = admin) => call('PATCH', `/api/contact-request-approver/${id}`, by)
const undo = (id: string, by = admin) => call('DELETE', `/api/contact-request-approver/${id}`, by)
const refuse = (id: string, by = admin) =>
  call('PATCH', `/api/contact-requests/${id}/refusal`, by, { reason: 'Please say where you study.' })
const look = (owner: Person, by: Person) => call('GET', `/api/bioData/${owner.id}`, by)
const statusOf = async (id: string) =>
  (await db
    .selectFrom('contactRequests')
    .select(['status', 'approvedAt', 'approvedBy'])
    .where('id', '=', id)
    .executeTakeFirst())!
const told = async (by: Person) => (await call('GET', '/api/me/notifications', by)).body
const newsOf = async (by: Person) => (await call('GET', '/api/session', by)).body.user.news
const linesOf = ({ id }: Person) =>
  db.selectFrom('contactViews').select('byRight').where('ownerId', '=', id).where('byRight', '<>', 'owner').execute()
/** Sends what is due, and answers to whom. */
async function sent() {
  const recipients: string[] = []
  const deliver = async ({ recipient, content }: Delivery) => void recipients.push(`${content.kind} ${recipient}`)
  await deliverDue({ db, deliver, clock, log: { error() {} } })
  return recipients
}
beforeEach(() => {
  shiftMs = 0
})

test('M3: 216 opens the contact at once, and tells the payer after ten seconds', async () => {
  const { owner, asker, number, id } = await asking()
  expect((await approve(id)).body).toEqual({ modifiedCount: 1 })
  expect((await look(owner, asker)).body.contactEmail ?? (await look(owner, asker)).body.email).toBe(owner.email)
  expect([await told(asker), await newsOf(asker)]).toEqual([[], 0])
  expect((await call('GET', '/api/me/export', asker)).body.notifications).toEqual([])
  expect((await call('PATCH', '/api/me/notifications', asker, { as: 'read' })).body).toEqual({ modifiedCount: 0 })
  shiftMs = 9_999
  expect([await told(asker), await sent()]).toEqual([[], []])
  shiftMs = 10_000
  expect(await told(asker)).toMatchObject([
    { kind: 'request-answered', answer: 'approved', bioDataId: number, isNew: true },
  ])
  expect(await newsOf(asker)).toBe(1)
  expect(await sent()).toEqual([`contact-approved ${asker.email}`])
})

test('M3: 216 undoes an approval: the request waits again, the contact is closed, nobody is ever told', async () => {
  const { owner, asker, id } = await asking()
  await approve(id)
  shiftMs = 9_999
  expect(await undo(id)).toMatchObject({ status: 200, body: { modifiedCount: 1, seen: false } })
  expect(await statusOf(id)).toEqual({ status: 'pending', approvedAt: null, approvedBy: null })
  expect((await look(owner, asker)).body.contact).toBe('pending')
  const payment = await db.selectFrom('payments').select('status').where('userId', '=', asker.id).executeTakeFirst()
  expect(payment).toEqual({ status: 'succeeded' })
  shiftMs = 60_000
  expect([await told(asker), await told(owner), await sent()]).toEqual([[], [], []])
  const lines = await db.selectFrom('auditLog').select('action').where('subjectId', '=', id).orderBy('id').execute()
  expect(lines.map(({ action }) => action)).toEqual(['approved contact request', 'undid approval'])
  // It can be approved anew, and is told then.
  await approve(id)
  shiftMs = 70_000
  expect([await told(asker), await sent()]).toMatchObject([
    [{ answer: 'approved' }],
    [`contact-approved ${asker.email}`],
  ])
  expect(await wrongTotals(world.pool)).toBe(0)
})

test('M3: refuses to undo after ten seconds, and says what to do instead', async () => {
  const { asker, id } = await asking()
  await approve(id)
  shiftMs = 11_000
  const answer = await undo(id)
  expect(answer).toMatchObject({ status: 409, body: { code: 'too-late' } })
  expect(answer.body.detail).toContain('withdrawal')
  expect((await statusOf(id)).status).toBe('approve')
  expect(await told(asker)).toHaveLength(1)
  expect((await undo('7c1f7a4e-6d0f-4a7e-9b3c-0a1b2c3d4e5f')).status).toBe(404)
})

test('M3: refuses to undo what another server has told the payer already', async () => {
  const { id } = await asking()
  await approve(id)
  shiftMs = 12_000
  expect(await sent()).toHaveLength(1)
  shiftMs = 1_000
  expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'too-late' } })
  expect((await statusOf(id)).status).toBe('approve')
})

test('M3: lets only the administrator who approved undo it, and shows them for how long', async () => {
  const { id } = await asking()
  await approve(id)
  const msLeft = async (by: Person) => (await call('GET', `/api/contact-requests/${id}`, by)).body.undoMs
  expect([await msLeft(admin), await msLeft(colleague)]).toEqual([10_000, null])
  shiftMs = 4_000
  expect(await msLeft(admin)).toBe(6_000)
  expect((await undo(id, colleague)).status).toBe(409)
  expect((await undo(id)).status).toBe(200)
  expect(await msLeft(admin)).toBeNull()
  // A second press does not undo what the colleague has approved since.
  await approve(id, colleague)
  expect((await undo(id)).status).toBe(409)
  expect((await statusOf(id)).status).toBe('approve')
})

test('M3: says that the payer had seen the contact: the ledger line stays, and the owner is told', async () => {
  const { owner, asker, id } = await asking()
  await approve(id)
  await look(owner, asker)
  expect((await undo(id)).body).toEqual({ modifiedCount: 1, seen: true })
  expect(await linesOf(owner)).toEqual([{ byRight: 'request' }])
  shiftMs = 60_000
  expect(await told(asker)).toEqual([])
  expect(await told(owner)).toMatchObject([
    { kind: 'contact-seen', by: 'request', undone: true },
    { kind: 'contact-seen', by: 'request' },
  ])
  expect((await look(owner, asker)).body.contact).toBe('pending')
})

test('M3: undoes many at once, each on its own', async () => {
  const [first, second, third] = [await asking(), await asking(), await asking()]
  const ids = [first!.id, second!.id, third!.id]
  await call('PATCH', '/api/contact-request-approver', admin, { ids })
  await call('GET', '/api/payments', second!.asker)
  shiftMs = 20_000
  const late = await call('PATCH', '/api/contact-requests/undone-approvals', admin, { ids })
  expect(late.body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['before', 'before', 'before'])
  shiftMs = 9_000
  const { body } = await call('PATCH', '/api/contact-requests/undone-approvals', admin, { ids })
  expect(body).toEqual({ results: ids.map((_id) => ({ _id, outcome: 'done' })), seen: 1 })
  for (const id of ids) expect((await statusOf(id)).status).toBe('pending')
})

test('M3: races an undo against the payer’s look: what was shown is written down, and the undo knows it', {
  tags: 'trial',
}, async () => {
  const outcomes = new Set<string>()
  for (let n = 0; n < 16; n++) {
    const { owner, asker, id } = await asking()
    await approve(id)
    const looks = [() => look(owner, asker), () => call('GET', '/api/payments', asker)]
    const calls = [looks[n % 2]!, () => undo(id)]
    const inOrder = await Promise.all((n % 4 < 2 ? calls : calls.toReversed()).map((one) => one()))
    const [seen, undone] = n % 4 < 2 ? inOrder : inOrder.toReversed()
    expect(undone!.status).toBe(200)
    const wasShown = seen!.text.includes(owner.email)
    outcomes.add(String(wasShown))
    expect(undone!.body.seen).toBe(wasShown)
    expect(await linesOf(owner)).toHaveLength(wasShown ? 1 : 0)
  }
  expect(outcomes.size).toBeGreaterThan(0)
})

test('M3: holds an undo until a look that reads the open contact is written down', async () => {
  const { owner, asker, id } = await asking()
  await approve(id)
  let undoing: ReturnType<typeof undo> | undefined
  await db.transaction().execute(async (trx) => {
    // As a look does it.
    expect(await lookByRequest(trx, asker.id, [owner.id])).toEqual([owner.id])
    undoing = undo(id)
    await world.untilHeldUp(undoing)
  })
  expect((await undoing!).body).toEqual({ modifiedCount: 1, seen: true })
})

test('M3 K6: races undo, refusal and approval of two administrators: one state, one refund at most', async () => {
  for (let n = 0; n < 10; n++) {
    const { asker, id } = await asking()
    await approve(id)
    const calls = [() => undo(id), () => refuse(id, colleague), () => approve(id, colleague), () => undo(id)]
    const answers = await Promise.all((n % 2 ? calls.toReversed() : calls).map((one) => one()))
    expect(answers.map(({ status }) => status).filter((status) => ![200, 409].includes(status))).toEqual([])
    const { status } = await statusOf(id)
    const payment = await db
      .selectFrom('payments')
      .select('status')
      .where('userId', '=', asker.id)
      .executeTakeFirstOrThrow()
    expect(payment.status === 'succeeded').toBe(status !== 'refused')
    const undone = await db
      .selectFrom('auditLog')
      .select('id')
      .where('subjectId', '=', id)
      .where('action', '=', 'undid approval')
      .execute()
    expect(undone).toHaveLength(1)
  }
  expect(await wrongTotals(world.pool)).toBe(0)
})

test('K6: SPEC-N15 marks a request that its payer has deleted, in the list and beside both people', async () => {
  const { asker, id } = await asking()
  await call('PATCH', `/api/delete-request/${id}`, asker)
  const { body } = await call('GET', `/api/contact-requests?search=${encodeURIComponent(asker.email)}`, admin)
  expect(body).toMatchObject([{ _id: id, isDelete: true }])
  expect((await call('GET', `/api/contact-requests/${id}`, admin)).body.isDelete).toBe(true)
  const { id: other, asker: otherAsker } = await asking()
  expect(
    (await call('GET', `/api/contact-requests?search=${encodeURIComponent(otherAsker.email)}`, admin)).body,
  ).toMatchObject([{ _id: other, isDelete: false }])
})
