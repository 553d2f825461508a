import { notify } from '#src/features/notifications/index.server.ts'
import { record } from '#src/platform/db/audit.server.ts'
import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { allRows, countWritten } from '#src/platform/db/rows.server.ts'
import { found, Problem } from '#src/platform/http/problem.ts'
import { whyEnded } from './policy.ts'
import { endFindings, type Payment } from './queries.server.ts'
import { type PaymentContext, settleIn } from './settle.server.ts'

type Risky = Pick<Payment, 'id' | 'userId' | 'biodataId' | 'provider'> & { providerRef: string }

/** The payment of a finding. @throws Problem 404 for another finding */
async function riskyOf(db: Db, findingId: string) {
  const [payment] = await allRows<Risky>(db)`
    select payments.id, user_id, biodata_id, provider, provider_ref from payments
    join payment_findings finding using (provider, provider_ref)
    where finding.id = ${findingId}::bigint and kind = 'risky'`
  return found(payment)
}

/**
 * An administrator has looked at it there: it buys as if the provider had not doubted it. @returns 0 when it was decided
 * before. @throws Problem
 */
export async function acceptRisky(till: PaymentContext, adminId: string, findingId: string, now: Date) {
  const { db, provider } = till
  const payment = await riskyOf(db, findingId)
  const said = found(await provider.fetch(payment.providerRef))
  const trusted = { ...said, receipts: said.receipts.map((receipt) => ({ ...receipt, isRisky: false })) }
  return db.transaction().execute(async (trx) => {
    const changed = await countWritten(trx)`
      update payments set status = 'created', updated_at = now() where id = ${payment.id} and status = 'review'`
    if (changed === 0) return 0
    await endFindings(trx, payment, 'risky')
    await record(trx, adminId, 'accepted risky payment', payment.userId)
    const { kind } = await settleIn(trx, till, trusted, now)
    if (kind === 'open') throw new Problem('conflict', { code: 'not-paid', detail: 'The money is not there any more.' })
    return changed
  })
}

/** Which way it was paid. @throws Problem */
export const providerOfRisky = async (db: Db, findingId: string) => (await riskyOf(db, findingId)).provider

/** The payer gets it refunded. @returns 0 when it was decided before */
export async function refundRisky(trx: Trx, adminId: string, findingId: string) {
  const payment = await riskyOf(trx, findingId)
  const changed = await countWritten(trx)`
    update payments set status = 'refund_due', refund_because = ${whyEnded.refused}, updated_at = now()
    where id = ${payment.id} and status = 'review'`
  if (changed === 0) return 0
  await endFindings(trx, payment, 'risky')
  await record(trx, adminId, 'refunded risky payment', payment.userId)
  const [asked] = await allRows<{ number: number }>(trx)`select number from biodata where id = ${payment.biodataId}`
  if (payment.userId && asked)
    await notify(trx, {
      ...{ kind: 'fee-returned', about: asked, to: payment.userId, cause: payment.id },
      mail: { kind: 'fee-goes-back', ...asked },
    })
  return changed
}
