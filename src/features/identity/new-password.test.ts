import { afterAll, expect, test } from 'vitest'
import { accountsWorld, newPassword, password } from '#tests/accounts.server.ts'
import type { Person } from '#tests/world.server.ts'

const { world, signUp, signIn, cookiesOf, forgot, reset, session } = await accountsWorld()
afterAll(() => world.close())
const { call, db, pool } = world

/** Two who do something at once: both have looked before the first one writes. */
async function both<Answer>(table: 'accounts' | 'mailedLinks', { id }: Person, act: (n: number) => Promise<Answer>) {
  let acting: Promise<Answer[]> | undefined
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom(table).select('userId').where('userId', '=', id).forUpdate().execute()
    acting = Promise.all([act(1), act(2)])
    const waiting = 'select from pg_locks where not granted'
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(2)
  })
  return (await acting)!
}

test('A6: a reset link ends every session, also where the email was proved long ago', async () => {
  const person = await signUp()
  await reset(await forgot(person.email))
  const found = { ...person, cookie: cookiesOf(await signIn(person.email, newPassword)) }
  expect(await session(found)).toMatchObject({ isVerified: true })
  expect((await reset(await forgot(person.email), 'yet another password')).status).toBe(200)
  expect(await session(found)).toBeNull()
})

test('A6: of two who change a password at once from the same one, one does', async () => {
  const person = await signUp()
  const change = (n: number) =>
    call('POST', '/api/me/password', person, { current: password, password: `${newPassword} ${n}` })
  const answers = await both('accounts', person, change)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  const first = answers.findIndex(({ status }) => status === 200) + 1
  expect((await signIn(person.email, `${newPassword} ${first}`)).statusCode).toBe(200)
})

test('A6: of two who use a reset link in the same moment, one sets the password', async () => {
  const person = await signUp()
  const token = await forgot(person.email)
  const answers = await both('mailedLinks', person, (n) => reset(token, `${newPassword} ${n}`))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('A6: of forty links for a new password that one network asks for at once ten are refused', async () => {
  const ask = (n: number, network: string) =>
    call('POST', '/api/forgot-password', { email: '', id: '', cookie: '', network }, { email: `${n}@mail.example` })
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n, '198.51.100.20')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  expect((await ask(0, '198.51.100.21')).status).toBe(200)
})
