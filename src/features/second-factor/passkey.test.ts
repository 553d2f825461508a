import { afterAll, expect, test } from 'vitest'
import { softwarePasskey } from '#tests/passkey.ts'
import { type Person, testConfig, testWorld } from '#tests/world.server.ts'

const config = testConfig({ origin: 'http://localhost:3000' })
const world = await testWorld({ config })
afterAll(() => world.close())

const headers = { origin: config.origin, host: new URL(config.origin).host }
async function signUp(email: string): Promise<Person> {
  const account = { name: 'Somebody', email, password: 'a good password', image: 'https://photos.example/me.jpg' }
  const answer = await world.call('POST', '/api/auth/sign-up/email', undefined, account, headers)
  expect(answer.status).toBe(200)
  return { email, id: answer.body.user.id, cookie: cookiesIn(answer).join('; ') }
}
const cookiesIn = (answer: { headers: Record<string, unknown> }) =>
  [answer.headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie).split(';')[0])

/** Asks for the options of a step, and sends what the device answers to them. */
async function answerTo(
  step: 'register' | 'authenticate',
  device: ReturnType<typeof softwarePasskey>,
  by?: Person,
  knowsOwner = true,
) {
  const options = await world.call('GET', `/api/auth/passkey/generate-${step}-options`, by, undefined, headers)
  expect(options.status).toBe(200)
  const cookie = [by?.cookie, ...cookiesIn(options)].filter(Boolean).join('; ')
  const path = step === 'register' ? 'verify-registration' : 'verify-authentication'
  const response = device[step](options.body, knowsOwner)
  return world.call('POST', `/api/auth/passkey/${path}`, undefined, { response }, { ...headers, cookie })
}

const sessionIn = async (answer: Awaited<ReturnType<typeof answerTo>>) =>
  (await world.call('GET', '/api/session', undefined, undefined, { cookie: cookiesIn(answer).join('; ') })).body.user

test('M8: a passkey is made and opens the account only where the device knows its owner, by a finger or a PIN', async () => {
  const person = await signUp('owner@mail.example')
  const device = softwarePasskey(config.origin)
  const passkeys = async () => (await world.call('GET', '/api/me/second-factor', person)).body.passkeys
  const stolen = await answerTo('register', device, person, false)
  expect(stolen).toMatchObject({ status: 401, body: { code: 'USER_VERIFICATION_REQUIRED' } })
  expect(await passkeys()).toEqual([])
  expect((await answerTo('register', device, person)).status).toBe(200)
  expect(await passkeys()).toHaveLength(1)

  const found = await answerTo('authenticate', device, undefined, false)
  expect(found).toMatchObject({ status: 401, body: { code: 'USER_VERIFICATION_REQUIRED' } })
  expect(await sessionIn(found)).toBeNull()
  const entered = await answerTo('authenticate', device)
  expect(entered.status).toBe(200)
  expect(await sessionIn(entered)).toMatchObject({ email: person.email })
})

test('M8: nobody removes the passkey of somebody else', async () => {
  const [person, other] = [await signUp('keeper@mail.example'), await signUp('other@mail.example')]
  expect((await answerTo('register', softwarePasskey(config.origin), person)).status).toBe(200)
  const passkeys = async () => (await world.call('GET', '/api/me/second-factor', person)).body.passkeys
  const [{ id }] = await passkeys()
  const remove = (by: Person) => world.call('DELETE', `/api/me/passkeys/${id}`, by, undefined, headers)
  expect((await remove(other)).status).toBe(404)
  expect(await passkeys()).toHaveLength(1)
  expect((await remove(person)).body).toEqual({ deletedCount: 1 })
  expect(await passkeys()).toEqual([])
})
