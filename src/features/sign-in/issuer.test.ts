import { createHash, createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { testConfig, testWorld, worldForThisTest } from '#tests/world.server.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What the issuer says next: an id_token with these claims, or none; beside it what its userinfo says; what has moved. */
const says: {
  idToken?: Record<string, unknown> | undefined
  userinfo: Record<string, unknown>
  moved?: string | undefined
  /** What it calls itself, instead of its own name. */
  name?: string | undefined
  signed: { alg: string; sign: (body: string) => string }
} = { userinfo: {}, signed: signedBy(privateKey) }
let nonce = ''

function signedBy(key: KeyObject) {
  return { alg: 'RS256', sign: (body: string) => createSign('RSA-SHA256').update(body).sign(key, 'base64url') }
}
function idTokenOf(said: Record<string, unknown>) {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, aud: client.clientId, iat: now, exp: now + 300, nonce, ...said }
  const { alg, sign } = says.signed
  const body = `${encoded({ alg, kid: '1', typ: 'JWT' })}.${encoded(claims)}`
  return `${body}.${sign(body)}`
}

/** An issuer that says whatever it is told to, properly signed. */
const answerAsIssuer: RequestListener = (request, response) => {
  const answer = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  const path = request.url?.split('?')[0]
  if (path === '/.well-known/openid-configuration')
    return answer({
      issuer: says.name ?? issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    })
  if (path === '/jwks')
    return answer({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }] })
  if (path === '/userinfo') return answer(says.userinfo)
  answer({
    access_token: 'an access token',
    token_type: 'Bearer',
    ...(says.idToken ? { id_token: idTokenOf(says.idToken) } : {}),
  })
}
const server = createServer((request, response) => {
  if (request.url !== says.moved) return answerAsIssuer(request, response)
  response.writeHead(307, { location: `${addressOf(elsewhere)}${request.url}` }).end()
}).listen(0, '127.0.0.1')
/** Another host, which would say the same. */
const askedElsewhere: unknown[] = []
const elsewhere = createServer((request, response) => {
  askedElsewhere.push(request.url)
  answerAsIssuer(request, response)
}).listen(0, '127.0.0.1')
await Promise.all([server, elsewhere].map((each) => once(each, 'listening')))
const addressOf = (host: typeof server) => `http://127.0.0.1:${(host.address() as AddressInfo).port}`
const issuer = addressOf(server)
const client = { clientId: 'a-bureau', clientSecret: 'a secret of the bureau' }

const config = testConfig({ oidc: { issuer, ...client }, mail: { from: 'site@mail.example' } })
const world = await testWorld({ config })
afterAll(async () => {
  await world.close()
  for (const host of [server, elsewhere]) {
    host.close()
    host.closeAllConnections()
  }
})
const { db, call } = world

const pairs = (cookies: string[] | string = []) =>
  [cookies]
    .flat()
    .map((cookie) => cookie.split(';', 1)[0]!)
    .join('; ')

let signIns = 0
/** A sign-in at this issuer, and where it ends; `moved` is what leads elsewhere once it has begun. */
async function signInWith(
  idToken: Record<string, unknown> | undefined,
  userinfo: Record<string, unknown> = {},
  { app, moved }: { app: typeof world.app; moved?: string } = world,
) {
  says.idToken = idToken
  says.userinfo = userinfo
  says.moved = undefined
  // From one network so many would be too fast.
  const remoteAddress = `10.9.0.${++signIns}`
  const begun = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/social',
    remoteAddress,
    headers: { origin: config.origin },
    payload: { provider: 'oidc', callbackURL: '/done', errorCallbackURL: '/done', disableRedirect: true },
  })
  const asked = new URL(begun.json().url).searchParams
  nonce = asked.get('nonce')!
  says.moved = moved
  const back = await app.inject({
    url: `/api/auth/callback/oidc?code=a-code&state=${asked.get('state')}`,
    remoteAddress,
    headers: { cookie: pairs(begun.headers['set-cookie']) },
  })
  const cookie = pairs(back.headers['set-cookie'])
  const session = await app.inject({ url: '/api/session', headers: { cookie } })
  return { location: String(back.headers.location), cookie, user: session.json().user }
}

