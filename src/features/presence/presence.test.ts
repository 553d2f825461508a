import { afterAll, expect, test } from 'vitest'
import { payingWorld } from '#tests/paying.server.ts'
import { forgetMarried } from './queries.server.ts'

const world = await payingWorld()
afterAll(() => world.close())

test('R3 R7: the biodata of the married that is brought back in the moment it would be deleted stays', async () => {
  const { payer, owner, number } = await world.payerAndBiodata()
  const ref = await world.pay(payer, number)
  await world.call('PATCH', '/api/me/presence', owner, { presence: 'married' })
  const in31Days = new Date(Date.now() + 31 * 86_400_000)
  let forgetting: Promise<void> | undefined
  await world.db.transaction().execute(async (trx) => {
    // It has found the biodata, and waits for a payment for it.
    await trx.selectFrom('payments').select('id').where('providerRef', '=', ref).forUpdate().execute()
    forgetting = forgetMarried(world.db, in31Days)
    await world.untilHeldUp(forgetting)
    await trx.updateTable('biodata').set({ presence: 'published' }).where('id', '=', owner.id).execute()
  })
  await forgetting
  expect((await world.call('GET', '/api/me/presence', owner)).body).toMatchObject({ number, presence: 'published' })
})
