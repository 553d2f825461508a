import { sql } from 'kysely'
import { findPutAway } from '#src/features/identity/index.server.ts'
import { listNotifications, preferencesOf, subscriptionsOf } from '#src/features/notifications/index.server.ts'
import { isNoneOf } from '#src/features/safety/index.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Member } from '#src/platform/http/viewer.ts'

/** Without the keys of browsers, which are secret. */
const putAwayOf = (row: Awaited<ReturnType<typeof findPutAway>>) =>
  row ? { ...row, pushSubscriptions: row.push.length } : null

/** More notifications than anybody is told in the time they are kept. */
const mostInExport = 100_000

/** One moment and one connection: a download must not take all of them. The contract leaves secrets out. */
export async function everythingAbout(
  db: Db,
  { userId: id, email, blocked }: Pick<Member, 'userId' | 'email' | 'blocked'>,
  now: Date,
) {
  const others = (trx: Db) => trx.selectFrom('publishedBiodata as biodata').where(isNoneOf(blocked))
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => ({
      account: await trx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      biodata: (await trx.selectFrom('biodata').selectAll().where('id', '=', id).executeTakeFirst()) ?? null,
      premium: (await trx.selectFrom('premium').selectAll().where('userId', '=', id).executeTakeFirst()) ?? null,
      signIns: await trx.selectFrom('accounts').selectAll().where('userId', '=', id).execute(),
      sessions: await trx.selectFrom('sessions').selectAll().where('userId', '=', id).execute(),
      favourites: await others(trx)
        .innerJoin('favourites', 'favourites.biodataId', 'biodata.id')
        .select(['biodata.number', 'favourites.createdAt'])
        .where('ownerId', '=', id)
        .execute(),
      removedFavourites: await others(trx)
        .innerJoin('removedFavourites', 'removedFavourites.biodataId', 'biodata.id')
        .select(['biodata.number', 'removedFavourites.at'])
        .where('ownerId', '=', id)
        .execute(),
      contactRequests: await trx.selectFrom('contactRequests').selectAll().where('userId', '=', id).execute(),
      payments: await trx.selectFrom('payments').selectAll().where('userId', '=', id).execute(),
      mails: await trx.selectFrom('outbox').selectAll().where('recipient', '=', email).execute(),
      consents: await trx.selectFrom('consents').selectAll().where('userId', '=', id).orderBy('id').execute(),
      contactViews: await trx
        .selectFrom('contactViews as line')
        .leftJoin('users', (on) => on.onRef('users.id', '=', 'line.viewerId').on('byRight', '<>', 'administrator'))
        .leftJoin('biodata', 'biodata.id', 'users.id')
        .select(['line.at', 'line.byRight', 'line.inFile', 'line.reason'])
        .select([
          sql<string | null>`coalesce(biodata.name, users.name)`.as('name'),
          sql<number>`case when by_right <> 'administrator' then coalesce(biodata.number, viewer_number) end`.as(
            'number',
          ),
        ])
        .where('line.ownerId', '=', id)
        .where('byRight', '<>', 'owner')
        .orderBy('line.id')
        .execute(),
      blocks: await trx
        .selectFrom('blocks')
        .leftJoin('biodata', 'biodata.id', 'blockedId')
        .select(['biodata.number', 'blocks.at'])
        .where('blockerId', '=', id)
        .execute(),
      textsToReview: await trx.selectFrom('suspiciousTexts').selectAll().where('userId', '=', id).execute(),
      reports: await trx.selectFrom('reports').selectAll().where('reporterId', '=', id).execute(),
      savedSearches: await trx
        .selectFrom('savedSearches')
        .selectAll()
        .where('ownerId', '=', id)
        .orderBy('place')
        .execute(),
      visits: (await trx.selectFrom('visits').selectAll().where('userId', '=', id).executeTakeFirst()) ?? null,
      notifications: await listNotifications(trx, { userId: id, blocked }, now, { limit: mostInExport }),
      notificationPreferences: await preferencesOf(trx, id),
      pushSubscriptions: await subscriptionsOf(trx, id),
      profilesRead: await others(trx)
        .innerJoin('profileViews', 'profileViews.ownerId', 'biodata.id')
        .select(['biodata.number', 'at'])
        .where('viewerId', '=', id)
        .execute(),
      cardsFound: (
        await sql<{ numbers: number[]; questions: number; at: Date }>`
          select at, array(select n from unnest(shown) n where n > 0) as numbers,
            (select count(*)::integer from unnest(shown) n where n < 0) as questions
          from card_views where viewer_id = ${id}`.execute(trx)
      ).rows,
      putAway: putAwayOf(await findPutAway(trx, id)),
      administration: await trx.selectFrom('auditLog').selectAll().where('actorId', '=', id).execute(),
    }))
}
