import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { mountPages } from '#src/app/pages/pages.server.ts'
import { testConfig, testWorld } from '#tests/world.server.ts'
import { Problem } from './problem.ts'
import { type Answer, responseCache } from './response-cache.server.ts'

const config = testConfig()
const world = await testWorld({
  cachesResponses: true,
  extend: (app, around) => mountPages(app, { takesPayments: false, config, ...around }),
})
afterAll(() => world.close())
const [reader, other] = [await world.signUp('reader@example.org'), await world.signUp('other@example.org')]

const addresses = ['/api/bioData-filter?limit=5', '/api/allBioData?limit=5', '/api/BioDataCount', '/baiDataPage', '/']
const ask = (url: string, headers: Record<string, string> = {}, remoteAddress = '203.0.113.1') =>
  world.app.inject({ url, headers, remoteAddress })
/** Beside the server, as another server's change would come. */
const unnoticed = () => world.db.updateTable('biodata').set({ unpublished: true }).where('id', '=', other.id).execute()
const noticed = () => world.publish(other)

test('Z1: what is the same for every visitor is made once a second; a client that sends a cookie gets its own', async () => {
  await noticed()
  for (const url of addresses) {
    const before = await ask(url)
    await unnoticed()
    expect((await ask(url)).body, url).toBe(before.body)
    const own = await ask(url, { cookie: 'lang=en' })
    expect(own.body, url).not.toBe(before.body)
    expect((await ask(url, { cookie: reader.cookie })).body, url).not.toBe(before.body)
    expect((await ask(url, { authorization: 'Bearer x' })).body, url).toBe(own.body)
    await world.db.updateTable('biodata').set({ unpublished: false }).where('id', '=', other.id).execute()
  }
})

test('Z1: what is asked for again is compressed better, and what has changed since is sent as it is now', async () => {
  await noticed()
  const compressed = async () => (await ask('/baiDataPage', { 'accept-encoding': 'br' }, '203.0.113.20')).rawPayload
  const first = await compressed()
  await expect.poll(async () => (await compressed()).length, { interval: 300 }).toBeLessThan(first.length)
  const before = brotliDecompressSync(await compressed()).toString()
  expect(before).toBe(brotliDecompressSync(first).toString())
  await unnoticed()
  const now = async () => brotliDecompressSync(await compressed()).toString()
  await expect.poll(now, { interval: 300 }).not.toBe(before)
  expect([before.includes(other.id), (await now()).includes(other.id)]).toEqual([true, false])
  await world.db.updateTable('biodata').set({ unpublished: false }).where('id', '=', other.id).execute()
})

test('Z1 R3: what this server is told to change is seen by the next visitor', async () => {
  await noticed()
  const before = await ask(addresses[0]!)
  expect(before.json()).toHaveLength(1)
  expect((await world.call('PATCH', '/api/me/presence', other, { presence: 'paused' })).status).toBe(200)
  expect((await ask(addresses[0]!)).json()).toHaveLength(0)
})

test('Z1: what is kept is sent as the caller reads it, compressed or not', async () => {
  const plain = await ask('/baiDataPage')
  for (const [accepted, encoding] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ] as const) {
    const { headers, rawPayload } = await ask('/baiDataPage', { 'accept-encoding': accepted })
    expect([accepted, headers['content-encoding']]).toEqual([accepted, encoding])
    expect(headers.vary).toBe('cookie, accept-encoding, accept-language')
    const body = encoding === 'br' ? brotliDecompressSync(rawPayload) : encoding ? gunzipSync(rawPayload) : rawPayload
    expect(body.toString()).toBe(plain.body)
  }
})

test('Z1 R2: a list that was made for another counts for the one who gets it', async () => {
  const answers = await Promise.all(Array.from({ length: 205 }, (_, n) => ask(addresses[n % 2]!, {}, '203.0.113.9')))
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5)
  expect((await ask('/baiDataPage', {}, '203.0.113.9')).statusCode).toBe(429)
  expect((await ask('/', {}, '203.0.113.9')).statusCode).toBe(200)
})

test('Z1 R2: who asks while a page is drawn for somebody who has read too much gets it all the same', async () => {
  const [greedy, other] = ['203.0.113.30', '203.0.113.31']
  await Promise.all(Array.from({ length: 205 }, (_, n) => ask(addresses[n % 2]!, {}, greedy)))
  const url = '/baiDataPage?gander=Male'
  const [refused, own] = await Promise.all([ask(url, {}, greedy), ask(url, {}, other)])
  expect([refused.statusCode, own.statusCode]).toEqual([429, 200])
})

test('Z1: a client that waits for an answer that turns out to be a refusal or fails gets its own, and one that is fine is for all', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const { send } = responseCache(app)
  const answer = (status: number, body: string): Answer => ({ status, headers: {}, body })
  let [first, asked] = [Promise.withResolvers<Answer>(), 0]
  app.get<{ Querystring: { key: string; by: string } }>('/', (request, reply) => {
    asked++
    const { key, by } = request.query
    return send(
      request,
      reply,
      key,
      async () => (by === 'first' ? first.promise : answer(200, by)),
      () => {},
    )
  })
  for (const [key, end, both] of [
    ['refused', () => first.resolve(answer(429, 'first')), [429, 'first', 200, 'second']],
    ['failed', () => first.reject(new Error('failed')), [500, expect.anything(), 200, 'second']],
    ['away', () => first.reject(new Problem('unavailable')), [503, expect.anything(), 503, expect.anything()]],
    ['fine', () => first.resolve(answer(200, 'first')), [200, 'first', 200, 'first']],
  ] as const) {
    ;[first, asked] = [Promise.withResolvers<Answer>(), 0]
    const answers = []
    for (const by of ['first', 'second']) {
      answers.push(app.inject(`/?key=${key}&by=${by}`).then(({ statusCode, body }) => [statusCode, body]))
      await expect.poll(() => asked, { interval: 1 }).toBe(answers.length)
    }
    end()
    expect([key, ...(await Promise.all(answers)).flat()]).toEqual([key, ...both])
  }
})

test('Z1: a language is not another’s, and an answer that failed is not kept', async () => {
  const [english, bangla] = [await ask('/about'), await ask('/about', { 'accept-language': 'bn' })]
  expect(bangla.body).toContain('lang="bn"')
  expect((await ask('/about')).body).toBe(english.body)
  expect((await ask('/no-such-page')).statusCode).toBe(404)
  expect((await ask('/api/bioData-filter?minAge=7')).statusCode).toBe(422)
})

test('Z1: answers that are refused take no room: what is kept stays, however many addresses are asked for in vain', async () => {
  const app = Fastify()
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(async () => {
    vi.useRealTimers()
    await app.close()
  })
  const { send } = responseCache(app)
  let made = 0
  app.get<{ Querystring: { key: string } }>('/', (request, reply) => {
    const { key } = request.query
    const make = async (): Promise<Answer> => ({ status: key === 'kept' ? 200 : 404, headers: {}, body: `${++made}` })
    return send(request, reply, key, make, () => {})
  })
  const kept = async () => (await app.inject('/?key=kept')).body
  const first = await kept()
  for (let n = 0; n < 500; n++) await app.inject(`/?key=${n}`)
  expect(await kept()).toBe(first)
})
