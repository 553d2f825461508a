import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { googleSandbox } from '#sandbox/google/server.ts'
import { makeLink } from '#src/features/email-links/queries.server.ts'
import { codeAt } from '#tests/authenticator.ts'
import { testConfig, testWorld } from '#tests/world.server.ts'

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
  accounts: [
    { email: 'karim@issuer.example', name: 'Karim', emailVerified: true },
    { email: 'shady@issuer.example', name: 'Shady', emailVerified: false },
  ],
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
async function signInAtIssuer(
  email = 'karim@issuer.example',
  headers: Record<string, string> = {},
  atTheEnd = () => {},
) {
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
      const choices = (await page.text()).split('<li>').filter((choice) => choice.includes(email))
      const account = /name="account"[^>]*value="([^"]+)"/.exec(choices[0] ?? '')
      form = new URLSearchParams({ account: account?.[1] ?? expect.fail('no account to choose') })
    }
  }
  atTheEnd()
  const back = await world.app.inject({
    url: url.slice(config.origin.length),
    headers: { ...headers, cookie: pairs(begun.headers['set-cookie'] as string[]).join('; ') },
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
  // Somebody else has the address, and this issuer does not confirm it.
  await world.db.deleteFrom('users').execute()
  await world.signUp('shady@issuer.example')
  events()
  await signInAtIssuer('shady@issuer.example')
  expect(events()).toEqual(['sign-in.failed'])
})

test('A6: an account with a password whose address nobody confirmed is not handed to an issuer that does not confirm it', async () => {
  await world.db.deleteFrom('users').execute()
  const early = await world.signUp('shady@issuer.example')
  const { location, cookie } = await signInAtIssuer('shady@issuer.example')
  expect(location).toMatch(/^\/done\?error=account_not_linked/)
  expect(cookie).not.toContain('session_token')
  expect((await world.call('GET', '/api/session', early)).body.user).toMatchObject({ name: 'shady', isVerified: false })
})

test('A6 SEC-N5 hands an unproved account to the person whose issuer confirms the address, with all that was written put away', async () => {
  await world.db.deleteFrom('users').execute()
  const attacker = await world.signUp('karim@issuer.example', 'Not the owner')
  const number = await world.publish(attacker, { phoneNumber: '01666000111' })
  const { location, cookie } = await signInAtIssuer()
  expect(location).toBe('/done')
  const karim = { ...attacker, cookie }
  expect((await world.call('GET', '/api/session', karim)).body.user).toMatchObject({
    isVerified: true,
    isPutAway: true,
  })
  expect((await world.call('GET', '/api/me', karim)).body).toMatchObject({ name: '-', hasPassword: false })
  expect((await world.call('GET', '/api/session', attacker)).body.user).toBeNull()
  const { body: shown } = await world.call('GET', '/api/bioData-filter?gander=Female')
  expect(shown.map((card: { bioDataId: number }) => card.bioDataId)).not.toContain(number)
  // Signing in again is no proof, and puts nothing away.
  expect((await world.call('PATCH', '/api/me/put-away', karim, {})).body).toEqual({ modifiedCount: 1 })
  const again = { ...karim, cookie: (await signInAtIssuer()).cookie }
  expect((await world.call('GET', '/api/session', again)).body.user).toMatchObject({
    name: 'Not the owner',
    isPutAway: false,
    isPaused: false,
  })
})

test('A6 SEC-N5 puts away once when the owner comes through an issuer in two windows at once', async () => {
  for (let round = 0; round < 3; round++) {
    await world.db.deleteFrom('users').execute()
    const attacker = await world.signUp('karim@issuer.example', 'Not the owner')
    await world.publish(attacker)
    const windows = await Promise.all([signInAtIssuer(), signInAtIssuer()])
    expect(windows.map(({ location }) => location)).toContain('/done')
    const kept = await world.db.selectFrom('putAway').select(['name', 'wasPublished']).execute()
    expect(kept).toEqual([{ name: 'Not the owner', wasPublished: true }])
    expect((await world.call('GET', '/api/session', attacker)).body.user).toBeNull()
  }
})

test.each(['verify', 'reset'] as const)(
  'A6 SEC-N5 puts away once, and the owner has the account, when a mailed proof (%s) races the proof of an issuer',
  async (purpose) => {
    for (let round = 0; round < 6; round++) {
      await world.db.deleteFrom('users').execute()
      const attacker = await world.signUp('karim@issuer.example', 'Not the owner')
      const number = await world.publish(attacker)
      const token = await world.db.transaction().execute((trx) => makeLink(trx, purpose, attacker.id, now))
      const [url, typed] =
        purpose === 'verify'
          ? ['/api/verify-email', {}]
          : ['/api/reset-password', { password: 'another good password' }]
      let mailed: ReturnType<typeof world.call> | undefined
      const atTheEnd = () => {
        mailed = world.call('POST', url, undefined, { token, ...typed })
      }
      const byIssuer = await signInAtIssuer('karim@issuer.example', {}, atTheEnd)
      const byMail = await mailed!
      // Where the new password comes last, it has ended the session of the issuer's window too, which says so.
      const ways = purpose === 'reset' ? ['/done', `${config.origin}/auth-done.html?error=failed`] : ['/done']
      expect(ways).toContain(byIssuer.location)
      expect(byMail.status).toBe(200)
      const kept = await world.db.selectFrom('putAway').select(['name', 'wasPublished']).execute()
      expect(kept).toEqual([{ name: 'Not the owner', wasPublished: true }])
      const { body: shown } = await world.call('GET', '/api/bioData-filter?gander=Female')
      expect(shown.map((card: { bioDataId: number }) => card.bioDataId)).not.toContain(number)
      expect((await world.call('GET', '/api/session', attacker)).body.user).toBeNull()
      const passwords = await world.db.selectFrom('accounts').select(['providerId', 'password']).execute()
      expect(passwords.map(({ providerId }) => providerId).toSorted()).toEqual(
        purpose === 'verify' ? ['oidc'] : ['credential', 'oidc'],
      )
      const old = { email: attacker.email, password: 'a good password' }
      expect((await world.call('POST', '/api/auth/sign-in/email', attacker, old)).status).toBe(401)
    }
  },
)

test('A6 G8 an imported person signs in through an issuer and finds their biodata as it was', async () => {
  await world.db.deleteFrom('users').execute()
  await world.db.insertInto('users').values({ email: 'karim@issuer.example', name: 'Karim by import' }).execute()
  const { cookie } = await signInAtIssuer()
  const { body } = await world.call('GET', '/api/session', { email: '', id: '', cookie })
  expect(body.user).toMatchObject({ name: 'Karim by import', isVerified: true, isPutAway: false })
})

test('G8 stores the language of the browser at a registration through an issuer, and changes it by a choice alone', async () => {
  await world.db.deleteFrom('users').execute()
  const languageOf = async () =>
    (await world.db.selectFrom('users').select('language').executeTakeFirstOrThrow()).language
  const { cookie } = await signInAtIssuer('karim@issuer.example', { 'accept-language': 'bn-BD,bn;q=0.9,en;q=0.8' })
  expect(await languageOf()).toBe('bn')
  const karim = { email: 'karim@issuer.example', id: '', cookie }
  await world.call('GET', '/api/session', karim, undefined, { 'accept-language': 'en' })
  expect(await languageOf()).toBe('bn')
  await world.call('GET', '/api/session', { ...karim, cookie: `${cookie}; lang=en` })
  expect(await languageOf()).toBe('en')
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
