import { afterAll, expect, onTestFinished, test } from 'vitest'
import { consentVersion } from '#src/features/consents/policy.ts'
import { namesContact } from '#src/platform/named-contact.ts'
import { biodataOnTheWire, noon, type Person, testWorld } from '#tests/world.server.ts'
import { allChoices, liesIn } from './options.ts'

const world = await testWorld({ clock: () => noon })
afterAll(() => world.close())

const said = {
  district: 'Jashore',
  education: 'Master',
  institution: 'রাজশাহী বিশ্ববিদ্যালয়',
  profession: 'Lecturer of physics',
  religion: 'Hinduism',
  practice: 'At times',
  children: 'None',
  aboutMe: 'I read much.\nI studied from 2015-2019 and have a GPA of 3.75.',
  fatherOccupation: 'Farmer',
  motherOccupation: 'Teacher',
  siblings: 'Two brothers, one sister',
}
const save = (by: Person, more: Record<string, unknown>) =>
  world.call('PATCH', '/api/bioData', by, biodataOnTheWire({ perDivision: 'Khulna', ...more }))
const agreeing = { consent: { version: consentVersion, to: ['faith'] } }
const read = async (by: Person, id: string) => (await world.call('GET', `/api/bioData/${id}`, by)).body

test('W1 A6: what somebody says of themselves is read by members; the income only by people who may see the contact', async () => {
  const [owner, member, premium] = await Promise.all(
    ['owner', 'member', 'premium'].map((name) => world.signUp(`${name}@example.org`)),
  )
  expect((await save(owner!, { ...said, income: 'Up to 20000', ...agreeing })).status).toBe(200)
  await world.publish(premium!)
  await world.makePremium(premium!)
  const seen = await read(member!, owner!.id)
  expect(seen).toMatchObject(said)
  expect(seen).not.toHaveProperty('income')
  expect(await read(premium!, owner!.id)).toMatchObject({ ...said, income: 'Up to 20000' })
  expect((await world.call('GET', '/api/viewBioData', owner)).body).toMatchObject({ ...said, income: 'Up to 20000' })
  const { body: list } = await world.call('GET', '/api/bioData-filter')
  const card = list.find(({ _id }: { _id: string }) => _id === owner!.id)
  for (const name of Object.keys(said)) expect(card).not.toHaveProperty(name)
})

test('W1 E4: a person who says nothing of it has none of it, as a client that knows only the specification', async () => {
  const person = await world.signUp('silent@example.org')
  expect((await save(person, {})).status).toBe(200)
  const { body } = await world.call('GET', '/api/viewBioData', person)
  for (const name of [...Object.keys(said), 'income']) expect(body).not.toHaveProperty(name)
})

test('W1 E4: a client that knows only the specification leaves what others have said; empty is empty', async () => {
  const person = await world.signUp('both@example.org')
  await save(person, { ...said, income: 'Up to 20000', maritalStatus: 'Divorced', ...agreeing })
  const own = async () => (await world.call('GET', '/api/viewBioData', person)).body
  expect((await save(person, { occupation: 'Doctor' })).status).toBe(200)
  expect(await own()).toMatchObject({
    ...said,
    ...{ income: 'Up to 20000', maritalStatus: 'Divorced', occupation: 'Doctor' },
  })
  expect((await save(person, { aboutMe: '', religion: '', maritalStatus: '' })).status).toBe(200)
  const { aboutMe: _, religion: __, ...left } = said
  expect(await own()).toMatchObject({ ...left, income: 'Up to 20000' })
  for (const name of ['aboutMe', 'religion', 'maritalStatus']) expect(await own()).not.toHaveProperty(name)
  // A district of Khulna is none of Sylhet.
  expect((await save(person, { perDivision: 'Sylhet' })).status).toBe(200)
  expect(await own()).not.toHaveProperty('district')
  expect(await own()).toMatchObject({ perDivision: 'Sylhet', education: 'Master' })
})

const contacts = [
  'Call me: 01712-345678',
  'আমার নম্বর ০১৭১২ ৩৪৫ ৬৭৮',
  'phone (0171) 234.56.78',
  'write to rina@example.org',
  'see https://facebook.example/rina',
  'www.rina.example',
  'find me on rina.com',
]

