import { type RawBuilder, type SqlBool, sql, type UpdateObject } from 'kysely'
import { narrowing, readSearch } from '#src/features/admin-list/index.server.ts'
import { type Action, record } from '#src/platform/db/audit.server.ts'
import { type Db, iso } from '#src/platform/db/open.server.ts'
import { countWritten } from '#src/platform/db/rows.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { keyset, type ListQuery, type SortKey } from '#src/platform/http/keyset.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import type { Language } from '#src/platform/language.ts'
import type { UserStatus, users as userList } from './admin-contract.ts'
import type { ForWhom } from './contract.ts'
import type { Relation } from './policy.ts'

const findUser = (db: Db, key: 'id' | 'email', value: string) =>
  db.selectFrom('users').select(['id', 'role', 'image', 'suspendedBecause']).where(key, '=', value).executeTakeFirst()

export const userIdOf = async (db: Db, email: string) => (await findUser(db, 'email', email))?.id
export const isAdmin = async (db: Db, email: string) => (await findUser(db, 'email', email))?.role === 'admin'
export const photoOf = async (db: Db, id: string) => (await findUser(db, 'id', id))?.image ?? undefined
export const suspendedBecause = async (db: Db, id: string) =>
  (await findUser(db, 'id', id))?.suspendedBecause ?? undefined

const sortKeys = {
  name: { by: sql`lower(users.name)`, type: 'text' },
  email: { by: sql`users.email`, type: 'text' },
  date: { by: sql`users.created_at`, type: 'timestamptz' },
} satisfies Record<string, SortKey>

const hasStatus: Record<UserStatus, RawBuilder<SqlBool>> = {
  premium: sql`exists (select from premium where user_id = users.id and status = 'approve')`,
  admin: sql`role = 'admin'`,
  suspended: sql`suspended_at is not null`,
  unconfirmed: sql`not email_verified`,
  'without-biodata': sql`not exists (select from biodata where biodata.id = users.id)`,
}

