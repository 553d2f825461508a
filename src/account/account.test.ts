import { afterAll, expect, test } from 'vitest'
import { signatureOf } from '#sandbox/stripe/webhook.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { attemptKey } from '#src/platform/throttle.server.ts'
import { buildApp } from '#src/server/app.server.ts'
import { passwordFault } from '#src/sign-in/password-rule.server.ts'
import { forgetEnded } from '#src/sign-in/queries.server.ts'
import { deleteUser } from '#src/users/queries.server.ts'
import { payingWorld, refOf, webhookSecret } from '#test/paying.server.ts'
import { type Person, testConfig, worldForThisTest } from '#test/world.server.ts'
import { deviceOf } from './device.ts'
import { everythingAbout } from './queries.server.ts'

let now = new Date('2026-11-20T12:00:00+06:00')
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const parts = { clock: () => now, config: testConfig({ mail: { from: 'site@mail.example' } }) }
const world = await payingWorld(parts)
afterAll(() => world.close())
const { call, db } = world

const password = 'a good password'
const newPassword = 'another good password'
let people = 0
const signUp = () => world.signUp(`somebody-${++people}@mail.example`)

const homes: string[] = []
/** Everybody has a network of their own. */
function homeOf(email: string) {
  if (!homes.includes(email)) homes.push(email)
  return `192.0.2.${homes.indexOf(email)}`
}

function signIn(
  email: string,
  typed: string,
  {
    from = homeOf(email),
    cookie = '',
    app = world.app,
  }: { from?: string; cookie?: string | undefined; app?: typeof world.app } = {},
) {
  const payload = { email, password: typed }
  return app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    remoteAddress: from,
    headers: { cookie },
    payload,
  })
}
const cookiesOf = (answer: Awaited<ReturnType<typeof signIn>>) =>
  answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')

/** The link of the newest mail to somebody, and the token in it. */
async function mailTo(email: string) {
  const mail = await db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
  const link = mail?.content && 'link' in mail.content ? mail.content.link : ''
  return { kind: mail?.kind, language: mail?.language, link, token: new URL(link).searchParams.get('token')! }
}
const mails = async (email: string) =>
  (await db.selectFrom('outbox').select('kind').where('recipient', '=', email).execute()).map(({ kind }) => kind)

async function forgot(email: string) {
  expect((await call('POST', '/api/forgot-password', undefined, { email })).status).toBe(200)
  return (await mailTo(email)).token
}
const reset = (token: string, to = newPassword) =>
  call('POST', '/api/reset-password', undefined, { token, password: to })
const session = async (by: Person) => (await call('GET', '/api/session', by)).body.user

test('A4 A6: asking for a new password says the same whether or not the email is known', async () => {
  const known = await signUp()
  const answers: unknown[] = []
  for (const email of [known.email, 'nobody-at-all@mail.example', ` ${known.email.toUpperCase()} `]) {
    const { status, text, headers } = await call('POST', '/api/forgot-password', undefined, { email })
    answers.push([status, text, Object.keys(headers).sort()])
  }
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect(await mails('nobody-at-all@mail.example')).toEqual([])
  expect(await mails(known.email)).toEqual(['verify', 'reset', 'reset'])
})

