import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { consentVersion } from '#src/features/consents/policy.ts'
import { deliverDue } from '#src/features/mail/outbox.server.ts'
import { createDelivery } from '#src/features/mail/transport.server.ts'
import { migrate } from '#src/platform/db/migrate.server.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { root } from '#src/platform/root.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { mailServer } from '#tests/smtp.server.ts'
import { biodataOnTheWire, emptyDatabase, type Person, testConfig } from '#tests/world.server.ts'
import { answerLink, askAndPause } from './still-right.server.ts'

const server = await mailServer()
const config = testConfig({ mail: { from: 'site@nikhad.example', smtpUrl: server.url } })
const start = new Date('2026-11-20T12:00:00+06:00')
const day = 24 * 3_600_000
let now = start
const world = await payingWorld({ config, clock: () => now })
const { db, call } = world
afterAll(async () => {
  await world.close()
  await server.stop()
})
const install = (at: Date, where = db) =>
  sql`insert into site (mode, confirming_since) values ('serve', ${at})
    on conflict (one) do update set confirming_since = excluded.confirming_since`.execute(where)
beforeEach(async () => {
  now = start
  server.received.length = 0
  await db.deleteFrom('outbox').execute()
  await sql`update biodata set presence = 'taken back' where presence = 'published'`.execute(db)
  await sql`truncate confirm_questions`.execute(db)
  await install(new Date('2026-01-01'))
})

const after = (days: number) => {
  now = new Date(start.getTime() + days * day)
}
const run = (more: { config?: typeof config; everyDays?: number } = {}) =>
  askAndPause(db, { now, everyDays: 60, config, ...more })
const withoutMail = testConfig()
const deliver = () =>
  deliverDue({ db, deliver: createDelivery({ ...config, mail: config.mail! }), clock: () => now, log: { error() {} } })

async function owner(isVerified = true) {
  const person = await world.somebody('owner')
  await db.updateTable('users').set({ emailVerified: isVerified }).where('id', '=', person.id).execute()
  const number = await world.publish(person)
  // The mail about the address is none of ours.
  await db.deleteFrom('outbox').execute()
  await db.updateTable('biodata').set({ confirmedAt: start, createdAt: start }).where('id', '=', person.id).execute()
  return { ...person, number }
}
const own = async (by: Person) => (await call('GET', '/api/me/presence', by)).body
const session = async (by: Person) => (await call('GET', '/api/session', by)).body.user
const answer = (by: Person) => call('POST', '/api/me/still-right', by, {})
const question = ({ id }: Person) =>
  db.selectFrom('confirmQuestions').selectAll().where('ownerId', '=', id).executeTakeFirst()
const told = ({ id }: Person) =>
  db
    .selectFrom('notifications')
    .select(['kind', 'about'])
    .where('userId', '=', id)
    .where('kind', '=', 'still-right')
    .execute()
/** What the mail leads to, from the mail as it arrived. */
const linkIn = (text: string) => text.match(/\/still-right\?token=\S+/)![0]

test('T1: asks once after 60 days, by mail, notification and page, and 60 days after an answer again', async () => {
  const person = await owner()
  after(59.9)
  expect(await run()).toEqual({ asked: 0, paused: 0 })
  expect(await session(person)).toMatchObject({ question: null, isPaused: false })
  after(60)
  expect(await run()).toEqual({ asked: 1, paused: 0 })
  expect(await run()).toEqual({ asked: 0, paused: 0 })
  expect(await told(person)).toEqual([{ kind: 'still-right', about: {} }])
  expect(await session(person)).toMatchObject({ question: 'asked', isPaused: false })
  await deliver()
  expect(server.received.map(({ mail }) => mail.subject)).toEqual(['Nikhad: something waits for you'])
  expect(server.received[0]!.mail.text).toContain('no need to log in')

  expect((await answer(person)).body).toEqual({ modifiedCount: 1 })
  expect(await session(person)).toMatchObject({ question: null })
  expect((await own(person)).confirmation).toMatchObject({ lastOn: '2027-01-19', nextOn: '2027-03-20', question: null })
  after(119.9)
  expect((await run()).asked).toBe(0)
  after(120)
  expect((await run()).asked).toBe(1)
})

