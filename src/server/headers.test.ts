import { afterAll, expect, test } from 'vitest'
import type { Config } from '#src/platform/config/config.server.ts'
import { mountPages } from '#src/site/pages.server.ts'
import { payingWorld } from '#test/paying.server.ts'
import { testConfig, type testWorld, worldForThisTest } from '#test/world.server.ts'

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
