import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { googleSandbox } from '#sandbox/google/server.ts'
import { codeAt } from '#test/authenticator.ts'
import { testConfig, testWorld } from '#test/world.server.ts'

let answer: RequestListener = () => {}
const server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const client = { clientId: 'a-bureau', clientSecret: 'a secret of the bureau' }
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sandbox/google`
const config = testConfig({ oidc: { issuer, ...client } })
const sandbox = googleSandbox({
  ...client,
  issuer,
  redirectUris: [`${config.origin}/api/auth/callback/oidc`],
  accounts: [{ email: 'karim@issuer.example', name: 'Karim', emailVerified: true }],
})
answer = (request, response) => void sandbox.handle(request, response)
const log: string[] = []
// It stands still: a code is good for half a minute.
const now = new Date()
const world = await testWorld({
  config,
  clock: () => now,
  logLevel: 'info',
  logTo: { write: (line) => void log.push(line) },
})
afterAll(async () => {
  await world.close()
  server.close()
  server.closeAllConnections()
})

const pairs = (cookies: string[]) => cookies.map((cookie) => cookie.split(';', 1)[0]!)

/** Goes through the issuer's pages as a browser does, and comes back to the site with whatever it sent. */
async function signInAtIssuer() {
  const begun = await world.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/social',
    headers: { origin: config.origin },
    payload: { provider: 'oidc', callbackURL: '/done', errorCallbackURL: '/done', disableRedirect: true },
  })
  let url: string = begun.json().url
  let form: URLSearchParams | undefined
  const jar: string[] = []
  while (!url.startsWith(config.origin)) {
    const page = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: jar.join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    })
    jar.push(...pairs(page.headers.getSetCookie()))
    form = undefined
    const location = page.headers.get('location')
    if (location) url = new URL(location, url).href
    else {
      const account = /name="account"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="account"/.exec(await page.text())
      form = new URLSearchParams({ account: account?.[1] ?? account?.[2] ?? expect.fail('no account to choose') })
    }
  }
  const back = await world.app.inject({
    url: url.slice(config.origin.length),
    headers: { cookie: pairs(begun.headers['set-cookie'] as string[]).join('; ') },
  })
  return { location: back.headers.location, cookie: pairs([back.headers['set-cookie'] ?? []].flat()).join('; ') }
}

test('A3 X2: an OpenID Connect issuer that is configured signs people in, and they have a user record', async () => {
  const { location, cookie } = await signInAtIssuer()
  expect(location).toBe('/done')
  const session = await world.app.inject({ url: '/api/session', headers: { cookie } })
  expect(session.json()).toMatchObject({
    user: { email: 'karim@issuer.example', name: 'Karim', isAdmin: false },
    ways: { google: false, oidc: true },
  })
  const again = await signInAtIssuer()
  expect(again.location).toBe('/done')
  expect(await world.db.selectFrom('users').select('email').execute()).toEqual([{ email: 'karim@issuer.example' }])
})

test('Y4: a sign-in through an issuer is a security event as one with a password is, also one that fails', async () => {
  const events = () => log.splice(0).flatMap((line) => JSON.parse(line).event ?? [])
  await world.db.deleteFrom('users').execute()
  events()
  await signInAtIssuer()
  expect(events()).toEqual(['sign-in.succeeded'])
  // Somebody else has the address: it is not handed over.
  await world.db.deleteFrom('users').execute()
  await world.signUp('karim@issuer.example')
  events()
  await signInAtIssuer()
  expect(events()).toEqual(['sign-in.failed'])
})

test('A6: an account with a password whose address nobody confirmed is not handed to whoever signs in elsewhere', async () => {
  await world.db.deleteFrom('users').execute()
  const early = await world.signUp('karim@issuer.example')
  const { location, cookie } = await signInAtIssuer()
  expect(location).toMatch(/^\/done\?error=account_not_linked/)
  expect(cookie).not.toContain('session_token')
  expect((await world.call('GET', '/api/session', early)).body.user.email).toBe('karim@issuer.example')
})

test('M8: an issuer opens no more than half of an account that has an authenticator app', async () => {
  await world.db.deleteFrom('users').execute()
  const { cookie } = await signInAtIssuer()
  const karim = { email: 'karim@issuer.example', id: '', cookie }
  const { secret } = (await world.call('POST', '/api/me/second-factor', karim, {})).body
  const code = codeAt(secret, now.getTime() - 30_000)
  expect((await world.call('POST', '/api/me/second-factor/confirmation', karim, { code })).status).toBe(200)

  const half = await signInAtIssuer()
  expect(half.location).toBe(`${config.origin}/auth-done.html?error=second_factor`)
  expect((await world.call('GET', '/api/session', { ...karim, cookie: half.cookie })).body.user).toBeNull()
  const shown = await world.call(
    'POST',
    '/api/auth/two-factor/verify-totp',
    { ...karim, cookie: half.cookie },
    { code: codeAt(secret, now.getTime()) },
    { origin: config.origin },
  )
  expect(shown.status).toBe(200)
  const whole = pairs([shown.headers['set-cookie'] ?? []].flat()).join('; ')
  expect((await world.call('GET', '/api/session', { ...karim, cookie: whole })).body.user).toMatchObject({
    email: karim.email,
  })
})
