import { createHash } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { record } from '#src/platform/db/audit.server.ts'
import { type Db, iso } from '#src/platform/db/open.server.ts'
import { allRows } from '#src/platform/db/rows.server.ts'
import { keyset } from '#src/platform/http/keyset.server.ts'
import { accountName, inSeveral } from './contract.ts'
import { splitNumberIn, suspiciousStretches } from './policy.ts'

interface Texts {
  userId: string
  /** By the field, in the order of the form; null where there is none. */
  texts: Readonly<Record<string, string | null>>
}

const hashOf = (texts: readonly string[]) => createHash('sha256').update(texts.join('\n')).digest('base64url')

function findingsIn({ userId, texts }: Texts) {
  const written = Object.entries(texts).flatMap(([field, text]) => (text ? [{ field, text }] : []))
  const found = written.filter(({ text }) => suspiciousStretches(text).length > 0)
  const split = splitNumberIn(written.map(({ text }) => text))
  const pieces = written.filter((_, place) => split[place]!.length > 0)
  if (pieces.length === 1 && !found.includes(pieces[0]!)) found.push(pieces[0]!)
  const findings = found.map(({ field, text }) => ({ user_id: userId, field, text_hash: hashOf([text]) }))
  if (pieces.length < 2) return findings
  return [...findings, { user_id: userId, field: inSeveral, text_hash: hashOf(pieces.map(({ text }) => text)) }]
}

/** Pass the transaction after it has written the texts. A text that was found fine is not listed again. */
async function review(trx: Db, people: readonly Texts[], where: 'account' | 'biodata') {
  if (people.length === 0) return
  const findings = people.flatMap(findingsIn)
  const found = sql`json_to_recordset(${JSON.stringify(findings)}) as found (user_id uuid, field text, text_hash text)`
  await sql`
    delete from suspicious_texts old
    where user_id = any(${people.map(({ userId }) => userId)}::uuid[])
      and ${where === 'account' ? sql`field = ${accountName}` : sql`field <> ${accountName}`}
      and not exists (select from ${found} where found.user_id = old.user_id and found.field = old.field)`.execute(trx)
  if (findings.length === 0) return
  await sql`
    insert into suspicious_texts as old (user_id, field, text_hash)
    select user_id, field, text_hash from ${found}
    on conflict (user_id, field) do update
      set id = gen_random_uuid(), text_hash = excluded.text_hash, found_at = now(), fine_at = null, fine_by = null
      where old.text_hash <> excluded.text_hash`.execute(trx)
}

export const reviewBiodata = (trx: Db, people: readonly Texts[]) => review(trx, people, 'biodata')

export const reviewAccountName = (trx: Db, userId: string, name: string) =>
  review(trx, [{ userId, texts: { [accountName]: name } }], 'account')

/** Open to others, and not the administrator's own: what nobody reads needs no look. */
const isToJudge = (viewerId: string) => sql<SqlBool>`
  fine_at is null and suspicious_texts.user_id <> ${viewerId} and users.suspended_at is null
  and (field = ${accountName} or not biodata.unpublished)`

const queue = (db: Db, viewerId: string) =>
  db
    .selectFrom('suspiciousTexts')
    .innerJoin('users', 'users.id', 'suspiciousTexts.userId')
    .leftJoin('biodata', 'biodata.id', 'suspiciousTexts.userId')
    .where(isToJudge(viewerId))

export async function listSuspiciousTexts(db: Db, viewerId: string, wanted: { limit: number; after?: string }) {
  const found = { by: sql`found_at`, type: 'timestamptz' } as const
  const order = keyset({ found }, sql`suspicious_texts.id`, { ...wanted, sort: 'found' })
  return (
    queue(db, viewerId)
      .select(['suspiciousTexts.id', 'suspiciousTexts.userId', 'suspiciousTexts.field', 'biodata.number'])
      .select(['users.name as accountName', 'users.role', iso('foundAt').as('date'), order.key.as('key')])
      // Its columns are another feature's: here they are texts by name.
      .select(sql<Record<string, unknown> | null>`to_jsonb(biodata)`.as('written'))
      .$call(order.cut)
      .execute()
  )
}

export async function countSuspiciousTexts(db: Db, viewerId: string) {
  const suspicious = queue(db, viewerId).select(sql<number>`count(*)::int`.as('n'))
  return (await suspicious.executeTakeFirstOrThrow()).n
}

/** @returns 0 when found fine before; undefined where it has changed meanwhile or is the administrator's own */
export async function findFine(trx: Db, actorId: string, id: string) {
  const [row] = await allRows<{ userId: string }>(trx)`
    update suspicious_texts set fine_at = now(), fine_by = ${actorId}
    where id = ${id} and user_id <> ${actorId} and fine_at is null returning user_id`
  if (row) {
    await record(trx, actorId, 'found text fine', row.userId)
    return 1
  }
  const before = trx.selectFrom('suspiciousTexts').select('id').where('id', '=', id).where('userId', '<>', actorId)
  return (await before.executeTakeFirst()) && 0
}