test('W1: contacts do not leak through prose: numbers, email addresses and links are refused in every text, with the field’s name', async () => {
  const person = await world.signUp('prose@example.org')
  const texts = [
    'name',
    'nameInOtherScript',
    'fatherName',
    'matherName',
    'institution',
    'profession',
    'siblings',
    'aboutMe',
  ]
  for (const field of [...texts, 'fatherOccupation', 'motherOccupation'])
    for (const text of contacts) {
      const { status, body } = await save(person, { [field]: text })
      expect([status, body.errors], `${field}: ${text}`).toEqual([
        422,
        [expect.objectContaining({ field, message: 'must not contain phone numbers, email addresses or links' })],
      ])
    }
  for (const text of [
    'Studied 2015-2019, then 2019 to 2021',
    'Born in 1998, 5 ft 4 in, 3 brothers',
    'ক্লাস ৮ পর্যন্ত। এসএসসি ২০১৪।',
  ])
    expect(namesContact(text), text).toBe(false)
  expect((await save(person, { aboutMe: 'x'.repeat(1001) })).status).toBe(422)
  expect((await save(person, { aboutMe: 'x'.repeat(1000) })).status).toBe(200)
})

test('W1: what stood there before the rule is shown as it is, and refused only when it is saved', async () => {
  const person = await world.signUp('before@example.org')
  await save(person, {})
  await world.pool.query(
    "update biodata set father_name = 'Karim 01712-345678', about_me = 'see https://x.example' where id = $1",
    [person.id],
  )
  const reader = await world.signUp('reader@example.org')
  for (const by of [person, reader])
    expect(await read(by, person.id)).toMatchObject({
      fatherName: 'Karim 01712-345678',
      aboutMe: 'see https://x.example',
    })
  expect((await save(person, { fatherName: 'Karim 01712-345678' })).status).toBe(422)
})

test('R3: an answer that is no consent to publish changes nothing about the contact', async () => {
  const person = await world.signUp('asked@example.org')
  const contactFor = async () => (await world.call('GET', '/api/me/presence', person)).body.contactFor
  await save(person, { religion: 'Islam', ...agreeing })
  expect(await contactFor()).toBe('checked')
  for (const to of [[], ['faith']])
    await save(person, { consent: { version: consentVersion, to, contactFor: 'nobody' } })
  expect(await contactFor()).toBe('checked')
})

test('W1: a district lies in the division of the permanent address, for the form and in the database', async () => {
  const person = await world.signUp('district@example.org')
  const wrong = await save(person, { district: 'Sylhet' })
  expect([wrong.status, wrong.body.errors]).toEqual([
    422,
    [expect.objectContaining({ field: 'district', code: 'elsewhere' })],
  ])
  await save(person, {})
  const pairs = allChoices.division.flatMap((division) =>
    allChoices.district.map((district) => ({ division, district, liesIn: liesIn(district, division) })),
  )
  // All in one statement: each by itself would be half a minute.
  const client = await world.pool.connect()
  onTestFinished(() => client.release())
  await client.query(`
    create function pg_temp.takes(asked jsonb, whose uuid) returns text language plpgsql as $$
    declare refused_by text;
    begin
      update biodata set division = asked->>'division', district = asked->>'district' where id = whose;
      return 'taken';
    exception when check_violation then
      get stacked diagnostics refused_by = constraint_name;
      return refused_by;
    end $$`)
  const { rows } = await client.query(
    `select pair->>'division' as division, pair->>'district' as district, pg_temp.takes(pair, $2) as outcome
     from jsonb_array_elements($1) pair`,
    [JSON.stringify(pairs), person.id],
  )
  expect(rows).toEqual(
    pairs.map(({ liesIn, ...pair }) => ({ ...pair, outcome: liesIn ? 'taken' : 'biodata_district_in_division' })),
  )
})

test('W1 R3: belief is shown only with a consent of its own; taking it back takes it out of the biodata', async () => {
  const person = await world.signUp('belief@example.org')
  const other = await world.signUp('other@example.org')
  const refused = await save(person, { religion: 'Islam' })
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [expect.objectContaining({ field: 'religion', code: 'consent-needed' })],
  ])
  expect((await world.call('GET', '/api/viewBioData', person)).body).toBeNull()
  expect((await save(person, { practice: 'Devout' })).status).toBe(422)
  expect((await save(person, { religion: 'Islam', practice: 'Devout', ...agreeing })).status).toBe(200)
  // Agreed once, it stands; and who was asked nothing about the contact has said nothing about it.
  expect((await save(person, { religion: 'Islam', practice: 'Regular' })).status).toBe(200)
  expect((await world.call('GET', '/api/me/presence', person)).body.contactFor).toBe('checked')
  expect(await read(other, person.id)).toMatchObject({ religion: 'Islam', practice: 'Regular' })
  expect((await world.call('PATCH', '/api/me/faith', person, {})).body).toEqual({ modifiedCount: 1 })
  const left = await read(other, person.id)
  expect(left).not.toHaveProperty('religion')
  expect(left).not.toHaveProperty('practice')
  expect((await world.call('GET', '/api/me/consents', person)).body).toEqual([])
  expect((await save(person, { religion: 'Islam' })).status).toBe(422)
})
