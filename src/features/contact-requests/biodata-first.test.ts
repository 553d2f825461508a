import { afterAll, expect, test } from 'vitest'
import { payingWorld } from '#tests/paying.server.ts'
import { type Person, testConfig } from '#tests/world.server.ts'

const optional = await payingWorld()
const required = await payingWorld({ config: testConfig({ requiresBiodata: true }) })
afterAll(() => Promise.all([optional.close(), required.close()]))

type World = typeof optional
const begin = ({ call }: World, by: Person, number: number) =>
  call('POST', '/api/create-payment-intent', by, { bioDataId: number })
const options = async ({ call }: World, by: Person) => (await call('GET', '/api/payment-options', by)).body
const presence = ({ call }: World, by: Person, to: string) =>
  call('PATCH', '/api/me/presence', by, { presence: to, email: by.email })

test('A10 S2-8 lets people pay without a biodata, and tells the page that there is none', async () => {
  const { payer, number } = await optional.payerAndBiodata()
  expect(await options(optional, payer)).toMatchObject({ requiresBiodata: false })
  const card = await optional.call('GET', `/api/bioData-card/${number}`, payer)
  expect(card.body.fit).toBeNull()
  expect(await begin(optional, payer, number)).toMatchObject({ status: 200 })
})

test('A10 S2-8 begins no payment of a person without a published biodata where the operator requires one', async () => {
  const { payer, number } = await required.payerAndBiodata()
  expect(await options(required, payer)).toMatchObject({ requiresBiodata: true })
  const refused = { status: 409, body: { code: 'biodata-needed' } }
  expect(await begin(required, payer, number)).toMatchObject(refused)
  await required.publish(payer, { gander: 'Male' })
  expect(await begin(required, payer, number)).toMatchObject({ status: 200 })
  await presence(required, payer, 'paused')
  expect(await begin(required, payer, number)).toMatchObject(refused)
  expect(await required.db.selectFrom('payments').selectAll().where('userId', '=', payer.id).execute()).toHaveLength(1)
})
