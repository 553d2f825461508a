import { afterAll, beforeAll, expect, test } from 'vitest'
import { consentVersion } from '#src/features/consents/policy.ts'
import { type Person, testWorld } from '#tests/world.server.ts'
import { shortName } from './policy.ts'

const world = await testWorld({ clock: () => new Date('2026-11-20T12:00:00+06:00') })
afterAll(() => world.close())

let reader: Person
let nusrat: Person
let number: number
beforeAll(async () => {
  reader = await world.signUp('reader@cards.example')
  await world.publish(reader, { gander: 'Male', birth: '1998-03-01', partnerAge: 22, partnerDistrict: ['Tangail'] })
  nusrat = await world.signUp('nusrat@cards.example')
  number = await world.publish(nusrat, {
    ...{ gander: 'Female', name: 'Nusrat Jahan', birth: '2000-09-11', feet: 5, inch: 2, perDivision: 'Dhaka' },
    ...{ maritalStatus: 'Never married', district: 'Tangail', education: 'Bachelor', profession: 'Software engineer' },
    ...{ religion: 'Islam', institution: 'BUET', aboutMe: 'I teach maths.', fatherOccupation: 'Farmer' },
    consent: { version: consentVersion, to: ['publish', 'faith'] },
  })
})

const cardOf = async (url: string, by?: Person) =>
  (await world.call('GET', url, by)).body.find((card: { bioDataId: number }) => card.bioDataId === number)

test('C2: shortens a name to the first one and an initial, with its vowel sign, and never shows the whole', () => {
  for (const [name, short] of [
    ['Nusrat Jahan', 'Nusrat J.'],
    ['  Md. Fahim  Uddin ', 'Md. Fahim U.'],
    ['মোঃ রাকিব হোসেন', 'মোঃ রাকিব হো.'],
    ['রিতু আক্তার', 'রিতু আ.'],
    ['Sadia Binte Karim', 'Sadia K.'],
    ['Fahim Uddin (Rony)', 'Fahim R.'],
    ['Nusrat', 'N.'],
    ['T. Rahman', 'T. R.'],
    ['Md', 'M.'],
    ['জেরিন', 'জে.'],
  ] as const)
    expect(shortName(name), name).toBe(short)
})

test('C2 S1-6: tells members in a list who somebody is, and visitors only the card', async () => {
  const card = await cardOf('/api/bioData-find?gander=Female', reader)
  expect(card).toEqual({
    ...{ _id: nusrat.id, bioDataId: number, gander: 'Female', age: 26, perDivision: 'Dhaka' },
    ...{ occupation: card.occupation, name: 'Nusrat Jahan', feet: 5, inch: 2, maritalStatus: 'Never married' },
    ...{ district: 'Tangail', education: 'Bachelor', profession: 'Software engineer', isFavorite: false },
    fit: card.fit,
    isNew: card.isNew,
  })
  const seen = await cardOf('/api/bioData-filter?gander=Female')
  expect(Object.keys(seen).sort()).toEqual(
    ['_id', 'age', 'bioDataId', 'gander', 'occupation', 'perDivision', ...(seen.type ? ['type'] : [])].sort(),
  )
})

test('C2 K1: where the fee is paid somebody has the name that their cards have', async () => {
  const named = async () => (await world.call('GET', `/api/bioData-card/${number}`, reader)).body.name
  expect(await named()).toBe('Nusrat Jahan')
  await world.call('PATCH', '/api/me/name-on-cards', nusrat, { nameOnCards: 'initial' })
  expect(await named()).toBe('Nusrat J.')
  await world.call('PATCH', '/api/me/name-on-cards', nusrat, { nameOnCards: 'whole' })
})

test('C2 S2-6: names on a card which wishes of the reader are missed, and no value of the other', async () => {
  const { fit } = await cardOf('/api/bioData-find?gander=Female', reader)
  expect(fit.differs).toContain('partnerAge')
  expect(fit.differs).not.toContain('partnerDistrict')
  expect(fit.yours.met).toBe(fit.yours.of - fit.differs.length)
  expect(fit).not.toHaveProperty('wishes')
})

test('C2 D3 S2-14: says on a card whether it is a favourite, and of one’s own nothing', async () => {
  const isMarked = async (url: string, by: Person) => (await cardOf(url, by)).isFavorite
  expect(await isMarked('/api/bioData-find', reader)).toBe(false)
  expect((await world.call('POST', '/api/favorite-bioData', reader, { bioDataId: number })).status).toBe(200)
  expect(await isMarked('/api/bioData-find', reader)).toBe(true)
  expect(await cardOf('/api/bioData-find', nusrat)).not.toHaveProperty('isFavorite')
})

test('C2 S3-12: marks people who take no requests, for everybody but themselves', async () => {
  expect(await cardOf('/api/bioData-find', reader)).not.toHaveProperty('isClosed')
  await world.db.updateTable('biodata').set({ contactFor: 'nobody' }).where('id', '=', nusrat.id).execute()
  expect(await cardOf('/api/bioData-find', reader)).toMatchObject({ isClosed: true })
  expect(await cardOf('/api/bioData-find', nusrat)).not.toHaveProperty('isClosed')
  await world.db.updateTable('biodata').set({ contactFor: 'checked' }).where('id', '=', nusrat.id).execute()
})
