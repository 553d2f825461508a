import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { systemClock } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { oneAtATime } from '#src/platform/one-at-a-time.server.ts'
import { deliverDue } from './outbox.server.ts'
import { createDelivery } from './transport.server.ts'

export interface Mailer {
  /**
   * Sends what is due. One round at a time: called while one is under way, another follows it.
   * @returns when the round is done that began after the call: whether what is due could be looked for; the reason why not is logged
   */
  deliver(): Promise<boolean>
  /** Begins nothing more and lets the mail under way end, at most ten seconds. Before the database is stopped. */
  stop(): Promise<void>
}

/** Brings mails from the outbox to the mail server; undefined where mail is off. */
export function createMailer(config: Config, db: Db, log: FastifyBaseLogger): Mailer | undefined {
  return config.mail && createSender({ db, log, deliver: createDelivery({ ...config, mail: config.mail }) })
}

/** Brings what waits in the outbox for a channel to where `deliver` sends it. */
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
