import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { giveCluster, testDatabase } from '#tests/world.server.ts'

/** A real site in a process of its own, as `npm run serve` starts it. */
function start(where: { DATABASE_URL: string } | { DATA_DIR: string }) {
  const server = spawn(process.execPath, ['dist/server/serve.js'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      PUBLIC_URL: 'https://x.example',
      AUTH_SECRET: 'a secret only for tests, long enough',
      ...where,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const port = new Promise<number>((resolve) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      const listening = /listening at http:\/\/[^:]+:(\d+)/.exec(line)
      if (listening) resolve(Number(listening[1]))
    })
  })
  return { server, port }
}

async function serve() {
  const { connection, pool, db } = await testDatabase()
  const host = encodeURIComponent(connection.host!)
  const { server, port } = start({
    DATABASE_URL: `postgres://nikhad@localhost/${connection.database}?host=${host}`,
  })
  onTestFinished(() => db.destroy())
  return { server, port: await port, pool }
}

/** A site with a database of its own. */
async function serveAlone() {
  const dataDir = await mkdtemp(join(tmpdir(), 'nikhad-stop-'))
  await giveCluster(dataDir)
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  onTestFinished(async () => {
    const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10)
    if (pid > 0) process.kill(pid, 'SIGQUIT')
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  return { ...start({ DATA_DIR: dataDir }), hasDatabase: () => existsSync(pidFile) }
}

/** The status of the answer, once all of it has come. */
function ask(port: number, path: string, agent?: Agent, method = 'GET') {
  const headers = { host: 'x.example', 'content-type': 'application/json' }
  const asked = request({ host: '127.0.0.1', port, path, method, headers, ...(agent ? { agent } : {}) })
  const status = new Promise<number>((resolve, reject) => {
    asked.on('error', reject)
    asked.on('response', (answer) => {
      answer.on('error', reject).on('end', () => resolve(answer.statusCode!))
      answer.resume()
    })
  })
  return { asked, status }
}

async function untilNotReady(port: number) {
  for (;;) {
    const { asked, status } = ask(port, '/readyz')
    asked.end()
    if ((await status) === 503) break
  }
}

test('Y3: told to stop under load, the server first says that it is not ready, and cuts nothing off', async () => {
  const { server, port, pool } = await serve()
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  let isReady = true
  const answers = new Map<number, number>()
  const load = Array.from({ length: 6 }, async () => {
    while (isReady) {
      const { asked, status } = ask(port, '/api/BioDataCount', agent)
      asked.end()
      answers.set(await status, (answers.get(await status) ?? 0) + 1)
    }
  })
  await expect.poll(() => answers.get(200) ?? 0).toBeGreaterThan(50)
  // Three that are under way when the server is told: of one half the body has come, of one half the head, and one waits
  // for the database.
  const blocker = await pool.connect()
  await blocker.query('begin; lock table biodata in access exclusive mode')
  const sending = ask(port, '/api/auth/sign-in/email', undefined, 'POST')
  sending.asked.write('{"email":"a@x.example",')
  const asking = connect({ port, host: '127.0.0.1' })
  asking.write('GET /api/session HTTP/1.1\r\nhost: x.example\r\n')
  const waiting = ask(port, '/api/bioData-filter')
  waiting.asked.end()
  await expect
    .poll(async () => (await pool.query(`select from pg_locks where not granted`)).rowCount)
    .toBeGreaterThan(0)
  const exited = once(server, 'exit')
  server.kill('SIGTERM')
  await untilNotReady(port)
  // A proxy that looks at that sends nobody here any more.
  isReady = false
  await blocker.query('commit')
  await Promise.all(load)
  expect([...answers.keys()]).toEqual([200])
  expect(await waiting.status).toBe(200)
  // The door is closed; who is inside still is served.
  const isClosed = () => {
    const { asked, status } = ask(port, '/healthz')
    asked.end()
    return status.then(
      () => false,
      () => true,
    )
  }
  await expect.poll(isClosed).toBe(true)
  asking.write('\r\n')
  expect(await text(asking)).toMatch(/^HTTP\/1.1 200 /)
  sending.asked.end('"password":"not the right one"}')
  expect(await sending.status).toBe(401)
  expect(await exited).toEqual([0, null])
  blocker.release()
})

// npm passes on a signal that its process group has got: the server gets it twice.
test.each(['SIGTERM', 'SIGINT'] as const)(
  'Y3: a second %s does not hurry the first: the database ends too',
  { tags: 'trial' },
  async (signal) => {
    const { server, port, hasDatabase } = await serveAlone()
    const listeningAt = await port
    expect(hasDatabase()).toBe(true)
    const exited = once(server, 'exit')
    server.kill(signal)
    await untilNotReady(listeningAt)
    server.kill(signal)
    expect(await exited).toEqual([0, null])
    expect(hasDatabase()).toBe(false)
  },
)

test('Y3: told to stop while it starts, the server takes the database that it has begun with it', async () => {
  const { server, hasDatabase } = await serveAlone()
  const exited = once(server, 'exit')
  await expect.poll(hasDatabase, { interval: 5 }).toBe(true)
  server.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  await expect.poll(hasDatabase).toBe(false)
})
