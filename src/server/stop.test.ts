import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#test/world.server.ts'
import { stopListening } from './stop-listening.server.ts'

/** A real site in a process of its own, as `npm run serve` starts it. */
async function serve() {
  const { connection, pool, db } = await testDatabase()
  const host = encodeURIComponent(connection.host!)
  const server = spawn(process.execPath, ['dist/server/serve.js'], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      PUBLIC_URL: 'https://x.example',
      AUTH_SECRET: 'a secret only for tests, long enough',
      DATABASE_URL: `postgres://nikhad@localhost/${connection.database}?host=${host}`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await db.destroy()
  })
  const port = await new Promise<number>((resolve) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      const listening = /listening at http:\/\/[^:]+:(\d+)/.exec(line)
      if (listening) resolve(Number(listening[1]))
    })
  })
  return { server, port, pool }
}

/** The status of the answer, once all of it has come. */
function ask(port: number, path: string, agent?: Agent, method = 'GET') {
  const headers = { host: 'x.example', 'content-type': 'application/json' }
  const asked = request({ port, path, method, headers, ...(agent ? { agent } : {}) })
  const status = new Promise<number>((resolve, reject) => {
    asked.on('error', reject)
    asked.on('response', (answer) => {
      answer.on('error', reject).on('end', () => resolve(answer.statusCode!))
      answer.resume()
    })
  })
  return { asked, status }
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
  const asking = connect({ port })
  asking.write('GET /api/session HTTP/1.1\r\nhost: x.example\r\n')
  const waiting = ask(port, '/api/bioData-filter')
  waiting.asked.end()
  await expect
    .poll(async () => (await pool.query(`select from pg_locks where not granted`)).rowCount)
    .toBeGreaterThan(0)
  const exited = once(server, 'exit')
  server.kill('SIGTERM')
  for (;;) {
    const { asked, status } = ask(port, '/readyz')
    asked.end()
    if ((await status) === 503) break
  }
  // Whoever looks at that sends nobody here any more.
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

test('Y3: whoever has connected before the door closes is let in and answered, however many wait for it', async () => {
  const server = createServer((_, response) => response.end('served'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // The system accepts all of them at once, this program one at each turn.
  const waiting = Array.from({ length: 20 }, () => connect({ port, host: '127.0.0.1' }))
  await Promise.all(waiting.map((one) => once(one, 'connect')))
  for (const one of waiting) one.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  await stopListening(server)
  expect(server.listening).toBe(false)
  for (const one of waiting) expect(await text(one)).toMatch(/^HTTP\/1.1 200 .*served/s)
})
