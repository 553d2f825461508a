import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { consentVersion } from '#src/features/consents/policy.ts'
import { hashing } from '#src/features/identity/password.server.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { accountsWorld, newPassword, password } from '#tests/accounts.server.ts'
import { softwarePasskey } from '#tests/passkey.ts'
import { biodataOnTheWire, type Person } from '#tests/world.server.ts'

// What an attacker has under way in the moment in which the owner of an email takes the account over.

const { world, parts, signUp, signIn, cookiesOf, mailTo, forgot, reset, session } = await accountsWorld()
afterAll(() => world.close())
const { call, db } = world

/** The owner presses the link of the first mail, without the attacker's password. */
async function prove(attacker: Person) {
  const { body } = await call('POST', '/api/verify-email', undefined, { token: (await mailTo(attacker.email)).token })
  expect(body.resetToken).toEqual(expect.any(String))
}

/** Every password waits from now on. @returns how to let them go on */
async function holdPasswords() {
  const turns = Array.from({ length: 3 }, (_, n) => hashing.enter([`held ${n}`, `held ${n}`]))
  await Promise.resolve()
  return () => {
    for (const turn of turns) turn.leave()
  }
}

test('A6 SEC-N5 opens no session for a sign-in that is under way while the owner proves the email', async () => {
  const attacker = await signUp()
  const letGo = await holdPasswords()
  const waiting = hashing.waiting
  const signingIn = signIn(attacker.email, password)
  await vi.waitUntil(() => hashing.waiting > waiting)
  await prove(attacker)
  letGo()
  const answer = await signingIn
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD'])
  expect(answer.cookies.map(({ name }) => name).filter((name) => /session|known/.test(name))).toEqual([])
  expect(await db.selectFrom('sessions').select('id').where('userId', '=', attacker.id).execute()).toEqual([])
})

/** A second server whose one connection to the database can be held, so that a request stops between two questions. */
async function slowServer(config = parts.config) {
  const { db, pool } = openDatabase({ ...world.connection, max: 1, connectionTimeoutMillis: 0 })
  const app = await buildApp({ ...parts, config, db, logLevel: 'silent', timeoutMs: 60_000, cachesResponses: false })
  onTestFinished(async () => {
    await app.close()
    await db.destroy()
  })
  return {
    app,
    /**
     * Asks, and stops after so many questions to the database. @returns what lets it go on, and answers the status;
     * undefined where it was answered before
     */
    async askAndHold(ask: () => Promise<{ statusCode: number }>, questions: number) {
      let held = await pool.connect()
      let isAnswered = false
      const asking = ask().finally(() => {
        isAnswered = true
      })
      for (let n = 0; n <= questions; n++) {
        await vi.waitUntil(() => pool.waitingCount === 1 || isAnswered, { interval: 2, timeout: 20_000 })
        if (isAnswered) {
          held.release()
          return undefined
        }
        if (n === questions) break
        const next = pool.connect()
        held.release()
        held = await next
      }
      return async () => {
        held.release()
        return (await asking).statusCode
      }
    },
  }
}

/** A new attacker each time, whose request stops one question later than the last one, while the owner proves the email. */
async function atEveryQuestion(
  { askAndHold }: Awaited<ReturnType<typeof slowServer>>,
  prepare: () => Promise<{ attacker: Person; ask: () => Promise<{ statusCode: number }> }>,
  check: (attacker: Person, goOn: () => Promise<number>) => Promise<void>,
) {
  for (let questions = 1; questions < 40; questions++) {
    const { attacker, ask } = await prepare()
    const goOn = await askAndHold(ask, questions)
    if (!goOn) return questions
    await prove(attacker)
    await check(attacker, goOn)
  }
  return expect.fail('it asks without an end')
}

test('A6 opens no session for a sign-in with the old password that is under way while the password changes', {
  tags: 'trial',
}, async () => {
  const { app, askAndHold } = await slowServer()
  for (const way of ['a reset', 'a change'] as const)
    for (let questions = 1; questions < 40; questions++) {
      const owner = await signUp()
      await call('POST', '/api/verify-email', undefined, { token: (await mailTo(owner.email)).token, password })
      const goOn = await askAndHold(() => signIn(owner.email, password, { app }), questions)
      if (!goOn) {
        expect(questions).toBeGreaterThan(5)
        break
      }
      if (way === 'a reset') expect((await reset(await forgot(owner.email))).status).toBe(200)
      else {
        const change = { email: owner.email, current: password, password: newPassword }
        expect((await call('POST', '/api/me/password', owner, change)).status).toBe(200)
      }
      // Once the session is open it is answered with 200, and the change has ended it.
      expect(await goOn(), `${way} after ${questions}`).toBeLessThan(500)
      const kept = way === 'a reset' ? 0 : 1
      const sessions = db.selectFrom('sessions').select('id').where('userId', '=', owner.id)
      expect(await sessions.execute(), `${way} after ${questions}`).toHaveLength(kept)
    }
})