test('T1: a link opened by a program changes nothing, a press answers without a session, and a second press finds nothing to answer', async () => {
  const person = await owner()
  after(60)
  await run()
  await deliver()
  const link = linkIn(server.received[0]!.mail.text!)
  for (const method of ['GET', 'HEAD', 'GET'] as const) expect((await call(method, link)).status).toBe(200)
  const page = await call('GET', link)
  expect(page.text.match(/<button>/g)).toHaveLength(1)
  expect(page.text).toContain('Yes, everything is still right')
  expect(await question(person)).toMatchObject({ toldAt: null })
  await db.updateTable('users').set({ language: 'bn' }).where('id', '=', person.id).execute()
  expect((await call('GET', link)).text).toContain('হ্যাঁ, সব ঠিক আছে')
  await db.updateTable('users').set({ language: 'en' }).where('id', '=', person.id).execute()

  const press = { method: 'POST', url: link, headers: { 'content-type': 'application/x-www-form-urlencoded' } } as const
  const pressed = await world.app.inject(press)
  expect([pressed.statusCode, pressed.body]).toEqual([200, expect.stringContaining('Your biodata is confirmed')])
  expect(await question(person)).toBeUndefined()
  expect((await own(person)).confirmation.lastOn).toBe('2027-01-19')
  expect((await world.app.inject(press)).statusCode).toBe(404)
  expect((await call('GET', link)).text).not.toContain('<button>')
})

test('T1: no link answers for another person, another question, or with another signature', async () => {
  const [person, other] = [await owner(), await owner()]
  after(60)
  await run()
  const { id } = (await question(person))!
  const good = new URL(answerLink(config, { ownerId: person.id, id })).searchParams.get('token')!
  const [, , signature] = good.split('.')
  const { id: otherId } = (await question(other))!
  for (const token of [
    `${other.id}.${id}.${signature}`,
    `${person.id}.${otherId}.${signature}`,
    `${person.id}.${id}.${'A'.repeat(43)}`,
    `${good}.x`,
    `${person.id}.${id}`,
    '',
  ])
    expect([token, (await call('POST', `/still-right?token=${token}`, undefined, {})).status]).toEqual([token, 404])
  expect((await call('POST', '/still-right?token=a&token=b', undefined, {})).status).toBe(404)
  // Another question of the same person: the old link is over.
  await answer(person)
  after(121)
  await run()
  expect((await call('POST', `/still-right?token=${good}`, undefined, {})).status).toBe(404)
  expect(await question(person)).toBeDefined()
  expect(await question(other)).toBeDefined()
})

test('T1 K8: seven days after the mail left the biodata is paused, who waits is refunded, and one press brings it back', async () => {
  const person = await owner()
  const payer = await world.somebody('payer')
  await world.record(payer, await world.pay(payer, person.number), person.number)
  after(60)
  await run()
  after(66)
  // It has not left yet, so nobody was told.
  expect(await run()).toEqual({ asked: 0, paused: 0 })
  await deliver()
  expect((await run()).paused).toBe(0)
  after(72.9)
  expect((await run()).paused).toBe(0)
  after(73)
  expect((await run()).paused).toBe(1)
  expect((await run()).paused).toBe(0)
  expect(await own(person)).toMatchObject({ presence: 'paused', confirmation: { question: 'paused' } })
  expect(await session(person)).toMatchObject({ question: 'paused', isPaused: true })
  expect((await call('GET', `/api/bioData/${person.id}`, payer)).status).toBe(404)
  const payment = db.selectFrom('payments').select(['status', 'refundBecause']).where('userId', '=', payer.id)
  expect(await payment.executeTakeFirst()).toMatchObject({ status: 'refund_due', refundBecause: 'hidden' })
  expect(await told(person)).toEqual([
    { kind: 'still-right', about: {} },
    { kind: 'still-right', about: { isPaused: true } },
  ])
  server.received.length = 0
  await deliver()
  const letter = server.received.find(({ mail }) => mail.text!.includes('had no answer'))!
  const press = await call('POST', linkIn(letter.mail.text!), undefined, {})
  expect(press.text).toContain('Your biodata is confirmed')
  expect(await own(person)).toMatchObject({
    presence: 'published',
    confirmation: { lastOn: '2027-02-01', question: null },
  })
})

