import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Assets, builtAssets } from '#src/app/pages/assets.server.ts'
import { mountPages } from '#src/app/pages/pages.server.ts'
import { addUpCounts } from '#src/features/administration/queries.server.ts'
import { askDue } from '#src/features/contact-feedback/index.server.ts'
import { contactRequests } from '#src/features/contact-requests/queries.server.ts'
import { workOnAnswers } from '#src/features/family-answers/answers.server.ts'
import { workOnImports } from '#src/features/import/worker.server.ts'
import { createMailer, createSender, type Mailer } from '#src/features/mail/outbox.server.ts'
import { sendsPush } from '#src/features/notifications/policy.ts'
import { createPushDelivery, pushTrouble } from '#src/features/notifications/push.server.ts'
import { withEachProvider } from '#src/features/payments/each-provider.server.ts'
import { sweep } from '#src/features/payments/notices.server.ts'
import type { PaymentProvider } from '#src/features/payments/provider.ts'
import { refundUnassigned } from '#src/features/payments/queries.server.ts'
import { refundAllDue } from '#src/features/payments/settle.server.ts'
import { stripeProvider } from '#src/features/payments/stripe.server.ts'
import { askAndPause } from '#src/features/presence/still-right.server.ts'
import { tellOfNewPeople } from '#src/features/saved-searches/tell.server.ts'
import { refundShort, withSendMoney } from '#src/features/send-money/index.server.ts'
import type { Issuer } from '#src/features/sign-in/issuer.server.ts'
import { keepErasures } from '#src/platform/backup/erasures.server.ts'
import { upgradeDatabase } from '#src/platform/backup/upgrade.server.ts'
import { systemClock } from '#src/platform/clock.ts'
import { type Config, ConfigError } from '#src/platform/config/config.server.ts'
import type { Database } from '#src/platform/db/connect.server.ts'
import { type Db, missingLimits } from '#src/platform/db/open.server.ts'
import { openReplica } from '#src/platform/db/replica.server.ts'
import { missingFor } from '#src/platform/operator.ts'
import { buildApp } from './app.server.ts'
import { forget } from './forget.server.ts'
import { type Jobs, startJobs, stopTimeoutMs } from './jobs.server.ts'
import { type Listening, listen } from './listening.server.ts'
import { createMetrics, freeShare, littleFree } from './metrics.server.ts'
import { exitDuringStart, stopSignals } from './stop-signals.ts'

export interface Demo {
  providers: readonly PaymentProvider[]
  google?: Issuer
  mountSandboxes(app: FastifyInstance, assets: Assets): void
  aside?: Parameters<typeof mountPages>[1]['aside']
  printAccounts(): void
  stop(): Promise<void>
}
export type StartDemo = (config: Config, db: Db) => Promise<Demo>

export async function run(config: Config, database: Database, startDemo?: StartDemo) {
  let stopping: Promise<void> | undefined
  let isClosing = false
  let listening: Listening | undefined
  try {
    const isStopping = () => stopping !== undefined
    const site = await openSite(config, database, { startDemo, assets: await builtAssets(), isStopping })
    const { app } = site
    app.addHook('onSend', async (_request, reply) => {
      if (isClosing) reply.header('connection', 'close')
    })
    async function stop() {
      await delay(config.drainMs)
      const opened = listening
      await opened?.stop()
      // Not before: a client that opens a new connection may still wait to be accepted.
      isClosing = true
      await delay(lastAnswersMs)
      const tooLate = setTimeout(() => app.server.closeAllConnections(), stopTimeoutMs)
      await app.close()
      await opened?.ended
      clearTimeout(tooLate)
      await site.stop()
      await database.stop()
      process.exit(0)
    }
    for (const signal of stopSignals) {
      process.removeListener(signal, exitDuringStart)
      // Not `once`: npm repeats the signal, and the second one would end this process and leave its database running.
      process.on(signal, () => {
        stopping ??= stop()
      })
    }
    listening = await listen(app, { host: config.host, port: config.port })
    await site.startJobs()
    console.log(`${config.brand.name} is ready: ${config.origin}`)
    site.printAccounts?.()
  } catch (error) {
    await database.stop()
    // Told to stop while it starts: the rest of the start misses what is gone, which is no fault.
    if (!stopping) throw error
    await stopping
  }
}

