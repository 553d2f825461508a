import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '#src/app/server/metrics.server.ts'
import { freePort } from '#tests/program.ts'
import { testConfig, testDatabase, worldForThisTest } from '#tests/world.server.ts'
import { findProgram } from '#trials/programs.ts'

// The rules as Prometheus itself reads them: trials/prometheus/alerts.promtool.yml says when each goes off, and when it does not.

const rules = readFileSync('deploy/alerts.yml', 'utf8')
const cases = readFileSync('trials/prometheus/alerts.promtool.yml', 'utf8')
const promtool = (...args: string[]) => promisify(execFile)(findProgram('promtool'), args)

test('Y4: each alert goes off for what it is about, and not for less', async () => {
  await promtool('test', 'rules', 'trials/prometheus/alerts.promtool.yml')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, alert]) => alert!)
  const tried = (isFiring: boolean) =>
    new Set(
      [...cases.matchAll(/alertname: (\w+), exp_alerts: \[(.*)\]/g)]
        .filter(([, , expected]) => (expected !== '') === isFiring)
        .map(([, alert]) => alert!),
    )
  for (const isFiring of [true, false]) expect(tried(isFiring)).toEqual(new Set(alerts))
})

/** A Prometheus that reads the site at this port as docs/operating.md says, every second. */
async function startPrometheus(metricsPort: number) {
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-prometheus-'))
  const documented = readFileSync('docs/operating.md', 'utf8').match(/^scrape_configs:\n(?: .*\n)+/m)![0]
  const config = `
global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: ["${resolve('deploy/alerts.yml')}"]
${documented.replace('127.0.0.1:9464', `127.0.0.1:${metricsPort}`)}`
  const file = join(folder, 'prometheus.yml')
  await writeFile(file, config)
  const port = await freePort()
  const args = [`--config.file=${file}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=127.0.0.1:${port}`]
  const child = spawn(findProgram('prometheus'), args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text) => {
    said += text
  })
  onTestFinished(async () => {
    const ended = new Promise((done) => child.once('exit', done))
    if (child.exitCode === null && child.kill()) await ended
    await rm(folder, { recursive: true, force: true })
  })
  return {
    async ask(path: string) {
      if (child.exitCode !== null) throw new Error(`Prometheus ended: ${said}`)
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => undefined)
      return answer?.ok ? (await answer.json()).data : undefined
    },
  }
}

test('Y4: a Prometheus that reads the site as the documents say finds everything that the alerts ask for', {
  timeout: 60_000,
}, async () => {
  const { db, pool } = await testDatabase()
  onTestFinished(() => db.destroy())
  const replica = { isUsed: () => true, secondsBehind: () => 0 }
  const metrics = createMetrics({ db, pool, replica, disk: tmpdir() })
  const port = await freePort()
  const world = await worldForThisTest({
    config: testConfig({ metrics: { port, token: undefined } }),
    metrics,
    extend: async (app) => {
      app.get('/broken', { config: { access: 'visitor' } }, () => {
        throw new Error('broken')
      })
    },
  })
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  expect((await world.call('GET', '/broken')).status).toBe(500)
  const watched = [...rules.matchAll(/\{name=~?"([^"]+)"\}\)/g)].flatMap(([, named]) => named!.split('|'))
  for (const job of watched) metrics.jobSucceeded(job)

  const prometheus = await startPrometheus(port)
  const asked = [...rules.matchAll(/expr: (.*)/g)].map(([, expression]) => expression!).join('\n')
  const selectors = [...asked.matchAll(/\b(?:nikhad_|http_|process_|up\b)\w*(?:\{[^}]*\})?/g)].map(([all]) => all)
  expect(selectors.length).toBeGreaterThan(15)
  const isFound = async (selector: string) => {
    const found = await prometheus.ask(`query?query=${encodeURIComponent(selector)}`)
    return found?.result.length > 0
  }
  const missing = async () => {
    const found = await Promise.all(selectors.map(isFound))
    return selectors.filter((_, i) => !found[i])
  }
  await expect.poll(missing, { timeout: 20_000, interval: 500 }).toEqual([])
  const read = async () => (await prometheus.ask('rules'))?.groups[0].rules
  await expect
    .poll(async () => new Set((await read()).map(({ health }: { health: string }) => health)))
    .toEqual(new Set(['ok']))
  // Nothing is wrong here but what was broken, and that has not lasted.
  const firing = (await read()).filter(({ state }: { state: string }) => state === 'firing')
  expect(firing.map(({ name }: { name: string }) => name)).toEqual([])
})