let people = 0
const subject = () => createHash('sha256').update(`${++people}`).digest('hex').slice(0, 12)
const person = () => `person-${++people}@mail.example`
const identitiesOf = (email: string) =>
  db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.userId')
    .select('providerId')
    .where('email', '=', email)
    .execute()

test.each([
  [true, true],
  ['true', true],
  ['false', false],
  ['no', false],
  ['TRUE', false],
  [1, false],
  [{}, false],
  [false, false],
  [undefined, false],
  [null, false],
])('A6: of what an issuer says about an email, %j is a proof: %s', async (email_verified, isProof) => {
  const owner = await world.signUp(person())
  await db.updateTable('users').set({ emailVerified: true }).where('id', '=', owner.id).execute()
  // `emailVerified` is no claim of OpenID Connect, whatever an issuer lets people put there.
  const claims = { sub: subject(), email: owner.email, email_verified, emailVerified: true }
  const { location, user } = await signInWith(claims)
  if (isProof) expect([location, user?.email]).toEqual(['/done', owner.email])
  else {
    expect(location).toMatch(/^\/done\?error=account_not_linked/)
    expect(user).toBeNull()
    expect(await identitiesOf(owner.email)).toEqual([{ providerId: 'credential' }])
  }
})

test('A6: what an issuer does not vouch for makes an account whose address counts as unproved, until its owner proves it', async () => {
  const email = person()
  const claims = { sub: subject(), email, email_verified: 'false', name: 'Somebody' }
  const { user, cookie } = await signInWith(claims)
  expect(user).toMatchObject({ email, isVerified: false })

  await call('POST', '/api/forgot-password', undefined, { email })
  const mail = await db.selectFrom('outbox').select('content').where('recipient', '=', email).execute()
  const link = mail.flatMap(({ content }) => (content?.kind === 'reset' ? content.link : []))[0]!
  const token = new URL(link).searchParams.get('token')
  expect((await call('POST', '/api/reset-password', undefined, { token, password: 'another good one' })).status).toBe(
    200,
  )
  expect((await call('GET', '/api/session', { email, id: '', cookie })).body.user).toBeNull()
  expect(await identitiesOf(email)).toEqual([{ providerId: 'credential' }])
  // The same person at the issuer is a stranger now.
  const again = await signInWith(claims)
  expect(again.location).toMatch(/^\/done\?error=account_not_linked/)
  expect(again.user).toBeNull()
})

test('M6: a suspended person is told why once the issuer vouches for them, and is not signed in', async () => {
  const claims = { sub: subject(), email: person(), email_verified: true, name: 'Somebody' }
  const { user } = await signInWith(claims)
  const because = { suspendedAt: new Date(), suspendedBecause: 'Three families complained.' }
  await db.updateTable('users').set(because).where('email', '=', claims.email).execute()
  const again = await signInWith(claims)
  const told = new URL(again.location, config.origin).searchParams
  expect(user?.email).toBe(claims.email)
  expect([told.get('error'), told.get('error_description'), again.user]).toEqual([
    'account_suspended',
    'Three families complained.',
    null,
  ])
  // Who is somebody else there, and only says the same email, learns nothing.
  const stranger = await signInWith({ ...claims, sub: subject(), email_verified: false })
  expect(stranger.location).not.toMatch(/suspended|families/)
})

test.each([
  ['no email at all', { email: undefined }],
  ['a text that is no address', { email: 'not an email' }],
  ['an address with a letter that only looks like one', { email: 'victım@mail.example' }],
  ['an address with a letter that nobody sees', { email: 'victim\u200b@mail.example' }],
  ['a list of addresses', { email: ['a@mail.example', 'b@mail.example'] }],
])('A3: an issuer that gives %s signs nobody in, and says so in the window', async (_what, claims) => {
  const before = await db.selectFrom('users').select('id').execute()
  const { location, user } = await signInWith({ sub: subject(), email_verified: true, ...claims })
  expect(location).toMatch(/^\/done\?error=unable_to_get_user_info/)
  expect(user).toBeNull()
  expect(await db.selectFrom('users').select('id').execute()).toHaveLength(before.length)
})

test('A3: without an id_token nobody is signed in, whatever the issuer says beside it', async () => {
  const email = person()
  const { location, user } = await signInWith(undefined, { sub: subject(), email, email_verified: true })
  expect(location).toMatch(/^\/done\?error=unable_to_get_user_info/)
  expect(user).toBeNull()
})

