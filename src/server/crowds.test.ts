import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { connections } from '#src/platform/db/open.server.ts'
import { mountPages } from '#src/site/pages.server.ts'
import { floods, othersAsk, visitorsAt } from '#test/floods.ts'
import { testConfig, testWorld } from '#test/world.server.ts'

const config = testConfig({ trustProxy: '127.0.0.1', mail: { from: 'site@mail.example' } })
/** With the places, passwords and pages of a real site. */
const world = await testWorld({
  config,
  places: connections + 2,
  passwordCost: undefined,
  keepsAnswers: true,
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

test.each(floods)('Z3 SEC-N1 SEC-N4: other people are all answered beside $name', async ({ begin }) => {
  const end = await begin(visitors(), member)
  const answers = await othersAsk(visitors())
  await end()
  expect(answers).toEqual(Array(32).fill(200))
})

test('Z3 SEC-N4: a person signs in while somebody else tries wrong passwords without a pause', async () => {
  const end = await floods.at(-1)!.begin(visitors(), member)
  const body = { email: member.email, password: 'a good password' }
  const status = await visitors().ask('192.0.2.99', '/api/auth/sign-in/email', { method: 'POST', body })
  await end()
  expect(status).toBe(200)
})