test('T1: a mail server that takes nothing is no delivery; a mail that a person declined is not waited for', async () => {
  const [refused, declined] = [await owner(), await owner()]
  const decline = { kind: 'still-right', channel: 'mail', wanted: false }
  expect((await call('PATCH', '/api/me/notification-settings', declined, decline)).status).toBe(200)
  server.refuse = () => ({ code: 550, message: 'no such mailbox' })
  after(60)
  await run()
  await deliver()
  server.refuse = () => undefined
  after(90)
  expect((await run()).paused).toBe(0)
  for (const person of [refused, declined]) {
    expect(await own(person)).toMatchObject({ presence: 'published', confirmation: { question: 'asked' } })
    expect((await question(person))!.toldAt).toEqual(now)
  }
  after(97)
  expect((await run()).paused).toBe(2)
})

test('T1: without mail, and with an email nobody proved, only the question seen on a page counts, from its first read on', async () => {
  const person = await owner(false)
  after(60)
  await run()
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
  expect(await run({ config: withoutMail })).toEqual({ asked: 0, paused: 0 })
  after(100)
  expect((await run({ config: withoutMail })).paused).toBe(0)
  // A page of others shows no question.
  await call('GET', '/api/session', person)
  expect(await question(person)).toMatchObject({ toldAt: null })
  expect((await own(person)).confirmation).toMatchObject({ question: 'asked', pausedOn: '2027-03-07' })
  after(106.9)
  await own(person)
  expect((await question(person))!.toldAt).toEqual(new Date(start.getTime() + 100 * day))
  expect((await run({ config: withoutMail })).paused).toBe(0)
  after(107)
  expect((await run({ config: withoutMail })).paused).toBe(1)
})

test('T1: Save And Publish is an answer, and so are publishing and stepping back; each ends the question', async () => {
  const [saving, stepping, back] = [await owner(), await owner(), await owner()]
  after(60)
  await run()
  const consent = { version: consentVersion, to: ['publish'] }
  expect((await call('PATCH', '/api/bioData', saving, biodataOnTheWire({ consent }))).status).toBe(200)
  expect((await own(saving)).confirmation).toMatchObject({ lastOn: '2027-01-19', question: null })
  const step = (by: Person, presence: string) => call('PATCH', '/api/me/presence', by, { presence })
  await step(stepping, 'paused')
  expect(await own(stepping)).toMatchObject({
    presence: 'paused',
    confirmation: { question: null, lastOn: '2026-11-20' },
  })
  // Their own pause is no pause of ours.
  expect((await answer(stepping)).body).toEqual({ modifiedCount: 0 })
  await step(stepping, 'published')
  expect((await own(stepping)).confirmation.lastOn).toBe('2027-01-19')
  await own(back)
  after(68)
  await run()
  expect((await own(back)).presence).toBe('paused')
  await call('PATCH', '/api/bioData', back, biodataOnTheWire())
  expect(await own(back)).toMatchObject({
    presence: 'published',
    confirmation: { lastOn: '2027-01-27', question: null },
  })
})

test('T1: nobody is asked before 60 days after installing, nor who never signed in, nor who is not published; a paused one stays so', async () => {
  const [person, imported, hidden] = [await owner(), await owner(), await owner()]
  await sql`delete from accounts where user_id = ${imported.id}`.execute(db)
  await sql`delete from sessions where user_id = ${imported.id}`.execute(db)
  await call('PATCH', '/api/me/presence', hidden, { presence: 'paused' })
  await install(new Date(start.getTime() + 30 * day))
  after(89.9)
  expect((await run()).asked).toBe(0)
  expect((await own(person)).confirmation).toMatchObject({ lastOn: '2026-11-20', nextOn: '2027-02-18' })
  after(90)
  expect((await run()).asked).toBe(1)
  expect(await question(person)).toBeDefined()
  expect(await own(hidden)).toMatchObject({ presence: 'paused', confirmation: { question: null } })
})

