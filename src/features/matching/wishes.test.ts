import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { importances, setWishes, wishes, wishNames, wishOptions } from '#src/features/biodata/wishes.ts'
import { consentVersion } from '#src/features/consents/policy.ts'
import { biodataOnTheWire, noon, type Person, testWorld } from '#tests/world.server.ts'

const world = await testWorld({ clock: () => noon })
afterAll(() => world.close())

const wished = {
  partnerAgeFrom: 27,
  partnerAgeTo: 34,
  partnerHeightFrom: 64,
  partnerWeightTo: 80,
  partnerDivision: ['Dhaka', 'Sylhet'],
  partnerDistrict: ['Gazipur', 'Sirajganj'],
  partnerChildren: ['None', 'One'],
  partnerEducation: ['Bachelor', 'Master', 'Doctorate'],
  partnerPractice: ['Devout'],
  partnerReligion: ['Islam'],
  partnerAgeMatters: 'must',
  partnerWeightMatters: 'any',
  partnerReligionMatters: 'must',
}
const save = (by: Person, more: object) => world.call('PATCH', '/api/bioData', by, biodataOnTheWire({ ...more }))
const own = async (by: Person) => (await world.call('GET', '/api/viewBioData', by)).body
/** What a person's wishes are packed to for comparing: all of them, or those that are shown. */
async function packed(by: Person, onlyShown = false) {
  const { rows } = await sql<{
    wishWeight: number
    musts: number
    wished: string
    districtsWished: string
    partnerAgeLeast: number
    [end: `partner${string}`]: unknown
  }>`select wishes.* from biodata cross join lateral wishes_of(biodata, ${onlyShown}) wishes where id = ${by.id}`.execute(
    world.db,
  )
  return rows[0]!
}

test('W2 R9: saves ranges, sets and importances, and only the owner reads private ones', async () => {
  const person = await world.signUp('wishing@example.org')
  expect((await save(person, { ...wished, partnerWishesPrivate: true })).status).toBe(200)
  expect(await own(person)).toMatchObject({ ...wished, partnerWishesPrivate: true })
  const admin = await world.signUp('admin-wishing@example.org')
  await world.makeAdmin(admin)
  const reader = await world.signUp('reader-wishing@example.org')
  for (const answer of [
    await world.call('GET', `/api/bioData/${person.id}`, reader),
    await world.call('GET', `/api/bioData/${person.id}`, admin),
    await world.call('GET', `/api/viewBioData?email=${person.email}`, admin),
  ]) {
    expect(answer.status).toBe(200)
    for (const name of [...Object.keys(wished), 'partnerWishesPrivate']) expect(answer.body).not.toHaveProperty(name)
  }
})

test('R9: shows wishes by default, and leaves the switch alone where a body does not name it', async () => {
  const person = await world.signUp('showing@example.org')
  const reader = await world.signUp('reader-showing@example.org')
  const { partnerReligion: _, partnerReligionMatters: __, partnerPractice: ___, ...plain } = wished
  const read = async () => (await world.call('GET', `/api/bioData/${person.id}`, reader)).body
  await save(person, plain)
  expect(await own(person)).toMatchObject({ ...plain, partnerWishesPrivate: false })
  expect(await read()).toMatchObject(plain)
  await save(person, { partnerWishesPrivate: true })
  for (const name of Object.keys(plain)) expect(await read()).not.toHaveProperty(name)
  for (const saidNothing of [{}, { partnerWishesPrivate: '' }]) {
    await save(person, saidNothing)
    expect(await own(person)).toMatchObject({ ...plain, partnerWishesPrivate: true })
  }
  await save(person, { partnerWishesPrivate: false })
  expect(await read()).toMatchObject(plain)
  expect((await save(person, { partnerWishesPrivate: 'perhaps' })).status).toBe(422)
})

