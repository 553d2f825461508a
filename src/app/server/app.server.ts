import Fastify, { type FastifyInstance, LogController } from 'fastify'
import * as z from 'zod'
import { mountAccount } from '#src/features/account/routes.server.ts'
import { mountAdmin } from '#src/features/administration/routes.server.ts'
import { mountAttestations } from '#src/features/attestations/routes.server.ts'
import { openTexts } from '#src/features/biodata/fields.ts'
import { birthYearCounts } from '#src/features/browse/census.server.ts'
import { mountBrowse } from '#src/features/browse/routes.server.ts'
import { mountConsents } from '#src/features/consents/routes.server.ts'
import { mountContactFeedback } from '#src/features/contact-feedback/routes.server.ts'
import { mountContactLedger } from '#src/features/contact-ledger/routes.server.ts'
import { mountPaying } from '#src/features/contact-requests/paying.server.ts'
import { contactRequests } from '#src/features/contact-requests/queries.server.ts'
import { mountContactRequests } from '#src/features/contact-requests/routes.server.ts'
import { mountEdit } from '#src/features/edit/routes.server.ts'
import { mountMailedLinks } from '#src/features/email-links/routes.server.ts'
import { mountFamilyAnswers } from '#src/features/family-answers/routes.server.ts'
import { mountFavourites } from '#src/features/favourites/routes.server.ts'
import { mountGuardians } from '#src/features/guardians/routes.server.ts'
import { mountHome } from '#src/features/home/routes.server.ts'
import type { Auth } from '#src/features/identity/auth.server.ts'
import { hashing, type PasswordCost } from '#src/features/identity/password.server.ts'
import { mountPutAway } from '#src/features/identity/put-away/routes.server.ts'
import { mountImport } from '#src/features/import/routes.server.ts'
import { createImporter } from '#src/features/import/worker.server.ts'
import { mountNotifications, mountUnsubscribe } from '#src/features/notifications/routes.server.ts'
import { mountOpenTexts } from '#src/features/open-texts/routes.server.ts'
import { mountOperator } from '#src/features/operator/routes.server.ts'
import { withEachProvider } from '#src/features/payments/each-provider.server.ts'
import { mountNotices } from '#src/features/payments/notices.server.ts'
import type { PaymentProvider } from '#src/features/payments/provider.ts'
import { mountPayments } from '#src/features/payments/routes.server.ts'
import { refundAllDue } from '#src/features/payments/settle.server.ts'
import { mountPremium } from '#src/features/premium/routes.server.ts'
import { mountPrivacy, mountStillRight } from '#src/features/presence/routes.server.ts'
import { mountProfile } from '#src/features/profile/routes.server.ts'
import { mountRequestApproval } from '#src/features/request-approval/routes.server.ts'
import { emailCounter, listLimit } from '#src/features/safety/reading/list-limit.server.ts'
import { mountSafety } from '#src/features/safety/routes.server.ts'
import { mountSearches } from '#src/features/saved-searches/routes.server.ts'
import { mountFind } from '#src/features/search/routes.server.ts'
import { mountSecondFactor } from '#src/features/second-factor/routes.server.ts'
import { mountSendMoney, withSendMoney } from '#src/features/send-money/index.server.ts'
import { mountShortlist } from '#src/features/shortlist/routes.server.ts'
import { accountCalls } from '#src/features/sign-in/account-calls.server.ts'
import { createAuth } from '#src/features/sign-in/auth.server.ts'
import type { Issuer } from '#src/features/sign-in/issuer.server.ts'
import { mountSignIn } from '#src/features/sign-in/routes.server.ts'
import { mountSitePages } from '#src/features/static-pages/routes.server.ts'
import { mountUnanswered } from '#src/features/unanswered/routes.server.ts'
import { mountUsers } from '#src/features/users/routes.server.ts'
import { keepErasures } from '#src/platform/backup/erasures.server.ts'
import { type Clock, systemClock } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import { connections, type Db } from '#src/platform/db/open.server.ts'
import type { Replica } from '#src/platform/db/replica.server.ts'
import { cursorSeal } from '#src/platform/http/cursor-seal.server.ts'
import { mountDocs } from '#src/platform/http/docs.server.ts'
import { answerProblem } from '#src/platform/http/errors.server.ts'
import { decideLanguage } from '#src/platform/http/language.server.ts'
import { type CountList, createHandlers, type Mount, prepareRoutes } from '#src/platform/http/mount.server.ts'
import { noticeProxies } from '#src/platform/http/network.server.ts'
import { openapi } from '#src/platform/http/openapi.ts'
import { refuseForeign } from '#src/platform/http/origin.server.ts'
import { notFound, Problem } from '#src/platform/http/problem.ts'
import { compressAnswers, type ResponseCache, responseCache } from '#src/platform/http/response-cache.server.ts'
import { rememberWriting } from '#src/platform/http/written.server.ts'
import { FairLimiter } from '#src/platform/limits/fair-limiter.server.ts'
import { logger } from '#src/platform/log.server.ts'
import { oneAtATime } from '#src/platform/one-at-a-time.server.ts'
import { answerUnparsed, securityHeaders, sendSecurityHeaders } from './headers.server.ts'
import { type Metrics, serveMetrics } from './metrics.server.ts'
import { queueLimits, refuseOverload } from './overload.server.ts'
import { logSecurityEvents } from './security-events.server.ts'
import { wireSchemas } from './wire-schemas.ts'

