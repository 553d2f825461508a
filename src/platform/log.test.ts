import { afterAll, expect, test } from 'vitest'
import { testWorld } from '#test/world.server.ts'

const lines: string[] = []
const world = await testWorld({ logLevel: 'info', logTo: { write: (line) => void lines.push(line) } })
afterAll(() => world.close())

test('G7: a log holds route patterns and no email, phone, cookie, password or secret', async () => {
  const asker = await world.signUp('canary.asker@example.org', 'Canary Asker')
  const number = await world.publish(asker, { phoneNumber: '01799887766' })
  await world.call('GET', `/api/user/admin/${asker.email}`, asker)
  await world.call('GET', `/api/viewBioData/?email=${asker.email}`, asker)
  await world.call('GET', `/api/favorite-status/${number}/${asker.email}`, asker)
  await world.call('GET', '/api/user/premium/someone.else@example.org', asker)
  await world.call('PATCH', '/api/bioData', asker, { email: asker.email, phoneNumber: '01799887766' })
  await world.call('POST', '/api/auth/sign-in/email', undefined, { email: asker.email, password: 'canary password' })
  await world.call('GET', '/api/auth/callback/google?code=canary&state=canary')
  // Faults that quote what was sent, in their own words and in those of their cause, as libraries' do.
  world.app.log.error(
    { err: new Error('Cannot reach +880 1799-887766', { cause: new Error(`refused: ${asker.email}, ০১৭৯৯৮৮৭৭৬৬`) }) },
    'a fault of a library',
  )
  // And one of PostgreSQL.
  await world.pool.query(`alter table favourites add constraint canary check (owner_id <> '${asker.id}')`)
  expect((await world.call('POST', '/api/favorite-bioData', asker, { bioDataId: number })).status).toBe(500)

  const log = lines.join('')
  expect(log).toContain('/api/user/admin/:email')
  expect(log).toContain('"message":"canary"')
  expect(log).toContain('"message":"Cannot reach [number]"')
  expect(log).toContain('"cause":{"type":"Error","message":"refused: [email] [number]"')
  for (const secret of [
    'example.org',
    '1799887766',
    '1799-887766',
    '১৭৯৯৮৮৭৭৬৬',
    'canary password',
    'session_token',
    asker.cookie.split('=')[1]!.slice(0, 20),
    asker.id,
  ]) {
    expect(log).not.toContain(secret)
  }
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
})
