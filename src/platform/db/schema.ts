import type { ColumnType, Generated } from 'kysely'
import type { Language } from '#src/texts/texts.tsx'
import type { Mail } from '#src/features/mail/mail.ts'

/** Written by the database; our code only reads it. */
export type Kept<T> = ColumnType<T, never, never>
export type Created = Generated<Date>
/** A calendar day, `YYYY-MM-DD`. The driver is told not to make a Date of it, which would move it by a time zone. */
export type Day = string

/** The tables of the database. Each feature adds its own, in its `tables.ts`. */
export interface Schema {
  attempts: { key: string; fullAt: Date }
  auditLog: { id: Generated<string>; at: Created; actorId: string | null; action: string; subjectId: string | null }
  outbox: {
    id: Generated<string>
    channel: Generated<'mail' | 'push'>
    /** An email, or the id of a push subscription. */
    recipient: string
    language: Language
    kind: Mail['kind'] | 'push'
    /** Blanked once the mail is sent or given up. A push says nothing but that there is something. */
    content: Mail | { kind: 'push' } | null
    status: Generated<'waiting' | 'sending' | 'sent' | 'failed'>
    attempts: Generated<number>
    dueAt: Created
    lastError: string | null
    createdAt: Created
    sentAt: Date | null
    /** To whom, and which kind of notification it tells, where they can decline it. */
    userId: string | null
    notice: string | null
    /** Of a notification that waits: which one, and from when on it may be sent. */
    notificationId: string | null
    notBefore: Date | null
  }
  site: { one: Generated<boolean>; mode: 'demo' | 'serve' }
}
