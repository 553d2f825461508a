import { sql } from 'kysely'
import { giveBack, holdRequest } from '#src/features/contact-requests/index.server.ts'
import { notify } from '#src/features/notifications/index.server.ts'
import { type AskConfig, askAboutNumber } from '#src/features/presence/index.server.ts'
import { record } from '#src/platform/db/audit.server.ts'
import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { allRows } from '#src/platform/db/rows.server.ts'
import type { Decision } from './contract.ts'
import { isForOthers } from './queries.server.ts'

interface Deciding {
  actorId: string
  id: string
  outcome: Decision
  now: Date
  config: AskConfig
}
interface Decided {
  ownerId: string
  reporterId: string
  isGuardians: boolean
  reportedAt: Date
}

/**
 * Locks in the order of every decision about a request: payment, accounts, biodata, then the rest. What ends the request at
 * this moment has ended the report, or finds it decided. @returns 1, 0 if it was decided so before, `late` if otherwise or
 * ended, undefined without a report for this administrator
 */
export const decide = (db: Db, { actorId, id, outcome, now, config }: Deciding) =>
  db.transaction().execute(async (trx) => {
    const request = await holdRequest(trx, id, actorId)
    if (!request?.biodataId) return undefined
    await trx.selectFrom('biodata').select('id').where('id', '=', request.biodataId).forNoKeyUpdate().execute()
    const guardians = await guardiansWith(trx, id)
    const [decided] = await allRows<Decided>(trx)`
      update unanswered_reports report set outcome = ${outcome}, decided_at = ${now}, decided_by = ${actorId}, phone = null
      where request_id = ${id} and outcome is null and ${isForOthers(actorId)}
      returning owner_id, reporter_id, is_guardians, reported_at`
    if (!decided) {
      const [found] = await allRows<{ outcome: string }>(trx)`
        select outcome from unanswered_reports report where request_id = ${id} and ${isForOthers(actorId)}`
      return found && (found.outcome === outcome ? (0 as const) : ('late' as const))
    }
    await record(trx, actorId, outcome === 'unanswered' ? 'found number unanswered' : 'found number answered', id)
    if (outcome === 'unanswered') {
      await endRequest(trx, { id, actorId, now })
      await giveBack(trx, request.paymentId, 'unanswered', now)
      await endPhoneAttestation(trx, decided)
      await askAboutNumber(trx, { ownerId: decided.ownerId, guardians, cause: id, now, config })
    }
    const [{ number }] = (await allRows<{ number: number }>(trx)`
      select number from contact_requests where id = ${id}`) as [{ number: number }]
    await notify(trx, {
      to: decided.reporterId,
      kind: 'request-answered',
      cause: `${id} ${outcome}`,
      about: { answer: outcome, number },
      mail: { kind: 'number-checked', outcome, number, hasFee: request.paymentId !== null },
    })
    return 1 as const
  })

/** The contact closes with it. The report is decided by now, so the trigger leaves it. */
const endRequest = (trx: Trx, { id, actorId, now }: { id: string; actorId: string; now: Date }) =>
  sql`
    update contact_requests set status = 'withdrawn', ended_at = ${now}, ended_by = ${actorId}
    where id = ${id} and status = 'approve'`.execute(trx)

/** Whose number it was that was reported, if it was a guardian's who still shows it. */
const guardiansWith = async (trx: Trx, id: string) =>
  (
    await allRows<{ guardianId: string }>(trx)`
      select guardian_id from guardianships g join unanswered_reports report on report.owner_id = g.ward_id
      where request_id = ${id} and is_guardians and is_contact and ended_at is null and g.phone = report.phone`
  ).map(({ guardianId }) => guardianId)

/** Not one that was noted since, and none of the owner's own number where a guardian's was reported. */
const endPhoneAttestation = (trx: Trx, { ownerId, isGuardians, reportedAt }: Decided) =>
  sql`
    update attestations set ended_at = now(), ended_because = 'unanswered'
    where subject_id = ${ownerId} and kind = 'phone' and ended_at is null and noted_at <= ${reportedAt}
      and not ${isGuardians}`.execute(trx)
