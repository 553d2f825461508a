import { expect, it } from 'vitest'
import { payingWorld } from '#src/platform/testing/paying.server.ts'
import { testConfig, testWorld, worldForThisTest } from '#src/platform/testing/world.server.ts'

const fee = { amount: 45_050, currency: 'bdt' }
const brand = { name: 'Golden Hands', nameBn: 'সোনার হাত', idPrefix: 'gh-' }

it('F3 G8: About tells the configured fee and name, in both languages', async () => {
  const world = await payingWorld({ config: testConfig({ fee, brand }) })
  const about = async (language: string) => (await world.call('GET', `/api/site-pages/about?language=${language}`)).text
  expect(await about('en')).toMatch(/About Golden Hands.*a fee of BDT.450\.50\./)
  expect(await about('bn')).toMatch(/সোনার হাত: আমাদের কথা.*৳৪৫০\.৫০ ফি দিতে হয়।/)
  // Nobody who reads another language is left without.
  expect(await about('de')).toBe(await about('en'))
  await world.close()
})

it('F3: where payment is off, nobody is told a fee', async () => {
  const world = await worldForThisTest({ config: testConfig({ fee }) })
  for (const language of ['en', 'bn'])
    for (const name of ['about', 'privacy']) {
      const { status, text } = await world.call('GET', `/api/site-pages/${name}?language=${language}`)
      expect(status).toBe(200)
      expect(text).not.toMatch(/450|৪৫০|undefined/)
    }
})

it('F5: there are no other site pages than those with a file', async () => {
  const world = await testWorld()
  expect((await world.call('GET', '/api/site-pages/constructor?language=en')).status).toBe(404)
  expect((await world.call('GET', '/api/site-pages/about?language=constructor')).status).toBe(422)
  await world.close()
})
