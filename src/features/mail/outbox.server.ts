import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Selectable, sql, type UpdateObject } from 'kysely'
import { type Clock, isNight, systemClock } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import { agoFrom, type Db } from '#src/platform/db/open.server.ts'
import { countWritten } from '#src/platform/db/rows.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { oneAtATime } from '#src/platform/one-at-a-time.server.ts'
import type { Language } from '#src/texts/texts.tsx'
import type { Mail } from './mail.ts'
import { createDelivery, type Delivery, smtpTrouble, type Trouble } from './transport.server.ts'

/** Writes a mail to be sent once this transaction is committed. Where mail is off it is thrown away within the hour. */
export const queueMail = (db: Db, to: string, language: Language, mail: Mail) =>
  db.insertInto('outbox').values({ recipient: to, language, kind: mail.kind, content: mail }).execute()

/** The same mail to every administrator, each in their language. @returns how many there are */
export const queueMailToAdmins = (db: Db, mail: Mail) =>
  countWritten(db)`
    insert into outbox (recipient, language, kind, content)
    select email, language, ${mail.kind}, ${mail}::jsonb from users where role = 'admin'`

const minute = 60_000
const day = 24 * 60 * minute
/** Longer than any sending takes (see the time limits in transport.server.ts). */
const lease = 10 * minute
/** The caller must hear in between that mails leave, or the alert JobStands would fire on a morning of many. */
const longestRound = 10 * minute
const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms)
/** 1, 2, 4 … minutes, at most four hours: greylisting is over soon, a broken server is looked at all day. */
const pauseAfter = (attempts: number) => Math.min(minute * 2 ** (attempts - 1), 4 * 60 * minute)

/** Any number of processes may do this. A sender that dies after the server's yes sends twice: SMTP has no better. */
export async function deliverDue({
  db,
  channel = 'mail',
  deliver,
  troubleOf = smtpTrouble,
  clock,
  log,
  isStopping = () => false,
}: {
  db: Db
  channel?: 'mail' | 'push'
  deliver: (mail: Delivery) => Promise<unknown>
  troubleOf?: (error: unknown) => Trouble
  clock: Clock
  log: { error(what: object, message: string): void }
  isStopping?: () => boolean
}) {
  const end = later(clock(), longestRound)
  for (let now = clock(); now < end && !isStopping(); now = clock()) {
    // A link for a new password lives an hour: it does not wait behind the news of a whole night.
    const mail =
      (await claim(db, channel, now, true)) ?? (isNight(now) ? undefined : await claim(db, channel, now, false))
    if (!mail) return
    const { id, content, kind, attempts } = mail
    /** Only of the claim we hold: after our lease somebody else may be sending this mail. */
    const settle = (outcome: UpdateObject<Schema, 'outbox'>) =>
      db
        .updateTable('outbox')
        .set(outcome)
        .where((row) => row.and({ id, status: 'sending', attempts }))
        .execute()
    try {
      await deliver({ ...mail, content: content as Mail })
    } catch (error) {
      const trouble = troubleOf(error)
      const hasGivenUp = trouble === 'for good' || mail.createdAt.getTime() + day <= clock().getTime()
      const lastError = reasonOf(error)
      if (hasGivenUp) await settle({ status: 'failed', content: keptOfFailed, lastError })
      else await settle({ status: 'waiting', dueAt: later(clock(), pauseAfter(attempts)), lastError })
      log.error({ err: error, [channel]: id, kind, attempts }, `${channel} ${hasGivenUp ? 'given up' : 'not sent yet'}`)
      // The next mail would only wait as long again.
      if (trouble === 'everybody') return
      continue
    }
    await settle({ status: 'sent', sentAt: clock(), content: null, lastError: null })
  }
}

/** Takes the mail that has waited longest or lost its sender; `isUrgent`: that no night holds up (REQUIREMENTS W7). */
async function claim(db: Db, channel: 'mail' | 'push', now: Date, isUrgent: boolean) {
  // A new one is due at once, however far the clocks of database and server are apart. What can still be taken back
  // waits by the clock, and is taken back only while it waits.
  const { rows } = await sql<Selectable<Schema['outbox']> & { recipientName: string | null }>`
    update outbox set status = 'sending', attempts = attempts + 1, due_at = ${later(now, lease)}
    where id = (
      select id from outbox
      where channel = ${channel} and status in ('waiting', 'sending') and (attempts = 0 or due_at <= ${now})
        and (not_before is null or not_before <= ${now}) ${isUrgent ? sql`and notice is null` : sql``}
      order by due_at limit 1
      for update skip locked
    ) returning *, (select name from users where email = recipient and email_verified) as recipient_name`.execute(db)
  return rows[0]
}

/** A message that exists nowhere else is kept for the operator to find; a link is of no more use. */
const keptOfFailed = sql<Mail | null>`case when kind = 'contact-form' then content end`

/** What was tried in vain, per channel. What waits for its turn, or for the morning, is no trouble. */
export async function outboxTrouble(db: Db, now: Date) {
  const isLeft = sql`(status = 'waiting' or status = 'sending' and due_at <= ${now})`
  const { rows } = await sql<{ channel: 'mail' | 'push'; overdue: number; failed: number }>`
    select channel, count(*) filter (where status = 'failed')::integer as failed,
      count(*) filter (where ${isLeft} and (notice is null or not ${isNight(now)}))::integer as overdue
    from outbox where attempts > 0 and status <> 'sent' group by channel`.execute(db)
  const ofChannel = (channel: 'mail' | 'push') => {
    const { overdue = 0, failed = 0 } = rows.find((row) => row.channel === channel) ?? {}
    return { overdue, failed }
  }
  return { mails: ofChannel('mail'), pushes: ofChannel('push') }
}

/** What the mail server said, without addresses. */
const reasonOf = (error: unknown) => (error as Error).message.replace(/\S+@\S+/g, '[email]').slice(0, 500)

export const mailsAreKept = '30 days'

/** Removes what nobody needs any more: mails after their time, and where mail is off those that wait. */
export const forgetMails = (db: Db, now: Date, isMailOn: boolean) =>
  sql`delete from outbox where status in ('sent', 'failed') and created_at < ${agoFrom(now, mailsAreKept)}
    ${isMailOn ? sql`` : sql`or status in ('waiting', 'sending') and channel = 'mail'`}`.execute(db)

export type Mailer = ReturnType<typeof createSender>

/** Brings mails from the outbox to the mail server; undefined where mail is off. */
export const createMailer = (config: Config, db: Db, log: FastifyBaseLogger): Mailer | undefined =>
  config.mail && createSender({ db, log, deliver: createDelivery({ ...config, mail: config.mail }) })

export function createSender(way: Omit<Parameters<typeof deliverDue>[0], 'clock' | 'isStopping'>) {
  const { log, channel = 'mail' } = way
  let isStopping = false
  const rounds = oneAtATime(
    () => deliverDue({ ...way, clock: systemClock, isStopping: () => isStopping }),
    (error) => log.error({ err: error }, `${channel}: what waits could not be looked for`),
  )
  return {
    /** One round at a time; a call during one begins another. @returns whether the round could look for what is due */
    deliver: rounds.ask,
    /** Begins nothing more and lets the mail under way end, at most ten seconds. Before the database is stopped. */
    async stop() {
      isStopping = true
      await Promise.race([rounds.stop(), delay(10_000, undefined, { ref: false })])
    },
  }
}
