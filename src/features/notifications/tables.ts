import type { About, Kind } from './kinds.ts'

declare module '#src/platform/db/schema.ts' {
  interface Narrowed {
    /** `cause` is what has happened, as the one who tells it names it: told once. Nobody reads it before `notBefore`. */
    notifications: { kind: Kind; about: About[Kind] }
    notificationPreferences: { kind: Kind }
  }
}
