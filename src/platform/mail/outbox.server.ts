import type { Db } from '#src/platform/db/open.server.ts'

/** A mail by its kind and what only this one says. Its words are in the language files (`serverTexts`). */
export type Mail =
  /** `link` is absolute. */
  | { kind: 'verify' | 'reset'; link: string }
  /** `number` is that of the biodata whose contact was asked for. */
  | { kind: 'contact-approved'; number: number }
  | { kind: 'premium-approved' }
  | { kind: 'new-request'; request: 'contact' | 'premium'; number: number }
  | { kind: 'contact-form'; name: string; email: string; message: string }

/**
 * Writes a mail to be sent after this transaction. Callers leave it out where mail is off (`config.mail`): nobody would
 * ever send it.
 */
export async function queueMail(db: Db, to: string, language: 'en' | 'bn', mail: Mail) {
  await db.insertInto('outbox').values({ recipient: to, language, kind: mail.kind, content: mail }).execute()
}
