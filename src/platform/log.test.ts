import { afterAll, expect, test } from 'vitest'
import { testConfig, testWorld, worldForThisTest } from '#tests/world.server.ts'

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

test('Y1: a proxy that is not trusted is noticed once; a trusted one is not', async () => {
  for (const [trustProxy, noticed] of [
    [undefined, 1],
    ['127.0.0.1', 0],
  ] as const) {
    const said: string[] = []
    const config = testConfig({ trustProxy })
    const site = await worldForThisTest({ config, logLevel: 'warn', logTo: { write: (line) => void said.push(line) } })
    for (const address of ['203.0.113.7', '203.0.113.8'])
      await site.call('GET', '/healthz', undefined, undefined, { 'x-forwarded-for': address })
    expect(said.filter((line) => line.includes('Set TRUST_PROXY'))).toHaveLength(noticed)
    expect(said.join('')).not.toContain('203.0.113')
  }
})
