import { afterAll, expect, test } from 'vitest'
import { forgetEnded } from '#src/sign-in/queries.server.ts'
import { accountsWorld, password } from '#test/accounts.server.ts'

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
  await forgetEnded(db, now())
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
