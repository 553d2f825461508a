import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

export interface Site {
  url: string
  dataDir: string
  process: ChildProcess
  stop(signal?: NodeJS.Signals): Promise<void>
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}

/** Starts the real demo server, as a person would, on a data directory of its own. */
export async function startSite(dataDir: string, port?: number): Promise<Site> {
  const chosen = port ?? (await freePort())
  const child = spawn('node', ['src/server.ts', 'demo'], {
    env: { ...process.env, PORT: String(chosen), DATA_DIR: dataDir, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  child.stderr.on('data', (text) => {
    output += text
  })
  const url = `http://127.0.0.1:${chosen}`
  const deadline = performance.now() + 30_000
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`The server did not start:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    dataDir,
    process: child,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

export const password = 'nikhad-demo-2026'

export async function signIn(page: Page, email: string) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Login Successful! 🎉✅').first()).toBeVisible()
}

/** Messages of Chromium itself about an answer that a test expects to be a refusal. */
const expectedNoise = /^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_FAILED)/

export const test = base.extend<{ silentConsole: undefined }, { site: Site }>({
  site: [
    async ({ browserName: _ }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'nikhad-e2e-'))
      const site = await startSite(dataDir)
      await use(site)
      await site.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ site }, use) => use(site.url),
  // A console error, a hydration warning or an uncaught exception fails the test, on every page that is opened.
  silentConsole: [
    async ({ context }, use) => {
      const complaints: string[] = []
      context.on('console', (message) => {
        if (['error', 'warning'].includes(message.type()) && !expectedNoise.test(message.text()))
          complaints.push(message.text())
      })
      context.on('weberror', (error) => complaints.push(String(error.error())))
      await use(undefined)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})
