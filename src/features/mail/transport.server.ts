import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Schema } from '#src/platform/db/schema.ts'
import { languageFile } from '#src/texts/languages.server.ts'
import { compose } from './compose.server.ts'
import type { Mail } from './mail.ts'
import { unsubscribeHeaders, unsubscribeLink } from './unsubscribe.server.ts'

type Row = Selectable<Schema['outbox']>
export type Delivery = Pick<Row, 'id' | 'recipient' | 'language' | 'createdAt' | 'userId' | 'notice'> & {
  content: Mail
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

/**
 * Whom a failure is about: `everybody`, where the server or its settings are out of order; this mail alone, for now or
 * `for good`, when its recipient or content was refused with 5xx or not even sent.
 */
export type Trouble = 'everybody' | 'for now' | 'for good'

export function smtpTrouble(error: unknown): Trouble {
  const { code, command, responseCode = 500 } = error as SmtpError
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || command === 'MAIL FROM') return 'everybody'
  return responseCode >= 500 ? 'for good' : 'for now'
}
