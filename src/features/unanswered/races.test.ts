import { afterAll, expect, test } from 'vitest'
import { settle } from '#src/features/payments/settle.server.ts'
import { deleteUser } from '#src/features/users/queries.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { twoServers } from '#tests/two-servers.server.ts'
import { biodataOnTheWire, type Person, testConfig } from '#tests/world.server.ts'

// Each race of a report, on two servers: whatever comes first, everybody gets an answer, and the fee goes back at most once.

const config = testConfig()
const world = await payingWorld({ config })
const { db } = world
const { send, startAt, close } = await twoServers(world, { config })
afterAll(close)

const admin = await world.makeAdmin(await world.somebody('admin'))
const colleague = await world.makeAdmin(await world.somebody('admin'))

interface Asked {
  owner: Person
  asker: Person
  id: string
  /** Empty without a fee. */
  ref: string
}
async function seen(of?: Asked): Promise<Asked> {
  const owner = of?.owner ?? (await world.somebody('owner'))
  const number = await world.publish(owner)
  const asker = await world.somebody('asker')
  await world.publish(asker, { gander: 'Male' })
  const ref = await world.pay(asker, number)
  const { body } = await world.record(asker, ref, number)
  const id = body.insertedId as string
  await send(admin, 'PATCH', `/api/contact-request-approver/${id}`)
  await send(asker, 'GET', '/api/payments')
  return { owner, asker, id, ref }
}
async function reported() {
  const asked = await seen()
  await report(asked)
  return asked
}
async function reportedWithoutFee(): Promise<Asked> {
  const owner = await world.somebody('owner')
  const number = await world.publish(owner)
  await send(owner, 'PATCH', '/api/me/contact', { contactFor: 'ask' })
  const asker = await world.makePremium(await world.somebody('asker'))
  await world.publish(asker, { gander: 'Male' })
  const { body } = await send(asker, 'POST', '/api/me/contact-requests', { bioDataId: number })
  const asked = { owner, asker, id: body.insertedId as string, ref: '' }
  await send(admin, 'PATCH', `/api/contact-request-approver/${asked.id}`)
  await send(owner, 'PATCH', `/api/me/asked/${asked.id}`, { answer: 'yes' })
  await send(asker, 'GET', '/api/payments')
  await report(asked)
  return asked
}

type Act = (asked: Asked) => Promise<unknown>
const report: Act = ({ asker, id }) => send(asker, 'POST', `/api/me/contact-requests/${id}/unanswered`, {})
const decide =
  (outcome: string, by = admin): Act =>
  ({ id }) =>
    send(by, 'PATCH', `/api/unanswered-reports/${id}`, { outcome })
const dead = decide('unanswered')
const alive = decide('answers', colleague)
const takeBack: Act = ({ id }) =>
  send(colleague, 'PATCH', `/api/contact-requests/${id}/withdrawal`, { reason: 'A mistake.' })
const block: Act = ({ owner, asker }) => send(owner, 'POST', '/api/blocks', { _id: asker.id })
const look: Act = ({ asker }) => send(asker, 'GET', '/api/payments')
const askerLeaves: Act = ({ asker }) => deleteUser(db, asker.id)
const ownerLeaves: Act = ({ owner }) => deleteUser(db, owner.id)
const pause: Act = ({ owner }) => send(owner, 'PATCH', '/api/me/presence', { presence: 'paused' })
const confirm: Act = ({ owner }) => send(owner, 'POST', '/api/me/still-right', {})
const correct: Act = ({ owner }) =>
  send(owner, 'PATCH', '/api/bioData', biodataOnTheWire({ email: owner.email, phoneNumber: '01812345678' }))
const dispute: Act = async ({ ref }) => {
  world.sandbox.dispute(ref)
  await settle(world.till, (await world.till.provider.fetch(ref))!, new Date())
}
const refundElsewhere: Act = async ({ ref }) => {
  // Once: the other one is refused by the provider.
  await world.stripe.refunds.create({ payment_intent: ref }).catch(() => {})
  await settle(world.till, (await world.till.provider.fetch(ref))!, new Date())
}

