import { afterAll, expect, test } from 'vitest'
import { consentVersion } from '#src/features/consents/policy.ts'
import { differInScript, nameFor } from '#src/platform/name-spellings.ts'
import { loadLanguages, textsIn } from '#src/texts/texts.tsx'
import { payingWorld } from '#tests/paying.server.ts'
import { biodataOnTheWire, type Person } from '#tests/world.server.ts'

const world = await payingWorld()
afterAll(() => world.close())
await loadLanguages()

const spellings = { name: 'Nusrat Jahan', nameInOtherScript: 'নুসরাত জাহান' }
const save = (by: Person, more: object) => world.call('PATCH', '/api/bioData', by, biodataOnTheWire({ ...more }))
const ownOf = async (by: Person) => (await world.call('GET', '/api/viewBioData', by)).body

let people = 0
const somebody = (name: string) => world.signUp(`${name}-${++people}@names.example`)

test('W1 S2-19 shows the spelling of the page’s language, and the only one where there is one', () => {
  const [en, bn] = [textsIn('visitor', 'en'), textsIn('visitor', 'bn')]
  const turned = { name: spellings.nameInOtherScript, nameInOtherScript: spellings.name }
  for (const person of [spellings, turned])
    expect([nameFor(en, person), nameFor(bn, person)]).toEqual(['Nusrat Jahan', 'নুসরাত জাহান'])
  for (const nameInOtherScript of [undefined, null, ''])
    expect(nameFor(bn, { name: 'Nusrat Jahan', nameInOtherScript })).toBe('Nusrat Jahan')
})

test('W1 S2-19 takes a spelling in the other script only, from the form and in the database', async () => {
  const person = await somebody('writer')
  for (const [name, nameInOtherScript] of [
    ['Nusrat Jahan', 'Nusrat J.'],
    ['নুসরাত জাহান', 'নুসরাৎ জাহান'],
    ['মোঃ Fahim', 'ফাহিম'],
  ]) {
    expect(differInScript({ name: name!, nameInOtherScript })).toBe(false)
    const { status, body } = await save(person, { name, nameInOtherScript })
    expect([status, body.errors]).toMatchObject([422, [{ field: 'nameInOtherScript', code: 'same-script' }]])
  }
  expect((await save(person, { ...spellings, nameInOtherScript: 'নুসরাত ০১৭১২৩৪৫৬৭৮' })).status).toBe(422)
  expect((await save(person, { ...spellings, nameInOtherScript: 'ন'.repeat(101) })).status).toBe(422)
  expect((await save(person, spellings)).status).toBe(200)
  await expect(
    world.db.updateTable('biodata').set({ nameInOtherScript: 'Nusrat' }).where('id', '=', person.id).execute(),
  ).rejects.toThrow(/biodata_scripts/)
})

test('W1 E4 keeps the second spelling for a client that does not know it, until the name changes', async () => {
  const person = await somebody('kept')
  await save(person, spellings)
  await save(person, { name: 'Nusrat Jahan', occupation: 'Teacher' })
  expect(await ownOf(person)).toMatchObject(spellings)
  await save(person, { name: 'Sadia Khan' })
  expect(await ownOf(person)).not.toHaveProperty('nameInOtherScript')
  await save(person, spellings)
  await save(person, { name: 'Nusrat Jahan', nameInOtherScript: '' })
  expect(await ownOf(person)).not.toHaveProperty('nameInOtherScript')
})