// The contract's schemas are zod/mini for the browser's sake, which ships no words of its own.
z.config(z.locales.en())

export interface Parts {
  config: Config
  db: Db
  replica?: Pick<Replica, 'read' | 'isUsed'> | undefined
  /** The ways to pay, the first one chosen at first. None: payment is switched off. */
  providers?: readonly PaymentProvider[] | undefined
  sandboxGoogle?: Issuer | undefined
  clock?: Clock
  logLevel?: string
  places?: number
  queue?: Partial<typeof queueLimits>
  isStopping?: () => boolean
  metrics?: Metrics | undefined
  /** Milliseconds after which a request is answered with 503, whatever it waits for. */
  timeoutMs?: number
  passwordCost?: PasswordCost | undefined
  cachesResponses?: boolean
  /** The script that documents hold in their head: the content security policy allows no other. */
  earlyScript?: string
  logTo?: { write(line: string): void }
  /** Adds what is not the product's API: pages, static files, and in the demo the sandboxes. */
  extend?: (
    app: FastifyInstance,
    around: { auth: Auth; kept: ResponseCache; countList: CountList } & ReturnType<typeof createHandlers>,
  ) => Promise<void>
}

/** Puts the whole server together, without listening. Tests use it as it is. */
export async function buildApp(site: Parts) {
  const { config, db, replica, metrics, clock = systemClock, timeoutMs = 4_000 } = site
  const providers = withSendMoney(site.providers ?? [], db, config.payTo)
  const headersFor = securityHeaders(config, site.earlyScript)
  const app = Fastify({
    logger: logger(site.logLevel ?? 'info', site.logTo) ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    // A slow connection must not stay long. Node takes the two limits for each other when the second is the longer.
    requestTimeout: 12_000,
    http: { connectionsCheckingInterval: 1_000, headersTimeout: 10_000, requireHostHeader: false },
    clientErrorHandler: answerUnparsed(headersFor),
    trustProxy: config.trustProxy ?? false,
    // What comes on a connection that is open when the server stops is answered, not refused.
    return503OnClosing: false,
    // No hook runs for these.
    frameworkErrors: (error, request, reply) => answerProblem(error, request, reply.headers(headersFor(request.url))),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
  sendSecurityHeaders(app, headersFor)
  prepareRoutes(app)
  app.decorateReply('problem')
  decideLanguage(app)
  app.setErrorHandler(answerProblem)
  // Only a file that is not there comes here: everything else has a route.
  app.setNotFoundHandler((request, reply) => answerProblem(notFound(), request, reply))
  noticeProxies(app, config)
  refuseForeign(app, config)
  await compressAnswers(app)
  const requests = new FairLimiter({ places: site.places ?? connections + 2, ...queueLimits, ...site.queue })
  refuseOverload(app, requests, timeoutMs)
  metrics?.watch(app, { requests, passwords: hashing })
  logSecurityEvents(app, metrics?.happened)

  const { passwordCost, sandboxGoogle } = site
  const auth = createAuth({ config, db, clock, passwordCost, log: app.log, ...(sandboxGoogle && { sandboxGoogle }) })
  auth.mount(app)
  const kept = responseCache(app, site.cachesResponses)
  if (replica) rememberWriting(app, db, config)
  const cursors = cursorSeal(config.secret)
  const counts = { list: listLimit(clock), emails: emailCounter(db, clock) }
  const databases = { db, replica }
  const handlers = createHandlers(app, auth.viewerOf, kept, counts, cursors, databases)
  const { mountUnder, documented } = handlers
  const takesPayments = providers.length > 0
  const payBack = takesPayments
    ? inBackground(
        app,
        () => withEachProvider(providers, (provider) => refundAllDue(db, provider, clock())),
        'money that is due has not gone back yet',
      )
    : undefined
  const { erasuresFile } = config
  const keepErasuresNow = erasuresFile
    ? inBackground(app, () => keepErasures(db, erasuresFile), 'who has left is not kept outside the database yet')
    : undefined
  const census = birthYearCounts(db)
  const importer = createImporter({ db, clock, config, payBack }, app.log)
  app.addHook('onClose', importer.stop)
  const parts = {
    ...{ db, clock, config, auth, providers, census, payBack, importer, goods: contactRequests },
    fields: openTexts,
    afterDeletion() {
      payBack?.()
      keepErasuresNow?.()
    },
    takesPayments,
    hasOtherSignIn: auth.ways.google || auth.ways.oidc,
  }
  const routers: Record<string, ((mount: Mount, given: typeof parts) => void)[]> = {
    Accounts: [mountSignIn, mountSecondFactor, mountMailedLinks, mountPutAway],
    People: [mountUsers],
    'Own account': [mountAccount],
    Safety: [mountSafety, mountOpenTexts],
    Privacy: [mountConsents, mountContactLedger, mountPrivacy],
    Guardians: [mountGuardians],
    Biodata: [mountBrowse, mountFind, mountSearches, mountProfile, mountEdit],
    Premium: [mountPremium],
    Administration: [mountAdmin, mountAttestations, mountImport],
    Favourites: [mountFavourites, mountShortlist],
    'Contact requests': [
      mountPaying,
      mountContactRequests,
      mountRequestApproval,
      mountFamilyAnswers,
      mountContactFeedback,
      mountUnanswered,
    ],
    Payments: [mountPayments, mountSendMoney],
    Site: [mountHome, mountOperator, mountSitePages],
    Notifications: [mountNotifications],
  }
  for (const [tag, mounts] of Object.entries(routers)) for (const mount of mounts) mount(mountUnder(tag), parts)
  const tills = providers.map((provider) => ({ db, provider, goods: contactRequests }))
  await mountNotices(app, tills, clock)
  await mountUnsubscribe(app, { db, config })
  await mountStillRight(app, { db, clock, config })
  const accounts = accountCalls.map((endpoint) => ({ tag: 'Accounts', endpoint }))
  const about = { brand: config.brand.name, contact: `${config.origin}/contact`, sessionCookie: auth.cookieName }
  mountDocs(app, () => openapi([...documented(), ...accounts], about, wireSchemas))

  app.get('/healthz', { config: { access: 'visitor', isExempt: true } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { config: { access: 'visitor', isExempt: true }, logLevel: 'warn' }, async () => {
    if (site.isStopping?.()) throw new Problem('unavailable')
    await db.selectFrom('site').select('mode').executeTakeFirst()
    return { status: 'ready', ...(replica && { replica: replica.isUsed() ? 'used' : 'left alone' }) }
  })
  const noSuchCall = () => {
    throw notFound()
  }
  for (const url of ['/api', '/api/*']) app.all(url, { config: { access: 'visitor' } }, noSuchCall)
  if (metrics) await serveMetrics(app, metrics, config)
  await site.extend?.(app, { auth, kept, countList: counts.list, ...handlers })
  return app
}

/** Work that no caller waits for. What fails stays due for a job. The server ends after running work. */
function inBackground(app: FastifyInstance, work: () => Promise<void>, failed: string) {
  const runs = oneAtATime(work, (error) => app.log.error({ err: error }, failed))
  app.addHook('onClose', runs.stop)
  return () => void runs.ask()
}
