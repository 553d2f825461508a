import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { mountPages } from '#src/app/pages/pages.server.ts'
import { hashing } from '#src/features/identity/password.server.ts'
import { connections } from '#src/platform/db/open.server.ts'
import { floods, othersAsk, visitorsAt } from '#tests/floods.ts'
import { testConfig, testWorld, worldForThisTest } from '#tests/world.server.ts'

const config = testConfig({ trustProxy: '127.0.0.1', mail: { from: 'site@mail.example' } })
/** With the places, passwords and pages of a real site. */
const world = await testWorld({
  config,
  places: connections + 2,
  passwordCost: undefined,
  cachesResponses: true,
  extend: (app, around) => mountPages(app, { takesPayments: false, config, ...around }),
})
beforeAll(() => world.app.listen({ host: '127.0.0.1', port: 0 }))
afterAll(() => world.close())
const member = await world.signUp('member@mail.example')
await world.publish(member)

function visitors() {
  const found = visitorsAt({ port: (world.app.server.address() as AddressInfo).port, origin: config.origin })
  onTestFinished(found.close)
  return found
}

test.each(floods)(
  'Z3 SEC-N1 SEC-N4: other people are all answered beside $name',
  { tags: 'trial' },
  async ({ begin }) => {
    const end = await begin(visitors(), member)
    const answers = await othersAsk(visitors())
    await end()
    expect(answers).toEqual(Array(32).fill(200))
  },
)

test('Z3 SEC-N4: a person signs in while somebody else tries wrong passwords without a pause', async () => {
  const end = await floods.at(-1)!.begin(visitors(), member)
  const body = { email: member.email, password: 'a good password' }
  const status = await visitors().ask('192.0.2.99', '/api/auth/sign-in/email', { method: 'POST', body })
  await end()
  expect(status).toBe(200)
})

test('G3 SEC-N4: with too many passwords to hash the next is refused with 503, known email or not, and no fault is logged', async () => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const { call, signUp } = await worldForThisTest({ logLevel: 'info', logTo })
  const person = await signUp('person@mail.example')
  const password = 'a good password'
  const crowd = Array.from({ length: 200 }, (_, i) => hashing.enter([`198.51.100.${i}`, `crowd ${i}`]))
  const account = { name: 'New', email: 'new@mail.example', password, image: 'https://photos.example/a.jpg' }
  for (const [url, by, body] of [
    ['/api/auth/sign-in/email', undefined, { email: person.email, password }],
    ['/api/auth/sign-in/email', undefined, { email: 'nobody@mail.example', password }],
    ['/api/auth/sign-up/email', undefined, account],
    ['/api/me/confirmation', person, { password }],
  ] as const) {
    const refused = await call('POST', url, by, body)
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'overloaded', '1'])
  }
  for (const turn of crowd) turn.leave()
  expect((await call('POST', '/api/auth/sign-in/email', undefined, { email: person.email, password })).status).toBe(200)
  expect((await call('POST', '/api/auth/sign-up/email', undefined, account)).status).toBe(200)
  expect(lines.map((line) => JSON.parse(line).level).filter((level) => level > 40)).toEqual([])
})
