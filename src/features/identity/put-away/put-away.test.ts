import { afterAll, expect, test } from 'vitest'
import { consentVersion } from '#src/features/consents/policy.ts'
import { accountsWorld, newPassword, password } from '#tests/accounts.server.ts'
import type { Person } from '#tests/world.server.ts'

const { world, signUp, signIn, cookiesOf, mailTo, forgot, reset, session } = await accountsWorld()
afterAll(() => world.close())
const { call, db } = world

const verifyToken = async (email: string) => (await mailTo(email)).token

/** What the attack of SEC-N5 leaves under another's address, and the token of the mail that its owner gets. */
async function attack(more: Record<string, unknown> = {}) {
  const attacker = await signUp()
  const token = await verifyToken(attacker.email)
  await call('PATCH', '/api/me', attacker, { name: 'Not the owner', photoUrl: 'https://attacker.example/beacon' })
  const number = await world.publish(attacker, { phoneNumber: '01666000111', ...more })
  const search = { name: 'Mine', search: 'gender=Male&division=Dhaka' }
  expect((await call('POST', '/api/me/searches', attacker, search)).status).toBe(200)
  await call('PATCH', `/api/user/request_premium/${attacker.email}`, attacker, {})
  const [{ id: sessionId } = expect.fail('no session')] = await sessionsOf(attacker)
  const browser = { endpoint: `https://push.example/${attacker.id}`, p256dh: 'a', auth: 'b', siteKey: 'c' }
  await db
    .insertInto('pushSubscriptions')
    .values({ userId: attacker.id, sessionId, ...browser })
    .execute()
  return { attacker, token, number }
}
const sessionsOf = (person: Person) => db.selectFrom('sessions').select('id').where('userId', '=', person.id).execute()

const isFound = async (number: number) => {
  const { body } = await call('GET', '/api/bioData-filter?gander=Female&limit=100')
  return body.some(({ bioDataId }: { bioDataId: number }) => bioDataId === number)
}

/** The owner of the address, signed in with a password of their own. */
async function ownerOf(attacker: Person, resetToken: string): Promise<Person> {
  expect((await reset(resetToken)).status).toBe(200)
  return { ...attacker, cookie: cookiesOf(await signIn(attacker.email, newPassword)) }
}

const proofs = [
  ['a reset link', async ({ attacker }: Attack) => ownerOf(attacker, await forgot(attacker.email))],
  [
    'a confirming link without the password',
    async ({ attacker, token }: Attack) => {
      const { body } = await call('POST', '/api/verify-email', undefined, { token })
      return ownerOf(attacker, body.resetToken)
    },
  ],
] as const
type Attack = Awaited<ReturnType<typeof attack>>

