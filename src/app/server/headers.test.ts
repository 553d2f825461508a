import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { mountPages } from '#src/app/pages/pages.server.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { testConfig, type testWorld, worldForThisTest } from '#tests/world.server.ts'

const stripe = { secretKey: 'sk_live', publishableKey: 'pk_live', webhookSecret: 'whsec' }
const config = testConfig({ stripe, origin: 'https://nikhad.example' })
const withPages = (config: Config): Parameters<typeof testWorld>[0] => ({
  config,
  extend: (app, around) => mountPages(app, { takesPayments: true, config, ...around }),
})
const world = await payingWorld(withPages(testConfig({ stripe })))
afterAll(() => world.close())
const member = await world.signUp('member@example.org')
const admin = await world.makeAdmin(await world.signUp('admin@example.org'))

/** Every kind of answer there is. */
const answers = [
  ['a page', 200, 'GET', '/', undefined],
  ['a page of a member', 200, 'GET', '/dashboard/viewBioData', member],
  ['a page that is not there', 404, 'GET', '/nothing', undefined],
  ['a redirect', 302, 'GET', '/dashboard', undefined],
  ['an answer', 200, 'GET', '/api/BioDataCount', undefined],
  ['an answer about a person', 200, 'GET', '/api/viewBioData', member],
  ['a refusal', 401, 'GET', '/api/viewBioData', undefined],
  ['what is forbidden', 403, 'GET', '/api/users', member],
  ['wrong input', 422, 'GET', '/api/bioData-filter?minAge=x', undefined],
  ['a call that is not there', 404, 'GET', '/api/nothing', undefined],
  ['a file to keep', 200, 'GET', '/api/users.csv', admin],
  ['a notice without a signature', 400, 'POST', '/api/webhooks/stripe', undefined],
  ['the service worker', 200, 'GET', '/sw.js', undefined],
  ['the documents of the API', 200, 'GET', '/api/docs', undefined],
] as const

test.each(answers)('G3: %s says what a browser may do with it', async (_, status, method, url, by) => {
  const { headers, statusCode } = await world.app.inject({
    method,
    url,
    headers: { ...(by ? { cookie: by.cookie } : {}), origin: 'http://127.0.0.1:3000' },
  })
  expect(statusCode).toBe(status)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
  })
  const policy = String(headers['content-security-policy'])
  for (const rule of ["default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"])
    expect(policy).toContain(rule)
  expect(policy).not.toMatch(/stripe|script-src[^;]*'unsafe|https?:/)
  expect(headers).not.toHaveProperty('server')
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  if (by || status >= 400) expect(headers['cache-control']).toMatch(/no-store|no-cache/)
})

test.each([
  ['an address that cannot be read', 400, 'GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a call of another site', 403, 'POST /api/user HTTP/1.1\r\nHost: x\r\nOrigin: https://evil.example\r\n\r\n'],
  ['no host', 400, 'GET / HTTP/1.1\r\n\r\n'],
  ['two lengths', 400, 'POST /api/user HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
  ['no HTTP', 400, 'hello\r\n\r\n'],
  ['headers that are too long', 431, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['an unknown expectation', 417, 'GET / HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\n\r\n'],
])('G3 SEC-N16: the answer to %s says what a browser may do with it', async (_, status, sent) => {
  const { app } = await worldForThisTest(withPages(config))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(sent.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'))
  let answer = ''
  for await (const part of socket.setEncoding('utf8')) answer += part
  const [head = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  for (const header of [
    'x-content-type-options: nosniff',
    'x-frame-options: DENY',
    'strict-transport-security: max-age=31536000',
    'cache-control: no-store',
    "content-security-policy: default-src 'self'",
  ])
    expect(head.toLowerCase()).toContain(header.toLowerCase())
})

test('G3 SEC-N17: the demo answers a page asked of a foreign host with 403, and writes no fault', async () => {
  const lines: string[] = []
  const demo = testConfig({ mode: 'demo' })
  const logTo = { write: (line: string) => void lines.push(line) }
  const { app } = await worldForThisTest({ ...withPages(demo), logLevel: 'info', logTo })
  for (const url of ['/', '/baiDataPage', '/BioDataDetails/1']) {
    const answer = await app.inject({ url, headers: { host: 'evil.example' } })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
  expect(lines.map((line) => JSON.parse(line).level).filter((level) => level > 30)).toEqual([])
})

test('K1: only the checkout lets the payment provider in', async () => {
  const { headers } = await world.app.inject({ url: '/checkout/1', headers: { cookie: member.cookie } })
  expect(headers['content-security-policy']).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com/)
  expect(headers['content-security-policy']).toMatch(/frame-src [^;]*https:\/\/hooks\.stripe\.com/)
  expect(headers['content-security-policy']).toMatch(/connect-src [^;]*https:\/\/api\.stripe\.com/)
  expect(headers['permissions-policy']).toContain('payment=(self "https://js.stripe.com")')
})

test('A5: over TLS the session’s cookie is of this host alone, and HSTS speaks for no other host', async () => {
  const { app } = await worldForThisTest(withPages(config))
  const { headers, cookies } = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    headers: { origin: config.origin },
    payload: { name: 'Rina', email: 'rina@example.org', password: 'a good password' },
  })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
  const session = cookies.find(({ name }) => name.endsWith('session_token'))!
  expect(session).toMatchObject({ name: '__Host-nikhad.session_token', path: '/', secure: true, httpOnly: true })
  expect(session).toMatchObject({ sameSite: 'Lax' })
  expect(session.domain).toBeUndefined()

  const value = encodeURIComponent(session.value)
  const ask = async (cookie: string) => (await app.inject({ url: '/api/session', headers: { cookie } })).json().user
  expect(await ask(`__Host-nikhad.session_token=${value}`)).toMatchObject({ email: 'rina@example.org' })
  // One that another host of the domain can plant is nobody's.
  expect(await ask(`__Secure-nikhad.session_token=${value}`)).toBeNull()
})