/** How report, request and money have ended, after proving that they fit. */
async function stateOf({ id, ref }: Asked) {
  const request = await db.selectFrom('contactRequests').selectAll().where('id', '=', id).executeTakeFirst()
  const said = await db.selectFrom('unansweredReports').selectAll().where('requestId', '=', id).executeTakeFirst()
  const outcome = said?.outcome ?? (said ? 'open' : 'none')
  if (outcome === 'unanswered') expect(request?.status).toBe('withdrawn')
  if (outcome === 'open' || outcome === 'answers') expect(request?.status).toBe('approve')
  const lines = await db
    .selectFrom('auditLog')
    .select('action')
    .where('subjectId', '=', id)
    .where('action', 'like', 'found number%')
    .execute()
  expect(lines.length).toBeLessThan(2)
  if (!ref) return outcome
  const payment = await db.selectFrom('payments').selectAll().where('providerRef', '=', ref).executeTakeFirstOrThrow()
  const refunds = await db.selectFrom('refunds').select('amount').where('paymentId', '=', payment.id).execute()
  const isKept = payment.status === 'succeeded'
  expect(refunds.length).toBeLessThan(2)
  if (payment.status === 'refund_due' || payment.status === 'refunded') expect(refunds).toHaveLength(1)
  if (outcome === 'unanswered') expect(isKept).toBe(false)
  return `${outcome}, ${isKept ? 'kept' : payment.status === 'disputed' ? 'disputed' : 'back'}`
}

test.each<[string, () => Promise<Asked>, Act, Act, string[]]>([
  ['decided and decided the same', reported, dead, decide('unanswered', colleague), ['unanswered, back']],
  ['decided and decided otherwise', reported, dead, alive, ['unanswered, back', 'answers, kept']],
  ['decided and the asker who leaves', reported, dead, askerLeaves, ['none, back', 'none, kept']],
  ['decided and the owner who leaves', reported, dead, ownerLeaves, ['none, back', 'none, kept']],
  ['decided and a dispute', reported, dead, dispute, ['unanswered, disputed', 'ended, disputed']],
  ['decided and a refund by the provider', reported, dead, refundElsewhere, ['unanswered, back', 'ended, back']],
  ['decided and an approval taken back', reported, dead, takeBack, ['unanswered, back', 'ended, back']],
  ['decided and a block', reported, dead, block, ['unanswered, back', 'ended, kept']],
  ['decided and a look', reported, dead, look, ['unanswered, back']],
  ['decided and a pause', reported, dead, pause, ['unanswered, back']],
  ['decided and a confirmation', reported, dead, confirm, ['unanswered, back']],
  ['decided and a corrected number', reported, dead, correct, ['unanswered, back']],
  ['reported and reported', seen, report, report, ['open, kept']],
  ['reported and a block', seen, report, block, ['none, kept', 'ended, kept']],
  ['reported and an approval taken back', seen, report, takeBack, ['none, back', 'ended, back']],
  ['reported and the asker who leaves', seen, report, askerLeaves, ['none, kept']],
  ['reported and the owner who leaves', seen, report, ownerLeaves, ['none, kept']],
  ['decided and the asker who leaves, without a fee', reportedWithoutFee, dead, askerLeaves, ['none']],
  ['decided and the owner who leaves, without a fee', reportedWithoutFee, dead, ownerLeaves, ['none']],
  ['decided and a block, without a fee', reportedWithoutFee, dead, block, ['unanswered', 'ended']],
])('T3: %s at once end in one state, and the fee goes back at most once', async (_, prepare, one, two, wanted) => {
  const ended = new Set<string>()
  for (let round = 0; round < 4; round++) {
    const asked = await prepare()
    startAt(round)
    const acts = [one, two, ...(round % 3 === 0 ? [one, two] : [])]
    const done = await Promise.all((round % 2 ? acts.toReversed() : acts).map((act) => act(asked)))
    for (const answer of done as ({ status?: number } | undefined)[]) expect(answer?.status ?? 200).toBeLessThan(500)
    ended.add(await stateOf(asked))
  }
  expect([...ended].filter((state) => !wanted.includes(state))).toEqual([])
})

test('T3: two administrators who decide about two reports of one number wait for each other, and ask its owner once', async () => {
  for (let round = 0; round < 2; round++) {
    const first = await reported()
    const second = await seen(first)
    await report(second)
    startAt(round)
    const acts = [dead(first), decide('unanswered', colleague)(second)]
    expect(await Promise.all(acts)).toMatchObject([{ status: 200 }, { status: 200 }])
    expect([await stateOf(first), await stateOf(second)]).toEqual(['unanswered, back', 'unanswered, back'])
    const asked = db.selectFrom('confirmQuestions').select('id').where('ownerId', '=', first.owner.id)
    expect(await asked.execute()).toHaveLength(1)
  }
})