test.each(proofs)(
  'A6 SEC-N5 hides what an unproved account wrote at a first proof by %s, until the owner calls it theirs',
  async (_way, prove) => {
    const attacked = await attack({ consent: { version: consentVersion, to: ['publish'] } })
    const { number } = attacked
    expect(await isFound(number)).toBe(true)
    const owner = await prove(attacked)

    expect(await isFound(number)).toBe(false)
    expect((await call('GET', '/api/me', owner)).body).toMatchObject({ name: '-' })
    expect((await call('GET', '/api/me', owner)).body.photoUrl).toBeUndefined()
    expect((await call('GET', '/api/me/searches', owner)).body).toEqual([])
    expect((await call('GET', '/api/me/consents', owner)).body).toEqual([])
    const admin = await world.makeAdmin(await signUp())
    const asking = async () =>
      (await call('GET', '/api/premium-requests', admin)).body.map(({ email }: { email: string }) => email)
    expect(await asking()).not.toContain(owner.email)
    expect(await db.selectFrom('pushSubscriptions').select('id').where('userId', '=', owner.id).execute()).toEqual([])
    expect(await session(owner)).toMatchObject({ isPutAway: true, isPaused: true })
    expect((await call('GET', '/api/me/put-away', owner)).body).toEqual({
      name: 'Not the owner',
      photoUrl: 'https://attacker.example/beacon',
      hasBiodata: true,
      searches: 1,
      askedForPremium: true,
      browsers: 1,
    })
    // One press elsewhere does not publish a stranger's words.
    const publish = { presence: 'published', email: owner.email }
    expect(await call('PATCH', '/api/me/presence', owner, publish)).toMatchObject({
      status: 409,
      body: { code: 'put-away' },
    })

    expect((await call('PATCH', '/api/me/put-away', owner, {})).body).toEqual({ modifiedCount: 1 })
    expect(await isFound(number)).toBe(true)
    expect((await call('GET', '/api/me', owner)).body).toMatchObject({
      name: 'Not the owner',
      photoUrl: 'https://attacker.example/beacon',
    })
    expect((await call('GET', '/api/me/searches', owner)).body).toMatchObject([{ name: 'Mine' }])
    expect((await call('GET', '/api/me/consents', owner)).body).toMatchObject([
      { what: 'publish' },
      { what: 'contact' },
    ])
    expect(await asking()).toContain(owner.email)
    const [own] = await sessionsOf(owner)
    const woken = db.selectFrom('pushSubscriptions').select('sessionId').where('userId', '=', owner.id)
    expect(await woken.execute()).toEqual([{ sessionId: own!.id }])
    expect(await session(owner)).toMatchObject({ isPutAway: false, isPaused: false })
    expect((await call('PATCH', '/api/me/put-away', owner, {})).body).toEqual({ modifiedCount: 0 })
  },
)

test('A6 SEC-N5 leaves a biodata paused that was paused before, when the owner calls it theirs', async () => {
  const attacked = await attack({ consent: { version: consentVersion, to: ['publish'] } })
  const { attacker, number } = attacked
  const paused = { presence: 'paused', email: attacker.email }
  expect((await call('PATCH', '/api/me/presence', attacker, paused)).status).toBe(200)
  const owner = await proofs[0][1](attacked)
  expect((await call('PATCH', '/api/me/put-away', owner, {})).body).toEqual({ modifiedCount: 1 })
  expect(await isFound(number)).toBe(false)
  expect(await session(owner)).toMatchObject({ isPutAway: false, isPaused: true })
})

test('A6 SEC-N5 changes nothing where the account’s own password confirms, in any browser', async () => {
  for (const isElsewhere of [true, false]) {
    const { attacker: person, token, number } = await attack()
    const by = isElsewhere ? undefined : person
    const typed = isElsewhere ? { token, password } : { token }
    expect((await call('POST', '/api/verify-email', by, typed)).body).toEqual({ modifiedCount: 1, resetToken: null })
    expect(await isFound(number)).toBe(true)
    expect(await session(person)).toMatchObject({ name: 'Not the owner', isVerified: true, isPutAway: false })
    expect((await call('GET', '/api/me/searches', person)).body).toHaveLength(1)
  }
})

test('A6 leaves an imported biodata as it is when its owner claims it', async () => {
  const imported = await attack()
  const { attacker, number } = imported
  for (const table of ['accounts', 'sessions'] as const)
    await db.deleteFrom(table).where('userId', '=', attacker.id).execute()
  const owner = await ownerOf(attacker, await forgot(attacker.email))
  expect(await isFound(number)).toBe(true)
  expect(await session(owner)).toMatchObject({ name: 'Not the owner', isPutAway: false })
})

test('A6 SEC-N5 puts away once when two proofs race, and one of them wins', async () => {
  for (let round = 0; round < 5; round++) {
    const { attacker, token, number } = await attack()
    const resetToken = await forgot(attacker.email)
    const answers = await Promise.all([
      call('POST', '/api/verify-email', undefined, { token }),
      reset(resetToken),
      call('POST', '/api/verify-email', undefined, { token }),
    ])
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    expect(await isFound(number)).toBe(false)
    const kept = await db.selectFrom('putAway').selectAll().where('userId', '=', attacker.id).execute()
    expect(kept).toMatchObject([{ name: 'Not the owner', wasPublished: true }])
    expect(await session(attacker)).toBeNull()
    expect((await signIn(attacker.email, password)).statusCode).toBe(401)
  }
})

