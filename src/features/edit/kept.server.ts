import { sql } from 'kysely'
import { formOf, saveBiodata } from '#src/features/biodata/index.server.ts'
import type { FullForm } from '#src/features/biodata/index.ts'
import { isGuardianFor, tellOfEdit } from '#src/features/guardians/index.server.ts'
import { holdSession, type SignedIn } from '#src/features/users/index.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { allRows } from '#src/platform/db/rows.server.ts'
import type { InputOf } from '#src/platform/http/contract.ts'
import { keptFields, leftFields, type saveKept as saving } from './contract.ts'

type Kept = Omit<InputOf<typeof saving>, 'id' | 'email'>

/** By the id of a guardianship with the right to edit; undefined where the caller has none. */
export async function findKept(db: Db, guardianId: string, id: string) {
  const row = await db
    .selectFrom('guardianships')
    .innerJoin('biodata', 'biodata.id', 'guardianships.wardId')
    .select(keptFields.map((name) => `biodata.${name}` as const))
    .where('guardianships.id', '=', id)
    .where('guardianId', '=', guardianId)
    .where(isGuardianFor(guardianId, sql.ref('wardId'), 'edit'))
    .executeTakeFirst()
  return row && (formOf(keptFields, row as never) as Kept)
}

/** What the guardian may not edit stays. @returns undefined without the right, also if it ends at this moment */
export const saveKept = (db: Db, guardian: SignedIn, id: string, form: Kept, now: Date) =>
  db.transaction().execute(async (trx) => {
    await holdSession(trx, guardian)
    // Held: an end waits for this, or this finds that it has ended.
    const [held] = await allRows<{ wardId: string }>(trx)`
      select ward_id from guardianships
      where id = ${id} and guardian_id = ${guardian.userId} and ended_at is null and may_edit for share`
    if (!held) return undefined
    const { wardId } = held
    const left = trx.selectFrom('biodata').select(leftFields).where('id', '=', wardId).forNoKeyUpdate()
    const before = await left.executeTakeFirst()
    if (!before) return undefined
    await saveBiodata(trx, wardId, { ...formOf(leftFields, before), ...form } as FullForm)
    await tellOfEdit(trx, guardian.userId, wardId, now)
    return wardId
  })
