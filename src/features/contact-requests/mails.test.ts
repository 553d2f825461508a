import { afterAll, beforeEach, expect, it } from 'vitest'
import { payingWorld } from '#tests/paying.server.ts'

const world = await payingWorld()
afterAll(() => world.close())
const { db, call } = world

const owner = await world.signUp('owner@mail.example')
const number = await world.publish(owner)
const asker = await world.signUp('asker@mail.example')
const admins = [await world.signUp('admin1@mail.example'), await world.signUp('admin2@mail.example')]
for (const admin of admins) await world.makeAdmin(admin)
await db.updateTable('users').set({ language: 'bn' }).where('id', 'in', [asker.id, admins[1]!.id]).execute()

const queued = () =>
  db.selectFrom('outbox').select(['recipient', 'language', 'content']).orderBy('recipient').orderBy('id').execute()
const toAdmins = (content: object) => [
  { recipient: 'admin1@mail.example', language: 'en', content },
  { recipient: 'admin2@mail.example', language: 'bn', content },
]
beforeEach(async () => {
  await db.deleteFrom('outbox').execute()
})

it('K3e: a paid request is told to every administrator once, however often the payment is reported; no contact is in it', async () => {
  const transactionId = await world.pay(asker, number)
  await Promise.all(Array.from({ length: 5 }, () => world.record(asker, transactionId, number)))
  expect(await queued()).toEqual(toAdmins({ kind: 'new-request', request: 'contact', number }))
})

it('K4, M3: approval is told to the asker once and in their language, also when two administrators approve', async () => {
  const { id } = await db.selectFrom('contactRequests').select('id').executeTakeFirstOrThrow()
  await Promise.all(admins.map((admin) => call('PATCH', `/api/contact-request-approver/${id}`, admin)))
  expect(await queued()).toEqual([
    { recipient: asker.email, language: 'bn', content: { kind: 'contact-approved', number } },
  ])
})

it('K4: a request that its asker has deleted is approved without a mail', async () => {
  const other = await world.signUp('other@mail.example')
  const { body } = await world.record(other, await world.pay(other, number), number)
  await call('PATCH', `/api/delete-request/${body.insertedId}`, other)
  await db.deleteFrom('outbox').execute()
  await call('PATCH', `/api/contact-request-approver/${body.insertedId}`, admins[0])
  expect(await queued()).toEqual([])
})

it('V2: a premium request is told to every administrator once, however often it is asked', async () => {
  await Promise.all(Array.from({ length: 5 }, () => call('PATCH', '/api/user/request_premium/me', owner)))
  expect(await queued()).toEqual(toAdmins({ kind: 'new-request', request: 'premium', number }))
  await db.deleteFrom('outbox').execute()
  await call('PATCH', '/api/user/request_premium/me', asker)
  expect(await queued(), 'who has no biodata cannot ask').toEqual([])
})

it('M2: becoming premium is told once', async () => {
  await Promise.all(admins.map((admin) => call('PATCH', `/api/users/premium/${owner.id}`, admin)))
  expect(await queued()).toEqual([{ recipient: owner.email, language: 'en', content: { kind: 'premium-approved' } }])
})
