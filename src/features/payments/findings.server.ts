import { type Insertable, sql } from 'kysely'
import { queueMailToAdmins } from '#src/features/mail/index.server.ts'
import { record } from '#src/platform/db/audit.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { type Finding, refundTrouble } from './contract.ts'
import { updateRefundDue } from './queries.server.ts'

/** Mails all administrators, once per payment and kind; about a refund that fails each time it comes back. */
export async function noteFinding(db: Db, finding: Omit<Insertable<Schema['paymentFindings']>, 'id' | 'foundAt'>) {
  const noted = await db
    .insertInto('paymentFindings')
    .values(finding)
    .onConflict((conflict) =>
      refundTrouble.includes(finding.kind)
        ? conflict
            .columns(['provider', 'providerRef', 'kind'])
            .doUpdateSet({ detail: finding.detail ?? null, foundAt: sql`now()`, doneAt: null })
            .where('paymentFindings.doneAt', 'is not', null)
        : conflict.doNothing(),
    )
    .executeTakeFirst()
  if ((noted.numInsertedOrUpdatedRows ?? 0n) > 0n)
    await queueMailToAdmins(db, { kind: 'payment-finding', finding: finding.kind })
}

/** Where a finding stands in their list: what waits by its id, and behind that what was dealt with, the latest first. */
const placeOf = sql<number>`case when finding.done_at is null then finding.id else -finding.id end::float8`
const isDone = sql<boolean>`finding.done_at is not null`
const personOf = sql<Finding['person']>`case when users.id is not null
  then json_build_object('id', users.id, 'name', users.name, 'email', users.email) end`

export const listFindings = (db: Db, limit: number, after: number | undefined) =>
  db
    .selectFrom('paymentFindings as finding')
    .leftJoin('payments', (on) =>
      on.onRef('payments.provider', '=', 'finding.provider').onRef('payments.providerRef', '=', 'finding.providerRef'),
    )
    .leftJoin('users', 'users.id', 'payments.userId')
    .leftJoin('biodata', 'biodata.id', 'payments.biodataId')
    .select(['finding.id', 'finding.providerRef', 'finding.kind', 'finding.amount', 'finding.currency'])
    .select(['finding.detail', 'finding.foundAt', isDone.as('done'), placeOf.as('place'), 'biodata.number'])
    .select(personOf.as('person'))
    .$if(after !== undefined, (q) =>
      q.where(sql<boolean>`(${isDone}, ${placeOf}) > (${after! < 0}::boolean, ${after!}::float8)`),
    )
    .orderBy(isDone)
    .orderBy(placeOf)
    .limit(sql.lit(limit))
    .execute()

/** @returns 1 when this call settled it, 0 when it was settled before, undefined when there is no such finding */
export async function settleFinding(trx: Db, actorId: string, id: string) {
  // The payment first, in the order in which settling takes them.
  const payment = await trx
    .selectFrom('payments')
    .select(['provider', 'providerRef', 'userId'])
    .$narrowType<{ providerRef: string }>()
    .where(sql<boolean>`(provider, provider_ref) = (
      select provider, provider_ref from payment_findings where id = ${id}::bigint)`)
    .forUpdate()
    .executeTakeFirst()
  const done = await trx
    .updateTable('paymentFindings')
    .set({ doneAt: sql`now()` })
    .where('id', '=', id)
    .where('doneAt', 'is', null)
    .returning('kind')
    .executeTakeFirst()
  if (!done) return (await trx.selectFrom('paymentFindings').select('id').where('id', '=', id).executeTakeFirst()) && 0
  if (payment && refundTrouble.includes(done.kind))
    await updateRefundDue(trx, payment, { status: 'refunded', refundedByHand: true })
  await record(trx, actorId, 'settled payment finding', payment?.userId ?? null)
  return 1
}
