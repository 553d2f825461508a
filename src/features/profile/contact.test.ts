import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { type Person, testConfig, testWorld } from '#tests/world.server.ts'

const premiumContactsADay = 12
const config = testConfig({ premiumContactsADay })
const world = await testWorld({ config })
afterAll(() => world.close())

const { rows: people } = await sql<{ id: string; number: number }>`
  with made as (
    insert into users (name, email) select 'Person ' || n, 'person' || n || '@many.example' from generate_series(1, 40) n returning id
  ) insert into biodata (id, name, gender, photo_url, birth, skin_color, height, weight, occupation, father_name, mother_name,
    division, present_division, partner_age, partner_height, partner_weight, phone)
  select id, 'Somebody', 'Female', 'https://photos.example/p.jpg', '2000-01-01', 'Medium', 64, 55, 'Doctor', 'F', 'M',
    'Dhaka', 'Dhaka', 29, 68, 70, '+8801712345678' from made returning id, number`.execute(world.db)

let round = 0
let premium: Person
let admin: Person
beforeEach(async () => {
  premium = await world.makePremium(await world.signUp(`premium-${++round}@example.org`))
  admin = await world.makeAdmin(await world.signUp(`admin-${round}@example.org`))
})

const open = (by: Person, place: number) => world.call('GET', `/api/bioData/${people[place]!.id}?contact=later`, by)
const press = (by: Person, place: number) => world.call('POST', `/api/bioData/${people[place]!.id}/contact`, by)
const specified = (by: Person, place: number) => world.call('GET', `/api/bioData/${people[place]!.id}`, by)
const card = async (by: Person, place: number) =>
  (await world.call('GET', `/api/bioData-card/${people[place]!.number}`, by)).body
const linesOf = (by: Person) =>
  world.db.selectFrom('contactViews').select(['ownerId', 'byRight']).where('viewerId', '=', by.id).execute()
const contact = {
  email: expect.stringMatching(/^person\d+@many\.example$/),
  phoneNumber: '+8801712345678',
  photoUrl: 'https://photos.example/p.jpg',
}

test('D2 R1: our page opens a profile without the contact; only the press sends, records and counts it', async () => {
  for (const [by, right] of [
    [premium, 'premium'],
    [admin, 'administrator'],
  ] as const) {
    const opened = await open(by, 0)
    expect(opened.body).toMatchObject({ contact: 'available', name: 'Somebody' })
    for (const field of ['email', 'phoneNumber', 'photoUrl', 'income']) expect(opened.body).not.toHaveProperty(field)
    expect((await card(by, 0)).contact).toBe('available')
    expect(await linesOf(by)).toEqual([])
    const pressed = await press(by, 0)
    expect([pressed.status, pressed.body]).toEqual([200, contact])
    expect(await linesOf(by)).toEqual([{ ownerId: people[0]!.id, byRight: right }])
    await press(by, 0)
    expect(await linesOf(by)).toHaveLength(1)
  }
})

test('D2 R1: the specification’s own call still answers with the contact, and records and counts it', async () => {
  expect((await specified(premium, 0)).body).toMatchObject({ contact: 'shown', ...contact })
  expect(await linesOf(premium)).toEqual([{ ownerId: people[0]!.id, byRight: 'premium' }])
})

test('D2: the owner and an approved payer see the contact at once, with the profile', async () => {
  const owner = await world.signUp(`owner-${round}@example.org`)
  const payer = await world.signUp(`payer-${round}@example.org`)
  await world.publish(owner)
  await sql`with paid as (
      insert into payments (provider, user_id, biodata_id, amount, currency, status)
      values ('stripe', ${payer.id}, ${owner.id}, 500, 'usd', 'succeeded') returning id
    ) insert into contact_requests (user_id, biodata_id, payment_id, status, approved_at)
    select ${payer.id}, ${owner.id}, id, 'approve', now() from paid`.execute(world.db)
  for (const [by, state] of [
    [owner, 'own'],
    [payer, 'shown'],
    [await world.makePremium(payer), 'shown'],
  ] as const) {
    const { body } = await world.call('GET', `/api/bioData/${owner.id}?contact=later`, by)
    expect(body).toMatchObject({ contact: state, email: owner.email, phoneNumber: '+8801712345678' })
  }
})

test('D2: a press gives nothing to those without a right, nor of a biodata that is hidden or closed', async () => {
  const member = await world.signUp(`member-${round}@example.org`)
  const refused = await press(member, 0)
  expect([refused.status, refused.body.code]).toEqual([403, 'contact-withheld'])
  expect((await world.call('POST', `/api/bioData/${people[0]!.id}/contact`)).status).toBe(401)
  const change = (set: object) => world.db.updateTable('biodata').set(set).where('id', '=', people[39]!.id).execute()
  await change({ contactFor: 'nobody' })
  expect((await press(premium, 39)).status).toBe(403)
  expect((await open(premium, 39)).body.contact).toBe('closed')
  await change({ presence: 'paused', contactFor: 'checked' })
  expect((await press(premium, 39)).status).toBe(404)
  await change({ presence: 'published' })
  expect((await world.call('GET', `/api/bioData/${people[0]!.id}?contact=now`, premium)).status).toBe(422)
})

