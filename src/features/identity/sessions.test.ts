import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { accountsWorld, password } from '#tests/accounts.server.ts'
import { openExplained } from '#tests/explained.server.ts'
import { removeOld } from '#tests/old-rows.server.ts'
import { testConfig } from '#tests/world.server.ts'

const { world, signUp, signIn, cookiesOf, forgot, session, now, homeOf } = await accountsWorld()
afterAll(() => world.close())
const { db } = world

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

test('A5: of more than twenty sessions those that were used last stay', async () => {
  const person = await signUp()
  await db
    .updateTable('sessions')
    .set({ updatedAt: new Date(0) })
    .where('userId', '=', person.id)
    .execute()
  let last = await signIn(person.email, password)
  for (let i = 0; i < 19; i++) last = await signIn(person.email, password)
  expect(await session(person)).toBeNull()
  expect(await session({ ...person, cookie: cookiesOf(last) })).not.toBeNull()
})

test('A5: a session ends 180 days after its sign-in, however often it was used', async () => {
  const person = await signUp()
  const begun = (daysAgo: number) =>
    db
      .updateTable('sessions')
      .set({ createdAt: new Date(now().getTime() - daysAgo * 86_400_000) })
      .where('userId', '=', person.id)
      .execute()
  await begun(179)
  expect(await session(person)).not.toBeNull()
  await begun(181)
  expect(await session(person)).toBeNull()
  expect(await db.selectFrom('sessions').select('id').where('userId', '=', person.id).execute()).toEqual([])
})

test('A1: a session is prolonged by use, once an hour; without Remember me it is not, and an ended one loses its cookie', async () => {
  const person = await signUp()
  const use = (cookie: string) => world.app.inject({ url: '/api/session', headers: { cookie } })
  const leave = (minutes: number) =>
    db
      .updateTable('sessions')
      .set({ expiresAt: new Date(Date.now() + minutes * 60_000) })
      .where('userId', '=', person.id)
      .execute()
  const ends = async () =>
    (await db.selectFrom('sessions').select('expiresAt').where('userId', '=', person.id).executeTakeFirstOrThrow())
      .expiresAt
  const month = 30 * 24 * 60
  await leave(month - 55)
  expect((await use(person.cookie)).headers['set-cookie']).toBeUndefined()
  await leave(month - 65)
  const prolonged = await use(person.cookie)
  expect(prolonged.json().user.email).toBe(person.email)
  expect(prolonged.cookies.find(({ name }) => name.endsWith('session_token'))?.maxAge).toBe(month * 60)
  expect((await ends()).getTime()).toBeGreaterThan(Date.now() + (month - 5) * 60_000)

  await db.deleteFrom('sessions').where('userId', '=', person.id).execute()
  const forNow = await signIn(person.email, password, { rememberMe: false })
  await leave(60)
  expect((await use(cookiesOf(forNow))).json().user.email).toBe(person.email)
  expect((await ends()).getTime()).toBeLessThan(Date.now() + 61 * 60_000)
  await leave(-1)
  const ended = await use(cookiesOf(forNow))
  expect(ended.json().user).toBeNull()
  expect(ended.cookies.find(({ name }) => name.endsWith('session_token'))).toMatchObject({ value: '', maxAge: 0 })
})

test('Z1: who asks, with role, premium and blocks, is one question to the database', async () => {
  const person = await signUp()
  const explained = openExplained(world.connection, 'auto')
  const app = await buildApp({ config: testConfig(), db: explained.db, logLevel: 'silent' })
  const forNow = await signIn(person.email, password, { rememberMe: false })
  for (const cookie of [person.cookie, cookiesOf(forNow)]) {
    explained.costs.length = 0
    const answer = await app.inject({ url: '/api/session', headers: { cookie } })
    expect(answer.json().user.email).toBe(person.email)
    expect(explained.costs.map(({ sql }) => sql)).toHaveLength(1)
  }
  await app.close()
  await explained.db.destroy()
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
  await removeOld(db, 'sessions', now())
  expect([(await sessions.execute()).length, (await links.execute()).length]).toEqual([2, 2])
  await removeOld(db, 'sessions', new Date(Date.now() + 31 * 86_400_000))
  expect([await sessions.execute(), await links.execute()]).toEqual([[], []])
})

test('A6: finding an account by its email reads an index, not all users', async () => {
  const client = await world.pool.connect()
  // Without the triggers, and taken back: to delete them one by one takes longer than all else.
  await client.query(`begin; set local session_replication_role = replica;
    insert into users (name, email) select 'x', 'many' || n || '@mail.example' from generate_series(1, 5000) n;
    analyze users`)
  const { rows } = await client.query("explain select * from users where email = 'many77@mail.example'")
  await client.query('rollback')
  client.release()
  expect(JSON.stringify(rows)).toContain('Index Scan using users_email_key')
})
