import type { Generated } from 'kysely'
import type { About, Channel, Kind } from './kinds.ts'

declare module '#src/platform/db/schema.ts' {
  interface Schema {
    notifications: {
      id: Generated<string>
      userId: string
      kind: Kind
      /** What has happened, as the one who tells it names it: told once. */
      cause: string
      about: About[Kind]
      madeAt: Created
      /** Nobody reads it earlier; null for what is told at once. */
      notBefore: Date | null
      /** Since when it is no longer counted, and no longer marked as new. */
      seenAt: Date | null
      readAt: Date | null
    }
    notificationPreferences: { userId: string; kind: Kind; channel: Channel; wanted: boolean }
    pushSubscriptions: {
      id: Generated<string>
      userId: string
      sessionId: string
      endpoint: string
      p256dh: string
      auth: string
      siteKey: string
      madeAt: Created
    }
  }
}
