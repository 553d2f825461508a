import { sql } from 'kysely'
import { notify } from '#src/features/notifications/index.server.ts'
import { record } from '#src/platform/db/audit.server.ts'
import { agoFrom, type Db, type Trx } from '#src/platform/db/open.server.ts'
import { allRows, countWritten, oneRow } from '#src/platform/db/rows.server.ts'
import type { InputOf, ResultOf } from '#src/platform/http/contract.ts'
import { invalid, Problem } from '#src/platform/http/problem.ts'
import type { Attestation, Attested, listAttestations, Noted, noteAttestation } from './contract.ts'

/** What others read of each of these people; `today` is `YYYY-MM-DD`. */
export async function attestedOf(db: Db, ids: readonly string[], today: string) {
  const rows = await allRows<Attested & { id: string }>(db)`
    select subject_id as id, kind, at::text as on, with_whom from attestations
    where subject_id = any(${ids}::uuid[]) and ended_at is null and ends_on > ${today}::date order by at, noted_at`
  const attested = new Map<string, Attested[]>(ids.map((id) => [id, []]))
  for (const { id, withWhom, ...row } of rows) attested.get(id)!.push({ ...row, ...(withWhom && { withWhom }) })
  return attested
}

/** An own page and an administrator's go as far back as the rows are kept. */
const columns = (today: string) => sql`
  one.id, kind, how, with_whom, one.at::text as on, ends_on::text,
  case
    when one.ended_at is not null then json_build_object('on', site_day(ended_at), 'because', ended_because, 'words', ended_words)
    when ends_on <= ${today}::date then json_build_object('on', ends_on, 'because', 'over', 'words', null)
  end as ended`

export const listOwn = (db: Db, ownerId: string, today: string) =>
  allRows<Attestation>(db)`
    select ${columns(today)} from attestations one where subject_id = ${ownerId} order by one.at desc, noted_at desc`

const version = sql`md5(attested_values(biodata)::text)`

/** @returns undefined when there is no such person */
export async function listFor(
  db: Db,
  id: string,
  today: string,
): Promise<ResultOf<typeof listAttestations> | undefined> {
  const person = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
  if (!person) return undefined
  const [[compare = null], attestations] = await Promise.all([
    allRows<NonNullable<ResultOf<typeof listAttestations>['compare']>>(db)`
      select name, name_in_other_script, birth::text, education, institution, ${version} as version
      from biodata where id = ${id}`,
    allRows<Noted>(db)`
      select ${columns(today)}, note, users.name as seen_by
      from attestations one left join users on users.id = one.seen_by
      where subject_id = ${id} order by one.at desc, noted_at desc`,
  ])
  return { compare, attestations }
}

const tell = (trx: Trx, to: string, cause: string) =>
  notify(trx, { to, kind: 'attestation', cause, about: {}, mail: { kind: 'attestation' } })

/** Before any of their rows, as somebody who leaves does: neither waits for the other then. */
const holdPeople = (trx: Trx, ...ids: string[]) =>
  trx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forKeyShare().execute()

/**
 * In place of an earlier one of this kind. The biodata is held, so that of two notes the later stands, and no value is
 * attested that its administrator has not compared. @returns undefined without a biodata
 */
export const note = (db: Db, actorId: string, { id, ...noted }: InputOf<typeof noteAttestation>) =>
  db.transaction().execute(async (trx) => {
    await holdPeople(trx, actorId, id)
    const [now] = await allRows<{ version: string; education: string | null }>(trx)`
      select ${version} as version, education from biodata where id = ${id} for no key update`
    if (!now) return undefined
    if (now.version !== noted.version)
      throw new Problem('conflict', { code: 'changed-meanwhile', detail: 'The biodata has changed. Compare it again.' })
    if (noted.kind === 'certificate' && !now.education) throw invalid('kind', 'has nothing to agree with')
    await sql`
      update attestations set ended_at = now(), ended_because = 'replaced', ended_by = ${actorId}
      where subject_id = ${id} and kind = ${noted.kind} and ended_at is null`.execute(trx)
    const { insertedId } = await oneRow<{ insertedId: string }>(trx)`
      insert into attestations (subject_id, kind, how, with_whom, at, note, seen_by)
      values (${id}, ${noted.kind}, ${noted.how}, ${noted.withWhom ?? null}, ${noted.on}, ${noted.note ?? null}, ${actorId})
      returning id as inserted_id`
    await record(trx, actorId, 'noted attestation', id)
    await tell(trx, id, insertedId)
    return insertedId
  })

/** @returns 0 when it has ended before, undefined when there is none */
export async function takeBack(trx: Trx, actorId: string, id: string, words: string) {
  const one = await trx.selectFrom('attestations').select('subjectId').where('id', '=', id).executeTakeFirst()
  if (!one) return undefined
  await holdPeople(trx, actorId, one.subjectId)
  const ended = await countWritten(trx)`
    update attestations set ended_at = now(), ended_because = 'taken back', ended_words = ${words}, ended_by = ${actorId}
    where id = ${id} and ended_at is null`
  if (!ended) return 0
  await record(trx, actorId, 'took attestation back', one.subjectId)
  await tell(trx, one.subjectId, `${id} taken back`)
  return 1
}

/** Everything of a person, for the export: the note too, and no administrator. */
export const exportedOf = (db: Db, id: string) =>
  db
    .selectFrom('attestations')
    .select(['kind', 'how', 'withWhom', sql<string>`at::text`.as('on'), sql<string>`ends_on::text`.as('endsOn')])
    .select(['note', 'notedAt', 'endedAt', 'endedBecause', 'endedWords'])
    .where('subjectId', '=', id)
    .orderBy('notedAt')
    .execute()

export const endedAreKept = '1 year'

export async function forgetAttestations(db: Db, now: Date) {
  await sql`
    delete from attestations
    where coalesce(ended_at, ends_on::timestamp at time zone 'Asia/Dhaka') < ${agoFrom(now, endedAreKept)}`.execute(db)
}
