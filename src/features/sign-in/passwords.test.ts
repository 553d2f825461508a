import { dictionary } from '@zxcvbn-ts/language-common'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { passwordFault } from '#src/features/identity/password-rule.server.ts'
import { attemptKey } from '#src/platform/limits/throttle.server.ts'
import { accountsWorld, password } from '#tests/accounts.server.ts'
import { testWorld } from '#tests/world.server.ts'

const { world, signUp, signIn, cookiesOf, now, later, parts } = await accountsWorld()
afterAll(() => world.close())
const { call, db } = world

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

test('A6: a password of the leaked ones is too easy, however its letters are written', () => {
  // Of eight characters or more: ASVS 5.0 asks for 3,000 of them (6.2.4, 6.2.12).
  const leaked = dictionary['passwords-common'].filter((typed) => typed.length >= 8)
  expect(leaked.slice(0, 3_000)).toEqual(expect.arrayContaining(['samantha', 'maverick', 'midnight']))
  expect(leaked.length).toBeGreaterThan(10_000)
  expect([...leaked, 'Samantha', 'MAVERICK'].filter((typed) => !passwordFault(typed, somebody))).toEqual([])
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

test('A6: a password is kept as OWASP recommends it, of a new account and of a changed one', async () => {
  const usual = await testWorld({ passwordCost: undefined })
  onTestFinished(() => usual.close())
  const person = await usual.signUp('usual@mail.example')
  const kept = async () => (await usual.pool.query('select password from accounts')).rows[0].password
  expect(await kept()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const before = await kept()
  const changed = { current: password, password: 'rain on a tin roof' }
  expect((await usual.call('POST', '/api/me/password', person, changed)).status).toBe(200)
  expect(await kept()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await kept()).not.toBe(before)
})

test('A4 A6: guessing at one account from one network is slowed down, in every process, known email or not', async () => {
  const { email } = await signUp()
  const other = await buildApp({ ...parts, db, logLevel: 'silent', places: Number.POSITIVE_INFINITY })
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
    .values({ key: attemptKey('sign-in', stranger.email), fullAt: new Date(now().getTime() + 50 * 60_000) })
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

const withoutSession = (cookies: string) => cookies.match(/nikhad\.known=[^;]*/)![0]

test('A6 SEC-N8 counts each known browser of a person apart', async () => {
  const person = await signUp()
  const [mine, another] = [
    withoutSession(cookiesOf(await signIn(person.email, password))),
    withoutSession(cookiesOf(await signIn(person.email, password, { from: '198.51.100.20' }))),
  ]
  expect(mine).not.toBe(another)
  const guess = (cookie: string, n: number) =>
    Promise.all(
      Array.from({ length: n }, (_, i) => signIn(person.email, 'a guess', { from: `203.0.113.${i}`, cookie })),
    )
  await guess(another, 11)
  expect((await signIn(person.email, password, { cookie: another })).statusCode).toBe(429)
  expect((await signIn(person.email, password, { cookie: mine })).statusCode).toBe(200)
  // It stays the browser that it was.
  const again = withoutSession(cookiesOf(await signIn(person.email, password, { cookie: mine })))
  expect(again).toBe(mine)
  for (const forged of [mine.replace(/=../, '=__'), mine.slice(0, -1), `${mine.slice(0, -3)}___`])
    expect(withoutSession(cookiesOf(await signIn(person.email, password, { cookie: forged })))).not.toBe(mine)
})

test('A6 H-5 SEC-N8 forgets the browsers of before once the email is proved by somebody else, and at a reset', async () => {
  const person = await signUp()
  const guess = (cookie: string, n: number, from: string) =>
    Promise.all(Array.from({ length: n }, (_, i) => signIn(person.email, 'a guess', { from: `${from}.${i}`, cookie })))
  const attacker = withoutSession(cookiesOf(await signIn(person.email, password)))
  const taken = (
    await db.selectFrom('outbox').select('content').where('recipient', '=', person.email).executeTakeFirstOrThrow()
  ).content
  const token = new URL((taken as { link: string }).link).searchParams.get('token')
  const { body } = await call('POST', '/api/verify-email', undefined, { token })
  await call('POST', '/api/reset-password', undefined, { token: body.resetToken, password: 'another good password' })
  const owner = withoutSession(cookiesOf(await signIn(person.email, 'another good password')))
  // As an unknown browser it spends tries of its own network only.
  await guess(attacker, 10, '203.0.113')
  expect((await signIn(person.email, 'another good password', { cookie: owner })).statusCode).toBe(200)
  const rounds = async () =>
    (await db.selectFrom('users').select('browsersKnown').where('id', '=', person.id).executeTakeFirstOrThrow())
      .browsersKnown
  expect(await rounds()).toBeGreaterThan(0)
  expect(withoutSession(cookiesOf(await signIn(person.email, 'another good password', { cookie: attacker })))).not.toBe(
    attacker,
  )
})

test('A6 SEC-N9 tells the owner by mail and in the page of a changed password and of a new phone', async () => {
  const person = await signUp()
  const told = async () =>
    (
      await db
        .selectFrom('outbox')
        .select('content')
        .where('recipient', '=', person.email)
        .where('kind', '=', 'account-changed')
        .orderBy('createdAt')
        .execute()
    ).map(({ content }) => (content as { change: string }).change)
  expect(
    (await call('POST', '/api/me/password', person, { current: 'wrong', password: 'rain on a tin roof' })).status,
  ).toBe(422)
  expect(await told()).toEqual([])
  await call('POST', '/api/me/password', person, { current: password, password: 'rain on a tin roof' })
  expect(await told()).toEqual(['password'])
  await world.publish(person)
  await world.publish(person, { name: 'Another Name' })
  expect(await told()).toEqual(['password'])
  await world.publish(person, { phoneNumber: '01798765432' })
  expect(await told()).toEqual(['password', 'phone'])
  const notices = await call('GET', '/api/me/notifications', person)
  expect(notices.body.map(({ kind }: { kind: string }) => kind)).toEqual(['security', 'security'])
})
