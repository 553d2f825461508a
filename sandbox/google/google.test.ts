import { createHash, createPublicKey, type JsonWebKeyInput, randomBytes, verify } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

const accounts = [
  { email: 'karim@example.com', name: 'Karim "K" <G>', emailVerified: true },
  { email: 'shady@example.com', name: 'Shady', emailVerified: false },
]
const client = { clientId: 'sandbox-google', clientSecret: 'sandbox-google-secret' }

const warn = vi.spyOn(console, 'warn')
const info = vi.spyOn(console, 'info')
// Only now: oidc-provider may complain at import already.
const { googleSandbox } = await import('./server.ts')
const saidAtImport = [...warn.mock.calls, ...info.mock.calls]
afterEach(() => {
  expect(warn).not.toHaveBeenCalled()
  expect(info).not.toHaveBeenCalled()
})

async function start() {
  let handle: http.RequestListener = () => {}
  const server = http.createServer((req, res) => handle(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const redirectUri = `${origin}/api/auth/callback/google`
  const sandbox = googleSandbox({
    ...client,
    issuer: `${origin}/sandbox/google`,
    redirectUris: [redirectUri],
    accounts,
  })
  handle = (req, res) => void sandbox.handle(req, res)
  return { origin, issuer: `${origin}/sandbox/google`, redirectUri }
}

/** A browser's cookies, by name and path, and no redirect followed by itself. */
function browser() {
  const jar = new Map<string, { path: string; pair: string }>()
  return async function visit(url: string, form?: Record<string, string>) {
    const { pathname } = new URL(url)
    const cookies = [...jar.values()].filter(({ path }) => pathname.startsWith(path)).map(({ pair }) => pair)
    const answer = await fetch(url, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      body: form && new URLSearchParams(form),
      headers: { cookie: cookies.join('; '), accept: 'text/html' },
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const pair = cookie.split(';', 1)[0] ?? ''
      const path = /path=([^;]+)/i.exec(cookie)?.[1] ?? '/'
      const key = `${path} ${pair.split('=', 1)[0]}`
      if (/expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(key)
      else jar.set(key, { path, pair })
    }
    const location = answer.headers.get('location')
    return {
      status: answer.status,
      location: location === null ? '' : new URL(location, url).href,
      html: await answer.text(),
      headers: answer.headers,
      cookies: answer.headers.getSetCookie(),
    }
  }
}

type Visit = ReturnType<typeof browser>

async function discover(issuer: string) {
  return (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
}

/** What an app keeps of its request, and the address it sends the browser to. */
function authorizationRequest(endpoint: string, redirectUri: string, more: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(8).toString('hex')
  const nonce = randomBytes(8).toString('hex')
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'email profile openid',
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  })
  return { verifier, state, nonce, url: `${endpoint}?${query}` }
}

function accountButton(html: string, email: string): string {
  const button = html.split('<button').find((part) => part.includes(email))
  return /value="(\d+)"/.exec(button ?? '')?.[1] ?? expect.fail(`no button for ${email}`)
}

async function choose(visit: Visit, url: string, email: string) {
  const start = await visit(url)
  const chooser = await visit(start.location)
  const chosen = await visit(start.location, { account: accountButton(chooser.html, email) })
  return { chooser, back: await visit(chosen.location) }
}

async function exchange(
  endpoint: string,
  redirectUri: string,
  code: string,
  verifier: string,
  secret = client.clientSecret,
) {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client.clientId}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  })
  return { status: answer.status, body: await answer.json() }
}

