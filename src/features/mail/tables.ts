import type { Generated } from 'kysely'
import type { Language } from '#src/platform/language.ts'
import type { Mail } from './mail.ts'

declare module '#src/platform/db/schema.ts' {
  interface Schema {
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
  }
}