const consent = { version: consentVersion, to: ['publish', 'contact'] }
const biodata = { name: 'Not the owner', phoneNumber: '01666000111' }
const writes = [
  ['a biodata that is published', 'PATCH', '/api/bioData', { ...biodata, consent }],
  ['a biodata', 'PATCH', '/api/bioData', biodata],
  ['a name and a photo', 'PATCH', '/api/me', { name: 'Again', photoUrl: 'https://attacker.example/beacon' }],
  ['a saved search', 'POST', '/api/me/searches', { name: 'Mine', search: 'gender=Male&division=Dhaka' }],
  ['a request for premium', 'PATCH', '/api/user/request_premium/me', {}],
  ['“This is mine”', 'PATCH', '/api/me/put-away', {}],
  ['“This is not mine”', 'DELETE', '/api/me/put-away', undefined],
  ['who may see the contact', 'PATCH', '/api/me/contact', { contactFor: 'checked' }],
] as const

test.each(writes)(
  'A6 SEC-N5 refuses %s that is under way while the owner proves the email',
  async (_what, method, url, sent) => {
    const server = await slowServer()
    const prepare = async () => {
      const attacker = await signUp()
      await world.publish(attacker, { name: 'Not the owner' })
      const payload = url === '/api/bioData' ? biodataOnTheWire({ email: attacker.email, ...sent }) : sent
      return { attacker, ask: () => server.app.inject({ method, url, headers: { cookie: attacker.cookie }, payload }) }
    }
    const whole = async ({ id }: Person) => ({
      user: await db.selectFrom('users').select(['name', 'image']).where('id', '=', id).execute(),
      biodata: await db.selectFrom('biodata').selectAll().where('id', '=', id).execute(),
      searches: await db.selectFrom('savedSearches').selectAll().where('ownerId', '=', id).execute(),
      premium: await db.selectFrom('premium').selectAll().where('userId', '=', id).execute(),
      consents: await db.selectFrom('consents').selectAll().where('userId', '=', id).execute(),
    })
    const questions = await atEveryQuestion(server, prepare, async (attacker, goOn) => {
      const before = await whole(attacker)
      expect(before.biodata).toMatchObject([{ presence: 'paused' }])
      expect(await goOn()).toBe(401)
      expect(await whole(attacker)).toEqual(before)
    })
    expect(questions).toBeGreaterThan(1)
  },
)

test('A6 SEC-N5 keeps no passkey whose making is under way while the owner proves the email', async () => {
  const config = { ...parts.config, origin: 'http://localhost:3000' }
  const server = await slowServer(config)
  const prepare = async () => {
    const attacker = await signUp()
    const headers = { origin: config.origin, host: 'localhost:3000', cookie: attacker.cookie }
    const options = await server.app.inject({ url: '/api/auth/passkey/generate-register-options', headers })
    expect(options.statusCode).toBe(200)
    const set = options.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
    const payload = { response: softwarePasskey(config.origin).register(options.json(), true) }
    const url = '/api/auth/passkey/verify-registration'
    const cookie = [attacker.cookie, ...set].join('; ')
    return {
      attacker,
      ask: () => server.app.inject({ method: 'POST', url, headers: { ...headers, cookie }, payload }),
    }
  }
  const questions = await atEveryQuestion(server, prepare, async ({ id }, goOn) => {
    expect(await goOn()).toBeGreaterThanOrEqual(400)
    expect(await db.selectFrom('passkeys').select('id').where('userId', '=', id).execute()).toEqual([])
  })
  expect(questions).toBeGreaterThan(3)
})

test('A6 SEC-N5 leaves one owner and nothing of the attacker when a reset races sign-ins with the old password', async () => {
  for (let round = 0; round < 5; round++) {
    const attacker = await signUp()
    const token = await forgot(attacker.email)
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => signIn(attacker.email, password)),
      reset(token).then(({ status }) => ({ statusCode: status, cookies: [] })),
      ...Array.from({ length: 4 }, () => signIn(attacker.email, password)),
    ])
    expect(answers.every(({ statusCode }) => statusCode < 500)).toBe(true)
    for (const answer of answers.filter((one) => one.cookies.length > 0))
      expect(await session({ ...attacker, cookie: cookiesOf(answer as Awaited<ReturnType<typeof signIn>>) })).toBeNull()
    expect((await signIn(attacker.email, newPassword)).statusCode).toBe(200)
  }
})
