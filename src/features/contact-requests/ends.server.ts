import { sql } from 'kysely'
import { guardiansWho } from '#src/features/guardians/index.server.ts'
import { notify } from '#src/features/notifications/index.server.ts'
import type { RefundReason } from '#src/features/payments/policy.ts'
import { holdNamed } from '#src/features/users/index.server.ts'
import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { allRows } from '#src/platform/db/rows.server.ts'

/**
 * Its payment before it, in the order in which settling and leaving take them; then the accounts of all whom a decision
 * names or tells. @param actorId who decides @returns undefined without a request
 */
export async function holdRequest(trx: Trx, id: string, actorId?: string) {
  const [request] = await allRows<{
    paymentId: string | null
    userId: string
    biodataId: string | null
    forwardedBy: string | null
  }>(trx)`
    select payment_id, user_id, biodata_id, forwarded_by from contact_requests where id = ${id}`
  if (!request) return undefined
  const { paymentId, userId, biodataId, forwardedBy } = request
  if (paymentId) await sql`select from payments where id = ${paymentId} for update`.execute(trx)
  else await sql`select from contact_requests where id = ${id} for update`.execute(trx)
  const guardians = biodataId ? await guardiansWho(trx, biodataId, 'see') : []
  await holdNamed(trx, [userId, biodataId, forwardedBy, actorId ?? null, ...guardians])
  return request
}

/** The fee of a request that has ended; without one nothing. */
export const giveBack = (trx: Trx, paymentId: string | null, because: RefundReason, now: Date) =>
  sql`
    update payments set status = 'refund_due', refund_because = ${because}, updated_at = ${now}
    where id = ${paymentId} and status = 'succeeded'`.execute(trx)

interface Forwarded {
  id: string
  userId: string
  biodataId: string
}

export const forwardingCause = (id: string) => `${id} forwarded`

/**
 * Asks or reminds a family with a mail, or tells it what became of a request: its owner, and guardians who may answer.
 * @param until when the time to answer is over; without it no mail is sent
 */
export async function tellFamily(
  trx: Trx,
  { id, userId, biodataId }: Forwarded,
  what: 'asked' | 'reminder' | 'over' | 'ended',
  { until, notBefore }: { until?: Date | undefined; notBefore?: Date } = {},
) {
  const isMailed = until && (what === 'asked' || what === 'reminder')
  const notice = (ward?: number) => ({
    kind: 'asked' as const,
    cause: what === 'asked' ? forwardingCause(id) : `${id} ${what}`,
    about: { what, request: id, viewerId: userId, ...(ward && { ward }) },
    ...(isMailed && { mail: { kind: 'asked' as const, what, request: id, until: until.toISOString(), ward } }),
    ...(notBefore && { notBefore }),
  })
  await notify(trx, { to: biodataId, ...notice() })
  const guardians = await guardiansWho(trx, biodataId, 'answer')
  if (guardians.length === 0) return
  const owner = trx.selectFrom('biodata').select('number').where('id', '=', biodataId)
  await notify(trx, { to: guardians, ...notice((await owner.executeTakeFirstOrThrow()).number) })
}

/** The asker takes a request back that nobody has answered. @returns 1, 0 once it was answered, undefined without one */
export const withdrawOwn = (db: Db, askerId: string, id: string, now: Date) =>
  db.transaction().execute(async (trx) => {
    await holdRequest(trx, id, askerId)
    type Withdrawn = Forwarded & { paymentId: string | null; forwardedAt: Date | null }
    const [withdrawn] = await allRows<Withdrawn>(trx)`
      update contact_requests set status = 'withdrawn', ended_at = ${now}
      where id = ${id} and user_id = ${askerId} and status in ('pending', 'forwarded') and first_seen_at is null
      returning id, user_id, biodata_id, payment_id, forwarded_at`
    if (!withdrawn) {
      const own = trx.selectFrom('contactRequests').select('id').where('id', '=', id).where('userId', '=', askerId)
      return (await own.executeTakeFirst()) && 0
    }
    await giveBack(trx, withdrawn.paymentId, 'asker withdrew', now)
    if (withdrawn.forwardedAt && withdrawn.biodataId) await tellFamily(trx, withdrawn, 'ended')
    return 1
  })
