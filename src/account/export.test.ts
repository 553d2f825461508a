import { afterAll, expect, test } from 'vitest'
import { consentVersion } from '#src/consents/policy.ts'
import { testWorld } from '#test/world.server.ts'

const world = await testWorld()
afterAll(() => world.close())

test('R5 A9: the export holds what others did with one’s data and what one has agreed to, and nobody else’s', async () => {
  const owner = await world.signUp('owner@example.org')
  const number = await world.publish(owner, { consent: { version: consentVersion, to: ['publish'] } })
  const premium = await world.makePremium(await world.signUp('premium@example.org', 'Premium Canary'))
  const premiumNumber = await world.publish(premium)
  const admin = await world.makeAdmin(await world.signUp('admin@example.org', 'Admin Canary'))
  for (const by of [premium, admin]) await world.call('GET', `/api/bioData/${owner.id}`, by)
  const rude = await world.signUp('rude@example.org', 'Rude Canary')
  const rudeNumber = await world.publish(rude)
  await world.call('POST', '/api/blocks', owner, { _id: rude.id })
  await world.call('POST', '/api/reports', owner, { _id: premium.id, reason: 'money' })

  const { status, body, text } = await world.call('GET', '/api/me/export', owner)
  expect(status).toBe(200)
  expect(body.contactViews).toMatchObject([
    { byRight: 'premium', number: premiumNumber },
    { byRight: 'administrator', name: null, number: null },
  ])
  expect(body.blocks).toMatchObject([{ number: rudeNumber }])
  expect(body.reports).toMatchObject([{ number: premiumNumber, reason: 'money' }])
  expect(body.biodata.number).toBe(number)
  expect(body.consents).toMatchObject([{ what: 'publish', version: consentVersion }, { what: 'contact' }])
  expect(text).not.toMatch(/Admin Canary|Rude Canary|rude@|admin@|premium@/)
  const ofPremium = await world.call('GET', '/api/me/export', premium)
  expect(ofPremium.body).toMatchObject({ contactViews: [], blocks: [], reports: [] })
})

test('R2 R5: the export holds whom one has read and found in the last day, and how much one has asked', async () => {
  const reader = await world.signUp('reader@example.org')
  const other = await world.signUp('found@example.org')
  const number = await world.publish(other)
  await world.call('GET', `/api/bioData/${other.id}`, reader)
  await world.call('GET', '/api/bioData-find?limit=1', reader)
  const marked = await world.call('POST', '/api/favorite-bioData', reader, { bioDataId: number })
  await world.call('DELETE', `/api/delete-favorite/${marked.body.insertedId}`, reader)
  const { body } = await world.call('GET', '/api/me/export', reader)
  expect(body.profilesRead).toMatchObject([{ number }])
  expect([body.favourites, body.removedFavourites]).toMatchObject([[], [{ number }]])
  expect(body.cardsFound).toMatchObject([{ numbers: [number], questions: 1 }])
})
