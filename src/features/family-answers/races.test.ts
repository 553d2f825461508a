import { afterAll, expect, test } from 'vitest'
import { settle } from '#src/features/payments/settle.server.ts'
import { deleteUser } from '#src/features/users/queries.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { twoServers } from '#tests/two-servers.server.ts'
import { type Person, testConfig } from '#tests/world.server.ts'
import { workOnAnswers } from './answers.server.ts'

// Each race of the family's answer, twice at once on two servers. Whatever comes first, the request ends in a state of the
// table in REQUIREMENTS O6, and the money is where this state says.

let shiftMs = 0
const clock = () => new Date(Date.UTC(2026, 10, 25, 6) + shiftMs)
const config = testConfig()
const world = await payingWorld({ clock, config })
const { db } = world
const { send, startAt, close } = await twoServers(world, { config, clock })
afterAll(close)

const admin = await world.makeAdmin(await world.somebody('admin'))

interface Asked {
  owner: Person
  asker: Person
  id: string
  ref: string
}
async function paid(): Promise<Asked> {
  shiftMs = 0
  const owner = await world.somebody('owner')
  const number = await world.publish(owner)
  await send(owner, 'PATCH', '/api/me/contact', { contactFor: 'ask' })
  const asker = await world.somebody('asker')
  await world.publish(asker, { gander: 'Male' })
  const ref = await world.pay(asker, number)
  const { body } = await world.record(asker, ref, number)
  return { owner, asker, ref, id: body.insertedId }
}
async function forwarded() {
  const asked = await paid()
  await approve(asked)
  return asked
}
async function agreed() {
  const asked = await forwarded()
  await yes(asked)
  return asked
}
type Act = (asked: Asked) => Promise<unknown>
const approve = ({ id }: Asked) => send(admin, 'PATCH', `/api/contact-request-approver/${id}`)
const yes = ({ owner, id }: Asked) => send(owner, 'PATCH', `/api/me/asked/${id}`, { answer: 'yes' })
const notNow = ({ owner, id }: Asked) => send(owner, 'PATCH', `/api/me/asked/${id}`, { answer: 'not now' })
const takeBack = ({ owner, id }: Asked) => send(owner, 'PATCH', `/api/me/asked/${id}/taken-back`)
const withdraw = ({ asker, id }: Asked) => send(asker, 'PATCH', `/api/me/contact-requests/${id}/withdrawal`)
const look = ({ asker }: Asked) => send(asker, 'GET', '/api/payments')
const block = ({ owner, asker }: Asked) => send(owner, 'POST', '/api/blocks', { _id: asker.id })
const pause = ({ owner }: Asked) => send(owner, 'PATCH', '/api/me/presence', { presence: 'paused' })
const choose = (contactFor: string) => (asked: Asked) => send(asked.owner, 'PATCH', '/api/me/contact', { contactFor })
const leave = ({ asker }: Asked) => deleteUser(db, asker.id)
const ownerLeaves = ({ owner }: Asked) => deleteUser(db, owner.id)
const refundElsewhere = async ({ ref }: Asked) => {
  // Once: the other one is refused by the provider.
  await world.stripe.refunds.create({ payment_intent: ref }).catch(() => {})
  await settle(world.till, (await world.till.provider.fetch(ref))!, clock())
}
const tick = () => workOnAnswers(db, clock())

/** The state that the request has ended in, after proving that money, ledger and answer fit it. */
async function stateOf({ id, ref, owner, asker }: Asked) {
  const request = await db.selectFrom('contactRequests').selectAll().where('id', '=', id).executeTakeFirst()
  const payment = await db.selectFrom('payments').selectAll().where('providerRef', '=', ref).executeTakeFirstOrThrow()
  const refunds = await db.selectFrom('refunds').select('amount').where('paymentId', '=', payment.id).execute()
  const lines = await db
    .selectFrom('contactViews')
    .select('id')
    .where((line) => line.and({ ownerId: owner.id, viewerId: asker.id, byRight: 'request' }))
    .execute()
  const isKept = payment.status === 'succeeded'
  expect(refunds).toHaveLength(isKept ? 0 : 1)
  // A contact that was seen has its line, and its fee is earned.
  if (!request) {
    expect(lines).toHaveLength(isKept ? 1 : 0)
    return isKept ? 'gone, kept' : 'gone, back'
  }
  expect(lines).toHaveLength(request.firstSeenAt ? 1 : 0)
  const { status, answer, firstSeenAt, biodataId } = request
  if (!biodataId) {
    expect(isKept).toBe(firstSeenAt !== null)
    return isKept ? 'no owner, kept' : 'no owner, back'
  }
  if (['pending', 'forwarded', 'approve'].includes(status)) expect(isKept).toBe(true)
  else if (!firstSeenAt) expect(isKept).toBe(false)
  // Only a yes opens what was forwarded.
  if (status === 'approve' && request.forwardedAt) expect(answer).toBe('yes')
  const told = await db
    .selectFrom('notifications')
    .select('about')
    .where('userId', '=', asker.id)
    .where('cause', 'like', `${id} %`)
    .execute()
  expect(
    told.filter(({ about }) => ['approved', 'not now', 'over'].includes(String((about as { answer?: string }).answer)))
      .length,
  ).toBeLessThan(2)
  return [status, answer !== 'yes' && answer, firstSeenAt && 'seen'].filter(Boolean).join(' ')
}

