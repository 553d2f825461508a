import { sql } from 'kysely'
import { queueMailToAdmins } from '#src/features/mail/index.server.ts'
import { endFindings, noteFinding, type Payment, referenceOf } from '#src/features/payments/index.server.ts'
import { agoFrom, type Db, type Trx } from '#src/platform/db/open.server.ts'
import { allRows, countWritten } from '#src/platform/db/rows.server.ts'
import { found, invalid, Problem } from '#src/platform/http/problem.ts'
import { priceOf, type Wallet } from '#src/platform/money.ts'
import { answerBy, looksLike } from './policy.ts'
import { providerId } from './provider.server.ts'

interface Told {
  wallet: Wallet
  transactionId: string
  lastDigits: string
}

/** Who names one transaction at the same moment is looked at one after the other. Taken after the payment's row. */
export const lockTransaction = (trx: Trx, transactionId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${looksLike(transactionId)}, 0))`.execute(trx)

type Other = Pick<Payment, 'provider' | 'providerRef' | 'amount' | 'currency'> & { hasPaid: boolean }

/** Other payments for which somebody has named a transaction, whether it has paid for one of them, or has paid one back. */
export const othersOf = (db: Db, { paymentId, transactionId }: { paymentId: string; transactionId: string }) =>
  allRows<Other>(db)`
    select payment.provider, payment.provider_ref, payment.amount, payment.currency, bool_or(named.has_paid) as has_paid
    from (
      select payment_id, state = 'confirmed' as has_paid from transfer_claims
      where looks_like = ${looksLike(transactionId)} and payment_id <> ${paymentId} and state in ('waiting', 'confirmed')
      union all
      select payment_id, true from refunds where provider = ${providerId} and provider_ref = ${transactionId}
    ) named join payments payment on payment.id = named.payment_id
    group by payment.id`

const taken = (code: string, detail: string) => new Problem('conflict', { code, detail })
const toldBefore = () => taken('told-before', 'You have begun, or told of, another transfer for this contact.')

/** A payment that the same person begins at this moment for the same contact. */
const isBegunMeanwhile = (error: unknown) => (error as { code?: unknown }).code === '23505'

/**
 * Also of money that the payer sent although the fee is paid or refunded: the site refunds that too. @returns 0 when the same was
 * told before. @throws Problem
 */
export const claim = (db: Db, payerId: string, paymentId: string, told: Told, now: Date) =>
  claimIn(db, payerId, paymentId, told, now).catch((error: unknown) => {
    throw isBegunMeanwhile(error) ? toldBefore() : error
  })

const claimIn = (db: Db, payerId: string, paymentId: string, told: Told, now: Date) =>
  db.transaction().execute(async (trx) => {
    const own = await trx
      .selectFrom('payments')
      .selectAll()
      .where((of) => of.and({ provider: providerId, userId: payerId }))
      .where(
        'biodataId',
        'is not distinct from',
        trx.selectFrom('payments').select('biodataId').where('id', '=', paymentId),
      )
      // All of one contact, in one order: two tabs may tell of two of them.
      .orderBy('id')
      .forUpdate()
      .execute()
    const payment = found(own.find(({ id }) => id === paymentId))
    const { wallet, transactionId, lastDigits } = told
    await lockTransaction(trx, transactionId)
    const [counted] = await allRows(trx)`
      select from transfer_claims
      where payment_id = ${paymentId} and looks_like = ${looksLike(transactionId)} and state = 'confirmed'`
    if (counted) throw invalid('transactionId', 'This transaction has been counted already.')
    const isSame = await countWritten(trx)`
      update transfer_claims set wallet = ${wallet}, last_digits = ${lastDigits}
      where payment_id = ${paymentId} and state = 'waiting' and transaction_id = ${transactionId}`
    if (isSame > 0) return 0
    const reopened = payment.status === 'canceled' ? await closeOthers(trx, payment) : true
    if (!reopened) throw toldBefore()
    await countWritten(trx)`
      update transfer_claims set state = 'corrected' where payment_id = ${paymentId} and state = 'waiting'`
    await trx
      .insertInto('transferClaims')
      .values({ paymentId, wallet, transactionId, lastDigits, claimedAt: now })
      .execute()
    await countWritten(trx)`
      update payments set status = 'claimed', ask_after = null, declines_key = null, updated_at = ${now}
      where id = ${paymentId} and status in ('created', 'canceled')`
    const [asked] = await allRows<{ number: number }>(trx)`select number from biodata where id = ${payment.biodataId}`
    if (asked) await queueMailToAdmins(trx, { kind: 'new-request', request: 'transfer', number: asked.number })
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
    select from transfer_claims where looks_like = ${looksLike(transactionId)} and state = 'waiting'`
  if (waiting.length > 0) return
  const payments = await allRows<Pick<Payment, 'provider' | 'providerRef'>>(trx)`
    select provider, provider_ref from payments
    where id in (select payment_id from transfer_claims where looks_like = ${looksLike(transactionId)})`
  for (const payment of payments) await endFindings(trx, payment, 'claimed twice')
}

/** The payer does not send the rest. @returns 0 when the refund is due already */
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
      throw taken('nothing-arrived', 'Nothing of this payment can be refunded.')
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
  const isBack = status === 'refund_due' || status === 'refunded'
  const lastIn = (state: string) => claims.find((one) => one.state === state)
  const last = (isBack ? lastIn('confirmed') : lastIn('waiting')) ?? claims[0]
  const isTwice =
    status === 'claimed' && last && (await othersOf(db, { paymentId, transactionId: last.transactionId })).length > 0
  const isOpen = status === 'created' || status === 'canceled'
  const refused = isOpen && last?.state === 'refused'
  const outcome = isTwice ? 'claimed-twice' : isOpen && arrived > 0 ? 'short' : refused ? 'not-found' : undefined
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

/** How long the site keeps claims that nobody confirmed, and the last digits of senders. It keeps confirmed transactions for good. */
export const claimsAreKept = '180 days'
export async function forgetClaims(db: Db, now: Date) {
  const since = agoFrom(now, claimsAreKept)
  await countWritten(db)`
    delete from transfer_claims where state in ('refused', 'corrected') and claimed_at < ${since}`
  await countWritten(db)`
    update transfer_claims set last_digits = null
    where state = 'confirmed' and last_digits is not null and claimed_at < ${since}`
}

/** Of the last payment by hand of a person for a biodata, while its money may still be on the way. @returns undefined for none */
export async function lastTransferPage(db: Db, userId: string, number: number) {
  const [last] = await allRows<{ id: string }>(db)`
    select payments.id from payments join biodata on biodata.id = biodata_id
    where payments.user_id = ${userId} and number = ${number} and provider = ${providerId}
      and payments.updated_at > now() - interval '30 days'
    order by payments.created_at desc limit 1`
  return last && referenceOf(last.id)
}
