import { sql } from 'kysely'
import { exportedOf } from '#src/features/attestations/index.server.ts'
import { exportedOf as feedbackOf } from '#src/features/contact-feedback/index.server.ts'
import { unansweredExport } from '#src/features/contact-requests/index.server.ts'
import { exportOf } from '#src/features/guardians/index.server.ts'
import { findPutAway } from '#src/features/identity/index.server.ts'
import { importedAs } from '#src/features/import/index.server.ts'
import { listNotifications, preferencesOf, subscriptionsOf } from '#src/features/notifications/index.server.ts'
import { marriageOf } from '#src/features/presence/index.server.ts'
import { isNoneOf } from '#src/features/safety/index.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { allRows } from '#src/platform/db/rows.server.ts'
import type { ResultOf } from '#src/platform/http/contract.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import type { exportSelf } from './contract.ts'

/** Without the keys of browsers, which are secret. */
const putAwayOf = (row: Awaited<ReturnType<typeof findPutAway>>) =>
  row ? { ...row, pushSubscriptions: row.push.length } : null

/** More notifications than anybody is told in the time they are kept. */
const mostInExport = 100_000

type Export = ResultOf<typeof exportSelf>

/** One moment and one connection: a download must not take all of them. The contract leaves secrets out. */
export async function everythingAbout(
  db: Db,
  { userId: id, email, blocked }: Pick<Member, 'userId' | 'email' | 'blocked'>,
  now: Date,
) {
  const others = sql`(select id, number from published_biodata biodata where ${isNoneOf(blocked)}) other`
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
      favourites: await allRows<Export['favourites'][number]>(trx)`
        select number, note, created_at from favourites join ${others} on other.id = biodata_id where owner_id = ${id}`,
      removedFavourites: await allRows<Export['removedFavourites'][number]>(trx)`
        select number, at from removed_favourites join ${others} on other.id = biodata_id where owner_id = ${id}`,
      contactRequests: await trx.selectFrom('contactRequests').selectAll().where('userId', '=', id).execute(),
      contactFeedback: await feedbackOf(trx, id),
      introductions: await allRows<Export['introductions'][number]>(trx)`
        select number, words, written_at from introductions join ${others} on other.id = biodata_id where user_id = ${id}`,
      asked: await allRows<Export['asked'][number]>(trx)`
        select own.number, forwarded_at, answer_by, answer, answered_at, first_seen_at
        from contact_requests left join biodata own on own.id = user_id
        where biodata_id = ${id} and forwarded_at is not null order by forwarded_at`,
      calls: await allRows<Export['calls'][number]>(trx)`
        select called_on as on, with_whom, said, note
        from family_calls join contact_requests on contact_requests.id = request_id
        where biodata_id = ${id} order by noted_at`,
      payments: await trx.selectFrom('payments').selectAll().where('userId', '=', id).execute(),
      receipts: await allRows<Export['receipts'][number]>(trx)`
        select receipt.* from payment_receipts receipt join payments on payments.id = payment_id where user_id = ${id}
        order by receipt.received_at`,
      transfers: await allRows<Export['transfers'][number]>(trx)`
        select claim.* from transfer_claims claim join payments on payments.id = payment_id where user_id = ${id}
        order by claim.claimed_at`,
      refunds: await allRows<Export['refunds'][number]>(trx)`
        select refund.* from refunds refund join payments on payments.id = payment_id where user_id = ${id}
        order by refund.made_at`,
      mails: await trx.selectFrom('outbox').selectAll().where('recipient', '=', email).execute(),
      consents: await trx.selectFrom('consents').selectAll().where('userId', '=', id).orderBy('id').execute(),
      confirmQuestion:
        (await trx.selectFrom('confirmQuestions').selectAll().where('ownerId', '=', id).executeTakeFirst()) ?? null,
      marriage: (await marriageOf(trx, id)) ?? null,
      ...(await exportOf(trx, id)),
      ...(await unansweredExport(trx, id)),
      imported: (await importedAs(trx, id)) ?? null,
      attestations: await exportedOf(trx, id),
      contactViews: await allRows<Export['contactViews'][number]>(trx)`
        select line.at, by_right, in_file, reason, coalesce(biodata.name, users.name) as name,
          case when by_right <> 'administrator' then coalesce(biodata.number, viewer_number) end as number
        from contact_views line
        left join users on users.id = viewer_id and by_right <> 'administrator'
        left join biodata on biodata.id = users.id
        where owner_id = ${id} and by_right <> 'owner' order by line.id`,
      blocks: await allRows<Export['blocks'][number]>(trx)`
        select number, at from blocks left join biodata on biodata.id = blocked_id where blocker_id = ${id}`,
      textsToReview: await trx.selectFrom('suspiciousTexts').selectAll().where('userId', '=', id).execute(),
      reports: await trx.selectFrom('reports').selectAll().where('reporterId', '=', id).execute(),
      savedSearches: await allRows<Export['savedSearches'][number]>(trx)`
        select * from saved_searches where owner_id = ${id} order by place`,
      visits: (await trx.selectFrom('visits').selectAll().where('userId', '=', id).executeTakeFirst()) ?? null,
      notifications: await listNotifications(trx, { userId: id, blocked }, now, { limit: mostInExport }),
      notificationPreferences: await preferencesOf(trx, id),
      pushSubscriptions: await subscriptionsOf(trx, id),
      profilesRead: await allRows<Export['profilesRead'][number]>(trx)`
        select number, at from profile_views join ${others} on other.id = owner_id where viewer_id = ${id}`,
      cardsFound: await allRows<Export['cardsFound'][number]>(trx)`
        select at, array(select n from unnest(shown) n where n > 0) as numbers,
          (select count(*)::integer from unnest(shown) n where n < 0) as questions
        from card_views where viewer_id = ${id}`,
      putAway: putAwayOf(await findPutAway(trx, id)),
      administration: await trx.selectFrom('auditLog').selectAll().where('actorId', '=', id).execute(),
    }))
}
