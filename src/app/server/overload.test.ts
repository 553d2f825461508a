import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { testConfig, testWorld, worldForThisTest } from '#tests/world.server.ts'
import { buildApp, type Parts } from './app.server.ts'

const world = await testWorld()
afterAll(() => world.close())

/** A server with so many places, whose one connection to the database is taken until it is let go. */
async function busyServer(places: number, { logTo, ...parts }: Pick<Parts, 'queue' | 'logTo' | 'metrics'> = {}) {
  const { db, pool } = openDatabase({ ...world.connection, max: 1, connectionTimeoutMillis: 0 })
  const app = await buildApp({
    config: testConfig(),
    db,
    places,
    timeoutMs: 60_000,
    ...parts,
    ...(logTo ? { logTo } : { logLevel: 'silent' }),
  })
  const taken = await pool.connect()
  return {
    app,
    letGo: () => taken.release(),
    isIdle: () => pool.waitingCount === 0 && pool.idleCount === pool.totalCount,
    /** Listens, and counts the requests that have arrived. */
    async listen() {
      let count = 0
      app.server.on('request', () => void count++)
      await app.listen({ host: '127.0.0.1', port: 0 })
      const { port } = app.server.address() as AddressInfo
      return { port, arrived: (n: number) => vi.waitUntil(() => count === n, { timeout: 30_000 }) }
    },
    async close() {
      await app.close()
      await db.destroy()
    },
  }
}

test('G3 Z3: beyond the places and the queue the next requests are refused at once, and say when to come back', async () => {
  const { app, letGo, close } = await busyServer(3, { queue: { waitMs: 60_000, mostWaiting: 5 } })
  const ended: number[] = []
  const from = (visitor: number) => ({ url: '/api/BioDataCount', remoteAddress: `192.0.2.${visitor}` })
  const asked = Array.from({ length: 20 }, async (_, visitor) => {
    const answer = await app.inject(from(visitor))
    ended.push(answer.statusCode)
    return answer
  })
  // Three wait for the database, which is let go only when the others are answered, and five for a place.
  await vi.waitUntil(() => ended.length === 12)
  expect(ended).toEqual(Array(12).fill(503))
  const refused = await app.inject({ ...from(99), url: '/api/bioData-filter' })
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1'])
  expect(refused.json()).toMatchObject({ status: 503, code: 'overloaded' })
  expect(refused.headers['content-type']).toContain('application/problem+json')
  // A look at whether the server lives is not refused.
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  letGo()
  const answers = (await Promise.all(asked)).map(({ statusCode }) => statusCode).sort()
  expect(answers).toEqual([...Array(8).fill(200), ...Array(12).fill(503)])
  for (let i = 0; i < 10; i++) expect((await app.inject('/api/BioDataCount')).statusCode).toBe(200)
  await close()
})

test('Z3: a request that waits in vain is refused while those before it still work', async () => {
  const { app, letGo, close } = await busyServer(3)
  const working = Array.from({ length: 2 }, async () => app.inject('/api/BioDataCount'))
  expect((await app.inject('/api/BioDataCount')).statusCode).toBe(503)
  letGo()
  expect((await Promise.all(working)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  await close()
})

test('Z3: sixty-one requests of one visitor at once wait for each other instead of failing', async () => {
  const { letGo, close, listen } = await busyServer(12, { queue: { waitMs: 60_000 } })
  const { port, arrived } = await listen()
  const asked = Array.from({ length: 61 }, async () => {
    const { status } = await fetch(`http://127.0.0.1:${port}/api/BioDataCount`)
    return status
  })
  await arrived(61)
  letGo()
  expect(await Promise.all(asked)).toEqual(Array(61).fill(200))
  await close()
})

test('Z3 SEC-N1: one address whose requests are slow leaves places for other people', async () => {
  const { app, letGo, close, listen } = await busyServer(12, { queue: { waitMs: 60_000 } })
  const { port, arrived } = await listen()
  const slow = Array.from({ length: 24 }, () => fetch(`http://127.0.0.1:${port}/api/BioDataCount`))
  await arrived(24)
  for (let i = 0; i < 32; i++) {
    const answer = await app.inject({ url: '/api/session', remoteAddress: `192.0.2.${i}` })
    expect(answer.statusCode).toBe(200)
  }
  letGo()
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array(24).fill(200))
  await close()
})

test('G3: a request that was given up, one that is refused and one that finds nothing leave their places free', async () => {
  const { app, letGo, close, listen } = await busyServer(2)
  const { port, arrived } = await listen()
  const given = Array.from({ length: 2 }, () =>
    request({ host: '127.0.0.1', port, path: '/api/BioDataCount' }).on('error', () => {}),
  )
  for (const one of given) one.end()
  await arrived(2)
  expect((await app.inject('/api/BioDataCount')).statusCode).toBe(503)
  for (const one of given) one.destroy()
  await vi.waitUntil(async () => (await app.inject('/api/nothing-here')).statusCode === 404)
  for (let i = 0; i < 5; i++) {
    expect((await app.inject('/api/viewBioData')).statusCode).toBe(401)
    expect((await app.inject('/api/bioData-filter?minAge=x')).statusCode).toBe(422)
  }
  letGo()
  expect((await app.inject('/api/BioDataCount')).statusCode).toBe(200)
  await close()
})

test('G3: a refusal because of all the others writes no alarm', async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const { app, letGo, close } = await busyServer(0, { logTo, queue: { mostWaiting: 0 } })
  for (let i = 0; i < 5; i++) expect((await app.inject('/api/BioDataCount')).statusCode).toBe(503)
  expect(lines.map((line) => JSON.parse(line).level).filter((level) => level > 30)).toEqual([])
  letGo()
  await close()
})

