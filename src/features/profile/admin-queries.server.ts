import { lockPaymentsFor } from '#src/features/users/index.server.ts'
import { record } from '#src/platform/db/audit.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'

/** @returns 1 when this call did it, 0 when it was so before, undefined when there is no such biodata */
export async function setUnpublished(db: Db, actorId: string, id: string, unpublished: boolean) {
  return db.transaction().execute(async (trx) => {
    await lockPaymentsFor(trx, id)
    const changed = await trx
      .updateTable('biodata')
      .set({ unpublished })
      .where('id', '=', id)
      .where('unpublished', '=', !unpublished)
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n)
      return (await trx.selectFrom('biodata').select('id').where('id', '=', id).executeTakeFirst()) && 0
    await record(trx, actorId, unpublished ? 'unpublished' : 'published again', id)
    return 1
  })
}
