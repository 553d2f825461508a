import { type Selectable, sql } from 'kysely'
import { type LiveStatus, requestStatusOf } from '#src/features/contact-requests/index.server.ts'
import { isFavouriteOf } from '#src/features/favourites/index.server.ts'
import { tellOfChange } from '#src/features/identity/index.server.ts'
import { reviewBiodata } from '#src/features/open-texts/index.server.ts'
import { isNoneOf } from '#src/features/safety/index.server.ts'
import type { Relation } from '#src/features/users/policy.ts'
import { compiledStatement, type Db, type Trx } from '#src/platform/db/open.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import type { BiodataForm, Columns, Entry, Field, FieldName, Gender } from './fields.ts'
import { cardFields, fieldNames, fields, fromEntries, openFields, openTexts } from './fields.ts'
import { districtsOf } from './options.ts'
import { ageOn, feetOf, inchesOf } from './policy.ts'
import { type FullForm, type WishColumns, type WishForm, type WishSecrecy, wishInputs } from './wishes.ts'

export function columnsOf(form: BiodataForm) {
  const inputs: Partial<Record<string, string | number>> = form
  return fromEntries<Columns>(
    fieldNames.map((name) => {
      const field = fields[name]
      if (field.kind !== 'height') return [name, inputs[name] ?? null]
      return [name, inchesOf(Number(inputs[field.feet]), Number(inputs[field.inch]))]
    }),
  )
}

/** Whether it is private is left out where not said: it stays as it was, or as the database begins. */
export const wishColumnsOf = ({ partnerWishesPrivate, ...form }: WishForm & WishSecrecy) => ({
  ...fromEntries<WishColumns>(wishInputs.map((name) => [name, form[name] ?? null])),
  ...(partnerWishesPrivate !== undefined && { partnerWishesPrivate }),
})

const wishesOf = (columns: WishColumns) =>
  fromEntries<WishForm>(wishInputs.map((name) => [name, columns[name] ?? undefined]))

export function formOf<N extends FieldName>(names: readonly N[], columns: Pick<Columns, N>) {
  return fromEntries<Omit<BiodataForm, Exclude<FieldName, N>>>(
    names.flatMap((name): Entry[] => {
      const field: Field = fields[name]
      if (field.kind !== 'height') return [[name, columns[name] ?? undefined]]
      const { feet, inch } = feetOf(Number(columns[name]))
      return [
        [field.feet, feet],
        [field.inch, inch],
      ]
    }),
  )
}

export const cardColumns = ['id', 'number', 'birth', 'premium', ...cardFields] as const
export type CardRow = Pick<Selectable<Schema['biodata']>, (typeof cardColumns)[number]>

/** Numbers of biodata: of people blocked (see `blockedFor`), and in lists one's own. */
export type Excluded = readonly number[]

/** The birth date stays here: a card shows the age only. */
export const toCard = <R extends CardRow>(today: string, { birth, ...row }: R) => ({ ...row, age: ageOn(birth, today) })

/** Policies ask for these, nobody is told them. */
const stateColumns = ['published', 'contactFor', 'confirmedAt'] as const
const nameColumns = ['name', 'nameInOtherScript', 'nameOnCards'] as const

export async function findCard(db: Db, number: number, today: string) {
  const row = await db
    .selectFrom('biodata')
    .select([...cardColumns, ...stateColumns, ...nameColumns])
    .where('number', '=', number)
    .executeTakeFirst()
  return row && toCard(today, row)
}

const columnsFrom = (table: string, names: Iterable<string>) =>
  sql.join([...names].map((name) => sql.ref(`${table}.${name}`)))

type Near = { ownerNumber: number; ownerPublished: boolean; ownerGender: Gender }

/** One row without a card where nobody is near. */
const nearPeople = compiledStatement<
  { limit: number },
  { id: string; excluded: Excluded },
  Near & { [C in keyof CardRow]: CardRow[C] | null }
>(({ limit }, { id, excluded }) => {
  // Only numbers at first: so a card is read for each that is shown, and for none beside them.
  const onSide = (compare: '<' | '>', order: 'asc' | 'desc') => sql`(
    select number, ${sql.lit(compare === '<')} as is_older, abs(number - owner.number) as distance
    from listed_biodata biodata
    where gender = owner.gender and ${isNoneOf(excluded)} and number ${sql.raw(compare)} owner.number
    order by number ${sql.raw(order)} limit ${sql.lit(limit)})`
  return sql`
    select owner.number as owner_number, owner.published as owner_published, owner.gender as owner_gender,
      ${columnsFrom('biodata', cardColumns)}
    from biodata owner
    left join lateral (
      ${onSide('>', 'asc')} union all ${onSide('<', 'desc')} order by is_older, distance limit ${sql.lit(limit)}
    ) near on true
    left join biodata on biodata.number = near.number
    where owner.id = ${id} order by near.is_older, near.distance`
})