/** Migrates the schema and puts a site together. Call `stop` after the app closes and before the database stops. */
export async function openSite(
  config: Config,
  database: Pick<Database, 'db' | 'pool'>,
  { startDemo, assets, isStopping }: { startDemo?: StartDemo | undefined; assets: Assets; isStopping?: () => boolean },
) {
  const { db } = database
  await using undo = new AsyncDisposableStack()
  await upgradeDatabase(database, config, console.log)
  // Not before: what it is known to have includes the schema.
  const { databaseReplicaUrl, databaseIsPooled = false } = config
  const replica = databaseReplicaUrl
    ? await openReplica(databaseReplicaUrl, db, { isPooled: databaseIsPooled })
    : undefined
  undo.defer(async () => replica?.stop())
  const demo = await startDemo?.(config, db)
  undo.defer(async () => demo?.stop())
  await claimFor(config.mode, db)
  const external = demo?.providers ?? (config.stripe ? [stripeProvider(config.stripe)] : [])
  const providers = withSendMoney(external, db, config.payTo)
  const senders: Record<string, Mailer> = {}
  let jobs: Jobs | undefined
  const ownDisk = config.databaseUrl === undefined ? config.dataDir : undefined
  const metrics = config.metrics && createMetrics({ ...database, replica, disk: ownDisk })
  const app = await buildApp({
    config,
    db,
    replica,
    providers: external,
    sandboxGoogle: demo?.google,
    metrics,
    ...(isStopping && { isStopping }),
    logLevel: config.logLevel,
    earlyScript: assets.early,
    extend: async (server, around) => {
      demo?.mountSandboxes(server, assets)
      const takesPayments = providers.length > 0
      await mountPages(server, { config, takesPayments, assets, aside: demo?.aside, ...around })
      const mail = createMailer(config, db, server.log)
      if (mail) senders.mail = mail
      if (sendsPush(config.mode)) {
        const deliver = createPushDelivery(config, db)
        senders.push = createSender({ db, log: server.log, channel: 'push', deliver, troubleOf: pushTrouble })
      }
      // A change may have caused a mail. The jobs below find the rest: second tries, and mails of a server that died.
      server.addHook('onResponse', async ({ method }) => {
        if (method !== 'GET' && method !== 'HEAD') for (const sender of Object.values(senders)) void sender.deliver()
      })
    },
  })

  const free = ownDisk === undefined ? 1 : await freeShare(ownDisk)
  if (free < littleFree)
    app.log.warn(
      `the disk of DATA_DIR is nearly full: ${(100 * free).toFixed(1)} % of it is free, see docs/operating.md`,
    )
  const unnamed = missingFor(config.operator)
  if (config.mode === 'serve' && unnamed.length > 0)
    app.log.warn(`families do not read who runs this site: ${unnamed.join(', ')} are not set, see docs/operating.md`)
  replica?.follow((isUsed) => app.log.warn(isUsed ? 'the replica is used' : 'the replica is left alone'))
  if (databaseIsPooled)
    for (const limit of await missingLimits(db))
      app.log.warn(`behind a pooler there is no ${limit}: alter role … set ${limit}, see docs/operating.md`)

  const started = undo.move()
  return {
    app,
    printAccounts: demo?.printAccounts,
    async startJobs() {
      jobs = await startJobs(database.pool, app.log, metrics?.jobSucceeded)
      for (const [name, sender] of Object.entries(senders)) await jobs.repeat(name, '* * * * *', roundOf(sender))
      // Also where payment is switched off: the site still refunds what was paid before.
      await jobs.repeat('refunds', '*/10 * * * *', async () => {
        await refundUnassigned(db, systemClock())
        await refundShort(db, systemClock())
        await withEachProvider(providers, (provider) => refundAllDue(db, provider, systemClock()))
      })
      if (providers.length > 0) {
        // Twice within the ten minutes that REQUIREMENTS K3d allows.
        await jobs.repeat('sweep', '*/5 * * * *', () =>
          withEachProvider(providers, (provider) =>
            sweep({ db, goods: contactRequests, provider }, systemClock(), app.log),
          ),
        )
      }
      // The clock of those who were asked. What they owe is refunded by its own job.
      await jobs.repeat('answers', '* * * * *', async () => {
        await workOnAnswers(db, systemClock())
      })
      await jobs.repeat('feedback', '*/10 * * * *', async () => {
        await askDue(db, systemClock())
      })
      await jobs.repeat('counts', '* * * * *', () => addUpCounts(db))
      await jobs.repeat('imports', '* * * * *', () => workOnImports({ db, clock: systemClock, config, isStopping }))
      await jobs.repeat('searches', '*/5 * * * *', async () => {
        await tellOfNewPeople(db, systemClock(), config.mail !== undefined)
      })
      const { erasuresFile, confirmEveryDays: everyDays } = config
      if (everyDays)
        await jobs.repeat('confirming', '*/10 * * * *', async () => {
          await askAndPause(db, { now: systemClock(), everyDays, config })
        })
      if (erasuresFile) await jobs.repeat('erasures', '*/10 * * * *', () => keepErasures(db, erasuresFile))
      await jobs.repeat('forget', '23 * * * *', () => forget(db, systemClock(), config.mail !== undefined))
    },
    async stop() {
      await Promise.all([jobs, ...Object.values(senders)].map((each) => each?.stop()))
      await started.disposeAsync()
    },
  }
}

/** For last answers: closing also ends a connection whose next request is on its way. */
const lastAnswersMs = 1_500

/** Of a sender what its job does: one that could not look for what is due has not ended well, or no alert would tell. */
const roundOf = (sender: Mailer) => async () => {
  if (!(await sender.deliver())) throw new Error('What is due could not be looked for.')
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