test('A6 SEC-N5 deletes all of it where the owner says that it is not theirs, and keeps what they saved themselves', async () => {
  const attacked = await attack()
  const owner = await proofs[0][1](attacked)
  expect((await call('DELETE', '/api/me/put-away', owner)).body).toEqual({ deletedCount: 1 })
  expect((await call('GET', '/api/viewBioData', owner)).body).toBeNull()
  expect(await session(owner)).toMatchObject({ name: '-', isPutAway: false })

  const other = await attack()
  const saver = await proofs[0][1](other)
  const consent = { version: consentVersion, to: ['publish'] }
  await world.publish(saver, { name: 'The owner', consent })
  expect(await isFound(other.number)).toBe(true)
  expect((await call('DELETE', '/api/me/put-away', saver)).body).toEqual({ deletedCount: 1 })
  expect((await call('GET', '/api/viewBioData', saver)).body).toMatchObject({ name: 'The owner', isPublished: true })
})

test('A9 A6 holds what is put away in the export, and deletes it with the account', async () => {
  const owner = await proofs[0][1](await attack())
  const { body, text } = await call('GET', '/api/me/export', owner)
  expect(body.putAway).toMatchObject({
    name: 'Not the owner',
    image: 'https://attacker.example/beacon',
    wasPublished: true,
    searches: [{ name: 'Mine', howOften: 'weekly' }],
    pushSubscriptions: 1,
  })
  expect(text).not.toContain('p256dh')
  expect((await call('POST', '/api/me/deletion', owner, { confirmation: newPassword })).body).toEqual({
    deletedCount: 1,
  })
  expect(await db.selectFrom('putAway').select('userId').where('userId', '=', owner.id).execute()).toEqual([])
})

test('A6 SEC-N5 shows nobody else the email of an unproved account as a contact while mail is on', async () => {
  const unproved = await signUp()
  const number = await world.publish(unproved)
  const premium = await world.makePremium(await signUp())
  const payer = await signUp()
  const admin = await world.makeAdmin(await signUp())
  await world.record(payer, await world.pay(payer, number), number)
  await db
    .updateTable('contactRequests')
    .set({ status: 'approve', approvedAt: new Date() })
    .where('number', '=', number)
    .execute()

  const contacts = async () => ({
    profiles: await Promise.all(
      [premium, payer, admin].map(async (by) => (await call('GET', `/api/bioData/${unproved.id}`, by)).body),
    ),
    requests: (await call('GET', '/api/payments', payer)).body,
    forAdmin: (await call('POST', `/api/contact-views/${unproved.id}`, admin, { reason: 'They asked' })).body,
  })
  const before = await contacts()
  for (const profile of before.profiles) {
    expect(profile).toMatchObject({ contact: 'shown', phoneNumber: '+8801712345678' })
    expect(profile).not.toHaveProperty('email')
  }
  expect(before.requests).toMatchObject([{ contactPhone: '+8801712345678' }])
  expect(JSON.stringify(before)).not.toContain(unproved.email)
  // One's own is no secret.
  expect((await call('GET', `/api/bioData/${unproved.id}`, unproved)).body.email).toBe(unproved.email)

  const confirmed = { token: await verifyToken(unproved.email), password }
  expect((await call('POST', '/api/verify-email', undefined, confirmed)).status).toBe(200)
  const after = await contacts()
  for (const profile of after.profiles) expect(profile.email).toBe(unproved.email)
  expect(after.requests).toMatchObject([{ contactEmail: unproved.email }])
  expect(after.forAdmin.email).toBe(unproved.email)
})
