import { sql } from 'kysely'
import type { Db } from '#src/platform/db/open.server.ts'

const hour = 60 * 60 * 1000

/** Counts one use of the contact form. @returns how many there were in the hour that began at `since` */
export async function countContactFormUse(db: Db, address: string, now: Date) {
  const isOver = sql<boolean>`contact_form_use.since <= ${new Date(now.getTime() - hour)}`
  const { times, since } = await db
    .insertInto('contactFormUse')
    .values({
      address: sql`network(set_masklen(${address}::inet, case family(${address}::inet) when 4 then 32 else 64 end))`,
      since: now,
      times: 1,
    })
    .onConflict((conflict) =>
      conflict.column('address').doUpdateSet({
        times: sql`case when ${isOver} then 1 else contact_form_use.times + 1 end`,
        since: sql`case when ${isOver} then excluded.since else contact_form_use.since end`,
      }),
    )
    .returning(['times', 'since'])
    .executeTakeFirstOrThrow()
  return { times, until: new Date(since.getTime() + hour) }
}

/** Network addresses are kept for a day. */
export async function forgetContactFormUse(db: Db, now: Date) {
  await db
    .deleteFrom('contactFormUse')
    .where('since', '<', new Date(now.getTime() - 24 * hour))
    .execute()
}
