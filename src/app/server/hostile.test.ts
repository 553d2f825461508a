import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountPages } from '#src/app/pages/pages.server.ts'
import { testConfig, testWorld } from '#tests/world.server.ts'

const config = testConfig()
const world = await testWorld({
  config,
  extend: (app, around) => mountPages(app, { takesPayments: false, config, ...around }),
})
beforeAll(() => world.app.listen({ host: '127.0.0.1', port: 0 }))
afterAll(() => world.close())

/** What is answered to bytes that no client would send, up to the end of the connection. */
async function say(...parts: string[]) {
  const socket = connect((world.app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
  let answer = ''
  for (const part of parts) socket.write(part)
  // Refused while it is still being sent, a connection may be reset.
  const refused = (error: NodeJS.ErrnoException) => expect(['EPIPE', 'ECONNRESET']).toContain(error.code)
  socket.on('error', refused)
  try {
    for await (const part of socket) answer += part
  } catch (error) {
    refused(error as NodeJS.ErrnoException)
  }
  return answer
}
const statuses = (answer: string) => [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))

const post = 'POST /api/contact-form HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n'
const body = (text: string) => `${post}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
const get = 'GET /api/BioDataCount HTTP/1.1\r\nHost: x\r\nConnection: close\r\n'

test.each([
  ['three megabytes', [413], () => say(body(JSON.stringify({ message: 'x'.repeat(3_000_000) })))],
  ['an address of twenty kilobytes', [431], () => say(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)],
  ['headers of twenty kilobytes', [431], () => say(`${get}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`)],
  ['half of JSON', [400], () => say(body('{"name":'))],
  ['a prototype', [400], () => say(body('{"__proto__":{"isAdmin":true}}'))],
  ['ten thousand brackets', [400, 422], () => say(body(`${'['.repeat(10_000)}${']'.repeat(10_000)}`))],
  [
    'two lengths at once',
    [400],
    () => say(`${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/users HTTP/1.1\r\n\r\n`),
  ],
  ['two different lengths', [400], () => say(`${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`)],
  ['TRACE', [404], () => say('TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')],
  ['a NUL in a header', [400], () => say(`${get}X-Odd: a\0b\r\n\r\n`)],
  ['no HTTP at all', [400], () => say('\x16\x03\x01 hello\r\n\r\n')],
] as const)(
  'G3: what is too large, too deep or no HTTP is refused, and nothing else stops: %s',
  async (_, allowed, ask) => {
    const answered = statuses(await ask())
    // A client that is reset while sending gets no answer; nobody gets two.
    expect(answered.length).toBeLessThan(2)
    for (const status of answered) expect(allowed).toContain(status)
    expect((await world.call('GET', '/api/BioDataCount')).status).toBe(200)
  },
)

test.each([
  ...['/.env', '/.git/config', '/.git/HEAD', '/package.json', '/package-lock.json', '/data/secret', '/vite.config.ts'],
  ...['/src/app/server/run.server.ts', '/dist/server/render.js', '/dist/early.js', '/.vite/manifest.json'],
  ...[
    '/assets/',
    '/assets/../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
  ],
  ...['/migrations/0001-people.sql', '/node_modules/pg/package.json', '/assets/..\\..\\package.json', '/server-status'],
])('G3: nothing of the source, the configuration or the repository is served: %s', async (url) => {
  const answer = await say(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  for (const status of statuses(answer)) expect([400, 403, 404]).toContain(status)
  expect(answer).not.toMatch(/"dependencies"|create table|\[core\]|import .* from|ref: refs/)
})
