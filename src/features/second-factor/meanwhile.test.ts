import { afterAll, expect, test } from 'vitest'
import { codeAt } from '#tests/authenticator.ts'
import { testWorld } from '#tests/world.server.ts'

const world = await testWorld()
afterAll(() => world.close())

test('M8: an app that is begun anew while it is confirmed does not count: its code is of another secret', async () => {
  const person = await world.signUp('somebody@mail.example')
  const { secret } = (await world.call('POST', '/api/me/second-factor', person, {})).body
  const code = codeAt(secret, Date.now())
  let confirming: ReturnType<typeof world.call> | undefined
  await world.db.transaction().execute(async (trx) => {
    await trx.selectFrom('secondFactors').select('id').where('userId', '=', person.id).forUpdate().execute()
    confirming = world.call('POST', '/api/me/second-factor/confirmation', person, { code })
    const waiting = 'select from pg_locks where not granted'
    await expect.poll(async () => (await world.pool.query(waiting)).rowCount).toBe(1)
    await trx.updateTable('secondFactors').set({ secret: 'another one' }).where('userId', '=', person.id).execute()
  })
  expect(await confirming).toMatchObject({ status: 422, body: { code: 'INVALID_CODE' } })
  expect((await world.call('GET', '/api/me/second-factor', person)).body.isOn).toBe(false)
})
