import type { FastifyInstance } from 'fastify'
import { contactRequests } from '#src/contact-requests/queries.server.ts'
import { sweep } from '#src/payments/notices.server.ts'
import type { PaymentProvider } from '#src/payments/provider.ts'
import { forgetEvents } from '#src/payments/queries.server.ts'
import { refundAllDue } from '#src/payments/settle.server.ts'
import { stripeProvider } from '#src/payments/stripe.server.ts'
import { systemClock } from '#src/platform/clock.ts'
import { type Config, ConfigError } from '#src/platform/config.server.ts'
import type { Database } from '#src/platform/db/connect.server.ts'
import { migrate } from '#src/platform/db/migrate.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { createMailer, type Mailer } from '#src/platform/mail/mailer.server.ts'
import { forgetMails } from '#src/platform/mail/outbox.server.ts'
import { forgetOldAttempts } from '#src/platform/throttle.server.ts'
import { forgetReadings, forgetReports } from '#src/safety/queries.server.ts'
import type { Issuer } from '#src/sign-in/issuer.server.ts'
import { forgetEnded } from '#src/sign-in/queries.server.ts'
import { mountPages } from '#src/site/pages.server.ts'
import { buildApp } from './app.server.ts'
import { type Jobs, startJobs } from './jobs.server.ts'

/** What the demo has in place of the outside world. */
export interface Demo {
  provider: PaymentProvider
  google: Issuer
  mountSandboxes(app: FastifyInstance): Promise<void>
  printAccounts(): void
  stop(): Promise<void>
}
export type StartDemo = (config: Config, db: Db) => Promise<Demo>

/** Runs the server until it is told to stop. */
export async function run(config: Config, database: Database, startDemo?: StartDemo) {
  try {
    await migrate(database.db)
    const demo = await startDemo?.(config, database.db)
    await claimFor(config.mode, database.db)
    const provider = demo?.provider ?? (config.stripe && stripeProvider(config.stripe))
    let mailer: Mailer | undefined
    let jobs: Jobs | undefined
    const app = await buildApp({
      config,
      db: database.db,
      provider,
      sandboxGoogle: demo?.google,
      logLevel: process.env.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
      extend: async (server, around) => {
        await demo?.mountSandboxes(server)
        await mountPages(server, { config, takesPayments: provider !== undefined, ...around })
        mailer = createMailer(config, database.db, server.log)
        // A change may have caused a mail. The job below finds the rest: second tries, and mails of a server that died.
        server.addHook('onResponse', async ({ method }) => {
          if (method !== 'GET' && method !== 'HEAD') void mailer?.deliver()
        })
      },
    })

    let stopping: Promise<void> | undefined
    const stop = () => {
      stopping ??= (async () => {
        await app.close()
        await Promise.all([jobs?.stop(), mailer?.stop()])
        await demo?.stop()
        await database.stop()
      })()
      return stopping
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        stop().then(
          () => process.exit(0),
          (error) => {
            console.error(error)
            process.exit(1)
          },
        )
      })
    }

    await app.listen({ host: config.host, port: config.port })
    jobs = await startJobs(database.pool, app.log)
    if (mailer) await jobs.repeat('mail', '* * * * *', mailer.deliver)
    if (provider) {
      const till = { db: database.db, goods: contactRequests, provider }
      await jobs.repeat('refunds', '*/10 * * * *', () => refundAllDue(database.db, provider, systemClock()))
      // Twice within the ten minutes that REQUIREMENTS K3d allows.
      await jobs.repeat('sweep', '*/5 * * * *', () => sweep(till, systemClock(), app.log))
    }
    await jobs.repeat('forget', '23 * * * *', async () => {
      const now = systemClock()
      await forgetMails(database.db, now, config.mail !== undefined)
      await forgetEnded(database.db, now)
      await forgetOldAttempts(database.db, now)
      await forgetEvents(database.db, now)
      await forgetReadings(database.db, now)
      await forgetReports(database.db, now)
    })
    console.log(`${config.brand.name} is ready: ${config.origin}`)
    demo?.printAccounts()
    return { app, stop }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** A demo never opens a real site's data, nor a real site a demo's (REQUIREMENTS X5). */
async function claimFor(mode: Config['mode'], db: Db) {
  await db
    .insertInto('site')
    .values({ mode })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const site = await db.selectFrom('site').select('mode').executeTakeFirstOrThrow()
  if (site.mode !== mode) {
    throw new ConfigError(
      site.mode === 'demo'
        ? 'This database holds the demo world. Set another DATA_DIR or DATABASE_URL to serve a real site.'
        : 'This database holds a real site. The demo does not open it; set another DATA_DIR.',
    )
  }
}
