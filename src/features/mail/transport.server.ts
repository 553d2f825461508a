import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { unsubscribe } from '#src/platform/navigation/addresses.ts'
import { languageFile } from '#src/texts/languages.server.ts'
import { compose } from './compose.server.ts'
import type { Mail } from './mail.ts'

type Declined = { userId: string; notice: string }

const signature = (secret: string, { userId, notice }: Declined) =>
  createHmac('sha256', secret).update(`unsubscribe ${userId} ${notice}`).digest()

/** The way out of all mails of a kind, for a mail that can be declined. It needs no session and knows nothing else. */
function unsubscribeLink(
  { origin, secret }: Pick<Config, 'origin' | 'secret'>,
  { userId, notice }: { userId: string | null; notice: string | null },
) {
  if (userId === null || notice === null) return undefined
  const token = [userId, notice, signature(secret, { userId, notice }).toString('base64url')].join('.')
  return `${origin}${unsubscribe}?token=${token}`
}

/** Whose mails of which kind a link is for; undefined where it was not made here. */
export function readUnsubscribeToken(secret: string, token: string): Declined | undefined {
  const [userId, notice, signed, ...more] = token.split('.')
  if (!userId || !notice || !signed || more.length > 0) return undefined
  const [expected, given] = [signature(secret, { userId, notice }), Buffer.from(signed, 'base64url')]
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs ? { userId, notice } : undefined
}

/** By which a mail program offers its own button (RFC 2369, RFC 8058). */
const unsubscribeHeaders = (link: string | undefined) =>
  link && { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

type Row = Selectable<Schema['outbox']>
export type Delivery = Pick<Row, 'id' | 'recipient' | 'language' | 'createdAt' | 'userId' | 'notice'> & {
  content: Mail
  recipientName?: string | null
}

export const outboxFolder = (config: Pick<Config, 'dataDir'>) => join(config.dataDir, 'outbox')

export function createDelivery(config: Config & { mail: NonNullable<Config['mail']> }) {
  const { from, smtpUrl } = config.mail
  const message = (mail: Delivery) => ({
    ...compose(mail, config, unsubscribeLink(config, mail)),
    from: { name: languageFile(mail.language).texts.brandName(config.brand), address: from },
    // Never as text: in a text a comma begins another recipient.
    to: { name: '', address: mail.recipient },
    // The same when it is sent again, so that receivers can drop the double.
    messageId: `<${mail.id}@${from.split('@')[1]}>`,
    date: mail.createdAt,
    headers: {
      // No answers from people on holiday.
      'Auto-Submitted': 'auto-generated',
      ...unsubscribeHeaders(unsubscribeLink(config, mail)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  if (smtpUrl === undefined) {
    const files = createTransport({ streamTransport: true, buffer: true })
    return async (mail: Delivery) => {
      const { message: bytes } = await files.sendMail(message(mail))
      const folder = outboxFolder(config)
      await mkdir(folder, { recursive: true })
      // The name is the same when it is written again. Renamed when it is whole, so that nobody reads half of it.
      const file = join(folder, `${mail.createdAt.toISOString().replace(/\W/g, '')}-${mail.id}.eml`)
      await writeFile(`${file}.part`, bytes as Buffer)
      await rename(`${file}.part`, file)
    }
  }
  const smtp = createTransport({
    url: smtpUrl,
    // One connection for a round: made anew for each mail, it takes longer than the mail.
    pool: true,
    maxConnections: 1,
    // As many as servers take of one; with less than a server's own limit none of them fails.
    maxMessages: 20,
    // A mail of which no byte has left is sent once more where the server has closed the connection.
    maxRequeues: 1,
    // After the round, in milliseconds.
    idleTimeout: 1_000,
    connectionTimeout: 30_000,
    greetingTimeout: 30_000,
    socketTimeout: 60_000,
  })
  return async (mail: Delivery) => {
    await smtp.sendMail(message(mail))
  }
}

type SmtpError = { code?: string; command?: string; responseCode?: number }

/** `everybody`: the server or its settings are broken. Else one mail; `for good`: refused with 5xx or unsendable. */
export type Trouble = 'everybody' | 'for now' | 'for good'

export function smtpTrouble(error: unknown): Trouble {
  const { code, command, responseCode = 500 } = error as SmtpError
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || command === 'MAIL FROM') return 'everybody'
  return responseCode >= 500 ? 'for good' : 'for now'
}
