import { sql } from 'kysely'
import { notify } from '#src/features/notifications/index.server.ts'
import { type Payment, type PaymentContext, referenceOf, settleIn } from '#src/features/payments/index.server.ts'
import { record } from '#src/platform/db/audit.server.ts'
import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { allRows, countWritten, oneRow } from '#src/platform/db/rows.server.ts'
import { found, invalid, Problem } from '#src/platform/http/problem.ts'
import { endDoubt, lockTransaction, othersOf } from './claims.server.ts'
import type { Read } from './contract.ts'
import { canBeFor, looksLike, needsSecond, readMoment, readTaka } from './policy.ts'
import { providerId, stateOf } from './provider.server.ts'

interface Desk {
  till: PaymentContext
  /** Poisha above which two administrators read a sum. */
  secondAbove: number | undefined
}
interface Typed {
  id: string
  amount: string
  at: string
}

const conflict = (code: string, detail: string) => new Problem('conflict', { code, detail })

/** Locks the payment before its claim, as settling does. */
async function lockClaim(trx: Trx, id: string) {
  const [known] = await allRows<{ paymentId: string }>(trx)`select payment_id from transfer_claims where id = ${id}`
  const { paymentId } = found(known)
  const payment = await trx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', paymentId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const claim = await trx.selectFrom('transferClaims').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { payment, claim }
}

/** When its payer first began to send money for this contact: the reference of that day may stand beside it. */
async function firstBegun(trx: Trx, { createdAt, userId, biodataId }: Payment) {
  if (!userId) return createdAt
  const { first } = await oneRow<{ first: Date }>(trx)`
    select min(created_at) as first from payments
    where provider = ${providerId} and user_id = ${userId} and biodata_id = ${biodataId}`
  return first
}

/** @throws Problem for what was typed, or for what two payers say of one transaction */
export const confirm = ({ till, secondAbove }: Desk, adminId: string, typed: Typed, now: Date): Promise<Read> =>
  till.db.transaction().execute(async (trx) => {
    const { payment, claim } = await lockClaim(trx, typed.id)
    if (claim.state !== 'waiting') return 'before'
    const amount = readTaka(typed.amount)
    if (amount === undefined) throw invalid('amount', 'must be a sum in taka, like 500 or 1,500.50')
    const at = readMoment(typed.at)
    if (!at) throw invalid('at', 'must be a day and a time, like 2026-11-22 18:02')
    const when = canBeFor(at, await firstBegun(trx, payment), now)
    if (when === 'later') throw invalid('at', 'must not lie in the future')
    if (when === 'before') throw invalid('at', 'lies long before this payment was begun')
    const { paymentId, transactionId } = claim
    await lockTransaction(trx, transactionId)
    const others = await othersOf(trx, { paymentId, transactionId })
    if (others.some(({ hasPaid }) => hasPaid)) throw conflict('used', 'This transaction has paid for another request.')
    if (others.length > 0)
      throw conflict('claimed-twice', 'Another payer names this transaction too. Refuse one of the two first.')

    const { n } = await oneRow<{ n: number }>(trx)`
      select count(*)::int as n from users where role = 'admin' and suspended_at is null`
    if (needsSecond(amount, secondAbove, n)) {
      if (claim.readBy === null || claim.readBy === adminId) {
        await trx
          .updateTable('transferClaims')
          .set({ readBy: adminId, readAmount: amount, readAt: at })
          .where('id', '=', claim.id)
          .execute()
        if (claim.readBy === null) await record(trx, adminId, 'read transfer', payment.userId)
        return 'second'
      }
      if (claim.readAmount !== amount) throw conflict('read-otherwise', 'The first administrator has read another sum.')
    }
    await trx
      .updateTable('transferClaims')
      .set({ state: 'confirmed', readBy: claim.readBy ?? adminId, readAmount: amount, readAt: at })
      .set({ decidedBy: adminId, decidedAt: now })
      .where('id', '=', claim.id)
      .execute()
    await endDoubt(trx, transactionId)
    await record(trx, adminId, 'confirmed transfer', payment.userId)
    // From here on what arrived decides, as with every other way to pay.
    await countWritten(
      trx,
    )`update payments set status = 'created', updated_at = ${now} where id = ${paymentId} and status = 'claimed'`
    const settled = await settleIn(trx, till, found(await stateOf(trx, payment.providerRef!)), now)
    const isBuying = !['succeeded', 'refund_due', 'refunded'].includes(payment.status)
    const outcome = settled.kind === 'recorded' && isBuying ? 'paid' : settled.kind === 'open' ? 'short' : 'returned'
    await tell(trx, payment, claim.id, outcome)
    return outcome
  })

