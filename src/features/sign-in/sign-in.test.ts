import { afterAll, expect, test } from 'vitest'
import { type Person, testWorld } from '#tests/world.server.ts'

const world = await testWorld()
afterAll(() => world.close())
const rina = await world.signUp('Rina@Example.org')
const karim = await world.signUp('karim@example.org')
const admin = await world.makeAdmin(await world.signUp('admin@example.org'))
await world.makePremium(karim)

const origin = { origin: 'http://127.0.0.1:3000' }
const post = (path: string, body: object, by?: Person) => world.call('POST', `/api/auth${path}`, by, body, origin)
const signIn = (email: string, more: object = {}) =>
  post('/sign-in/email', { email, password: 'a good password', ...more })
const cookieOf = (answer: Awaited<ReturnType<typeof post>>) =>
  [answer.headers['set-cookie'] ?? []].flat().find((cookie) => cookie.includes('session_token'))!

test('A1: email and password sign in; the email however it is written', async () => {
  for (const email of ['rina@example.org', 'RINA@example.ORG']) {
    const answer = await signIn(email)
    const cookie = cookieOf(answer).split(';')[0]!
    const session = await world.call('GET', '/api/session', { ...rina, cookie })
    expect(session.body.user).toMatchObject({ email: 'rina@example.org', isAdmin: false, isPremium: false })
  }
  expect((await post('/sign-in/email', { email: 'rina@example.org' })).status).toBeGreaterThanOrEqual(400)
  expect((await post('/sign-in/email', { password: 'a good password' })).status).toBeGreaterThanOrEqual(400)
})

test('A1: with Remember me the session lasts thirty days, without it the browser forgets it', async () => {
  expect(cookieOf(await signIn(rina.email, { rememberMe: true }))).toMatch(/Max-Age=2592000/)
  expect(cookieOf(await signIn(rina.email, { rememberMe: false }))).not.toMatch(/Max-Age|Expires/)
})

test('A2: a person who signed up has a user record, a user without a biodata, before and after the client says so', async () => {
  const fresh = await world.signUp('fresh@example.org', 'Fresh Person')
  const record = async () => (await world.call('GET', '/api/users?search=fresh@example.org', admin)).body
  const expected = {
    _id: fresh.id,
    name: 'Fresh Person',
    email: fresh.email,
    role: 'user',
    bioDataId: 0,
    since: expect.any(String),
    ...{ isVerified: false, isSuspended: false, isPublished: null },
  }
  expect(await record()).toEqual([expected])
  const wanted = { name: 'Root', email: fresh.email, role: 'admin', bioDataId: 7 }
  expect((await world.call('POST', '/api/user', fresh, wanted)).body).toEqual({ insertedId: fresh.id })
  expect(await record()).toEqual([expected])
})

test('A2: name, photo link, email and password are asked for; a wrong one is refused by name', async () => {
  const good = { name: 'X', image: 'https://photos.example/x.jpg', email: 'x@example.org', password: 'a good password' }
  for (const [wrong, code] of [
    [{ name: ' ' }, 'INVALID_NAME'],
    [{ image: 'http://photos.example/x.jpg' }, 'INVALID_PHOTO_URL'],
    [{ email: 'nobody' }, /INVALID_EMAIL|VALIDATION_ERROR/],
    [{ password: 'short' }, 'PASSWORD_TOO_SHORT'],
    [{ password: 'x'.repeat(129) }, 'PASSWORD_TOO_LONG'],
    [{ email: 'rina@example.org' }, /^USER_ALREADY_EXISTS/],
  ] as const) {
    const answer = await post('/sign-up/email', { ...good, ...wrong })
    expect(answer.status, JSON.stringify(wrong)).toBeGreaterThanOrEqual(400)
    expect(answer.body.code).toMatch(code)
    expect(answer.headers['content-type']).toContain('application/problem+json')
  }
  expect((await world.call('GET', '/api/users?search=x@example.org', admin)).body).toEqual([])
})

test('A4: an unknown email and a wrong password get the same answer', async () => {
  const [unknown, wrong] = [await signIn('nobody@example.org'), await signIn(rina.email, { password: 'not this one' })]
  expect(unknown.status).toBe(401)
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers))
})

test('A5: the session is in a cookie that no script can read, and nowhere else', async () => {
  const answer = await signIn(rina.email)
  expect(cookieOf(answer)).toMatch(/HttpOnly/)
  expect(cookieOf(answer)).toMatch(/SameSite=Lax/)
  const token = decodeURIComponent(cookieOf(answer).split(/[=;]/)[1]!).split('.')[0]!
  expect(token.length).toBeGreaterThan(20)
  expect(answer.text).not.toContain(token)
})

test('A5: a session that was signed out is over on the server too, its others are not', async () => {
  const here = { ...rina, cookie: cookieOf(await signIn(rina.email)).split(';')[0]! }
  expect((await post('/sign-out', {}, here)).status).toBe(200)
  expect((await world.call('GET', '/api/session', here)).body.user).toBeNull()
  expect((await world.call('GET', '/api/viewBioData', here)).status).toBe(401)
  expect((await world.call('GET', '/api/session', rina)).body.user).toMatchObject({ email: rina.email })
})

test('A7: who is an administrator or premium one learns of oneself, an administrator of everybody', async () => {
  const ask = async (what: 'admin' | 'premium', whom: Person, by?: Person) => {
    const { status, body } = await world.call('GET', `/api/user/${what}/${whom.email}`, by)
    return status === 200 ? body : status
  }
  for (const [whom, isAdmin, isPremium] of [
    [rina, false, false],
    [karim, false, true],
    [admin, true, false],
  ] as const) {
    for (const by of [whom, admin]) {
      expect(await ask('admin', whom, by)).toEqual({ admin: isAdmin })
      expect(await ask('premium', whom, by)).toEqual({ premium: isPremium })
    }
    for (const what of ['admin', 'premium'] as const) {
      expect(await ask(what, whom)).toBe(401)
      if (whom !== rina) expect(await ask(what, whom, rina)).toBe(403)
    }
  }
})
