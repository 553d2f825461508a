import { join } from 'node:path'
import { startDemo } from '#demo/start.server.ts'
import type { Assets } from '#src/app/pages/assets.server.ts'
import { render, renderFailure, warmUp } from '#src/app/pages/render.server.tsx'
import { openSite } from '#src/app/server/run.server.ts'
import { readConfig } from '#src/platform/config/config.server.ts'
import { readEnvironment } from '#src/platform/config/environment.server.ts'
import { connectDatabase, joinDatabase } from '#src/platform/db/connect.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { root } from '#src/platform/root.server.ts'

const sheet = (source: string) => `<link rel="stylesheet" href="/${source}">`
const script = (source: string) => `<script type="module" src="/${source}"></script>`

const pageFiles = import.meta.glob('../../src/**/*.page.tsx')

/** Documents whose styles and scripts Vite makes out of the sources when they are asked for. */
const sourceAssets = (early: string, version: number): Assets => ({
  async render(...wanted) {
    const page = await render(...wanted)
    // A visitor of a real site sees the rest of the page; a developer has to see what is wrong.
    if (page.fault) throw page.fault
    return page
  },
  renderFailure,
  // The number is for browser.ts, which runs later.
  early: `${early}document.documentElement.dataset.version=${version}`,
  folder: join(root, 'public'),
  headOf: () => sheet('src/ui/styles.css') + sheet('src/ui/fonts.css') + script('scripts/dev/browser.ts'),
  scriptsOf: ({ sources }) => (sources ? script('src/app/pages/browser.tsx') : ''),
})

/**
 * The demo out of the present sources, on the database that runs already. Vite loads this file anew after a change.
 * @param version the number of this opening
 * @param pageOf makes the document that is shown in place of a page that failed
 * @param tellPages tells the open pages of a call that failed
 */
export async function openDevelopmentSite(
  early: string,
  version: number,
  { pageOf, tellPages }: { pageOf(error: Error): string; tellPages(error: Error): void },
) {
  const config = readConfig('demo', readEnvironment())
  const database = config.databaseUrl
    ? await connectDatabase(config, { info() {}, error: console.error })
    : await joinDatabase(config.dataDir)
  try {
    // One that cannot be loaded is a fault here; the site itself would only say that it is missing.
    await Promise.all(Object.values(pageFiles).map((load) => load()))
    await warmUp()
    const assets = sourceAssets(early, version)
    const { app, startJobs, stop, printAccounts } = await openSite(config, database, { startDemo, assets })
    const faults = new WeakMap<object, Error>()
    app.addHook('onError', async (request, _reply, error) => {
      if (!(error instanceof Problem)) faults.set(request, error)
    })
    app.addHook('onSend', async (request, reply, payload) => {
      const fault = reply.statusCode >= 500 && faults.get(request)
      if (!fault) return payload
      if (String(reply.getHeader('content-type')).startsWith('text/html')) return pageOf(fault)
      tellPages(fault)
      return payload
    })
    await app.ready()
    // Nobody waits for them, but who closes the site.
    const jobs = startJobs().catch(tellPages)
    return {
      handle: app.routing,
      printAccounts,
      async close() {
        await app.close()
        await jobs
        await stop()
        await database.stop()
      },
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}
