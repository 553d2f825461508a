import { type Selectable, sql } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { isNoneOf } from '#src/safety/queries.server.ts'
import { columnsOf, formOf, wishColumnsOf } from './columns.server.ts'
import type { Card, Listed } from './contract.ts'
import { cardFields, fieldNames, fields, type Gender, openFields } from './fields.ts'
import { type WishForm, wishInputs } from './fit/policy.ts'
import { districtsOf } from './more-choices.ts'
import { ageOn } from './policy.ts'
import type { FullForm } from './profile-contract.ts'

export const cardColumns = ['id', 'number', 'birth', 'premium', ...cardFields] as const
export type CardRow = Pick<Selectable<Schema['biodata']>, (typeof cardColumns)[number]>

/** Numbers of biodata that are left out: of those blocked (see `blockedFor`), and where people are found one's own. */
export type Excluded = readonly number[]

/** The birth date stays here: a card shows the age only. */
export const toCard = (today: string, { birth, ...row }: CardRow): Card => ({ ...row, age: ageOn(birth, today) })

/** Those whom nobody but the owner and administrators finds. */
export async function countHidden(db: Db) {
  const { n } = await db
    .selectFrom('biodata')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('published', '=', sql.lit(false))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** All cards in the order of their numbers. */
export async function listCards(db: Db, today: string, limit: number, excluded: Excluded, after = 0): Promise<Card[]> {
  const rows = await db
    .selectFrom('publishedBiodata as biodata')
    .select(cardColumns)
    .where('number', '>', after)
    .where(isNoneOf(excluded))
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map((row) => toCard(today, row))
}

/** The same for administrators: with who it is. */
export async function listPeople(db: Db, today: string, limit: number, after = 0): Promise<Listed[]> {
  const rows = await db
    .selectFrom('biodata')
    .innerJoin('users', 'users.id', 'biodata.id')
    .leftJoin('premium', 'premium.userId', 'biodata.id')
    .select(cardColumns.map((column) => `biodata.${column}` as const))
    .select(['biodata.name', 'users.email', 'users.id as userId', 'premium.status as premiumStatus'])
    .where('biodata.number', '>', after)
    .orderBy('biodata.number')
    .limit(limit)
    .execute()
  return rows.map(({ name, email, userId, premiumStatus, ...row }) => ({
    ...toCard(today, row),
    name,
    email,
    userId,
    premiumStatus: premiumStatus ?? undefined,
  }))
}

/** Whether a biodata is found and its contact given: policies ask for these, nobody is told them. */
const stateColumns = ['published', 'contactFor'] as const

export async function findCard(db: Db, number: number, today: string) {
  const row = await db
    .selectFrom('biodata')
    .select([...cardColumns, ...stateColumns])
    .where('number', '=', number)
    .executeTakeFirst()
  if (!row) return undefined
  const { published, contactFor, ...card } = row
  return { ...toCard(today, card), published, contactFor }
}

export async function premiumCards(db: Db, today: string, limit: number, excluded: Excluded) {
  const rows = await db
    .selectFrom('publishedBiodata as biodata')
    .select(cardColumns)
    .where('premium', '=', true)
    .where(isNoneOf(excluded))
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map((row) => toCard(today, row))
}

/** Other people of the same gender: the next newer ones, then the next older ones. */
export async function similarCards(
  db: Db,
  { number, gender }: { number: number; gender: Gender },
  today: string,
  limit: number,
  excluded: Excluded,
) {
  const near = (compare: '<' | '>', order: 'asc' | 'desc') =>
    db
      // In two steps, or a plan for any gender joins all of them.
      .selectFrom(
        db
          .selectFrom('listedBiodata as biodata')
          .select('number')
          .where('gender', '=', gender)
          .where(isNoneOf(excluded))
          .where('number', compare, number)
          .orderBy('number', order)
          .limit(limit)
          .as('near'),
      )
      .innerJoin('biodata', 'biodata.number', 'near.number')
      .select(cardColumns.map((column) => `biodata.${column}` as const))
      .orderBy('near.number', order)
  const [newer, older] = await Promise.all([near('>', 'asc').execute(), near('<', 'desc').execute()])
  return [...newer, ...older].slice(0, limit).map((row) => toCard(today, row))
}

/** A biodata without contact information, which `contact.server.ts` shows. */
export async function findProfile(db: Db, id: string, today: string) {
  const row = await db
    .selectFrom('biodata')
    .select([...cardColumns, ...openFields, ...stateColumns])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { published, contactFor } = row
  return { ...toCard(today, row), ...formOf(openFields, row), published, contactFor }
}

/**
 * What is not named stays as it was, empty is empty: a client of the specification names no optional field. A district that
 * does not lie in the new division goes.
 */
function unnamedOf(form: FullForm) {
  const optional = [...fieldNames.filter((name) => fields[name].isOptional), ...wishInputs]
  const unnamed = optional.filter((name) => !(name in form))
  return Object.fromEntries(
    unnamed.map((name) => {
      if (name !== 'district') return [name, undefined]
      return [name, sql`case when district = any(${districtsOf[form.division]}::text[]) then district end`]
    }),
  )
}

/** What somebody wishes beside the specification's numbers, which nobody else reads. */
export async function findWishes(db: Db, id: string): Promise<WishForm> {
  const row = await db.selectFrom('biodata').select(wishInputs).where('id', '=', id).executeTakeFirstOrThrow()
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
}

export const findOwner = (db: Db, id: string) =>
  db
    .selectFrom('biodata')
    .select(['id', 'number', ...stateColumns])
    .where('id', '=', id)
    .executeTakeFirst()

/**
 * Writes a person's biodata, all that is named at once: the later of two saves wins whole. Updating comes first, because an
 * upsert would take a number from the sequence for every edit and leave gaps.
 */
export async function saveBiodata(db: Db, ownerId: string, form: FullForm) {
  const columns = { ...columnsOf(form), ...wishColumnsOf(form) }
  const update = () =>
    db
      .updateTable('biodata')
      .set({ ...columns, ...unnamedOf(form), updatedAt: sql`now()` })
      .where('id', '=', ownerId)
      .executeTakeFirst()
  if ((await update()).numUpdatedRows > 0n) return
  const inserted = await db
    .insertInto('biodata')
    .values({ id: ownerId, ...columns })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) await update()
}
