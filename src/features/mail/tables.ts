import type { Language } from '#src/platform/language.ts'
import type { Mail } from './mail.ts'

declare module '#src/platform/db/schema.ts' {
  interface Narrowed {
    outbox: {
      language: Language
      kind: Mail['kind'] | 'push'
      /** Blanked once the mail is sent or given up. A push says nothing but that there is something. */
      content: Mail | { kind: 'push' }
    }
  }
}