test('W1 S2-19 sends both spellings to members and administrators wherever they read the name, and to visitors neither', async () => {
  const [owner, reader] = [await somebody('owner'), await somebody('reader')]
  const admin = await world.makeAdmin(await somebody('admin'))
  const number = await world.publish(owner, spellings)
  await world.publish(reader, {
    gander: 'Male',
    name: 'রহিম চৌধুরী',
    nameInOtherScript: 'Rahim Chowdhury',
    birth: '1996-01-01',
  })
  const of = async (url: string, by?: Person) => (await world.call('GET', url, by)).body
  const found = async (url: string, by?: Person) =>
    (await of(url, by)).find(({ bioDataId }: { bioDataId: number }) => bioDataId === number)

  expect(await of(`/api/bioData/${owner.id}`, reader)).toMatchObject(spellings)
  expect(await found('/api/bioData-find?gander=Female', reader)).toMatchObject(spellings)
  const card = await found('/api/bioData-filter?gander=Female')
  for (const field of Object.keys(spellings)) expect(card).not.toHaveProperty(field)

  await world.call('POST', '/api/favorite-bioData', reader, { bioDataId: number })
  expect(await of('/api/favorite', reader)).toMatchObject([spellings])
  expect(await of('/api/me/shortlist', reader)).toMatchObject([spellings])

  const { insertedId } = (await world.record(reader, await world.pay(reader, number), number)).body
  const asked = { bioDataName: spellings.name, bioDataNameInOtherScript: spellings.nameInOtherScript }
  expect(await of('/api/payments', reader)).toMatchObject([asked])
  const asker = { name: 'রহিম চৌধুরী', nameInOtherScript: 'Rahim Chowdhury' }
  expect(await of(`/api/contact-requests/${insertedId}`, admin)).toMatchObject({ asker, asked: spellings })

  await world.call('PATCH', `/api/contact-request-approver/${insertedId}`, admin)
  await world.call('GET', `/api/bioData/${owner.id}`, reader)
  expect(await of('/api/me/contact-views', owner)).toMatchObject([asker])
  const { views } = await of(`/api/people/${owner.id}`, admin)
  expect(views).toMatchObject([{ viewer: 'রহিম চৌধুরী', nameInOtherScript: 'Rahim Chowdhury' }])
  expect((await of('/api/me/export', owner)).biodata).toMatchObject({ ...spellings, nameOnCards: 'whole' })

  await world.call('PATCH', '/api/me/presence', owner, { presence: 'paused' })
  const [request] = await of('/api/payments', reader)
  expect(request).toMatchObject({ bioDataName: '' })
  expect(request).not.toHaveProperty('bioDataNameInOtherScript')
})

test('C2 S1-6 shows the whole name on cards until its owner wants an initial, which the server then sends alone', async () => {
  const [owner, reader] = [await somebody('shy'), await somebody('looker')]
  const number = await world.publish(owner, { ...spellings, consent: { version: consentVersion, to: ['publish'] } })
  const similarTo = await somebody('similar')
  await world.publish(similarTo)
  const choose = (by: Person, nameOnCards: string) => world.call('PATCH', '/api/me/name-on-cards', by, { nameOnCards })
  const lists = ['/api/bioData-find?gander=Female', `/api/bioData/${similarTo.id}/similar`]
  const cards = async () => {
    const answers = await Promise.all(lists.map((url) => world.call('GET', url, reader)))
    return answers.map(({ body }) => body.find((card: { bioDataId: number }) => card.bioDataId === number))
  }

  expect((await world.call('GET', '/api/me/presence', owner)).body).toMatchObject({ nameOnCards: 'whole' })
  for (const card of await cards()) expect(card).toMatchObject(spellings)
  expect((await choose(owner, 'initial')).body).toEqual({ modifiedCount: 1 })
  expect((await choose(owner, 'initial')).body).toEqual({ modifiedCount: 0 })
  for (const card of await cards()) {
    expect(card).toMatchObject({ name: 'Nusrat J.', nameInOtherScript: 'নুসরাত জা.' })
    expect(JSON.stringify(card)).not.toMatch(/Jahan|জাহান/)
  }
  expect((await world.call('GET', `/api/bioData/${owner.id}`, reader)).body).toMatchObject(spellings)
  expect((await world.call('GET', '/api/me/presence', owner)).body).toMatchObject({ nameOnCards: 'initial' })
  expect((await choose(owner, 'nothing')).status).toBe(422)
  expect((await choose(await somebody('none'), 'initial')).status).toBe(404)
  // A save of the form leaves it.
  await save(owner, spellings)
  expect((await world.call('GET', '/api/me/presence', owner)).body).toMatchObject({ nameOnCards: 'initial' })
})