test('R9: shows wishes about religion and practice only while the consent for religion stands', async () => {
  const person = await world.signUp('believing@example.org')
  const reader = await world.signUp('reader-believing@example.org')
  const { id: readerId } = reader
  await world.publish(reader, {
    gander: 'Male',
    religion: 'Islam',
    consent: { version: consentVersion, to: ['faith'] },
  })
  const faith = { partnerReligion: ['Islam'], partnerReligionMatters: 'must', partnerPractice: ['Devout'] }
  const read = async () => {
    const { body } = await world.call('GET', `/api/bioData/${person.id}`, reader)
    return { ...body, of: body.fit.theirs.of }
  }
  await save(person, { ...faith, partnerDivision: ['Dhaka'] })
  expect(await own(person)).toMatchObject(faith)
  for (const name of Object.keys(faith)) expect(await read()).not.toHaveProperty(name)
  expect(await read()).toMatchObject({ partnerDivision: ['Dhaka'], of: 4 })
  await save(person, { religion: 'Islam', consent: { version: consentVersion, to: ['faith'] } })
  expect(await read()).toMatchObject({ ...faith, of: 6 })
  const listed = () =>
    sql`select wished, musts from listed_biodata join biodata using (number) where id = ${person.id}`.execute(world.db)
  const shown = (await listed()).rows
  expect((await world.call('PATCH', '/api/me/faith', person, { email: person.email })).status).toBe(200)
  for (const name of Object.keys(faith)) expect(await read()).not.toHaveProperty(name)
  expect(await read()).toMatchObject({ of: 4 })
  expect((await listed()).rows).not.toEqual(shown)
  expect(await own(person)).toMatchObject(faith)
  // In her own eyes they count all the while.
  const { body } = await world.call('GET', `/api/bioData/${readerId}`, person)
  expect(body.fit.yours.of).toBe(6)
})

test('R9: packs private wishes for their owner alone', async () => {
  const person = await world.signUp('packing@example.org')
  await save(person, { ...wished, partnerWishesPrivate: true })
  expect(await packed(person)).toMatchObject({ partnerAgeLeast: 27, wishWeight: 22, musts: 1 | 512 })
  expect(await packed(person, true)).toMatchObject({ partnerAgeLeast: 26, wishWeight: 7, musts: 0, wished: '0' })
  await save(person, { partnerWishesPrivate: false })
  expect(await packed(person, true)).toMatchObject({ partnerAgeLeast: 27, wishWeight: 16, musts: 1 })
})

test('W2 E4: a client that knows only the specification leaves them; what is sent empty is empty', async () => {
  const person = await world.signUp('wishing-both@example.org')
  await save(person, wished)
  expect((await save(person, { partnerAge: 40 })).status).toBe(200)
  expect(await own(person)).toMatchObject({ ...wished, partnerAge: 40 })
  // The number lies beside its own range, which grows to it.
  expect(await packed(person)).toMatchObject({ partnerAgeLeast: 27, partnerAgeMost: 40 })
  await save(person, { partnerAge: 20 })
  expect(await packed(person)).toMatchObject({ partnerAgeLeast: 20, partnerAgeMost: 34 })
  const emptied = Object.fromEntries(Object.keys(wished).map((name) => [name, '']))
  expect((await save(person, emptied)).status).toBe(200)
  for (const name of Object.keys(wished)) expect(await own(person)).not.toHaveProperty(name)
})

test.each([
  [{ partnerAgeFrom: 30, partnerAgeTo: 25 }, 'partnerAgeFrom'],
  [{ partnerHeightFrom: 70, partnerHeightTo: 60 }, 'partnerHeightFrom'],
  [{ partnerWeightFrom: 80, partnerWeightTo: 45 }, 'partnerWeightFrom'],
  [{ partnerAgeFrom: 17 }, 'partnerAgeFrom'],
  [{ partnerHeightTo: 85 }, 'partnerHeightTo'],
  [{ partnerWeightFrom: 'heavy' }, 'partnerWeightFrom'],
  [{ partnerDivision: ['Dhaka', 'Narnia'] }, 'partnerDivision'],
  [{ partnerDistrict: ['Gazipur', 'Mymensingh Sadar'] }, 'partnerDistrict'],
  [{ partnerChildren: 'None;Four' }, 'partnerChildren'],
  [{ partnerPractice: 'devout' }, 'partnerPractice'],
  [{ partnerDistrictMatters: 'most' }, 'partnerDistrictMatters'],
  [{ partnerReligion: 'Islam,Hinduism' }, 'partnerReligion'],
  [{ partnerOccupation: [1] }, 'partnerOccupation'],
  [{ partnerAgeMatters: 'perhaps' }, 'partnerAgeMatters'],
])('W2 E5: %o is refused in the words of its field, and nothing of it is saved', async (wrong, field) => {
  const person = await world.signUp(`wrong-${field}-${JSON.stringify(wrong).length}@example.org`)
  await save(person, wished)
  const { status, body } = await save(person, { name: 'Somebody Else', ...wrong })
  expect([status, body.errors.map((error: { field: string }) => error.field.split('.')[0])]).toEqual([422, [field]])
  expect(await own(person)).toMatchObject({ ...wished, name: biodataOnTheWire({}).name })
})