test('T1: a press for a biodata put away, or of a suspended person, publishes nothing', async () => {
  const [putAway, suspended] = [await owner(), await owner()]
  after(60)
  await run()
  for (const person of [putAway, suspended]) await own(person)
  const links = await Promise.all(
    [putAway, suspended].map(async (person) =>
      answerLink({ ...config, origin: '' }, { ownerId: person.id, id: (await question(person))!.id }),
    ),
  )
  after(67)
  expect((await run()).paused).toBe(2)
  await sql`select put_away_unproved(${putAway.id})`.execute(db)
  await sql`update users set suspended_at = now(), suspended_because = 'x' where id = ${suspended.id}`.execute(db)
  for (const link of links) expect((await call('POST', link, undefined, {})).status).toBe(404)
  expect((await answer(putAway)).body).toEqual({ modifiedCount: 0 })
  const published = await db.selectFrom('biodata').select('id').where('presence', '=', 'published').execute()
  expect(published).toEqual([])
})

test('T1: of two servers that ask and pause at once each is done once, and an answer of that moment wins or loses whole', async () => {
  const other = openDatabase(world.connection)
  const people = [await owner(), await owner(), await owner(), await owner()]
  after(60)
  const round = { now, everyDays: 60, config }
  const asked = await Promise.all([db, other.db, db, other.db].map((server) => askAndPause(server, round)))
  expect(asked.reduce((sum, one) => sum + one.asked, 0)).toBe(4)
  for (const person of people) expect(await told(person)).toHaveLength(1)
  for (const person of people) await own(person)
  after(67)
  const late = { ...round, now }
  const [paused] = await Promise.all([
    Promise.all([db, other.db].map((server) => askAndPause(server, late))),
    ...people.slice(0, 2).flatMap((person) => [answer(person), answer(person)]),
  ])
  const states = await Promise.all(people.map(own))
  expect(states.map(({ presence }) => presence)).toEqual(['published', 'published', 'paused', 'paused'])
  expect(states.map(({ confirmation }) => confirmation.question)).toEqual([null, null, 'paused', 'paused'])
  expect(paused.reduce((sum, one) => sum + one.paused, 0)).toBeGreaterThanOrEqual(2)
  for (const person of people.slice(2)) expect(await told(person)).toHaveLength(2)
  await other.db.destroy()
})

test('T1: an answer that waits for the pause of the same moment brings the biodata back', async () => {
  const person = await owner()
  after(60)
  await run()
  await own(person)
  let answered: ReturnType<typeof answer> | undefined
  await db.transaction().execute(async (trx) => {
    // As pausing does it.
    await trx.selectFrom('biodata').select('id').where('id', '=', person.id).forNoKeyUpdate().execute()
    await trx.updateTable('confirmQuestions').set({ pausedAt: now }).where('ownerId', '=', person.id).execute()
    await trx.updateTable('biodata').set({ presence: 'paused' }).where('id', '=', person.id).execute()
    answered = answer(person)
    await world.untilHeldUp(answered)
  })
  expect((await answered!).body).toEqual({ modifiedCount: 1 })
  expect(await own(person)).toMatchObject({ presence: 'published', confirmation: { question: null } })
})

test('T1: profile and checkout show the day, the checkout says what is older than 45 days, and with `off` nothing is shown', async () => {
  const [person, reader] = [await owner(), await world.somebody('reader')]
  const profile = async () => (await call('GET', `/api/bioData/${person.id}`, reader)).body
  const card = async () => (await call('GET', `/api/bioData-card/${person.number}`, reader)).body
  after(45)
  expect(await profile()).toMatchObject({ confirmedOn: '2026-11-20' })
  expect(await card()).toMatchObject({ confirmedOn: '2026-11-20' })
  expect(await card()).not.toHaveProperty('isUnconfirmed')
  after(46)
  expect(await card()).toMatchObject({ confirmedOn: '2026-11-20', isUnconfirmed: true })
  await sql`update biodata set confirmed_at = null where id = ${person.id}`.execute(db)
  expect(await card()).toMatchObject({ isUnconfirmed: true })
  expect(await profile()).not.toHaveProperty('confirmedOn')
  await sql`update biodata set confirmed_at = ${start} where id = ${person.id}`.execute(db)
  await db.insertInto('confirmQuestions').values({ ownerId: person.id, askedAt: now }).execute()

  const off = await buildApp({
    config: testConfig({ confirmEveryDays: undefined }),
    db,
    clock: () => now,
    logLevel: 'silent',
  })
  const read = async (url: string, by: Person = reader) =>
    (await off.inject({ url: `/api/${url}`, headers: { cookie: by.cookie } })).json()
  for (const shown of [await read(`bioData/${person.id}`), await read(`bioData-card/${person.number}`)]) {
    expect(shown).not.toHaveProperty('confirmedOn')
    expect(shown).not.toHaveProperty('isUnconfirmed')
  }
  expect(await read('me/presence', person)).toMatchObject({ confirmation: null })
  expect((await read('session', person)).user).toMatchObject({ question: null })
  await off.close()
})