/** Same gender: the next newer ones, then the next older ones. @returns undefined where there is no such biodata */
export async function findSimilar(db: Db, id: string, today: string, limit: number, excluded: Excluded) {
  const rows = await nearPeople(db, { limit }, { id, excluded })
  if (!rows[0]) return undefined
  const { ownerNumber: number, ownerPublished: published, ownerGender: gender } = rows[0]
  const isCard = (row: (typeof rows)[number]): row is Near & CardRow => row.number !== null
  const cards = rows
    .filter(isCard)
    .map(({ ownerNumber: _, ownerPublished: __, ownerGender: ___, ...card }) => toCard(today, card))
  return { owner: { id, number, published, gender }, cards }
}

type Biodata = Selectable<Schema['biodata']>
const profileColumns = [...cardColumns, ...openFields, ...stateColumns] as const
type ProfileRow = Pick<Biodata, (typeof profileColumns)[number]> & { keptBy: Relation | null } & WishColumns & {
    requestStatus: LiveStatus | null
    isFavourite: boolean
    /** As `attestations/contract.ts` has it. */
    attested: object[] | null
  }

/** One statement: composing its hundred columns anew and asking three times took longer than the answers. */
const profileRows = compiledStatement<
  object,
  { id: string; viewerId: string; blocked: readonly number[]; today: string },
  ProfileRow
>(
  (_, { id, viewerId, blocked, today }) => sql`
    select ${columnsFrom('biodata', new Set(profileColumns))}, ${columnsFrom('shown', wishInputs)},
      ${requestStatusOf(viewerId)} as request_status, ${isFavouriteOf({ userId: viewerId, blocked })} as is_favourite,
      (select kept_by from users where users.id = biodata.id) as kept_by, attested_on(biodata.id, ${today}::date) as attested
    from biodata cross join lateral wishes_of(biodata, true) shown
    where biodata.id = ${id}`,
)

/** Without contact information, which `contact.server.ts` shows; with the request and favourite of the viewer. */
export async function findProfile(db: Db, viewer: Pick<Member, 'userId' | 'blocked'>, id: string, today: string) {
  const [found] = await profileRows(db, {}, { id, viewerId: viewer.userId, blocked: viewer.blocked, today })
  if (!found) return undefined
  const { requestStatus, isFavourite, keptBy, attested, ...row } = found
  const { published, contactFor, confirmedAt } = row
  return {
    profile: {
      ...toCard<CardRow>(today, row),
      ...formOf(openFields, row),
      ...wishesOf(row),
      published,
      contactFor,
      confirmedAt,
      keptBy: keptBy ?? undefined,
      attested: attested ?? undefined,
    },
    request: requestStatus ? { status: requestStatus } : undefined,
    isFavourite,
  }
}

/**
 * What is not named stays: the specification names no optional field. A district outside the new division goes, and the
 * second spelling of another name.
 */
function unnamedOf(form: FullForm) {
  const optional = [...fieldNames.filter((name) => fields[name].isOptional), ...wishInputs]
  const unnamed = optional.filter((name) => !(name in form))
  return Object.fromEntries(
    unnamed.map((name) => {
      if (name === 'nameInOtherScript') return [name, sql`case when name = ${form.name} then name_in_other_script end`]
      if (name !== 'district') return [name, undefined]
      return [name, sql`case when district = any(${districtsOf[form.division]}::text[]) then district end`]
    }),
  )
}

/** Private ones too: for the owner's eyes. */
export async function findWishes(db: Db, id: string) {
  const columns = [...wishInputs, 'partnerWishesPrivate'] as const
  const row = await db.selectFrom('biodata').select(columns).where('id', '=', id).executeTakeFirstOrThrow()
  return { ...wishesOf(row), partnerWishesPrivate: row.partnerWishesPrivate }
}

/**
 * The later of two saves wins whole. Tells administrators of contacts in texts, the owner of a new phone number.
 * @param contactDefault of a new one
 */
export async function saveBiodata(trx: Trx, ownerId: string, form: FullForm, contactDefault?: 'checked' | 'ask') {
  const columns = { ...columnsOf(form), ...wishColumnsOf(form) }
  const known = trx.selectFrom('biodata').select('phone').where('id', '=', ownerId)
  const before = await known.forNoKeyUpdate().executeTakeFirst()
  // No upsert: for every edit it would take a number from the sequence, and leave gaps.
  const insert = trx
    .insertInto('biodata')
    .values({ id: ownerId, ...(contactDefault && { contactFor: contactDefault }), ...columns })
  const unlessThere = insert.onConflict((conflict) => conflict.column('id').doNothing()).returning(openTexts)
  const inserted = before ? undefined : await unlessThere.executeTakeFirst()
  const change = { ...columns, ...unnamedOf(form), updatedAt: sql<Date>`now()` }
  const update = trx.updateTable('biodata').set(change).where('id', '=', ownerId).returning(openTexts)
  const texts = inserted ?? (await update.executeTakeFirst())
  if (texts) await reviewBiodata(trx, [{ userId: ownerId, texts }])
  if (before && before.phone !== form.phone)
    await tellOfChange(trx, ownerId, { kind: 'account-changed', change: 'phone' })
}