/** @returns 0 when it was decided before */
export const refuse = (db: Db, adminId: string, id: string, now: Date) =>
  db.transaction().execute(async (trx) => {
    const { payment, claim } = await lockClaim(trx, id)
    const refused = await countWritten(trx)`
      update transfer_claims set state = 'refused', decided_by = ${adminId}, decided_at = ${now}
      where id = ${id} and state = 'waiting'`
    if (refused === 0) return 0
    await lockTransaction(trx, claim.transactionId)
    await endDoubt(trx, claim.transactionId)
    // Asked about a last time in a day: by then its payer has named another transaction, or it ends unpaid.
    const askAfter = new Date(now.getTime() + 86_400_000)
    await countWritten(trx)`
      update payments set status = 'created', times_asked = 100, updated_at = ${now},
        ask_after = case when exists (select from payment_receipts where payment_id = payments.id) then null else ${askAfter}::timestamptz end
      where id = ${payment.id} and status = 'claimed'`
    await record(trx, adminId, 'refused transfer', payment.userId)
    await tell(trx, payment, id, 'not-found')
    return 1
  })

/** Its payer is away, and nothing else says what came of the money. */
export async function tell(
  trx: Trx,
  payment: Pick<Payment, 'id' | 'userId' | 'biodataId'>,
  cause: string,
  outcome: 'paid' | 'short' | 'returned' | 'not-found',
) {
  if (!payment.userId) return
  const [asked] = await allRows<{ number: number }>(trx)`select number from biodata where id = ${payment.biodataId}`
  // Whose biodata is gone cannot be asked for: the refund is all that is left to tell.
  if (!asked && outcome !== 'returned') return
  const about = { outcome, ...asked, page: referenceOf(payment.id) }
  const notice = { kind: 'transfer', about, mail: { kind: 'transfer', ...about } } as const
  await notify(trx, { ...notice, to: payment.userId, cause })
}

/** The outgoing transfer pays back once. @returns 0 when it was recorded before */
export const recordRefund = (db: Db, adminId: string, id: string, transactionId: string, now: Date) =>
  db.transaction().execute(async (trx) => {
    const [known] = await allRows<{ paymentId: string; userId: string | null; state: string }>(trx)`
      select payment_id, user_id, state from refunds join payments on payments.id = payment_id
      where refunds.id = ${id} and refunds.provider = ${providerId}`
    const { paymentId, userId, state } = found(known)
    if (state === 'refunded') return 0
    await sql`select from payments where id = ${paymentId} for update`.execute(trx)
    await lockTransaction(trx, transactionId)
    const [used] = await allRows(trx)`
      select from refunds where provider = ${providerId} and provider_ref = ${transactionId} and id <> ${id}
      union all select from transfer_claims where looks_like = ${looksLike(transactionId)} and state = 'confirmed'`
    if (used) throw conflict('used', 'This transaction is known already: it came in, or has paid back another fee.')
    const sent = await countWritten(trx)`
      update refunds set state = 'refunded', provider_ref = ${transactionId}, done_at = ${now}
      where id = ${id} and state = 'due'`
    if (sent > 0) await record(trx, adminId, 'sent refund', userId)
    return sent
  })
