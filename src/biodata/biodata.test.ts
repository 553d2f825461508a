import { afterAll, expect, test } from 'vitest'
import { biodataOnTheWire, testWorld } from '#src/platform/testing/world.server.ts'

const world = await testWorld({ clock: () => new Date('2026-11-20T12:00:00+06:00') })
afterAll(() => world.close())
const rina = await world.signUp('Rina@Example.org')

test('E4: the first save makes the biodata and gives it the next number, later saves change it', async () => {
  const first = await world.call('PATCH', '/api/bioData', rina, biodataOnTheWire({ email: 'rina@example.org' }))
  expect(first).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
  const again = await world.call(
    'PATCH',
    '/api/bioData',
    rina,
    biodataOnTheWire({ occupation: 'House wife', type: 'premium', bioDataId: 77, reqPremium: 'approve' }),
  )
  expect(again.body).toEqual({ modifiedCount: 1 })
  const own = await world.call('GET', '/api/viewBioData/?email=rina@example.org', rina)
  expect(own.body).toEqual({
    ...biodataOnTheWire({ occupation: 'House wife', phoneNumber: '+8801712345678', age: 26 }),
    _id: rina.id,
    bioDataId: 1,
    email: 'rina@example.org',
  })
})
