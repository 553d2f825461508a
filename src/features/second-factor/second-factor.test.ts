import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { everythingAbout } from '#src/features/account/queries.server.ts'
import { codeAt } from '#tests/authenticator.ts'
import { type Person, testConfig, testWorld, type World, worldForThisTest } from '#tests/world.server.ts'

// better-auth reads the clock of the machine: it stands in the middle of a step of thirty seconds until a test moves it.
vi.useFakeTimers({ toFake: ['Date'] })
const start = Math.floor(Date.now() / 30_000) * 30_000 + 15_000
beforeEach(() => void vi.setSystemTime(start))
const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

const config = testConfig({ mail: { from: 'site@mail.example' } })
const world = await testWorld({ config })
afterAll(async () => {
  await world.close()
  vi.useRealTimers()
})

const password = 'a good password'
let people = 0
const signUp = (at: World = world) => at.signUp(`somebody-${++people}@mail.example`)

const cookiesOf = (answer: { headers: Record<string, unknown> }) => {
  const jar = new Map<string, string>()
  for (const set of [answer.headers['set-cookie'] ?? []].flat() as string[]) {
    const [, name, value] = set.match(/^([^=]+)=([^;]*)/)!
    if (/Max-Age=0/.test(set)) jar.delete(name!)
    else jar.set(name!, value!)
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}
const { origin } = config
const post = (path: string, body: object, by?: Person, at: World = world) =>
  at.call('POST', `/api/auth${path}`, by, body, { origin })

/** Says the password in another browser; `answer` is what it got, `browser` has its cookies. */
async function formatPassword(person: Person, at: World = world) {
  const network = person.network ? { network: person.network } : {}
  const answer = await post('/sign-in/email', { email: person.email, password }, { ...person, cookie: '' }, at)
  return { answer, browser: { ...person, ...network, cookie: cookiesOf(answer) } }
}
async function show(half: Person, code: string, kind: 'totp' | 'backup-code' = 'totp', more: object = {}) {
  const answer = await post(`/two-factor/verify-${kind}`, { code, ...more }, half)
  return { ...answer, browser: { ...half, cookie: cookiesOf(answer) } }
}
const session = async (by: Person, at: World = world) => (await at.call('GET', '/api/session', by)).body.user
const mails = async (person: Person) =>
  (await world.db.selectFrom('outbox').select('content').where('recipient', '=', person.email).execute()).flatMap(
    ({ content }) => (content?.kind === 'second-factor' ? [content.change] : []),
  )

async function begin(person: Person, at: World = world) {
  const { status, body } = await at.call('POST', '/api/me/second-factor', person, {})
  expect(status).toBe(200)
  return body as { secret: string; address: string }
}
/** Somebody with an authenticator app. It is set up with the code before the present one, which stays unused. */
async function withApp(person: Person, at: World = world) {
  const { secret } = await begin(person, at)
  const code = codeAt(secret, Date.now() - 30_000)
  const { status, body } = await at.call('POST', '/api/me/second-factor/confirmation', person, { code })
  expect(status).toBe(200)
  return { person, secret, backupCodes: body.backupCodes as string[], now: () => codeAt(secret, Date.now()) }
}

test('M8: an app counts once a code of it was confirmed; then the password alone opens nothing', async () => {
  const person = await signUp()
  const elsewhere = await formatPassword(person)
  const { secret, address } = await begin(person)
  expect(address).toMatch(new RegExp(`^otpauth://totp/Nikhad:${encodeURIComponent(person.email)}\\?secret=${secret}&`))
  expect(secret).toMatch(/^[A-Z2-7]{40}$/)
  expect((await world.call('GET', '/api/me/second-factor', person)).body.isOn).toBe(false)
  expect(await session((await formatPassword(person)).browser)).not.toBeNull()

  const confirm = (code: string) => world.call('POST', '/api/me/second-factor/confirmation', person, { code })
  for (const code of ['000000', codeAt(secret, Date.now() - 90_000), '12345', 'x'.repeat(50)])
    expect(await confirm(code)).toMatchObject({
      status: 422,
      body: { code: 'INVALID_CODE', errors: [{ field: 'code' }] },
    })
  const { status, body } = await confirm(` ${codeAt(secret, Date.now()).replace(/^.../, '$& ')} `)
  expect(status).toBe(200)
  expect(new Set(body.backupCodes).size).toBe(10)
  // Who had signed in without it is out; here one stays.
  expect(await session(person)).not.toBeNull()
  expect(await session(elsewhere.browser)).toBeNull()
  expect(await mails(person)).toEqual(['app on'])
  expect((await world.call('POST', '/api/me/second-factor', person, {})).status).toBe(409)

  const { answer, browser } = await formatPassword(person)
  expect(answer).toMatchObject({ status: 200, body: { twoFactorRedirect: true } })
  expect(await session(browser)).toBeNull()
  // What confirmed it opens nothing a second time.
  expect((await show(browser, codeAt(secret, Date.now()))).status).toBe(401)
  pass(30)
  const entered = await show(browser, codeAt(secret, Date.now()))
  expect(entered.status).toBe(200)
  expect(entered.text).not.toContain('token')
  expect(await session(entered.browser)).toMatchObject({ email: person.email })
})

test('M8: a wrong, an old and a used code are refused alike', async () => {
  const { person, secret, now } = await withApp(await signUp())
  const refusals = []
  for (const code of ['000000', codeAt(secret, Date.now() - 61_000), codeAt(secret, Date.now() + 61_000)])
    refusals.push(await show((await formatPassword(person)).browser, code))
  expect((await show((await formatPassword(person)).browser, now())).status).toBe(200)
  refusals.push(await show((await formatPassword(person)).browser, now()))
  // Nor one from before the one that was used.
  refusals.push(await show((await formatPassword(person)).browser, codeAt(secret, Date.now() - 30_000)))
  for (const { status, body } of refusals) expect([status, body.code]).toEqual([401, 'INVALID_CODE'])
  pass(30)
  expect((await show((await formatPassword(person)).browser, now())).status).toBe(200)
})

test('M8: of many who show the same code at the same moment, one gets in', async () => {
  const { person, backupCodes, now } = await withApp(await signUp())
  for (const [kind, code] of [
    ['totp', now()],
    ['backup-code', backupCodes[0]!],
  ] as const) {
    const halves = await Promise.all(Array.from({ length: 8 }, () => formatPassword(person)))
    const entered = await Promise.all(halves.map(({ browser }) => show(browser, code, kind)))
    expect(entered.filter(({ status }) => status === 200)).toHaveLength(1)
    const sessions = await Promise.all(entered.map(({ browser }) => session(browser)))
    expect(sessions.filter(Boolean)).toHaveLength(1)
  }
})

test('M8: one half of a sign-in ends in one session, even with two good codes', async () => {
  const { person, backupCodes } = await withApp(await signUp())
  const { browser } = await formatPassword(person)
  const shown = await Promise.all([
    show(browser, backupCodes[0]!, 'backup-code'),
    show(browser, backupCodes[1]!, 'backup-code'),
  ])
  expect(shown.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('M8: without the device a backup code opens the account, once, however it is typed', async () => {
  const { person, backupCodes } = await withApp(await signUp())
  const left = async () => (await world.call('GET', '/api/me/second-factor', person)).body.backupCodesLeft
  expect(await left()).toBe(10)
  for (const [at, typed] of [
    [0, (code: string) => code],
    [1, (code: string) => ` ${code.toUpperCase().replace('-', '')} `],
  ] as const) {
    const code = typed(backupCodes[at]!)
    const { browser } = await formatPassword(person)
    const entered = await show(browser, code, 'backup-code')
    expect(entered.status).toBe(200)
    expect(await session(entered.browser)).not.toBeNull()
    expect((await show((await formatPassword(person)).browser, code, 'backup-code')).status).toBe(401)
  }
  expect(await left()).toBe(8)
  expect((await show((await formatPassword(person)).browser, 'abcde-fghjk', 'backup-code')).status).toBe(401)

  const renewed = await world.call('POST', '/api/me/second-factor/backup-codes', person, {})
  expect(renewed.body.backupCodes).toHaveLength(10)
  expect(await left()).toBe(10)
  expect((await show((await formatPassword(person)).browser, backupCodes[2]!, 'backup-code')).status).toBe(401)
  expect(await mails(person)).toEqual(['app on', 'backup codes'])
})

test('M8: guesses at codes are counted over all sign-ins of a person; the right one is let in later', async () => {
  const { person, now } = await withApp(await signUp())
  const halves: Person[] = []
  for (let i = 0; i < 14; i++) halves.push((await formatPassword(person)).browser)
  const guesses = await Promise.all(halves.map((half) => show(half, '000000')))
  expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
  const refused = await show((await formatPassword(person)).browser, now())
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-fast' } })
  expect(Number(refused.headers['retry-after'])).toBe(300)
  // Also where the account page asks for one.
  const removal = await world.call('POST', '/api/me/second-factor/removal', person, { code: now() })
  expect(removal.status).toBe(429)
  pass(16 * 60)
  expect((await show((await formatPassword(person)).browser, now())).status).toBe(200)
})

test('M8: a code is good once, however the cookie of the sign-in is spelled', async () => {
  const { person, now } = await withApp(await signUp())
  const code = now()
  expect((await show((await formatPassword(person)).browser, code)).status).toBe(200)
  for (const spelled of [
    (cookie: string) => cookie.replace(/two_factor=([^;]*)/, 'two_factor="$1"'),
    (cookie: string) => cookie.replace('two_factor=', 'two_factor ='),
    (cookie: string) => `a=b;\t${cookie}`,
  ]) {
    const { browser } = await formatPassword(person)
    const entered = await show({ ...browser, cookie: spelled(browser.cookie) }, code)
    expect(entered).toMatchObject({ status: 401, body: { code: 'INVALID_CODE' } })
  }
  const broken = await show({ ...person, cookie: 'nikhad.two_factor=%' }, code)
  expect(broken).toMatchObject({ status: 401, body: { code: 'INVALID_TWO_FACTOR_COOKIE' } })
})

test('M8: five wrong codes end a sign-in that has begun', async () => {
  const { person, now } = await withApp(await signUp())
  const { browser } = await formatPassword(person)
  for (let i = 0; i < 5; i++) expect((await show(browser, '000000')).status).toBe(401)
  const refused = await show(browser, now())
  expect(refused).toMatchObject({ status: 400, body: { code: 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE' } })
  expect(await session(refused.browser)).toBeNull()
})

test('M8: no device is trusted, and no code is checked without a sign-in', async () => {
  const { person, now } = await withApp(await signUp())
  const { browser } = await formatPassword(person)
  const entered = await show(browser, now(), 'totp', { trustDevice: true, disableSession: true })
  expect(entered.status).toBe(200)
  expect(JSON.stringify(entered.headers['set-cookie'])).not.toContain('trust')
  const again = await post('/sign-in/email', { email: person.email, password }, entered.browser)
  expect(again.body).toMatchObject({ twoFactorRedirect: true })
  pass(30)
  // With a session and without a half one, codes cannot be tried.
  expect(await show(person, now())).toMatchObject({ status: 401, body: { code: 'INVALID_TWO_FACTOR_COOKIE' } })
  expect((await show({ ...person, cookie: '' }, now())).status).toBe(401)
  // A half of another person’s sign-in opens theirs, not the account whose session the browser still has.
  const other = await withApp(await signUp())
  const both = { ...(await formatPassword(other.person)).browser }
  const mixed = await show({ ...both, cookie: `${both.cookie}; ${person.cookie}` }, other.now())
  expect(await session(mixed.browser)).toMatchObject({ email: other.person.email })
})

test('M8: secret and backup codes are encrypted in the database, and in no answer, export or mail', async () => {
  const { person, secret, backupCodes } = await withApp(await signUp())
  const raw = Buffer.from(
    [...secret]
      .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  ).toString()
  const kept = await world.db.selectFrom('secondFactors').selectAll().where('userId', '=', person.id).execute()
  const seen = [
    JSON.stringify(kept),
    (await world.call('GET', '/api/me/export', person)).text,
    (await world.call('GET', '/api/me', person)).text,
    (await world.call('GET', '/api/me/second-factor', person)).text,
    JSON.stringify(await world.db.selectFrom('outbox').select('content').execute()),
  ].join('\n')
  for (const hidden of [secret, raw, ...backupCodes]) expect(seen).not.toContain(hidden)
  const exported = JSON.stringify(
    await everythingAbout(world.db, { userId: person.id, email: person.email, blocked: [] }, new Date()),
  )
  expect(exported).not.toContain(kept[0]!.secret)
})

test('M8: turning the app off needs one of its codes or a backup code, and the password', async () => {
  const { person, secret, now } = await withApp(await signUp())
  const remove = (code: string) => world.call('POST', '/api/me/second-factor/removal', person, { code })
  expect(await remove('000000')).toMatchObject({ status: 422, body: { code: 'INVALID_CODE' } })
  expect(await remove(codeAt(secret, Date.now() - 30_000))).toMatchObject({ status: 422 })
  pass(10 * 60)
  expect(await remove(now())).toMatchObject({ status: 403, body: { code: 'confirm-password' } })
  await world.call('POST', '/api/me/confirmation', person, { password })
  expect(await remove(now())).toMatchObject({ status: 200, body: { deletedCount: 1 } })
  expect(await session((await formatPassword(person)).browser)).not.toBeNull()
  expect((await world.call('POST', '/api/me/second-factor/backup-codes', person, {})).status).toBe(409)
  expect(await mails(person)).toEqual(['app on', 'app off'])
  const lost = await withApp(person)
  expect((await remove(lost.backupCodes[9]!)).status).toBe(200)
})

test('M8: roles, lists as files and one’s own data ask for the password again after ten minutes', async () => {
  const admin = await world.makeAdmin(await signUp())
  const somebody = await signUp()
  const asked = [
    ['PATCH', `/api/users/admin/${somebody.id}`],
    ['GET', '/api/users.csv'],
    ['GET', '/api/premium-requests.csv'],
    ['GET', '/api/contact-requests.csv'],
    ['GET', '/api/me/export'],
    ['GET', '/api/me/confirmation'],
    ['POST', '/api/me/second-factor'],
  ] as const
  const statuses = async (by: Person) =>
    Promise.all(asked.map(async ([method, url]) => (await world.call(method, url, by)).status))
  const refused = asked.map(() => 403)
  // Who has just signed in need not say it again: a client that knows nothing of this goes on working.
  expect(await statuses(admin)).toEqual(asked.map(() => 200))
  pass(10 * 60)
  const elsewhere = (await formatPassword(admin)).browser
  expect(await statuses(admin)).toEqual(refused)
  for (const [method, url] of asked)
    expect((await world.call(method, url, admin)).body).toMatchObject({ code: 'confirm-password' })
  // What changes nothing for others, or can be taken back, asks for nothing.
  expect((await world.call('GET', '/api/users', admin)).status).toBe(200)

  const confirm = (typed: string) => world.call('POST', '/api/me/confirmation', admin, { password: typed })
  expect(await confirm('a guess')).toMatchObject({ status: 422, body: { code: 'wrong-password' } })
  expect(await statuses(admin)).toEqual(refused)
  expect((await confirm(password)).status).toBe(200)
  expect(await statuses(admin)).toEqual(asked.map(() => 200))
  pass(9 * 60)
  expect((await world.call('GET', '/api/users.csv', admin)).status).toBe(200)
  pass(60)
  // Kept with the session: what was confirmed in one browser was not in another.
  expect(await statuses(admin)).toEqual(refused)
  await confirm(password)
  expect(await statuses(elsewhere)).toEqual(refused)
  for (let i = 0; i < 10; i++) await confirm('a guess')
  expect((await confirm(password)).status).toBe(429)
})

test('M8 A5: ending other devices asks for the password again after ten minutes, and a device that was left open cannot', async () => {
  const person = await signUp()
  const leftOpen = (await formatPassword(person)).browser
  pass(10 * 60)
  const phone = (await formatPassword(person)).browser
  const sessionsOf = async (by: Person) => (await world.call('GET', '/api/me', by)).body.sessions as { id: string }[]
  const own = (await world.call('GET', '/api/me', phone)).body.sessions.find(
    ({ isCurrent }: { isCurrent: boolean }) => isCurrent,
  )
  for (const url of [`/api/me/sessions/${own.id}`, '/api/me/other-sessions'])
    expect(await world.call('DELETE', url, leftOpen)).toMatchObject({ status: 403, body: { code: 'confirm-password' } })
  expect(await sessionsOf(phone)).toHaveLength(3)
  await world.call('POST', '/api/me/confirmation', leftOpen, { password })
  expect((await world.call('DELETE', `/api/me/sessions/${own.id}`, leftOpen)).body).toEqual({ deletedCount: 1 })
  expect((await world.call('DELETE', '/api/me/other-sessions', leftOpen)).body).toEqual({ deletedCount: 1 })
  expect(await sessionsOf(leftOpen)).toHaveLength(1)
})

test('M8: who has no password confirms by signing in anew', async () => {
  const person = await signUp()
  await world.db.updateTable('accounts').set({ providerId: 'google' }).where('userId', '=', person.id).execute()
  expect((await world.call('GET', '/api/me/ways-to-confirm', person)).body).toEqual({ password: false, passkey: false })
  expect((await world.call('GET', '/api/me/export', person)).status).toBe(200)
  pass(10 * 60)
  expect((await world.call('GET', '/api/me/export', person)).status).toBe(403)
  const confirmed = await world.call('POST', '/api/me/confirmation', person, { password })
  expect(confirmed).toMatchObject({ status: 409, body: { code: 'no-password' } })
})

test('M8: where it is required, an administrator without a second factor is a member until there is one', async () => {
  const strict = await worldForThisTest({ config: testConfig({ adminSecondFactor: 'required' }) })
  const admin = await strict.makeAdmin(await signUp(strict))
  const other = await signUp(strict)
  const number = await strict.publish(other, { phoneNumber: '01711111111' })
  const profile = async () => (await strict.call('GET', `/api/bioData/${other.id}`, admin)).body
  const lists = ['/api/users', '/api/overview', '/api/users.csv', '/api/admin-actions']
  const before = await Promise.all(lists.map((url) => strict.call('GET', url, admin)))
  expect(before.map(({ status, body }) => [status, body.code])).toEqual(
    lists.map(() => [403, 'second-factor-required']),
  )
  const made = await strict.call('PATCH', `/api/users/admin/${other.id}`, admin)
  expect(made).toMatchObject({ status: 403, body: { code: 'second-factor-required' } })
  expect(await session(admin, strict)).toMatchObject({ isAdmin: false, needsSecondFactor: true })
  expect((await strict.call('GET', '/api/user/admin/me', admin)).body).toEqual({ admin: false })
  expect(await profile()).toMatchObject({ bioDataId: number })
  expect(await profile()).not.toHaveProperty('phoneNumber')
  expect((await strict.call('GET', '/api/allBioData', admin)).body[0]).not.toHaveProperty('email')
  // An administrator who has blocked them as a member is not there for them, as for a member.
  const wary = await signUp(strict)
  await strict.publish(wary)
  await strict.db.insertInto('blocks').values({ blockerId: wary.id, blockedId: admin.id }).execute()
  const seesWary = async () => (await strict.call('GET', `/api/bioData/${wary.id}`, admin)).status
  expect(await seesWary()).toBe(404)
  // Members are not asked for one.
  expect(await session(other, strict)).toMatchObject({ needsSecondFactor: false })
  expect((await strict.call('GET', '/api/users', other)).body.code).toBe('forbidden')

  await withApp(admin, strict)
  expect(await session(admin, strict)).toMatchObject({ isAdmin: true, needsSecondFactor: false })
  for (const url of lists) expect((await strict.call('GET', url, admin)).status).toBe(200)
  expect(await profile()).toHaveProperty('phoneNumber')
  expect(await seesWary()).toBe(200)
})

test('M8 A6: who proves that an email is theirs throws out the second factor and passkeys of the person who used it before', async () => {
  const attacker = (await withApp(await signUp())).person
  const key = { publicKey: 'x', counter: '0', deviceType: 'singleDevice', backedUp: false, name: null }
  await world.db
    .insertInto('passkeys')
    .values({ ...key, userId: attacker.id, credentialId: 'attacker', transports: null, aaguid: null })
    .execute()
  await world.call('POST', '/api/forgot-password', undefined, { email: attacker.email })
  const rows = await world.db.selectFrom('outbox').select('content').where('recipient', '=', attacker.email).execute()
  const link = rows.map(({ content }) => (content?.kind === 'reset' ? content.link : '')).find(Boolean)!
  const token = new URL(link).searchParams.get('token')
  const reset = { token, password: 'another good password' }
  expect((await world.call('POST', '/api/reset-password', undefined, reset)).status).toBe(200)
  for (const table of ['passkeys', 'secondFactors'] as const)
    expect(await world.db.selectFrom(table).select('id').where('userId', '=', attacker.id).execute()).toEqual([])
  const signedIn = await post('/sign-in/email', { email: attacker.email, password: reset.password })
  expect(await session({ ...attacker, cookie: cookiesOf(signedIn) })).toMatchObject({ isVerified: true })
})

test('M8: passkeys are made by people who have confirmed, and only where the site has a name', async () => {
  const named = testConfig({ origin: 'http://localhost:3000' })
  const site = await worldForThisTest({ config: named })
  const headers = { origin: named.origin, host: 'localhost:3000' }
  const signedUp = await site.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    headers,
    payload: { name: 'N', email: 'n@mail.example', password, image: 'https://photos.example/me.jpg' },
  })
  const person = { email: 'n@mail.example', id: '', cookie: cookiesOf(signedUp) }
  const options = (by?: Person) =>
    site.call('GET', '/api/auth/passkey/generate-register-options?context=x', by, undefined, headers)
  const verify = (by?: Person) =>
    site.call('POST', '/api/auth/passkey/verify-registration', by, { response: {}, createSession: true }, headers)
  for (const ask of [options, verify]) expect((await ask()).status).toBe(401)
  expect((await options(person)).body).toMatchObject({
    rp: { id: 'localhost' },
    authenticatorSelection: { userVerification: 'required', residentKey: 'required' },
  })
  expect((await verify(person)).status).toBe(400)
  pass(10 * 60)
  for (const ask of [options, verify]) expect((await ask(person)).body).toMatchObject({ code: 'confirm-password' })
  const asked = await site.call('GET', '/api/auth/passkey/generate-authenticate-options', undefined, undefined, headers)
  expect(asked.body).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(asked.body).not.toHaveProperty('allowCredentials')
  // Browsers make none for an address in numbers.
  expect((await world.call('GET', '/api/session')).body.ways.passkey).toBe(false)
  const off = await world.call('GET', '/api/auth/passkey/generate-authenticate-options')
  expect(off.status).toBe(404)
})

test('M8 Y4: half a sign-in is no sign-in in the log, a code is; no code, secret or person stands in it', async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const site = await worldForThisTest({ logLevel: 'info', logTo })
  const { person, secret, backupCodes, now } = await withApp(await signUp(site), site)
  const events = () => lines.flatMap((line) => (JSON.parse(line).msg === 'security' ? [JSON.parse(line).event] : []))
  expect(events()).toEqual(['sign-up.succeeded', 'second-factor.changed'])
  const half = async () => (await formatPassword(person, site)).browser
  await post('/two-factor/verify-totp', { code: '000000' }, await half(), site)
  await post('/two-factor/verify-totp', { code: now() }, await half(), site)
  await post('/two-factor/verify-backup-code', { code: backupCodes[0]! }, await half(), site)
  expect(events().slice(2)).toEqual(['sign-in.failed', 'sign-in.succeeded', 'sign-in.succeeded'])
  for (const hidden of [secret, now(), backupCodes[0]!, person.email]) expect(lines.join('')).not.toContain(hidden)
})

test('M8: with another key of the site an app opens nothing, and nothing breaks', async () => {
  const { person, now } = await withApp(await signUp())
  await world.db.updateTable('secondFactors').set({ secret: 'of another key', backupCodes: 'of another key' }).execute()
  const own = await world.call('GET', '/api/me/second-factor', person)
  expect(own).toMatchObject({ status: 200, body: { isOn: true, backupCodesLeft: 0 } })
  expect((await show((await formatPassword(person)).browser, now())).status).toBe(401)
  expect((await world.call('POST', '/api/me/second-factor/removal', person, { code: now() })).status).toBe(422)
})
