import { afterAll, expect, test } from 'vitest'
import { consentVersion } from '#src/features/consents/policy.ts'
import { deliverDue } from '#src/features/mail/outbox.server.ts'
import { createDelivery } from '#src/features/mail/transport.server.ts'
import { mailServer } from '#tests/smtp.server.ts'
import { noon, type Person, testConfig, testWorld } from '#tests/world.server.ts'

const server = await mailServer()
const config = testConfig({ mail: { from: 'site@nikhad.example', smtpUrl: server.url } })
const world = await testWorld({ config, clock: () => noon })
const { call, db } = world
afterAll(async () => {
  await world.close()
  await server.stop()
})

const daughter = await world.signUp('farzana@mail.example')
await world.publish(daughter, { name: 'Farzana Karim' })
const rights = { mayAnswer: true, isContact: false, mayConfirm: true, mayEdit: false }
let people = 0
const invite = (guardianEmail: string) =>
  call('POST', '/api/me/guardians', daughter, { name: 'Abdul Karim', relation: 'father', ...rights, guardianEmail })
const round = async () => {
  // Those of registering.
  await db.deleteFrom('outbox').where('kind', '=', 'verify').execute()
  await deliverDue({
    db,
    deliver: createDelivery({ ...config, mail: config.mail! }),
    clock: () => noon,
    log: { error() {} },
  })
}
const guardians = async (ward: Person) => (await call('GET', '/api/me/guardians', ward)).body
const forgetAll = async () => {
  for (const { _id } of await guardians(daughter)) await call('DELETE', `/api/me/guardians/${_id}`, daughter)
}

test('U1 nobody is written to in the name of an email that is not confirmed', async () => {
  expect((await invite('father@mail.example')).body).toMatchObject({ status: 409, code: 'email-unconfirmed' })
  expect(await guardians(daughter)).toEqual([])
  await db.updateTable('users').set({ emailVerified: true }).where('id', '=', daughter.id).execute()
})

test('U1 X4 an invitation is mailed with its link, and its subject says nothing', async () => {
  const { link } = (await invite('father@mail.example')).body
  expect(await guardians(daughter)).toMatchObject([{ email: 'father@mail.example', mail: 'waiting' }])
  await round()
  expect(server.received.map(({ recipients }) => recipients)).toEqual([['father@mail.example']])
  const { subject, text } = server.received[0]!.mail
  expect(subject).toBe('Nikhad: something waits for you')
  expect(text).toContain(link)
  expect(text).toContain('Farzana Karim')
  // The address may have no account here.
  expect(text).not.toContain('has an account')
  expect(await guardians(daughter)).toMatchObject([{ mail: 'sent' }])
  await forgetAll()
})

test('U1 an invitation that the mail server refuses is shown to the person who invited', async () => {
  server.refuse = () => ({ code: 550, message: 'No such user' })
  await invite('nobody@mail.example')
  await round()
  server.refuse = () => undefined
  expect(await guardians(daughter)).toMatchObject([{ state: 'invited', email: 'nobody@mail.example', mail: 'failed' }])
  await forgetAll()
})

test('U1 a link that was taken back, or was used, is mailed no more', async () => {
  server.received.length = 0
  await invite('one@mail.example')
  await forgetAll()
  const { link } = (await invite('two@mail.example')).body
  const father = await world.signUp('father@mail.example')
  const token = new URL(link).searchParams.get('token')
  const agreed = { phone: '01911000141', isOfAge: true, numberMayBeShown: true, consentVersion }
  expect((await call('POST', '/api/guardian-invitation/acceptance', father, { token, ...agreed })).status).toBe(200)
  await db.deleteFrom('outbox').where('kind', '=', 'guardian').execute()
  await round()
  expect(server.received).toEqual([])
  const [guardian] = await guardians(daughter)
  expect(guardian.email).toBeUndefined()
})

test('U1 W7 the person is mailed that the invitation was accepted, unless they chose otherwise', async () => {
  await forgetAll()
  server.received.length = 0
  await db.deleteFrom('outbox').execute()
  const accept = async () => {
    const { link } = (await invite('')).body
    const other = await world.signUp(`relative-${++people}@mail.example`, 'Karim')
    const token = new URL(link).searchParams.get('token')
    const agreed = { phone: '01911000141', isOfAge: true, numberMayBeShown: true, consentVersion }
    await call('POST', '/api/guardian-invitation/acceptance', other, { token, ...agreed })
  }
  await accept()
  await round()
  expect(server.received.map(({ mail }) => mail.subject)).toEqual(['Nikhad: news for you'])
  const decline = { kind: 'guardian', channel: 'mail', wanted: false }
  await call('PATCH', '/api/me/notification-settings', daughter, decline)
  await accept()
  await round()
  expect(server.received).toHaveLength(1)
})
