import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createServerModuleRunner } from 'vite'
import { sentenceFor } from '#src/app/server/start.server.ts'
import { readConfig } from '#src/platform/config/config.server.ts'
import { readEnvironment } from '#src/platform/config/environment.server.ts'
import { startEmbedded } from '#src/platform/embedded-postgres/embedded.server.ts'
import { root } from '#src/platform/root.server.ts'
import { earlyScript } from '../early.ts'
import { subsetFonts } from '../fonts.ts'
import { type BrowserFault, describe, inSources, inText, pageOf } from './faults.ts'
import { isOfVite, startVite } from './vite.ts'

// `npm run dev`: the demo out of the sources. The port, the database and Vite stay; the site is opened anew after a change.

type Site = Awaited<ReturnType<typeof import('./site.server.ts').openDevelopmentSite>>

/** Milliseconds in which an editor that saves several files, or `git switch`, is done with most of them. */
const quietMs = 20

process.chdir(root)
// biome-ignore lint/style/noProcessEnv: it is for React and Vite, and no setting of ours
process.env.NODE_ENV = 'development'
if (existsSync('.env')) process.loadEnvFile()
const undo = new AsyncDisposableStack()
try {
  await develop()
} catch (error) {
  console.error((await sentenceFor(error as Error)) ?? error)
  await undo.disposeAsync()
  process.exit(1)
}

async function develop() {
  const config = readConfig('demo', readEnvironment())
  const answering = Promise.withResolvers<RequestListener>()
  // The port is taken first, and who asks early waits.
  const front = createServer(async (request, response) => (await answering.promise)(request, response))
  await new Promise<void>((resolve, reject) => {
    front.once('error', reject).listen(config.port, config.host, resolve)
  })
  const { dataDir } = config
  if (!config.databaseUrl) {
    const log = { info() {}, error: console.error }
    undo.defer((await startEmbedded({ dataDir, log, onExit: () => process.exit(1) })).stop)
  }
  if (!existsSync('dist/fonts/noto-bangla.woff2')) await subsetFonts('dist/fonts')
  const vite = await startVite(front, dataDir, { changed, touched: (file) => isBroken && changed(file, true) })
  undo.defer(() => vite.close())
  const { client, ssr } = vite.environments
  // It does not follow changes by itself: what a site holds has to be closed before the next one is loaded.
  const runner = createServerModuleRunner(ssr, { hmr: false })

  /** In the overlay of every open page. */
  function tellPages(error: Error) {
    const fault = describe(error)
    console.error(inText(fault))
    client.hot.send({ type: 'error', err: fault })
  }
  client.hot.on('page-failed', ({ message, stack = '' }: BrowserFault, browser) => {
    const fault = describe({ name: 'Error', message, stack: inSources(client, stack) })
    console.error(inText(fault))
    browser.send({ type: 'error', err: fault })
  })

  let early = await earlyScript()
  /** Counts how often the site was opened; each document says out of which one it is. */
  let version = 0
  /** Documents of earlier ones do not show what was changed since. */
  let firstRight = 0
  client.hot.on('document-opened', (shown: { version: number; isFault: boolean }, browser) => {
    // It was asked for before the change and listens only now.
    if (shown.version < (shown.isFault ? version : firstRight)) browser.send({ type: 'full-reload' })
  })
  let isBroken = false
  async function open(): Promise<Site | Error> {
    try {
      const { openDevelopmentSite }: typeof import('./site.server.ts') =
        await runner.import('scripts/dev/site.server.ts')
      const site = await openDevelopmentSite(early, version, {
        pageOf: (error) => pageOf(error, version),
        tellPages,
      })
      isBroken = false
      return site
    } catch (error) {
      isBroken = true
      return error as Error
    }
  }

  let current = open()
  let due: { files: Set<string>; needsReload: boolean } | undefined
  function changed(file: string, inBrowser: boolean) {
    // A site that is due and not yet being opened has this change too.
    if (!due) {
      due = { files: new Set(), needsReload: false }
      current = reopen(current)
    }
    due.files.add(relative(root, file))
    due.needsReload ||= !inBrowser
  }

  async function reopen(before: Promise<Site | Error>) {
    const old = await before
    await delay(quietMs)
    const { files, needsReload } = due!
    due = undefined
    const begun = performance.now()
    if (!(old instanceof Error)) await old.close()
    if (files.has('src/app/pages/early.ts')) early = await earlyScript()
    version++
    const site = await open()
    if (needsReload) firstRight = version
    console.log(`${[...files].join(', ')}: opened again in ${Math.round(performance.now() - begun)} ms`)
    if (site instanceof Error) tellPages(site)
    // What was changed meanwhile may be wrong: the next one tells.
    else if (!due) {
      client.hot.send('site-opened')
      if (needsReload) client.hot.send({ type: 'full-reload' })
    }
    return site
  }

  /** Waits for the newest site: a page that is loaded again after a change has to show it. */
  async function answer(request: IncomingMessage, response: ServerResponse) {
    let wanted = current
    let site = await wanted
    while (wanted !== current) {
      wanted = current
      site = await wanted
    }
    // Nobody waits any more.
    if (response.destroyed) return
    if (!(site instanceof Error)) return site.handle(request, response)
    const isPage = request.headers.accept?.includes('text/html')
    response.writeHead(500, {
      'content-type': `text/${isPage ? 'html' : 'plain'}; charset=utf-8`,
      'cache-control': 'no-store',
    })
    response.end(isPage ? pageOf(site, version) : inText(describe(site)))
  }
  answering.resolve((request, response) => {
    if (isOfVite(request.url)) vite.middlewares(request, response)
    else void answer(request, response)
  })

  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => tellPages(error instanceof Error ? error : new Error(String(error))))
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, async () => {
      if (isStopping) return
      isStopping = true
      front.close()
      front.closeAllConnections()
      const site = await current
      if (!(site instanceof Error)) await site.close()
      await undo.disposeAsync()
      process.exit(0)
    })

  const site = await current
  console.log(`${config.brand.name} is ready, and follows your changes: ${config.origin}`)
  if (site instanceof Error) tellPages(site)
  else site.printAccounts?.()
}