test('W2: the database holds it too: what is wished can be chosen, and no range ends before it begins', async () => {
  const person = await world.signUp('wishing-sql@example.org')
  await save(person, wished)
  for (const set of [
    sql`partner_division = '{Narnia}'`,
    sql`partner_division = '{}'`,
    sql`partner_district = '{Barisal}'`,
    sql`partner_children = '{}'`,
    sql`partner_practice = '{Never}'`,
    sql`partner_age_from = 50`,
    sql`partner_height_to = 200`,
    sql`partner_age_matters = 'perhaps'`,
  ])
    await expect(sql`update biodata set ${set} where id = ${person.id}`.execute(world.db)).rejects.toThrow(/check/)
})

test('W2 W3: what the database packs for comparing has the options, the tolerances and the weights of the rule', async () => {
  // Districts are as many as a number has bits, the last of which is its sign.
  const bitOf = (place: number) => String(BigInt.asIntN(64, 1n << BigInt(place)))
  const options = setWishes.flatMap((wish) => (wish === 'partnerDistrict' ? [] : wishOptions(wish)))
  for (const [pack, bits] of [
    ['option_bit', options],
    ['district_bit', wishOptions('partnerDistrict')],
  ] as const) {
    expect(new Set(bits).size).toBe(bits.length)
    const { rows } = await sql<{ bit: string }>`
      select ${sql.ref(pack)}(option) as bit
      from unnest(${bits}::text[]) with ordinality as o (option, place) order by place`.execute(world.db)
    expect(rows.map(({ bit }) => bit)).toEqual(bits.map((_, place) => bitOf(place)))
  }

  const person = await world.signUp('wishing-packed@example.org')
  const all = Object.fromEntries(setWishes.map((wish) => [wish, [wishOptions(wish)[0]]]))
  await save(person, all)
  const plain = await packed(person)
  const numbers = await own(person)
  const wanted = { partnerAge: numbers.partnerAge, partnerHeight: 68, partnerWeight: 70 }
  expect(plain.wishWeight).toBe(wishNames.reduce((sum, wish) => sum + wishes[wish].weight, 0))
  for (const wish of ['partnerAge', 'partnerHeight', 'partnerWeight'] as const) {
    const { tolerance } = wishes[wish]
    expect([plain[`${wish}Least`], plain[`${wish}Most`]]).toEqual([wanted[wish] - tolerance, wanted[wish] + tolerance])
  }
  for (const [place, wish] of wishNames.entries())
    for (const matters of importances) {
      await save(person, { ...all, [`${wish}Matters`]: matters })
      const { wishWeight, musts, wished, districtsWished } = await packed(person)
      expect(wishWeight, wish).toBe(plain.wishWeight - (matters === 'any' ? wishes[wish].weight : 0))
      const left = setWishes.filter((other) => other !== wish || matters !== 'any')
      const bits = left.map((other) => (other === 'partnerDistrict' ? 0 : 2 ** options.indexOf(wishOptions(other)[0]!)))
      expect(wished, wish).toBe(String(bits.reduce((sum, bit) => sum + bit, 0)))
      expect(districtsWished, wish).toBe(left.includes('partnerDistrict') ? '1' : '0')
      expect(musts, wish).toBe(matters === 'must' ? 2 ** place : 0)
      await save(person, { ...all, [`${wish}Matters`]: '' })
    }
})

test('W2: a must of a set that names nothing is none, and a person who wishes nothing fits with everybody', async () => {
  const person = await world.signUp('wishing-nothing@example.org')
  const none = Object.fromEntries(wishNames.map((wish) => [`${wish}Matters`, 'any']))
  await save(person, { ...none, partnerReligionMatters: 'must' })
  expect(await packed(person)).toMatchObject({ musts: 0, wishWeight: 0 })
  const other = await world.signUp('wishing-other@example.org')
  await world.publish(other, { gander: 'Male', birth: '1970-01-01', partnerAge: 24 })
  const { body } = await world.call('GET', `/api/bioData/${other.id}`, person)
  expect(body.fit.yours).toEqual({ met: 0, of: 0 })
  for (const wish of body.fit.wishes) expect(wish).not.toHaveProperty('yours')
})