const hmac = (key: string) => (body: string) => createHmac('sha256', key).update(body).digest('base64url')
test.each<[string, Record<string, unknown>, (typeof says)['signed']?]>([
  ['for another program', { aud: 'another' }],
  ['of another issuer', { iss: 'https://another.example' }],
  ['for another sign-in', { nonce: 'another' }],
  ['for no sign-in', { nonce: undefined }],
  ['that has ended', { exp: Math.floor(Date.now() / 1000) - 60 }],
  ['signed with another key', {}, signedBy(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)],
  ['signed by nobody', {}, { alg: 'none', sign: () => '' }],
  [
    'signed with the public key as if that were a secret',
    {},
    { alg: 'HS256', sign: hmac(publicKey.export({ type: 'spki', format: 'pem' }).toString()) },
  ],
])('A3: an id_token %s signs nobody in', async (_what, forged, signed) => {
  const claims = { sub: subject(), email: person(), email_verified: true }
  onTestFinished(() => {
    says.signed = signedBy(privateKey)
  })
  if (signed) says.signed = signed
  const { location, user } = await signInWith({ ...claims, ...forged })
  expect(location).toMatch(/^\/done\?error=unable_to_get_user_info/)
  expect(user).toBeNull()
  says.signed = signedBy(privateKey)
  expect((await signInWith(claims)).user).toMatchObject({ email: claims.email })
})

test('A3: an issuer may say the email beside the id_token, of the same person only', async () => {
  const [email, sub] = [person(), subject()]
  const told = { email, email_verified: true, name: 'Beside' }
  expect((await signInWith({ sub }, { sub: subject(), ...told })).user).toBeNull()
  expect((await signInWith({ sub }, { sub, ...told })).user).toMatchObject({ email, name: 'Beside', isVerified: true })
})

test.each(['/token', '/jwks', '/.well-known/openid-configuration', '/userinfo'])(
  'A3: where %s of an issuer leads to another host, that is not asked, and nobody is signed in',
  async (moved) => {
    // The keys of an issuer are asked for once.
    const { app } = await worldForThisTest({ config })
    const sub = subject()
    const beside = { sub, email: person(), email_verified: true }
    const { location, user } = await signInWith({ sub }, beside, { app, moved })
    expect(askedElsewhere).toEqual([])
    expect(location).toMatch(/^\/done\?error=/)
    expect(user).toBeNull()
    expect((await signInWith({ sub }, beside, { app })).user).toMatchObject({ email: beside.email })
  },
)

test.each<[string, Pick<typeof says, 'moved' | 'name'>]>([
  ['by a redirect, that is not followed', { moved: '/.well-known/openid-configuration' }],
  ['in the name of another, that is not believed', { name: 'https://accounts.google.com' }],
])('A3: where an issuer says of itself only %s, and nobody can sign in there until it answers', async (_, said) => {
  const { app } = await worldForThisTest({ config })
  const begin = () =>
    app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/social',
      headers: { origin: config.origin },
      payload: { provider: 'oidc', callbackURL: '/done', errorCallbackURL: '/done', disableRedirect: true },
    })
  Object.assign(says, said)
  expect((await begin()).statusCode).toBe(404)
  expect(askedElsewhere).toEqual([])
  Object.assign(says, { moved: undefined, name: undefined })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect((await begin()).statusCode).toBe(200)
})

test('A3: blanks and capitals of an issuer’s address are ours; what it gives as picture and name is a link and a name, or nothing', async () => {
  const email = person()
  const odd = { email: `  ${email.toUpperCase()} `, name: ' \u202e ', picture: 'javascript:alert(1)' }
  const { user } = await signInWith({ sub: subject(), email_verified: true, ...odd })
  expect(user).toMatchObject({ email, name: '-' })
  const row = await db.selectFrom('users').select(['email', 'image']).where('email', '=', email).executeTakeFirst()
  expect(row).toEqual({ email, image: null })
})

