import { sql } from 'kysely'
import { endFindings, noteFinding, type Payment } from '#src/features/payments/index.server.ts'
import { agoFrom, type Db, type Trx } from '#src/platform/db/open.server.ts'
import { allRows, countWritten } from '#src/platform/db/rows.server.ts'
import { found, invalid, Problem } from '#src/platform/http/problem.ts'
import { priceOf, type Wallet } from '#src/platform/money.ts'
import { answerBy } from './policy.ts'
import { providerId } from './provider.server.ts'

interface Told {
  wallet: Wallet
  transactionId: string
  lastDigits: string
}

/** Who names one transaction at the same moment is looked at one after the other. Taken after the payment's row. */
export const lockTransaction = (trx: Trx, transactionId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${transactionId}, 0))`.execute(trx)

/** Other payments for which somebody has named a transaction, and whether it has paid for one of them. */
export const othersOf = (db: Db, { paymentId, transactionId }: { paymentId: string; transactionId: string }) =>
  allRows<Pick<Payment, 'provider' | 'providerRef' | 'amount' | 'currency'> & { hasPaid: boolean }>(db)`
    select payment.provider, payment.provider_ref, payment.amount, payment.currency, bool_or(claim.state = 'confirmed') as has_paid
    from transfer_claims claim join payments payment on payment.id = claim.payment_id
    where claim.transaction_id = ${transactionId} and claim.payment_id <> ${paymentId}
      and claim.state in ('waiting', 'confirmed')
    group by payment.id`

const taken = (code: string, detail: string) => new Problem('conflict', { code, detail })

/**
 * Also of money that was sent although the fee is paid, or is going back: it goes back too. @returns 0 when the same was
 * told before. @throws Problem
 */
export const claim = (db: Db, payerId: string, paymentId: string, told: Told, now: Date) =>
  db.transaction().execute(async (trx) => {
    const payment = found(
      await trx
        .selectFrom('payments')
        .selectAll()
        .where((of) => of.and({ id: paymentId, provider: providerId, userId: payerId }))
        .forUpdate()
        .executeTakeFirst(),
    )
    const { wallet, transactionId, lastDigits } = told
    await lockTransaction(trx, transactionId)
    const [counted] = await allRows(trx)`
      select from transfer_claims
      where payment_id = ${paymentId} and transaction_id = ${transactionId} and state = 'confirmed'`
    if (counted) throw invalid('transactionId', 'This transaction has been counted already.')
    const isSame = await countWritten(trx)`
      update transfer_claims set wallet = ${wallet}, last_digits = ${lastDigits}
      where payment_id = ${paymentId} and state = 'waiting' and transaction_id = ${transactionId}`
    if (isSame > 0) return 0
    const reopened = payment.status === 'canceled' ? await closeOthers(trx, payment) : true
    if (!reopened) throw taken('told-before', 'You have told of another transfer for this contact.')
    await countWritten(trx)`
      update transfer_claims set state = 'corrected' where payment_id = ${paymentId} and state = 'waiting'`
    await trx
      .insertInto('transferClaims')
      .values({ paymentId, wallet, transactionId, lastDigits, claimedAt: now })
      .execute()
    await countWritten(trx)`
      update payments set status = 'claimed', ask_after = null, declines_key = null, updated_at = ${now}
      where id = ${paymentId} and status in ('created', 'canceled')`
    const others = await othersOf(trx, { paymentId, transactionId })
    if (others.length > 0)
      for (const { provider, providerRef, amount, currency } of [payment, ...others])
        await noteFinding(trx, { provider, providerRef: providerRef!, kind: 'claimed twice', amount, currency })
    return 1
  })

/** One that was begun since for the same contact, and that nobody has sent money for. @returns whether none is left */
async function closeOthers(trx: Trx, { id, userId, biodataId }: Payment) {
  await countWritten(trx)`
    update payments set status = 'canceled', declines_key = null, updated_at = now()
    where user_id = ${userId} and biodata_id = ${biodataId} and provider = ${providerId} and id <> ${id} and status = 'created'
      and not exists (select from payment_receipts receipt where receipt.payment_id = payments.id)`
  const left = await allRows(trx)`
    select from payments
    where user_id = ${userId} and biodata_id = ${biodataId} and provider = ${providerId} and id <> ${id}
      and status in ('created', 'claimed', 'review')`
  return left.length === 0
}

/** What waits is decided, so nothing is claimed twice any more. */
export async function endDoubt(trx: Trx, transactionId: string) {
  const waiting = await allRows(trx)`
    select from transfer_claims where transaction_id = ${transactionId} and state = 'waiting'`
  if (waiting.length > 0) return
  const payments = await allRows<Pick<Payment, 'provider' | 'providerRef'>>(trx)`
    select provider, provider_ref from payments
    where id in (select payment_id from transfer_claims where transaction_id = ${transactionId})`
  for (const payment of payments) await endFindings(trx, payment, 'claimed twice')
}

/** The payer does not send the rest. @returns 0 when it goes back already */
export const takeBackPart = (db: Db, payerId: string, paymentId: string) =>
  db.transaction().execute(async (trx) => {
    const changed = await countWritten(trx)`
      update payments set status = 'refund_due', refund_because = 'another amount', declines_key = null, updated_at = now()
      where id = ${paymentId} and user_id = ${payerId} and provider = ${providerId} and status = 'created'
        and exists (select from payment_receipts receipt where receipt.payment_id = payments.id)`
    if (changed > 0) return changed
    const [payment] = await allRows<Pick<Payment, 'status'>>(trx)`
      select status from payments where id = ${paymentId} and user_id = ${payerId} and provider = ${providerId}`
    const { status } = found(payment)
    if (status !== 'refund_due' && status !== 'refunded')
      throw taken('nothing-arrived', 'Nothing of this payment can go back.')
    return 0
  })

/** What a payer reads of money sent by hand. Nothing of a payment by another way. */
export async function transferOf(db: Db, payment: Payment) {
  if (payment.provider !== providerId) return {}
  const { id: paymentId, amount, currency, status } = payment
  const claims = await db
    .selectFrom('transferClaims')
    .select(['wallet', 'transactionId', 'lastDigits', 'state', 'claimedAt'])
    .where('paymentId', '=', paymentId)
    .orderBy('claimedAt', 'desc')
    .orderBy('id')
    .execute()
  const [receipts] = await allRows<{ arrived: number }>(db)`
    select coalesce(sum(amount), 0)::int as arrived from payment_receipts where payment_id = ${paymentId}`
  const arrived = receipts!.arrived
  const last = claims.find(({ state }) => state === 'waiting') ?? claims[0]
  const isTwice =
    status === 'claimed' && last && (await othersOf(db, { paymentId, transactionId: last.transactionId })).length > 0
  const isOpen = status === 'created' || status === 'canceled'
  const refused = isOpen && last?.state === 'refused'
  const outcome = isTwice ? 'claimed-twice' : refused ? 'not-found' : isOpen && arrived > 0 ? 'short' : undefined
  const { wallet, transactionId, lastDigits } = last ?? {}
  const answered = last?.state === 'waiting' ? answerBy(last.claimedAt).toISOString() : undefined
  return {
    outcome: outcome as typeof outcome,
    transfer: {
      reference: payment.providerRef ?? '',
      ...{ wallet, transactionId, lastDigits: lastDigits ?? undefined, answerBy: answered },
      arrived: priceOf({ amount: arrived, currency }).price,
      missing: priceOf({ amount: Math.max(0, amount - arrived), currency }).price,
    },
  }
}

/** Of what was told and not found, and of the numbers that money came from. That a transaction has paid is kept for good. */
export const claimsAreKept = '180 days'
export async function forgetClaims(db: Db, now: Date) {
  const since = agoFrom(now, claimsAreKept)
  await countWritten(db)`
    delete from transfer_claims where state in ('refused', 'corrected') and claimed_at < ${since}`
  await countWritten(db)`
    update transfer_claims set last_digits = null
    where state = 'confirmed' and last_digits is not null and claimed_at < ${since}`
}
