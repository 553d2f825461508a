import type { Clock } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { queueMail, queueMailToAdmins } from '#src/platform/mail/outbox.server.ts'
import * as contract from './contract.ts'
import { countContactFormUse } from './queries.server.ts'

/** From one network address. A family writes once or twice; an office may share an address. */
const messagesPerHour = 5

export function mountHome(
  mount: Mount,
  { db, clock, config }: { db: Db; clock: Clock; config: Pick<Config, 'mail' | 'contactEmail'> },
) {
  const off = () =>
    new Problem('unavailable', { code: 'mail-off', detail: 'The contact form is switched off on this site.' })

  mount(contract.sendMessage, async ({ input: { website, ...message }, address }) => {
    if (!config.mail) throw off()
    const now = clock()
    const { times, until } = await countContactFormUse(db, address, now)
    if (times > messagesPerHour)
      throw new Problem('too-fast', { retryAfter: Math.ceil((until.getTime() - now.getTime()) / 1000) })
    if (website) return { sent: true }
    const mail = { kind: 'contact-form', ...message } as const
    if (config.contactEmail) await queueMail(db, config.contactEmail, 'en', mail)
    else if ((await queueMailToAdmins(db, mail)) === 0) throw off()
    return { sent: true }
  })
}