export async function listUsers(db: Db, { search, status, sort = '-date', ...wanted }: ListQuery<typeof userList>) {
  const order = keyset(sortKeys, sql`users.id`, { sort, ...wanted })
  const { number, words } = readSearch(search)
  const person = { name: sql`users.name`, email: sql`users.email`, sounds: sql`users.sounds` }
  const narrowed = await narrowing(db, { table: 'users', as: 'users', ...person, order }, words)
  const page = db
    .selectFrom(db.selectFrom('users').select(['id', 'name', 'email', 'createdAt']).$call(narrowed).as('users'))
    .select('users.id')
    .$if(status !== undefined, (q) =>
      q.where('users.id', 'in', (of) => of.selectFrom('users').select('id').where(hasStatus[status!])),
    )
    .$if(number !== undefined, (q) =>
      q.where('users.id', '=', (of) => of.selectFrom('biodata').select('id').where('number', '=', number!)),
    )
    .$call(order.cut)
  // Joined after the page is cut: until then an index has all there is to look at.
  return db
    .selectFrom(page.as('page'))
    .innerJoin('users', 'users.id', 'page.id')
    .leftJoin('biodata', 'biodata.id', 'users.id')
    .leftJoin('premium', 'premium.userId', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.role', iso('users.createdAt').as('since')])
    .select([sql<number>`coalesce(biodata.number, 0)`.as('number'), order.key.as('key')])
    .select(sql<boolean>`premium.status is not distinct from 'approve'`.as('premium'))
    .select(['users.emailVerified as isVerified', 'biodata.published as isPublished'])
    .select(sql<boolean>`users.suspended_at is not null`.as('isSuspended'))
    .orderBy(order.orderBy)
    .execute()
}

/** Makes and records a change. @returns 1, 0 when it was so before, undefined without such a user */
async function changeUser(
  trx: Db,
  actorId: string | null,
  id: string,
  action: Action,
  change: UpdateObject<Schema, 'users'>,
  unless: RawBuilder<SqlBool>,
) {
  const update = trx.updateTable('users').set(change).where('id', '=', id).where(sql<SqlBool>`not (${unless})`)
  const { numUpdatedRows } = await update.executeTakeFirst()
  if (numUpdatedRows === 0n) return (await findUser(trx, 'id', id)) && 0
  await record(trx, actorId, action, id)
  return 1
}

/** @throws Problem 409 for a suspended one */
export async function makeAdmin(trx: Db, actorId: string | null, id: string) {
  const isNone = sql<SqlBool>`role = 'admin' or suspended_at is not null`
  const changed = await changeUser(trx, actorId, id, 'made admin', { role: 'admin' }, isNone)
  if (!changed && (await suspendedBecause(trx, id))) throw new Problem('conflict', { code: 'is-suspended' })
  return changed
}

/** A proof of the email, a new password, a suspension and a deletion hold the row too. Hold payments first. */
export const holdUser = (trx: Db, id: string) =>
  trx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()

export type SignedIn = Pick<Member, 'userId' | 'sessionId'>

/** After the email's owner took over, an older request writes nothing (SEC-N5). @throws Problem 401 */
export async function holdSession(trx: Db, { userId, sessionId }: SignedIn) {
  // One question for both, in this order: a session that was deleted while the person's row was waited for is not found.
  const { rows } = await sql`
    select from users join sessions on user_id = users.id where users.id = ${userId} and sessions.id = ${sessionId}
    for no key update of users for key share of sessions`.execute(trx)
  if (rows.length === 0) throw new Problem('signed-out')
}

/**
 * Locks before contact requests, as settling does, so that no deadlock arises. What is settled at this moment is waited
 * for and then ended, or waits and finds out. A payment begun later is paid long after the transaction.
 */
async function lockPayments(trx: Db, are: RawBuilder<SqlBool>) {
  await trx.selectFrom('payments').select('id').where(are).orderBy('id').forUpdate().execute()
  // A request without a fee stands in for its payment.
  const free = trx.selectFrom('contactRequests').select('id').where('paymentId', 'is', null)
  await free.where(are).orderBy('id').forUpdate().execute()
}

export const lockPaymentsFor = (trx: Db, ownerId: string) => lockPayments(trx, sql`biodata_id = ${ownerId}`)

async function lockPaymentsAround(trx: Db, personId: string) {
  const isTheirs = sql<SqlBool>`user_id = ${personId} or biodata_id = ${personId}`
  await lockPayments(trx, isTheirs)
  // A look at a contact holds its request, and then tells its owner: who leaves waits for it before the account is held.
  await trx.selectFrom('contactRequests').select('id').where(isTheirs).orderBy('id').forUpdate().execute()
}

/** Accounts that a transaction is going to name or to tell: before rows that their deletion changes. */
export const holdNamed = (trx: Db, ids: readonly (string | null)[]) =>
  sql`
    select from users where id = any(${ids.filter((id) => id !== null)}::uuid[]) order by id for key share`.execute(trx)

/** Those of two people for each other's contact, or for one that is not named yet. */
export const lockPaymentsBetween = (trx: Db, one: string, other: string) => {
  const buys = (payer: string, owner: string) =>
    sql`user_id = ${payer} and (biodata_id = ${owner} or biodata_id is null)`
  return lockPayments(trx, sql`(${buys(one, other)}) or (${buys(other, one)})`)
}

/** Keeps the last two from going at once. Not for keys: a decision names them while a deletion waits for it. */
const holdAdmins = (trx: Db) =>
  trx.selectFrom('users').select('id').where('role', '=', 'admin').orderBy('id').forNoKeyUpdate().execute()

/** @throws Problem 409 for the last administrator */
export async function endAdmin(trx: Db, actorId: string, id: string) {
  const admins = await holdAdmins(trx)
  if (admins.length === 1 && admins[0]!.id === id) throw new Problem('conflict', { code: 'last-admin' })
  return changeUser(trx, actorId, id, 'ended admin', { role: 'user' }, sql`role <> 'admin'`)
}

/** @throws Problem 409 for an administrator */
export async function suspend(trx: Db, actorId: string, id: string, reason: string) {
  await lockPaymentsAround(trx, id)
  const suspension = { suspendedAt: sql<Date>`now()`, suspendedBecause: reason }
  const isNone = sql<SqlBool>`suspended_at is not null or role = 'admin'`
  const changed = await changeUser(trx, actorId, id, 'suspended', suspension, isNone)
  if (!changed && (await findUser(trx, 'id', id))?.role === 'admin') throw new Problem('conflict', { code: 'is-admin' })
  return changed
}

export function liftSuspension(trx: Db, actorId: string, id: string) {
  const none = { suspendedAt: null, suspendedBecause: null }
  return changeUser(trx, actorId, id, 'lifted suspension', none, sql`suspended_at is null`)
}

type Account = { name?: string | undefined; image?: string | undefined }

/** Changes what is given. @returns 0 when it was so before */
export const changeAccount = (db: Db, userId: string, { name, image }: Account) =>
  countWritten(db)`
    update users set name = coalesce(${name}, name), image = coalesce(${image}, image), updated_at = now()
    where id = ${userId} and (coalesce(${name}, name), coalesce(${image}, image)) is distinct from (name, image)`

/** Mails are written in it. @param madeSince changes only accounts that are not older */
export async function setLanguage(db: Db, userId: string, language: Language, madeSince?: Date) {
  await db
    .updateTable('users')
    .set({ language })
    .where('id', '=', userId)
    .$if(madeSince !== undefined, (update) => update.where('createdAt', '>=', madeSince!))
    .execute()
}

/** What stays and is paid back: users.sql, payments/payments.sql. @returns false for the last administrator */
export const deleteUser = (db: Db, userId: string) =>
  db.transaction().execute(async (trx) => {
    await lockPaymentsAround(trx, userId)
    const leave = trx.deleteFrom('users').where('id', '=', userId)
    const { numDeletedRows } = await leave.where('role', '<>', 'admin').executeTakeFirst()
    if (numDeletedRows > 0n) return true
    // Only here, or no administrator could decide anything while somebody leaves.
    const admins = await holdAdmins(trx)
    if (admins.length === 1 && admins[0]!.id === userId) return false
    await leave.execute()
    return true
  })

export const sayForWhom = (
  db: Db,
  userId: string,
  { forWhom, gender, keptBy }: { forWhom: ForWhom; gender: 'Male' | 'Female'; keptBy: Relation | undefined },
) => {
  const keeper = forWhom === 'myself' ? sql`null` : sql`coalesce(${keptBy ?? null}, kept_by)`
  return countWritten(db)`
    update users set biodata_for = ${forWhom}, biodata_gender = ${gender}, kept_by = ${keeper}, updated_at = now()
    where id = ${userId}
      and (biodata_for, biodata_gender, kept_by) is distinct from (${forWhom}, ${gender}, ${keeper})`
}

export const sayKeptBy = (db: Db, userId: string, keptBy: Relation | null) =>
  countWritten(db)`
    update users set kept_by = ${keptBy}, updated_at = now() where id = ${userId} and kept_by is distinct from ${keptBy}`

/** Null where the person has not said it. */
export const forWhomOf = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['biodataFor as forWhom', 'biodataGender as gender', 'keptBy'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