/** The claims of an id_token whose RS256 signature holds against one of the issuer's published keys. */
async function verifiedClaims(idToken: string, jwksUri: string) {
  const [header = '', payload = '', signature = ''] = idToken.split('.')
  const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
  expect(alg).toBe('RS256')
  const { keys } = await (await fetch(jwksUri)).json()
  const key: JsonWebKeyInput['key'] = keys.find((candidate: { kid: string }) => candidate.kid === kid)
  expect(key).not.toHaveProperty('d')
  const valid = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    createPublicKey({ key, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )
  expect(valid).toBe(true)
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

async function signIn(visit: Visit, email: string, { issuer, redirectUri }: Awaited<ReturnType<typeof start>>) {
  const found = await discover(issuer)
  const request = authorizationRequest(found.authorization_endpoint, redirectUri, { prompt: 'select_account' })
  const { chooser, back } = await choose(visit, request.url, email)
  const callback = new URL(back.location)
  const code = callback.searchParams.get('code') ?? ''
  const { body } = await exchange(found.token_endpoint, redirectUri, code, request.verifier)
  const claims = await verifiedClaims(body.id_token, found.jwks_uri)
  return { found, request, chooser, callback, body, claims }
}

test('X5: the sandbox issuer loads without a warning on the console of the demo', () => {
  expect(saidAtImport).toEqual([])
})

test('A3: discovery names every endpoint below the mount path', async () => {
  const { issuer } = await start()
  const found = await discover(issuer)
  expect(found.issuer).toBe(issuer)
  for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint']) {
    expect(found[endpoint]).toMatch(new RegExp(`^${issuer}/\\w+$`))
  }
  expect(found.end_session_endpoint).toBeUndefined()
})

test('A3: code flow with PKCE, state and nonce; the id_token carries what Google puts there', async () => {
  const mounted = await start()
  const { found, request, callback, body, claims } = await signIn(browser(), 'karim@example.com', mounted)
  expect(callback.origin + callback.pathname).toBe(mounted.redirectUri)
  expect(callback.searchParams.get('state')).toBe(request.state)
  expect(claims).toMatchObject({
    iss: mounted.issuer,
    aud: client.clientId,
    nonce: request.nonce,
    email: 'karim@example.com',
    email_verified: true,
    name: 'Karim "K" <G>',
    sub: expect.stringMatching(/^\d{21}$/),
  })
  expect(claims.exp).toBeGreaterThan(Date.now() / 1000)
  const userinfo = await fetch(found.userinfo_endpoint, { headers: { authorization: `Bearer ${body.access_token}` } })
  expect(await userinfo.json()).toMatchObject({ sub: claims.sub, email: 'karim@example.com' })
})

test('A3: an account keeps its subject over a restart, and an unverified e-mail is told as such', async () => {
  const first = await signIn(browser(), 'shady@example.com', await start())
  const second = await signIn(browser(), 'shady@example.com', await start())
  expect(second.claims.sub).toBe(first.claims.sub)
  expect(first.claims.email_verified).toBe(false)
})

test('A3: each sign-in asks for the account; the same browser may take another one', async () => {
  const mounted = await start()
  const visit = browser()
  const karim = await signIn(visit, 'karim@example.com', mounted)
  const shady = await signIn(visit, 'shady@example.com', mounted)
  expect([karim.claims.email, shady.claims.email]).toEqual(['karim@example.com', 'shady@example.com'])

  const request = authorizationRequest(shady.found.authorization_endpoint, mounted.redirectUri)
  expect((await visit(request.url)).location).toContain('/choose/')
})

test('A3: two sign-ins at once in one browser both come to their end', async () => {
  const mounted = await start()
  const visit = browser()
  const { authorization_endpoint } = await discover(mounted.issuer)
  const both = [0, 1].map(() => authorizationRequest(authorization_endpoint, mounted.redirectUri))
  const choosers = []
  for (const { url } of both) choosers.push((await visit(url)).location)
  for (const [nth, chooser] of choosers.entries()) {
    const account = accountButton((await visit(chooser)).html, accounts[nth]?.email ?? '')
    const back = await visit((await visit(chooser, { account })).location)
    expect(new URL(back.location).searchParams.get('code')).toBeTruthy()
  }
})

test('A3: Cancel answers access_denied to the app', async () => {
  const { issuer, redirectUri } = await start()
  const visit = browser()
  const request = authorizationRequest((await discover(issuer)).authorization_endpoint, redirectUri)
  const chooser = (await visit(request.url)).location
  const back = await visit((await visit(chooser, {})).location)
  const { searchParams } = new URL(back.location)
  expect(searchParams.get('error')).toBe('access_denied')
  expect(searchParams.get('state')).toBe(request.state)
})

test('A3: the chooser says what it is, runs no script, and escapes what it shows', async () => {
  const mounted = await start()
  const { chooser } = await signIn(browser(), 'karim@example.com', mounted)
  expect(chooser.status).toBe(200)
  expect(chooser.html).toContain('Sandbox. This is not Google')
  expect(chooser.html).toContain('Karim &quot;K&quot; &lt;G&gt;')
  expect(chooser.html).not.toMatch(/<script|<style|style=|onclick/)
  expect(chooser.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'")
  const stylesheet = /href="([^"]+)"/.exec(chooser.html)?.[1] ?? ''
  const style = await fetch(mounted.origin + stylesheet)
  expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
})

test('A3: its cookies stay below its own path', async () => {
  const { issuer, redirectUri } = await start()
  const visit = browser()
  const request = authorizationRequest((await discover(issuer)).authorization_endpoint, redirectUri)
  const { location, cookies } = await visit(request.url)
  const account = accountButton((await visit(location)).html, 'karim@example.com')
  const back = await visit((await visit(location, { account })).location)
  const all = [...cookies, ...back.cookies]
  expect(all.length).toBeGreaterThan(4)
  for (const cookie of all) expect(cookie).toMatch(/path=\/sandbox\/google\/.*httponly/i)
})

test('A3: a sign-in without PKCE, with a foreign callback, or a wrong verifier or secret is refused', async () => {
  const { issuer, redirectUri } = await start()
  const visit = browser()
  const found = await discover(issuer)
  const plain = authorizationRequest(found.authorization_endpoint, redirectUri)
  const withoutPkce = new URL(plain.url)
  withoutPkce.searchParams.delete('code_challenge')
  withoutPkce.searchParams.delete('code_challenge_method')
  expect((await visit(withoutPkce.href)).location).toContain('error=invalid_request')

  const foreign = await visit(authorizationRequest(found.authorization_endpoint, 'https://evil.example/').url)
  expect([foreign.status, foreign.location]).toEqual([400, ''])
  expect(foreign.html).toContain('redirect_uri')

  const { back } = await choose(visit, plain.url, 'karim@example.com')
  const code = new URL(back.location).searchParams.get('code') ?? ''
  expect(await exchange(found.token_endpoint, redirectUri, code, plain.verifier, 'guessed')).toMatchObject({
    status: 401,
    body: { error: 'invalid_client' },
  })
  const other = randomBytes(32).toString('base64url')
  expect(await exchange(found.token_endpoint, redirectUri, code, other)).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  })
})

test('A3: a chooser without its cookie says that the sign-in has expired', async () => {
  const { issuer, redirectUri } = await start()
  const request = authorizationRequest((await discover(issuer)).authorization_endpoint, redirectUri)
  const { location } = await browser()(request.url)
  for (const form of [undefined, { account: '1' }]) {
    const stranger = await browser()(location, form)
    expect(stranger.status).toBe(400)
    expect(stranger.html).toContain('This sign-in has expired')
  }
})