test('A3: no token of an issuer is kept, at the first sign-in or a later one', async () => {
  const claims = { sub: subject(), email: person(), email_verified: true, name: 'Tokens' }
  for (let time = 0; time < 2; time++) {
    expect((await signInWith(claims)).user).not.toBeNull()
    const kept = await db
      .selectFrom('accounts')
      .select(['idToken', 'accessToken', 'refreshToken', 'accessTokenExpiresAt'])
      .where('accountId', '=', claims.sub)
      .execute()
    expect(kept).toEqual([{ idToken: null, accessToken: null, refreshToken: null, accessTokenExpiresAt: null }])
  }
})

test('A3: a sign-in that does not know where it came from ends in the window, not on a page of code', async () => {
  for (const state of ['', '?state=broken&code=x', '?error=access_denied']) {
    const { statusCode, headers } = await world.app.inject(`/api/auth/callback/oidc${state}`)
    expect([statusCode, String(headers.location)]).toEqual([302, expect.stringContaining('/auth-done.html?')])
  }
})

test('M8: a token of the issuer that is handed in opens nothing: only its window does', async () => {
  const claims = { sub: subject(), email: person(), email_verified: true }
  const { user } = await signInWith(claims)
  expect(user.email).toBe(claims.email)
  const posted = await world.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/social',
    headers: { origin: config.origin },
    payload: { provider: 'oidc', disableRedirect: true, idToken: { token: idTokenOf(claims), nonce } },
  })
  // It is led to the issuer as everybody is.
  expect(posted.json().url).toContain(`${issuer}/authorize`)
  const cookie = pairs(posted.headers['set-cookie'])
  expect((await world.app.inject({ url: '/api/session', headers: { cookie } })).json().user).toBeNull()
})

test('G3: no spelling of an address reaches more of the library than is open', async () => {
  const { cookie } = await signInWith({ sub: subject(), email: person(), email_verified: true })
  const { port } = new URL(await world.app.listen({ port: 0, host: '127.0.0.1' }))
  for (const spelling of ['..\\list-sessions', '..%5clist-sessions', '%2e%2e%2flist-sessions']) {
    // Not `fetch`, which would put the address right before it is sent.
    const asked = get({ host: '127.0.0.1', port, path: `/api/auth/callback/${spelling}`, headers: { cookie } })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect(await text(answer)).not.toContain('expiresAt')
  }
})

test.each([
  '<victim@mail.example',
  'x>,v@mail.example',
  '"x"<v@mail.example',
  'a@b..c-d',
  'a..b@mail.example',
  '.a@mail.example',
  'a@-b.example',
  'a,b@mail.example',
])('A3 SEC-N13 takes no email of an issuer that registering would not take: %s', async (email) => {
  const { user } = await signInWith({ sub: subject(), email, email_verified: true })
  expect(user).toBeNull()
  expect(await identitiesOf(email)).toEqual([])
})

test('A3 SEC-N19 reads at most 64 KB of what an issuer says', async () => {
  const [email, sub] = [person(), subject()]
  const told = { sub, email, email_verified: true }
  expect((await signInWith({ sub }, { ...told, filler: 'x'.repeat(64 * 1024) })).user).toBeNull()
  expect((await signInWith({ sub }, { ...told, filler: 'x'.repeat(60 * 1024) })).user).toMatchObject({ email })
})

test('E7 SEC-N15 leaves out a name of an issuer that is a contact, and signs in', async () => {
  const email = person()
  const { user } = await signInWith({ sub: subject(), email, email_verified: true, name: 'Call 01712345678' })
  expect(user).toMatchObject({ email, name: '-' })
})

test('A6 SEC-N9 tells the owner of an issuer that opens the account too, and nobody whose account begins there', async () => {
  const told = async (email: string) =>
    (
      await db
        .selectFrom('outbox')
        .select('content')
        .where('recipient', '=', email)
        .where('kind', '=', 'account-changed')
        .execute()
    ).map(({ content }) => content)
  const owner = await world.signUp(person())
  await db.updateTable('users').set({ emailVerified: true }).where('id', '=', owner.id).execute()
  const claims = { sub: subject(), email: owner.email, email_verified: true }
  for (let time = 0; time < 2; time++) expect((await signInWith(claims)).user).toMatchObject({ email: owner.email })
  expect(await told(owner.email)).toMatchObject([{ change: 'issuer' }])
  const fresh = person()
  await signInWith({ sub: subject(), email: fresh, email_verified: true })
  expect(await told(fresh)).toEqual([])
})