test('A4 A6: asking for a new password does the same work whether or not the email is known', async () => {
  const known = await signUp()
  const { pool, db: other } = openDatabase(world.connection)
  const holding = await pool.connect()
  // Whoever writes a link has to wait, and whoever does not is answered.
  await holding.query('begin; lock table mailed_links in exclusive mode')
  const answered: string[] = []
  const asking = [known.email, 'nobody-knows-this@mail.example'].map(async (email) => {
    await call('POST', '/api/forgot-password', undefined, { email })
    answered.push(email)
  })
  const waiting = `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await pool.query(waiting)).rows[0].n).toBe(2)
  expect(answered).toEqual([])
  await holding.query('commit')
  holding.release()
  await Promise.all(asking)
  await other.destroy()
  expect(answered).toHaveLength(2)
})

test('A6: nobody’s mailbox is filled, and the limit does not tell which emails are known', async () => {
  const known = await signUp()
  for (const email of [known.email, 'never-seen@mail.example']) {
    const ask = () => call('POST', '/api/forgot-password', undefined, { email })
    expect((await Promise.all(Array.from({ length: 8 }, ask))).map(({ status }) => status).sort()).toEqual([
      ...[200, 200, 200],
      ...[429, 429, 429, 429, 429],
    ])
    expect(Number((await ask()).headers['retry-after'])).toBe(15 * 60)
  }
  later(15)
  await forgot(known.email)
})

test('A6: a reset link works once, confirms the email, ends all sessions, and only POST uses it up', async () => {
  const person = await signUp()
  const other = await signIn(person.email, password)
  const first = await forgot(person.email)
  const token = await forgot(person.email)
  for (let i = 0; i < 3; i++) {
    expect((await call('GET', `/api/mailed-link?token=${token}`)).body).toMatchObject({ purpose: 'reset' })
    expect((await call('GET', `/reset-password?token=${token}`)).status).toBeLessThan(500)
  }
  // Another purpose is no way around.
  expect((await call('POST', '/api/verify-email', undefined, { token })).status).toBe(409)

  expect(await reset(token)).toMatchObject({ status: 200, body: { email: person.email } })
  expect(await reset(token)).toMatchObject({ status: 409, body: { code: 'link-used-up' } })
  expect((await reset(first)).status).toBe(409)
  expect((await call('GET', `/api/mailed-link?token=${token}`)).body).toMatchObject({ purpose: null })
  expect(await session(person)).toBeNull()
  expect(await session({ ...person, cookie: cookiesOf(other) })).toBeNull()
  expect((await signIn(person.email, password)).statusCode).toBe(401)
  const again = await signIn(person.email, newPassword)
  expect(again.statusCode).toBe(200)
  expect(await session({ ...person, cookie: cookiesOf(again) })).toMatchObject({ isVerified: true })
})

test('A6: a reset link that is used ten times at once sets one password', async () => {
  const token = await forgot((await signUp()).email)
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => reset(token, `${newPassword} ${i}`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
})

test('A6: a reset link expires after an hour, and the database does not hold what is in the mail', async () => {
  const { email } = await signUp()
  const token = await forgot(email)
  const links = await db.selectFrom('mailedLinks').select('tokenHash').execute()
  expect(links.map(({ tokenHash }) => tokenHash.toString())).not.toContain(token)
  later(59)
  expect((await call('GET', `/api/mailed-link?token=${token}`)).body).toMatchObject({ purpose: 'reset' })
  later(2)
  expect((await call('GET', `/api/mailed-link?token=${token}`)).body).toMatchObject({ purpose: null })
  expect((await reset(token)).status).toBe(409)
})

test('A6: a password that is refused does not use the link up', async () => {
  const person = await signUp()
  const token = await forgot(person.email)
  for (const [typed, code] of [
    ['short', 'PASSWORD_TOO_SHORT'],
    ['password2026', 'PASSWORD_TOO_COMMON'],
    [person.email, 'PASSWORD_TOO_COMMON'],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
  ] as const)
    expect(await reset(token, typed)).toMatchObject({ status: 422, body: { code, errors: [{ field: 'password' }] } })
  expect((await reset(token)).status).toBe(200)
})

test('A6: links begin with the configured address, whatever Host the request names', async () => {
  const { email } = await signUp()
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
  await call('POST', '/api/forgot-password', undefined, { email }, headers)
  expect((await mailTo(email)).link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/reset-password\?token=[\w-]{43}$/)
})

test('A6: somebody who was imported, or only ever came through Google, gets a password by mail', async () => {
  const { id } = await db
    .insertInto('users')
    .values({ email: 'imported@mail.example', name: 'Imported', language: 'bn' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('accounts').values({ userId: id, providerId: 'google', accountId: '7' }).execute()
  const token = await forgot('imported@mail.example')
  expect(await mailTo('imported@mail.example')).toMatchObject({ kind: 'reset', language: 'bn' })
  expect((await reset(token)).status).toBe(200)
  const cookie = cookiesOf(await signIn('imported@mail.example', newPassword))
  const { body } = await call('GET', '/api/me', { email: '', id, cookie })
  expect(body).toMatchObject({ name: 'Imported', hasPassword: true, isVerified: true })
})

test('A6: without mail, asking for a link says so and writes none', async () => {
  const silent = await worldForThisTest()
  const person = await silent.signUp('somebody@mail.example')
  expect((await silent.call('GET', '/api/session')).body.ways.mail).toBe(false)
  for (const url of ['/api/forgot-password', '/api/me/verification-mail'])
    expect(await silent.call('POST', url, person, { email: person.email })).toMatchObject({
      status: 503,
      body: { code: 'mail-off' },
    })
  expect(await silent.db.selectFrom('outbox').select('id').execute()).toEqual([])
})

test('A6: signing up sends a link in the reader’s language; a POST with it confirms the email, opening it does not', async () => {
  const email = 'fresh@mail.example'
  const account = { name: 'Fresh', email, password, image: 'https://photos.example/me.jpg' }
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    headers: { cookie: 'theme=dark; lang=bn' },
    payload: account,
  })
  const person = { email, id: '', cookie: cookiesOf(answer) }
  const { token, ...mail } = await mailTo(email)
  expect(mail).toMatchObject({ kind: 'verify', language: 'bn' })
  expect((await call('GET', `/api/mailed-link?token=${token}`)).body).toMatchObject({
    purpose: 'verify',
    isOwn: false,
    hasPassword: true,
  })
  expect(await session(person)).toMatchObject({ isVerified: false })
  // It is only asked for: an unverified person may publish.
  await world.publish({ ...person, id: answer.json().user.id })

  expect((await call('GET', `/api/mailed-link?token=${token}`, person)).body).toMatchObject({ isOwn: true })
  expect((await call('POST', '/api/verify-email', person, { token })).body).toEqual({
    modifiedCount: 1,
    resetToken: null,
  })
  expect((await call('POST', '/api/verify-email', person, { token })).status).toBe(409)
  expect(await session(person)).toMatchObject({ isVerified: true })
  expect((await signIn(email, password)).statusCode).toBe(200)
  expect((await call('POST', '/api/me/verification-mail', person, {})).body).toEqual({ modifiedCount: 0 })
})

test('A6 G8: a mail is written in the language that the person reads the site in by now', async () => {
  const person = await signUp()
  const inBangla = { ...person, cookie: `${person.cookie}; lang=bn` }
  await call('POST', '/api/me/verification-mail', inBangla, {})
  expect(await mailTo(person.email)).toMatchObject({ kind: 'verify', language: 'bn' })
  await call('POST', '/api/me/verification-mail', { ...person, cookie: `${person.cookie}; lang=xx` }, {})
  expect(await mailTo(person.email)).toMatchObject({ language: 'bn' })
})

const somebody = { email: 'sadia.rahman@mail.example', name: 'Sadia Rahman', brand: 'Nikhad' }
const weak = `
  password Password1 P@ssw0rd passw0rd! password123! 123456789 0987654321 11111111 aaaaaaaa abcabcabc abcdefgh
  qwertyuiop asdfghjkl poiuytrewq qwerty123 1q2w3e4r5t 1qaz2wsx 01712345678 19900314 14-03-1990 iloveyou iloveyou2
  bangladesh Bangladesh71 dhaka12345 dhakadhaka bismillah Allah786786 nikhad2026 Nikhad!! sadia12345 SadiaRahman rahman@99
  sadia.rahman sadia.rahman@mail.example welcome2026 letmein1! changeme football123 পাসওয়ার্ড১২৩ পাসওয়ার্ড ভালোবাসা২০২৬ বাংলাদেশ৭১`
const strong = [
  ...['a good password', 'nikhad-demo-2026', 'correct horse battery', 'আমার পাসওয়ার্ড নয়', 'k7#mQ2!xVb', 'rain on tin'],
  ...['8f3a91c27d', 'dhaka rickshaw mango', 'xxx tea at seven', 'Tr0mbone-under-bed'],
]

test.each(weak.trim().split(/\s+/))('A6: the password %s is too easy', (typed) => {
  expect(passwordFault(typed.padEnd(8, '!'), somebody)).toBe('PASSWORD_TOO_COMMON')
})
test.each(strong)('A6: the password %s is good enough', (typed) => {
  expect(passwordFault(typed, somebody)).toBeUndefined()
})

test('A6: the rule holds at the sign-up too', async () => {
  const account = { name: 'Rule', email: 'rule@mail.example', image: 'https://photos.example/me.jpg' }
  for (const [typed, code] of [
    ['short', 'PASSWORD_TOO_SHORT'],
    ['password2026', 'PASSWORD_TOO_COMMON'],
    ['rule@mail.example', 'PASSWORD_TOO_COMMON'],
  ])
    expect(await call('POST', '/api/auth/sign-up/email', undefined, { ...account, password: typed })).toMatchObject({
      status: 422,
      body: { code },
    })
})

test('A4 A6: guessing at one account from one network is slowed down, in every process, known email or not', async () => {
  const { email } = await signUp()
  const other = await buildApp({ ...parts, db, logLevel: 'silent' })
  for (const victim of [email, 'unknown@mail.example']) {
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, i) => signIn(victim, 'a guess', { app: i % 2 ? other : world.app })),
    )
    expect(tries.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(401), ...Array(10).fill(429)])
  }
  const refused = await signIn(email, password)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
  expect(refused.json()).toMatchObject({ code: 'too-fast' })
  // The person is elsewhere, and is not locked out.
  expect((await signIn(email, password, { from: '198.51.100.7' })).statusCode).toBe(200)
  later(1)
  expect((await signIn(email, password)).statusCode).toBe(200)
  await other.close()
})

const verifyToken = async (email: string) => (await mailTo(email)).token

test('A6: an account that somebody set up with another’s address is theirs no more once the address is proved', async () => {
  const attacker = await signUp()
  const token = await verifyToken(attacker.email)
  // The owner is signed in as somebody else, and has no password to say.
  const proof = await call('POST', '/api/verify-email', await signUp(), { token })
  expect(proof).toMatchObject({ status: 200, body: { modifiedCount: 1, resetToken: expect.any(String) } })
  expect(await session(attacker)).toBeNull()
  expect((await signIn(attacker.email, password)).statusCode).toBe(401)
  const ways = db.selectFrom('accounts').select('providerId').where('userId', '=', attacker.id)
  expect(await ways.execute()).toEqual([])
  expect((await reset(proof.body.resetToken)).status).toBe(200)
  const owner = { ...attacker, cookie: cookiesOf(await signIn(attacker.email, newPassword)) }
  expect(await session(owner)).toMatchObject({ email: attacker.email, isVerified: true })
  // Later proofs are the same person's: they throw out nothing.
  await forgot(attacker.email)
  expect(await session(owner)).not.toBeNull()
})

test('A6: who says the password they chose keeps account and sessions when they confirm in another browser', async () => {
  const person = await signUp()
  const token = await verifyToken(person.email)
  const confirm = (typed: string) => call('POST', '/api/verify-email', undefined, { token, password: typed })
  expect(await confirm('a guess')).toMatchObject({
    status: 422,
    body: { code: 'wrong-password', errors: [{ field: 'password' }] },
  })
  expect(await confirm(password)).toMatchObject({ status: 200, body: { modifiedCount: 1, resetToken: null } })
  expect(await session(person)).toMatchObject({ isVerified: true })
  expect((await signIn(person.email, password)).statusCode).toBe(200)
})

test('A6: a second link of an address that is proved already opens nothing', async () => {
  const person = await signUp()
  const first = await verifyToken(person.email)
  await call('POST', '/api/me/verification-mail', person, {})
  const second = await verifyToken(person.email)
  expect((await call('POST', '/api/verify-email', person, { token: first })).status).toBe(200)
  expect((await call('POST', '/api/verify-email', undefined, { token: second })).status).toBe(409)
  // Not even one that was queued at that very moment.
  await db.updateTable('users').set({ emailVerified: false }).where('id', '=', person.id).execute()
  await call('POST', '/api/me/verification-mail', person, {})
  await db.updateTable('users').set({ emailVerified: true }).where('id', '=', person.id).execute()
  const late = await call('POST', '/api/verify-email', undefined, { token: await verifyToken(person.email) })
  expect(late.body).toEqual({ modifiedCount: 1, resetToken: null })
  expect(await session(person)).not.toBeNull()
})

test('A6: a new password for an address that was not proved throws out the issuer identities that were there, later ones stay', async () => {
  const person = await signUp()
  const identity = () =>
    db
      .insertInto('accounts')
      .values({ userId: person.id, providerId: 'oidc', accountId: crypto.randomUUID() })
      .execute()
  const ways = async () =>
    (await db.selectFrom('accounts').select('providerId').where('userId', '=', person.id).execute())
      .map(({ providerId }) => providerId)
      .sort()
  await identity()
  await reset(await forgot(person.email))
  expect(await ways()).toEqual(['credential'])
  await identity()
  await reset(await forgot(person.email), 'yet another password')
  expect(await ways()).toEqual(['credential', 'oidc'])
})

test('A6: thirty wrong sign-ins of one network at once are enough; right ones and browsers it knows are not counted', async () => {
  const colleague = await signUp()
  const office = '198.51.100.1'
  const right = (cookie = '') => signIn(colleague.email, password, { from: office, cookie })
  for (let i = 0; i < 40; i++) {
    later(0.1)
    expect((await right()).statusCode).toBe(200)
  }
  const known = cookiesOf(await right()).replace(/nikhad\.session_token=[^;]*;? ?/, '')
  const wrong = () => signIn(`stranger-${crypto.randomUUID()}@mail.example`, 'a guess', { from: office })
  const guesses = await Promise.all(Array.from({ length: 40 }, wrong))
  expect(guesses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
  const refused = await right()
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '2'])
  expect(refused.json()).toMatchObject({ code: 'too-fast' })
  expect((await right(known)).statusCode).toBe(200)
  later(1)
  expect((await right()).statusCode).toBe(200)
  // An office that signs in all day is not shut out.
  for (let i = 0; i < 80; i++) {
    later(0.5)
    expect((await wrong()).statusCode).toBe(401)
  }
})

test('A5: signing out is always possible, however often others of the network did', async () => {
  const from = '198.51.100.2'
  const signOut = (cookie: string) =>
    world.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      remoteAddress: from,
      headers: { cookie },
      payload: {},
    })
  for (let i = 0; i < 60; i++) expect((await signOut('')).statusCode).toBe(200)
  const person = await signUp()
  expect((await signOut(person.cookie)).statusCode).toBe(200)
  expect(await session(person)).toBeNull()
})

test('A5: a new sign-in in a browser ends the session it had, and nobody has more than twenty', async () => {
  const person = await signUp()
  const before = await signIn(person.email, password)
  const after = await signIn(person.email, password, { cookie: cookiesOf(before) })
  expect(after.statusCode).toBe(200)
  expect(await session({ ...person, cookie: cookiesOf(before) })).toBeNull()
  expect(await session({ ...person, cookie: cookiesOf(after) })).not.toBeNull()
  expect(await session(person)).not.toBeNull()
  for (let i = 0; i < 25; i++) await signIn(person.email, password)
  const sessions = db.selectFrom('sessions').select('id').where('userId', '=', person.id)
  expect(await sessions.execute()).toHaveLength(20)
})

test('A5: a session ends 180 days after its sign-in, however often it was used', async () => {
  const person = await signUp()
  const begun = (daysAgo: number) =>
    db
      .updateTable('sessions')
      .set({ createdAt: new Date(now.getTime() - daysAgo * 86_400_000) })
      .where('userId', '=', person.id)
      .execute()
  await begun(179)
  expect(await session(person)).not.toBeNull()
  await begun(181)
  expect(await session(person)).toBeNull()
  expect(await db.selectFrom('sessions').select('id').where('userId', '=', person.id).execute()).toEqual([])
})

test('A6: ended sessions and links do not stay, and no browser writes more than a line about itself', async () => {
  const person = await signUp()
  await world.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    remoteAddress: homeOf(person.email),
    headers: { 'user-agent': 'x'.repeat(9000) },
    payload: { email: person.email, password },
  })
  const sessions = db.selectFrom('sessions').select('userAgent').where('userId', '=', person.id)
  const agents = (await sessions.execute()).map(({ userAgent }) => userAgent?.length ?? 0)
  expect(Math.max(...agents)).toBe(300)
  await forgot(person.email)
  const links = db.selectFrom('mailedLinks').select('purpose').where('userId', '=', person.id)
  await forgetEnded(db, now)
  expect([(await sessions.execute()).length, (await links.execute()).length]).toEqual([2, 2])
  await forgetEnded(db, new Date(Date.now() + 31 * 86_400_000))
  expect([await sessions.execute(), await links.execute()]).toEqual([[], []])
})

test('A6: finding an account by its email reads an index, not all users', async () => {
  await world.pool.query(
    "insert into users (name, email) select 'x', 'many' || n || '@mail.example' from generate_series(1, 5000) n",
  )
  await world.pool.query('analyze users')
  const { rows } = await world.pool.query("explain select * from users where email = 'many77@mail.example'")
  expect(JSON.stringify(rows)).toContain('Index Scan using users_email_key')
  await world.pool.query("delete from users where email like 'many%'")
})

test('A6: guessing from many networks locks nobody out of a browser they have used, nor for long of others', async () => {
  const person = await signUp()
  const known = cookiesOf(await signIn(person.email, password)).replace(/nikhad\.session_token=[^;]*;? ?/, '')
  const guess = (email: string, n: number, cookie?: string) =>
    Promise.all(Array.from({ length: n }, (_, i) => signIn(email, 'a guess', { from: `203.0.113.${i}`, cookie })))
  await guess(person.email, 51)
  expect((await signIn(person.email, password, { from: '198.51.100.9' })).statusCode).toBe(429)
  expect((await signIn(person.email, password, { from: '198.51.100.9', cookie: known })).statusCode).toBe(200)
  // The cookie opens nothing, is one account's only, and does not allow guessing without end.
  const stranger = await signUp()
  await db
    .insertInto('attempts')
    .values({ key: attemptKey('sign-in', stranger.email), fullAt: new Date(now.getTime() + 50 * 60_000) })
    .execute()
  expect((await signIn(stranger.email, password, { cookie: known })).statusCode).toBe(429)
  const guesses = await guess(person.email, 12, known)
  expect(guesses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
  // Trying on makes nobody's wait longer.
  later(0.5)
  await signIn(stranger.email, 'a guess')
  later(0.5)
  expect((await signIn(stranger.email, password)).statusCode).toBe(200)
})

test('A6: changing the password needs the current one and ends the other sessions only', async () => {
  const person = await signUp()
  const other = { ...person, cookie: cookiesOf(await signIn(person.email, password)) }
  const change = (current: string, to: string) =>
    call('POST', '/api/me/password', person, { current, password: to, email: person.email })
  expect(await change('not it', newPassword)).toMatchObject({ status: 422, body: { code: 'wrong-password' } })
  expect(await change(password, 'qwertyuiop')).toMatchObject({ status: 422, body: { code: 'PASSWORD_TOO_COMMON' } })
  expect(await session(other)).not.toBeNull()
  const token = await forgot(person.email)
  expect((await change(password, newPassword)).status).toBe(200)
  expect(await session(person)).not.toBeNull()
  expect(await session(other)).toBeNull()
  // Whoever could read the mailbox before cannot undo it.
  expect((await reset(token)).status).toBe(409)
  expect((await signIn(person.email, password)).statusCode).toBe(401)
  expect((await signIn(person.email, newPassword)).statusCode).toBe(200)
  for (let i = 0; i < 10; i++) await change('a guess', password)
  expect((await change(newPassword, password)).status).toBe(429)
})

test('A5 A6: sessions are listed by device; one or all others can be ended, and are over at once', async () => {
  const person = await signUp()
  const [phone, tablet] = [await signIn(person.email, password), await signIn(person.email, password)]
  const on = (answer: typeof phone): Person => ({ ...person, cookie: cookiesOf(answer) })
  const list = async () => (await call('GET', '/api/me', person)).body.sessions as { id: string; isCurrent: boolean }[]
  const [phoneSession] = (await list()).filter(({ isCurrent }) => !isCurrent)
  expect(await list()).toHaveLength(3)
  expect((await list()).filter(({ isCurrent }) => isCurrent)).toHaveLength(1)

  const stranger = await signUp()
  expect((await call('DELETE', `/api/me/sessions/${phoneSession!.id}`, stranger)).status).toBe(404)
  expect((await call('DELETE', `/api/me/sessions/${phoneSession!.id}`, person)).body).toEqual({ deletedCount: 1 })
  const alive = async () => [await session(on(phone)), await session(on(tablet))].filter(Boolean)
  expect(await alive()).toHaveLength(1)
  expect((await call('DELETE', '/api/me/other-sessions', person)).body).toEqual({ deletedCount: 1 })
  expect(await alive()).toHaveLength(0)
  expect(await session(person)).not.toBeNull()
  expect(await session(stranger)).not.toBeNull()
})

test('A6: browsers and systems in words', () => {
  const agents = {
    'Mozilla/5.0 (Linux; Android 14; SM-A145F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36':
      ['Samsung Internet', 'Android'],
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0':
      ['Edge', 'Windows'],
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1':
      ['Safari', 'iPhone'],
    'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0': ['Firefox', 'Linux'],
    curl: [null, null],
  }
  for (const [agent, [browser, system]] of Object.entries(agents)) expect(deviceOf(agent)).toEqual({ browser, system })
})

test('A6: the name of an account changes, not that of the biodata', async () => {
  const person = await signUp()
  await world.publish(person, { name: 'On Paper' })
  expect((await call('PATCH', '/api/me', person, { name: '  New Name ' })).body).toEqual({ modifiedCount: 1 })
  expect(await session(person)).toMatchObject({ name: 'New Name' })
  expect((await call('GET', '/api/viewBioData?email=me', person)).body.name).toBe('On Paper')
})

const dump = async () => {
  const { rows } = await world.pool.query("select tablename from pg_tables where schemaname = 'public'")
  const texts = await Promise.all(
    rows.map(({ tablename }) =>
      world.pool.query(`select coalesce(string_agg(t::text, ' '), '') as text from ${tablename} t`),
    ),
  )
  return texts
    .map(({ rows }) => rows[0].text)
    .join('\n')
    .toLowerCase()
}

test('A9: the export holds everything about oneself as a file, no secret, and nothing of anybody else’s contact', async () => {
  const [person, asked] = [await signUp(), await signUp()]
  const number = await world.publish(person, { name: 'Export Me', phoneNumber: '01711111111' })
  const other = await world.publish(asked, { name: 'Somebody Else', phoneNumber: '01722222222' })
  await call('POST', '/api/favorite-bioData', person, { bioDataId: other })
  await world.record(person, await world.pay(person, other), other)
  await call('PATCH', '/api/user/request_premium/me', person)
  const { status, body, text, headers } = await call('GET', '/api/me/export', person)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toBe('attachment; filename="my-data.json"')
  expect(body).toMatchObject({
    account: { email: person.email, language: 'en', emailVerified: false },
    signIns: [{ providerId: 'credential' }],
    sessions: [{ ipAddress: expect.stringMatching(/^10\.0\./) }],
    biodata: { number, name: 'Export Me', phone: '+8801711111111', motherName: 'Shirin Akter' },
    premium: { status: 'pending' },
    favourites: [{ number: other }],
    contactRequests: [{ number: other, status: 'pending' }],
    payments: [{ amount: 500, status: 'succeeded' }],
    mails: [{ kind: 'verify' }],
  })
  const row = await db.selectFrom('sessions').select('token').where('userId', '=', person.id).executeTakeFirstOrThrow()
  for (const secret of ['argon2', row.token, asked.email, '1722222222', 'Somebody Else'])
    expect(text).not.toContain(secret)
})

test('A9: a download of everything takes one connection to the database, not all of them', async () => {
  const { db, pool } = openDatabase(world.connection)
  const person = await signUp()
  await everythingAbout(db, person)
  expect(pool.totalCount).toBe(1)
  await db.destroy()
})

test('A9: deleting the account leaves nothing of the person, and what others paid for stays as a number', async () => {
  const [leaver, approved, waiting] = [await signUp(), await signUp(), await signUp()]
  const admin = await world.makeAdmin(await signUp())
  const secrets = ['canary-leaver', '1733333333', 'canary-father']
  const number = await world.publish(leaver, {
    ...{ name: 'canary-leaver', phoneNumber: '01733333333', fatherName: 'canary-father' },
    photoUrl: 'https://photos.example/canary-leaver.jpg',
  })
  const ofOther = await world.publish(approved)
  await call('POST', '/api/favorite-bioData', waiting, { bioDataId: number })
  await call('PATCH', '/api/user/request_premium/me', leaver)
  const { body } = await world.record(approved, await world.pay(approved, number), number)
  await call('PATCH', `/api/contact-request-approver/${body.insertedId}`, admin)
  const waitingRef = await world.pay(waiting, number)
  const waitingRequest = await world.record(waiting, waitingRef, number)
  await world.record(leaver, await world.pay(leaver, ofOther), ofOther)
  const open = await call('POST', '/api/create-payment-intent', leaver, { price: 5 })
  const stillOpen = await call('POST', '/api/create-payment-intent', await signUp(), { price: 5, bioDataId: number })
  await forgot(leaver.email)

  const leave = (confirmation: string) =>
    call('POST', '/api/me/deletion', leaver, { confirmation, email: leaver.email })
  for (const wrong of ['', 'a guess', leaver.email]) expect((await leave(wrong)).status).toBe(422)
  expect(await dump()).toContain(leaver.email)
  expect(await leave(password)).toMatchObject({ status: 200, body: { deletedCount: 1 } })

  const left = await dump()
  for (const secret of [leaver.email, ...secrets]) expect(left).not.toContain(secret)
  expect(await session(leaver)).toBeNull()
  expect((await signIn(leaver.email, password)).statusCode).toBe(401)
  expect((await call('GET', '/api/payments?mine=true', approved)).body).toMatchObject([
    { bioDataId: number, bioDataName: '', status: 'approve' },
  ])
  for (const key of ['bioData_id', 'contactPhone', 'contactEmail'])
    expect((await call('GET', '/api/payments?mine=true', approved)).body[0]).not.toHaveProperty(key)
  // Who had paid and was not approved yet has the money back, and nothing to approve is left.
  await expect
    .poll(() => db.selectFrom('payments').select('id').where('status', '=', 'refund_due').execute())
    .toEqual([])
  const refund = await db
    .selectFrom('payments')
    .select('status')
    .where('providerRef', '=', waitingRef)
    .executeTakeFirst()
  expect(refund).toEqual({ status: 'refunded' })
  const payments = await db.selectFrom('payments').select('status').where('userId', 'is', null).execute()
  expect(payments.map(({ status }) => status).sort()).toEqual(['canceled', 'refunded'])
  const approve = await call('PATCH', `/api/contact-request-approver/${waitingRequest.body.insertedId}`, admin)
  expect(approve.body).toEqual({ modifiedCount: 0 })
  // Saying again that one has paid gives no second money back, nor a request.
  expect((await world.record(waiting, waitingRef)).status).toBe(409)

  // What was still being paid goes back as soon as it is paid.
  const lateRefs = [refOf(open.body.clientSecret), refOf(stillOpen.body.clientSecret)]
  for (const { body } of [open, stillOpen]) await world.confirm(body.clientSecret)
  for (const id of lateRefs) {
    const event = JSON.stringify({
      id: `evt_${id}`,
      type: 'payment_intent.succeeded',
      data: { object: { id, object: 'payment_intent' } },
    })
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': signatureOf(event, webhookSecret, now),
    }
    expect((await call('POST', '/api/webhooks/stripe', undefined, event, headers)).status).toBe(200)
  }
  const late = await db.selectFrom('payments').select('status').where('providerRef', 'in', lateRefs).execute()
  expect(late).toEqual([{ status: 'refunded' }, { status: 'refunded' }])
  expect(await world.publish(await signUp())).toBeGreaterThan(number)
})

test('A9: an account without a password is deleted by typing its email', async () => {
  const person = await signUp()
  await db.updateTable('accounts').set({ providerId: 'google' }).where('userId', '=', person.id).execute()
  const leave = (confirmation: string) => call('POST', '/api/me/deletion', person, { confirmation })
  expect(await leave(password)).toMatchObject({ status: 422, body: { code: 'wrong-email' } })
  // Somebody who found the session open knows the email.
  const since = (minutes: number) =>
    db
      .updateTable('sessions')
      .set({ createdAt: new Date(now.getTime() - minutes * 60_000) })
      .where('userId', '=', person.id)
      .execute()
  await since(16)
  expect(await leave(person.email)).toMatchObject({ status: 409, body: { code: 'sign-in-again' } })
  await since(14)
  expect((await leave(` ${person.email.toUpperCase()}`)).status).toBe(200)
})

test('A8 A9: the last administrator cannot leave, not even when the last two leave at once', async () => {
  const bureau = await worldForThisTest(parts)
  let last = await bureau.makeAdmin(await bureau.signUp('admin@mail.example'))
  const leave = await bureau.call('POST', '/api/me/deletion', last, { confirmation: password })
  expect(leave).toMatchObject({ status: 409, body: { code: 'last-admin' } })
  for (let round = 0; round < 8; round++) {
    const other = await bureau.makeAdmin(await bureau.signUp(`admin-${round}@mail.example`))
    const left = await Promise.all([last, other].map(({ id }) => deleteUser(bureau.db, id)))
    expect(left.toSorted()).toEqual([false, true])
    last = left[0] ? other : last
  }
})

test('A2: the photo of an account is the link given, or the site’s own drawing, and can be changed like the name', async () => {
  const own = `${parts.config.origin}/portrait.svg`
  const email = `somebody-${++people}@mail.example`
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    remoteAddress: homeOf(email),
    payload: { name: 'Somebody', email, password, image: own },
  })
  expect(answer.statusCode).toBe(200)
  const person = { ...(await signUp()), email, cookie: cookiesOf(answer) }
  const photo = async () => (await call('GET', '/api/me', person)).body.photoUrl
  const change = (body: object) => call('PATCH', '/api/me', person, body)
  expect(await photo()).toBe(own)
  expect((await change({ photoUrl: ' https://photos.example/me.jpg ' })).body).toEqual({ modifiedCount: 1 })
  expect(await photo()).toBe('https://photos.example/me.jpg')
  for (const photoUrl of ['http://photos.example/me.jpg', 'https://other.example/x y', '', 7]) {
    const refused = await change({ photoUrl })
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toMatchObject([{ field: 'photoUrl' }])
  }
  expect((await change({ name: 'Somebody Else' })).body).toEqual({ modifiedCount: 1 })
  expect((await change({ name: 'Somebody Else', photoUrl: 'https://photos.example/me.jpg' })).body).toEqual({
    modifiedCount: 0,
  })
  expect((await change({})).body).toEqual({ modifiedCount: 0 })
  expect((await change({ photoUrl: own })).body).toEqual({ modifiedCount: 1 })
  expect([await photo(), (await session(person)).name]).toEqual([own, 'Somebody Else'])
})
