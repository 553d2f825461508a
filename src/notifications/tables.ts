import type { Generated } from 'kysely'
import type { About, Kind } from './kinds.ts'

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
      readAt: Date | null
    }
    notificationPreferences: { userId: string; kind: Kind; channel: 'mail' | 'push'; wanted: boolean }
  }
}