test('R2 SPEC-N2: page and checkout say the same about the day’s contacts: how many are left, when the next one opens', async () => {
  expect((await open(premium, 20)).body).not.toHaveProperty('contactsLeft')
  for (let place = 0; place < premiumContactsADay; place++) {
    const { body } = await open(premium, 20)
    expect(body.contactsLeft).toBe(place < 2 ? undefined : premiumContactsADay - place)
    expect((await press(premium, place)).status).toBe(200)
  }
  const limited = (await open(premium, 20)).body
  expect(limited.contact).toBe('limited')
  expect(Math.abs(Date.parse(limited.contactFrom) - Date.now() - 24 * 3_600_000)).toBeLessThan(60_000)
  expect(await card(premium, 20)).toMatchObject({ contact: 'limited', contactFrom: limited.contactFrom })
  const refused = await press(premium, 20)
  expect([refused.status, refused.body.code]).toEqual([429, 'contact-limit'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
  expect((await specified(premium, 20)).body).toMatchObject({ contact: 'limited' })
  expect(await linesOf(premium)).toHaveLength(premiumContactsADay)
  // Contacts that were seen today open again.
  expect((await open(premium, 3)).body.contact).toBe('available')
  expect((await press(premium, 3)).status).toBe(200)
  expect((await card(premium, 3)).contact).toBe('available')
})

test('R2: twenty presses at once, on two servers, show as many contacts as a premium member may see', async () => {
  const other = await buildApp({ config, db: world.db, logLevel: 'silent', places: Number.POSITIVE_INFINITY })
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, place) => {
      if (place % 2) return (await press(premium, place)).status
      const url = `/api/bioData/${people[place]!.id}/contact`
      return (await other.inject({ method: 'POST', url, headers: { cookie: premium.cookie } })).statusCode
    }),
  )
  await other.close()
  expect(answers.filter((status) => status === 200)).toHaveLength(premiumContactsADay)
  expect(answers.filter((status) => status === 429)).toHaveLength(20 - premiumContactsADay)
})

/** An administrator whose password was given an hour ago, and who has seen so many contacts since. */
async function sawContacts(many: number, minutesAgo = 20) {
  await world.db
    .updateTable('sessions')
    .set({ confirmedAt: new Date(Date.now() - 3_600_000) })
    .where('userId', '=', admin.id)
    .execute()
  await sql`insert into contact_views (owner_id, viewer_id, by_right, at)
    select id, ${admin.id}, 'administrator', now() - ${minutesAgo} * interval '1 minute'
    from unnest(${people.slice(0, many).map(({ id }) => id)}::uuid[]) id`.execute(world.db)
}

test('M8: after thirty contacts in an hour an administrator gives the password again, and then goes on', async () => {
  await sawContacts(29)
  expect((await press(admin, 29)).status).toBe(200)
  const refused = await press(admin, 30)
  expect([refused.status, refused.body.code]).toEqual([403, 'confirm-password'])
  const withReason = () => world.call('POST', `/api/contact-views/${people[31]!.id}`, admin, { reason: 'A report' })
  expect((await withReason()).body.code).toBe('confirm-password')
  // Whom they have seen within the hour they see again, and profiles without a contact open as before.
  expect((await press(admin, 3)).status).toBe(200)
  expect((await open(admin, 30)).body.contact).toBe('available')
  await world.call('POST', '/api/me/confirmation', admin, { password: 'a good password' })
  expect([(await press(admin, 30)).status, (await withReason()).status]).toEqual([200, 200])
})

test('M8: a client of the specification gets 429 with the seconds to wait, and the other ways to a contact too', async () => {
  await sawContacts(30)
  const refused = await specified(admin, 30)
  expect([refused.status, refused.body.code]).toEqual([429, 'contact-limit'])
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(39 * 60)
  expect(seconds).toBeLessThanOrEqual(40 * 60)
  expect((await specified(admin, 3)).status).toBe(200)
  const somebody = await world.signUp(`somebody-${round}@example.org`)
  await world.publish(somebody)
  expect((await world.call('GET', `/api/viewBioData?email=${somebody.email}`, admin)).status).toBe(429)
})

test('M8: contacts that were seen more than an hour ago do not count', async () => {
  await sawContacts(30, 61)
  expect((await specified(admin, 30)).status).toBe(200)
})

test('M8: contacts in a file that an administrator has saved are not among the thirty', async () => {
  expect((await world.call('GET', '/api/users.csv', admin)).status).toBe(200)
  expect((await linesOf(admin)).length).toBeGreaterThan(30)
  await sawContacts(0)
  const later = await world.signUp(`later-${round}@example.org`)
  await world.publish(later)
  expect((await world.call('POST', `/api/bioData/${later.id}/contact`, admin)).status).toBe(200)
})

test('M8: forty contacts at once are thirty, until the password is given', async () => {
  await sawContacts(0)
  const answers = await Promise.all(people.map((_, place) => press(admin, place)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  expect(answers.filter(({ body }) => body.code === 'confirm-password')).toHaveLength(10)
})
