import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { accountsWorld, newPassword, password } from '#tests/accounts.server.ts'
import { worldForThisTest } from '#tests/world.server.ts'

const { world, signUp, signIn, cookiesOf, mailTo, mails, forgot, reset, session, later, now } = await accountsWorld()
afterAll(() => world.close())
const { call, db } = world

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
  // A client that writes a link has to wait, and one that does not is answered.
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
  for (const [name, emailVerified] of [
    ['imported', false],
    ['google', true],
  ] as const) {
    const email = `${name}@mail.example`
    const { id } = await db
      .insertInto('users')
      .values({ email, name, emailVerified, language: 'bn' })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (name === 'google')
      await db.insertInto('accounts').values({ userId: id, providerId: name, accountId: '7' }).execute()
    const token = await forgot(email)
    expect(await mailTo(email)).toMatchObject({ kind: 'reset', language: 'bn' })
    expect((await reset(token)).status).toBe(200)
    const cookie = cookiesOf(await signIn(email, newPassword))
    const { body } = await call('GET', '/api/me', { email: '', id, cookie })
    expect(body).toMatchObject({ name, hasPassword: true, isVerified: true })
  }
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

test('G8 writes mails in the language of the browser that registered without a choice, until another is chosen', async () => {
  const email = 'by-the-browser@mail.example'
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    headers: { 'accept-language': 'bn' },
    payload: { name: 'Fresh', email, password, image: 'https://photos.example/me.jpg' },
  })
  const person = { email, id: answer.json().user.id, cookie: cookiesOf(answer) }
  expect(await mailTo(email)).toMatchObject({ kind: 'verify', language: 'bn' })
  await forgot(email)
  expect(await mailTo(email)).toMatchObject({ kind: 'reset', language: 'bn' })
  // Reading in another browser is no choice; the header's button is.
  await call('POST', '/api/me/verification-mail', person, {}, { 'accept-language': 'en' })
  expect(await mailTo(email)).toMatchObject({ kind: 'verify', language: 'bn' })
  await call('POST', '/api/me/verification-mail', { ...person, cookie: `${person.cookie}; lang=en` }, {})
  expect(await mailTo(email)).toMatchObject({ kind: 'verify', language: 'en' })
})

test('G8 takes the language of POST /user while a person registers, and not at a sign-in later', async () => {
  const person = await signUp()
  const languageOf = async () =>
    (await db.selectFrom('users').select('language').where('id', '=', person.id).executeTakeFirstOrThrow()).language
  const record = () => call('POST', '/api/user', person, { email: person.email }, { 'accept-language': 'bn' })
  await db
    .updateTable('users')
    .set({ createdAt: new Date('2026-11-19') })
    .where('id', '=', person.id)
    .execute()
  await record()
  expect(await languageOf()).toBe('en')
  await db.updateTable('users').set({ createdAt: now() }).where('id', '=', person.id).execute()
  expect((await record()).body).toEqual({ insertedId: person.id })
  expect(await languageOf()).toBe('bn')
})

const verifyToken = async (email: string) => (await mailTo(email)).token

test('A6: an account set up with another’s address belongs to the owner of the address once they prove it', async () => {
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

test('A6 SEC-N9 tells the owner of a password that was reset by a mailed link', async () => {
  const person = await signUp()
  await reset(await forgot(person.email))
  const sent = await db
    .selectFrom('outbox')
    .select(['kind', 'content'])
    .where('recipient', '=', person.email)
    .where('kind', '=', 'account-changed')
    .execute()
  expect(sent).toMatchObject([{ content: { change: 'reset' } }])
})