test('T1: a person reads their question and their confirmation in what they take away, and both go with the account', async () => {
  const person = await owner()
  await db.insertInto('confirmQuestions').values({ ownerId: person.id, askedAt: now }).execute()
  const { body } = await call('GET', '/api/me/export', person)
  expect(body.biodata).toMatchObject({ confirmedAt: start.toISOString() })
  expect(body.confirmQuestion).toEqual({ askedAt: now.toISOString(), toldAt: null, pausedAt: null })
  await sql`delete from users where id = ${person.id}`.execute(db)
  expect(await question(person)).toBeUndefined()
})

test('T1 Z2: a biodata of before the migration is confirmed when it was saved or published last, an imported one when its person agreed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(root, 'migrations'), folder, { recursive: true })
  for (const file of await readdir(folder)) if (file >= '0015' && /^\d/.test(file)) await rm(join(folder, file))
  const { db: old, pool } = await emptyDatabase()
  onTestFinished(() => old.destroy())
  await migrate(old, { folder })
  const people = [
    ['saved', '2026-03-02', '2026-02-01', 'published', true],
    ['published', '2026-03-02', '2026-05-04', 'published', true],
    ['paused since', '2026-03-02', '2026-05-04', 'paused', true],
    ['imported', '2026-03-02', '2026-03-02', 'published', false],
    ['typed in', '2026-03-02', '2026-03-02', 'published', false],
  ] as const
  const { rows: imports } = await pool.query(
    `insert into imports (file_name, bytes, status, agreed_how, agreed_on, done_at)
     values ('a.csv', 1, 'done', 'by phone', '2026-01-15', now()) returning id`,
  )
  for (const [name, updatedAt, since, presence, hasAccount] of people) {
    const { rows } = await pool.query(`insert into users (email, name) values ($1, $2) returning id`, [
      `${name.replace(' ', '-')}@mail.example`,
      name,
    ])
    const { id } = rows[0]
    if (hasAccount)
      await pool.query(`insert into accounts (user_id, provider_id, account_id) values ($1, 'credential', $2)`, [
        id,
        id,
      ])
    await pool.query(
      `insert into biodata (id, name, gender, birth, skin_color, height, weight, occupation, father_name, mother_name, division,
        present_division, partner_age, partner_height, partner_weight, phone, updated_at, presence_since, presence)
       values ($1, $2, 'Female', '2000-01-01', 'Fair', 60, 50, 'Doctor', 'A', 'B', 'Dhaka', 'Dhaka', 30, 66, 70, '+8801712345678', $3, $4, $5)`,
      [id, name, updatedAt, since, presence],
    )
    if (name === 'imported') await pool.query('insert into imported_people values ($1, $2)', [id, imports[0].id])
  }
  expect((await migrate(old))[0]).toBe('0015-last-confirmed')
  const { rows } = await pool.query(
    `select name, to_char(confirmed_at, 'YYYY-MM-DD') as day, confirmed_on::text as listed
     from biodata left join listed_biodata using (number) order by number`,
  )
  expect(rows.map(({ name, day, listed }) => [name, day, listed])).toEqual([
    ['saved', '2026-03-02', '2026-03-02'],
    ['published', '2026-05-04', '2026-05-04'],
    ['paused since', '2026-03-02', null],
    ['imported', '2026-01-15', '2026-01-15'],
    ['typed in', null, null],
  ])
})
