import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { systemClock } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { deliverDue } from './outbox.server.ts'
import { createDelivery } from './transport.server.ts'

export interface Mailer {
  /** Sends what is due. One round at a time: called while one is under way, another follows it. */
  deliver(): Promise<void>
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
  let round: Promise<void> | undefined
  let isAnotherAsked = false
  let isStopping = false

  async function rounds() {
    do {
      isAnotherAsked = false
      await deliverDue({ ...way, clock: systemClock, isStopping: () => isStopping })
    } while (isAnotherAsked && !isStopping)
  }
  return {
    deliver() {
      isAnotherAsked = true
      round ??= rounds()
        .catch((error) => log.error({ err: error }, `${channel}: what waits could not be looked for`))
        .finally(() => {
          round = undefined
        })
      return round
    },
    async stop() {
      isStopping = true
      await Promise.race([round, delay(10_000, undefined, { ref: false })])
    },
  }
}
