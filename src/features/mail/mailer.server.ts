import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { systemClock } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { oneAtATime } from '#src/platform/one-at-a-time.server.ts'
import { deliverDue } from './outbox.server.ts'
import { createDelivery } from './transport.server.ts'

export interface Mailer {
  /** One round at a time; a call during one begins another. @returns whether the round could look for what is due */
  deliver(): Promise<boolean>
  /** Begins nothing more and lets the mail under way end, at most ten seconds. Before the database is stopped. */
  stop(): Promise<void>
}

/** Brings mails from the outbox to the mail server; undefined where mail is off. */
export function createMailer(config: Config, db: Db, log: FastifyBaseLogger): Mailer | undefined {
  return config.mail && createSender({ db, log, deliver: createDelivery({ ...config, mail: config.mail }) })
}

export function createSender(way: Omit<Parameters<typeof deliverDue>[0], 'clock' | 'isStopping'>): Mailer {
  const { log, channel = 'mail' } = way
  let isStopping = false
  const rounds = oneAtATime(
    () => deliverDue({ ...way, clock: systemClock, isStopping: () => isStopping }),
    (error) => log.error({ err: error }, `${channel}: what waits could not be looked for`),
  )
  return {
    deliver: rounds.ask,
    async stop() {
      isStopping = true
      await Promise.race([rounds.stop(), delay(10_000, undefined, { ref: false })])
    },
  }
}
