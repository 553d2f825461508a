import { expect, onTestFinished, test } from 'vitest'
import { noon, testDatabase } from '#tests/world.server.ts'
import { deliverDue, queueMail } from './outbox.server.ts'

/** A sender that has a mail in its hands until `end` says how that went. */
function sender(db: Parameters<typeof deliverDue>[0]['db'], minutesFromNow: number) {
  const begun = Promise.withResolvers<void>()
  const sending = Promise.withResolvers<void>()
  const round = deliverDue({
    db,
    deliver: () => {
      begun.resolve()
      return sending.promise
    },
    clock: () => new Date(Date.now() + minutesFromNow * 60_000),
    log: { error() {} },
  })
  return { begun: begun.promise, sending, round }
}

test('X4: a sender whose lease is over changes nothing about a mail that another one is sending', async () => {
  const { db } = await testDatabase()
  onTestFinished(() => db.destroy())
  const mail = () => db.selectFrom('outbox').select(['status', 'attempts', 'lastError']).executeTakeFirst()
  await queueMail(db, 'somebody@mail.example', 'en', { kind: 'premium-approved' })
  const slow = sender(db, 0)
  await slow.begun
  const next = sender(db, 11)
  await next.begun
  slow.sending.reject(new Error('the connection is gone'))
  await slow.round
  expect(await mail()).toEqual({ status: 'sending', attempts: 2, lastError: null })
  next.sending.resolve()
  await next.round
  expect(await mail()).toEqual({ status: 'sent', attempts: 2, lastError: null })
})

test('X4: a sender does not wait for a mail that another one is just taking', async () => {
  const { db } = await testDatabase()
  onTestFinished(() => db.destroy())
  for (const name of ['first', 'second'])
    await queueMail(db, `${name}@mail.example`, 'en', { kind: 'premium-approved' })
  const sent: string[] = []
  const deliver = async ({ recipient }: { recipient: string }) => void sent.push(recipient)
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('outbox').select('id').where('recipient', '=', 'first@mail.example').forUpdate().execute()
    await deliverDue({ db, deliver, clock: () => noon, log: { error() {} } })
  })
  expect(sent).toEqual(['second@mail.example'])
})