const rounds = 6
const hourMs = 3_600_000

test.each<[string, () => Promise<Asked>, Act, Act, number, string[]]>([
  ['yes and not now', forwarded, yes, notNow, 0, ['approve', 'declined not now']],
  ['yes and yes', forwarded, yes, yes, 0, ['approve']],
  ['yes and the clock', forwarded, yes, tick, 72 * hourMs, ['declined over']],
  ['a yes just in time and the clock', forwarded, yes, tick, 72 * hourMs - 1, ['approve']],
  ['not now and the clock', forwarded, notNow, tick, 72 * hourMs - 1, ['declined not now']],
  ['the clock and the clock', forwarded, tick, tick, 72 * hourMs, ['declined over']],
  ['yes and block', forwarded, yes, block, 0, ['withdrawn']],
  ['yes and pause', forwarded, yes, pause, 0, ['withdrawn']],
  ['yes and the asker who leaves', forwarded, yes, leave, 0, ['gone, back']],
  ['yes and the asker who takes it back', forwarded, yes, withdraw, 0, ['approve', 'withdrawn']],
  ['yes and a refund by the provider', forwarded, yes, refundElsewhere, 0, ['withdrawn']],
  ['take back and first look', agreed, takeBack, look, 0, ['withdrawn taken back', 'approve seen']],
  ['first look and block', agreed, look, block, 0, ['withdrawn', 'approve seen']],
  ['first look and the asker who leaves', agreed, look, leave, 0, ['gone, back', 'gone, kept']],
  ['first look and the owner who leaves', agreed, look, ownerLeaves, 0, ['no owner, back', 'no owner, kept']],
  ['yes and the owner who leaves', forwarded, yes, ownerLeaves, 0, ['no owner, back']],
  ['first look and first look', agreed, look, look, 0, ['approve seen']],
  ['approve and approve', paid, approve, approve, 0, ['forwarded']],
  ['approve and another choice', paid, approve, choose('checked'), 0, ['forwarded', 'approve']],
  ['approve and nobody', paid, approve, choose('nobody'), 0, ['withdrawn']],
  ['approve and the asker who takes it back', paid, approve, withdraw, 0, ['withdrawn']],
])('O6: %s at once end in one state, with the money where it belongs', async (_, prepare, one, two, atMs, wanted) => {
  const seen = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const asked = await prepare()
    shiftMs = atMs
    startAt(round)
    const acts = [one, two, ...(round % 3 === 0 ? [one, two] : [])]
    await Promise.all((round % 2 ? acts.toReversed() : acts).map((act) => act(asked)))
    seen.add(await stateOf(asked))
  }
  expect([...seen].filter((state) => !wanted.includes(state))).toEqual([])
})

/** Without a fee there is no payment to hold first. */
async function freelyAsked(): Promise<Asked> {
  const owner = await world.somebody('owner')
  const number = await world.publish(owner)
  await send(owner, 'PATCH', '/api/me/contact', { contactFor: 'ask' })
  const asker = await world.makePremium(await world.somebody('asker'))
  await world.publish(asker, { gander: 'Male' })
  const { body } = await send(asker, 'POST', '/api/me/contact-requests', { bioDataId: number })
  return { owner, asker, id: body.insertedId, ref: '' }
}
const freelyForwarded = async () => {
  const asked = await freelyAsked()
  await approve(asked)
  return asked
}
const suspend = ({ owner }: Asked) =>
  send(admin, 'PATCH', `/api/users/suspension/${owner.id}`, { reason: 'A complaint.' })
const judgeLeaves = async ({ id }: Asked) => {
  const { forwardedBy } = await db
    .selectFrom('contactRequests')
    .select('forwardedBy')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (forwardedBy && forwardedBy !== admin.id) await deleteUser(db, forwardedBy)
}
const byAnother = async () => {
  const asked = await paid()
  const judge = await world.makeAdmin(await world.somebody('judge'))
  await send(judge, 'PATCH', `/api/contact-request-approver/${asked.id}`)
  return asked
}

test.each<[string, () => Promise<Asked>, Act, Act]>([
  ['yes and the owner who leaves', freelyForwarded, yes, ownerLeaves],
  ['yes and the asker who leaves', freelyForwarded, yes, leave],
  ['nobody and the suspension of the owner', freelyForwarded, choose('nobody'), suspend],
  ['approve and the owner who leaves', freelyAsked, approve, ownerLeaves],
  ['approve and another choice', freelyAsked, approve, choose('nobody')],
  ['yes and the administrator who leaves', byAnother, yes, judgeLeaves],
])('O6: %s at once both get an answer, also without a fee', async (_, prepare, one, two) => {
  for (let round = 0; round < 10; round++) {
    shiftMs = 0
    const asked = await prepare()
    startAt(round)
    const acts = round % 2 ? [two, one] : [one, two]
    const done = await Promise.all(acts.map((act) => act(asked)))
    for (const answer of done as { status?: number }[]) expect(answer?.status ?? 200).toBeLessThan(500)
  }
})