test('G3: a connection that is slow to say what it wants is closed, whether at its headers or its body', {
  tags: 'trial',
  timeout: 30_000,
}, async () => {
  const { app } = await worldForThisTest()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const sent = [
    'GET /api/BioDataCount HTTP/1.1\r\nHost: x\r\n',
    'POST /api/contact-form HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"na',
  ]
  await Promise.all(
    sent.map(async (text) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(text)
      let answer = ''
      for await (const part of socket.setEncoding('utf8')) answer += part
      expect(answer).toContain('408 Request Timeout')
    }),
  )
})

test('G3 SEC-N1: unfinished bodies, more of them than there are places, take no place from other people', async () => {
  const places = 3
  const { app } = await worldForThisTest({ places })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  let arrived = 0
  app.server.on('request', () => void arrived++)
  const unfinished = Array.from({ length: 4 * places }, () => connect(port, '127.0.0.1'))
  for (const socket of unfinished)
    socket.write('POST /api/user HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{')
  await vi.waitUntil(() => arrived === unfinished.length)
  for (let i = 0; i < 32; i++) {
    const { status } = await fetch(`http://127.0.0.1:${port}/api/BioDataCount`)
    expect(status).toBe(200)
  }
  for (const socket of unfinished) socket.destroy()
})

const openConnections = (app: Pick<FastifyInstance, 'server'>) =>
  new Promise((count) => app.server.getConnections((_, n) => count(n)))

test('G3: a client that hangs up while it sends is no fault of the server', async () => {
  const lines: string[] = []
  const { app } = await worldForThisTest({ logLevel: 'info', logTo: { write: (line) => void lines.push(line) } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((sent) => {
    socket.write(
      'POST /api/contact-form HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"na',
      () => sent(),
    )
  })
  await vi.waitUntil(async () => (await openConnections(app)) === 1)
  socket.destroy()
  await vi.waitUntil(async () => (await openConnections(app)) === 0)
  expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 40)).toEqual([])
})

test('Y4 SEC-N14: clients that hang up while the database is asked who they are, are no fault of the server', async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const { cookie } = await world.signUp('hangs-up@mail.example')
  const { app, letGo, close, listen, isIdle } = await busyServer(12, { logTo })
  const { port, arrived } = await listen()
  const paths = ['/api/bioData-filter', '/api/viewBioData', '/api/favorite']
  const sockets = Array.from({ length: 8 }, () => connect(port, '127.0.0.1'))
  for (const [i, socket] of sockets.entries())
    socket.write(`GET ${paths[i % paths.length]} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`)
  await arrived(8)
  for (const socket of sockets) socket.destroy()
  await vi.waitUntil(async () => (await openConnections(app)) === 0, { timeout: 30_000 })
  letGo()
  await vi.waitUntil(isIdle, { timeout: 30_000 })
  await close()
  expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 40)).toEqual([])
})

test('X5: the demo answers only to this machine’s own names; a real site has its own', async () => {
  const { app } = await worldForThisTest({ config: testConfig({ mode: 'demo' }) })
  const to = async (host: string) => (await app.inject({ url: '/api/BioDataCount', headers: { host } })).statusCode
  for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000', '127.9.9.9'])
    expect(await to(host), host).toBe(200)
  for (const host of ['evil.example', '127.0.0.1.evil.example:3000', 'localhost.evil.example'])
    expect(await to(host), host).toBe(403)
  const answer = await world.app.inject({ url: '/api/BioDataCount', headers: { host: 'behind.a.proxy' } })
  expect(answer.statusCode).toBe(200)
})
