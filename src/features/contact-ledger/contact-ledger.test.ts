import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openExplained } from '#tests/explained.server.ts'
import { type Person, testWorld } from '#tests/world.server.ts'
import { recordShowing } from './queries.server.ts'

const world = await testWorld()
afterAll(() => world.close())

let owner: Person
let premium: Person
let round = 0
beforeEach(async () => {
  owner = await world.signUp(`owner-${++round}@example.org`)
  await world.publish(owner)
  premium = await world.makePremium(await world.signUp(`premium-${round}@example.org`))
})

const look = (by: Person) => world.call('GET', `/api/bioData/${owner.id}`, by)
const linesOf = () =>
  world.db
    .selectFrom('contactViews')
    .select(['id', 'viewerId', 'byRight', 'viewerNumber'])
    .where('ownerId', '=', owner.id)
    .execute()

test('R1: each look at a contact is one line, by whom and by which right; a look at the profile without it is none', async () => {
  const member = await world.signUp(`member-${round}@example.org`)
  const admin = await world.makeAdmin(await world.signUp(`admin-${round}@example.org`))
  const number = await world.publish(premium)
  await look(member)
  expect(await linesOf()).toEqual([])
  for (const by of [premium, admin, owner, premium]) expect((await look(by)).body.phoneNumber).toBeDefined()
  expect(await linesOf()).toMatchObject([
    { viewerId: premium.id, byRight: 'premium', viewerNumber: number },
    { viewerId: admin.id, byRight: 'administrator', viewerNumber: null },
    { viewerId: owner.id, byRight: 'owner' },
  ])
})

test('R1: of a list of requests those on the page are looked at, not the next one', async () => {
  const payer = await world.signUp(`payer-${round}@example.org`)
  const other = await world.signUp(`other-${round}@example.org`)
  await world.publish(other)
  for (const [asked, day] of [
    [owner, 1],
    [other, 2],
  ] as const)
    await sql`with paid as (
        insert into payments (provider, user_id, biodata_id, amount, currency, status)
        values ('stripe', ${payer.id}, ${asked.id}, 500, 'usd', 'succeeded') returning id
      ) insert into contact_requests (user_id, biodata_id, payment_id, status, requested_at, approved_at)
      select ${payer.id}, ${asked.id}, id, 'approve', now() - ${day} * interval '1 day', now() from paid`.execute(
      world.db,
    )
  const seen = () =>
    world.db.selectFrom('contactViews').select('ownerId').where('viewerId', '=', payer.id).orderBy('id').execute()
  const page = await world.call('GET', '/api/payments?limit=1', payer)
  expect(page.body).toMatchObject([{ contactEmail: owner.email }])
  expect(await seen()).toEqual([{ ownerId: owner.id }])
  const next = String(page.headers.link).match(/<([^>]*)>/)![1]!
  expect((await world.call('GET', next, payer)).body).toMatchObject([{ contactEmail: other.email }])
  expect(await seen()).toEqual([{ ownerId: owner.id }, { ownerId: other.id }])
})

test('R1: twenty looks at once are one line, and one that is an hour later is another', async () => {
  await Promise.all(Array.from({ length: 20 }, () => look(premium)))
  const [line, ...more] = await linesOf()
  expect(more).toEqual([])
  await world.db.transaction().execute(async (trx) => {
    await sql`alter table contact_views disable trigger contact_views_are_final`.execute(trx)
    await sql`update contact_views set at = at - interval '61 minutes' where id = ${line!.id}`.execute(trx)
    await sql`alter table contact_views enable trigger contact_views_are_final`.execute(trx)
  })
  await look(premium)
  expect(await linesOf()).toHaveLength(2)
})

test('R1: nobody can change a line, nor remove one before three years are over', async () => {
  await look(premium)
  const [line] = await linesOf()
  await expect(sql`update contact_views set viewer_id = owner_id`.execute(world.db)).rejects.toThrow('only be added to')
  await expect(sql`delete from contact_views where id = ${line!.id}`.execute(world.db)).rejects.toThrow(
    'only be added to',
  )
  await expect(sql`truncate contact_views`.execute(world.db)).rejects.toThrow('only be added to')
  await sql`insert into contact_views (owner_id, viewer_id, by_right, at)
    values (${owner.id}, ${premium.id}, 'premium', now() - interval '37 months')`.execute(world.db)
  await sql`delete from contact_views where at < now() - interval '36 months'`.execute(world.db)
  expect(await linesOf()).toHaveLength(1)
})

const seenBy = (by: Person, search = '') => world.call('GET', `/api/me/contact-views${search}`, by)
const sumsOf = async (by: Person) => (await world.call('GET', '/api/me/contact-view-sums', by)).body
/** A line of some time ago. */
const lineOf = (viewer: Person, byRight: string, daysAgo: number, more: { number?: number; reason?: string } = {}) =>
  sql`insert into contact_views (owner_id, viewer_id, by_right, at, viewer_number, reason)
    values (${owner.id}, ${viewer.id}, ${byRight}, now() - ${daysAgo} * interval '1 day', ${more.number ?? null}, ${more.reason ?? null})`.execute(
    world.db,
  )

test('R1: a person reads who has seen the contact: members by name and number, an administrator by the role and the reason', async () => {
  const admin = await world.makeAdmin(await world.signUp(`admin-${round}@example.org`, 'Secret Administrator'))
  await world.publish(admin, { name: 'Secret Administrator' })
  const number = await world.publish(premium, { name: 'Arif Hossain' })
  await look(owner)
  await lineOf(premium, 'premium', 40)
  await lineOf(premium, 'request', 2)
  await lineOf(admin, 'administrator', 1, { reason: 'to answer your report' })
  await look(premium)
  const { body, text } = await seenBy(owner)
  expect(body).toMatchObject([
    { byRight: 'premium', name: 'Arif Hossain', bioDataId: number, bioData_id: premium.id, times: 2 },
    { byRight: 'administrator', name: null, bioDataId: null, looks: [{ reason: 'to answer your report' }] },
    { byRight: 'request', name: 'Arif Hossain', times: 1 },
  ])
  expect(body[0].looks.map(({ at }: { at: string }) => at)).toHaveLength(2)
  expect(text).not.toContain('Secret')
  expect(text).not.toContain(admin.id)
  expect(await sumsOf(owner)).toEqual({ people: 2, times: 4, lately: 3, peopleLately: 2, lastAt: body[0].looks[0].at })
  // Who has not published finds nothing about others here.
  expect((await seenBy(premium)).body).toEqual([])
})

test('R1: of a deleted account the bare number is left; of one that is hidden nothing leads to it', async () => {
  const number = await world.publish(premium)
  await look(premium)
  const paused = await world.makePremium(await world.signUp(`paused-${round}@example.org`))
  await world.publish(paused)
  await look(paused)
  await world.call('PATCH', '/api/me/presence', paused, { presence: 'paused' })
  await world.db.deleteFrom('users').where('id', '=', premium.id).execute()
  expect((await seenBy(owner)).body).toMatchObject([
    { name: 'Sadia Rahman', bioData_id: null, hasLeft: false },
    { name: null, bioDataId: number, bioData_id: null, hasLeft: true },
  ])
})

test('R1 R4: a person who has seen it can be reported from the list, which says so until it is answered; an administrator or a deleted account cannot', async () => {
  const admin = await world.makeAdmin(await world.signUp(`admin-${round}@example.org`))
  const gone = await world.makePremium(await world.signUp(`gone-${round}@example.org`))
  for (const by of [gone, admin, premium]) await look(by)
  await world.db.deleteFrom('users').where('id', '=', gone.id).execute()
  const [row, ...others] = (await seenBy(owner)).body
  expect(row).toMatchObject({ viewer_id: premium.id, bioDataId: null, reportedAt: null })
  for (const other of others) expect(other).toMatchObject({ viewer_id: null, reportedAt: null })

  const { status } = await world.call('POST', '/api/reports', owner, { _id: row.viewer_id, reason: 'rude' })
  expect(status).toBe(200)
  const [reported] = (await seenBy(owner)).body
  expect(Date.now() - Date.parse(reported.reportedAt)).toBeLessThan(60_000)
  const { id } = await world.db
    .selectFrom('reports')
    .select('id')
    .where('reporterId', '=', owner.id)
    .executeTakeFirstOrThrow()
  await world.call('PATCH', '/api/reports', admin, { ids: [id], outcome: 'dismissed', answer: 'Thank you.' })
  expect((await seenBy(owner)).body[0].reportedAt).toBeNull()
})

test('R1: the list goes on page after page without a gap, and the file has every line', async () => {
  const viewers = await Promise.all(Array.from({ length: 5 }, (_, n) => world.signUp(`many-${n}-${round}@example.org`)))
  for (const viewer of viewers) for (const day of [3, 2, 1]) await lineOf(viewer, 'premium', day, { number: 7 })
  const ids: string[] = []
  for (let url = '?limit=2'; url; ) {
    const { body, headers } = await seenBy(owner, url)
    ids.push(...body.map(({ _id, id }: { _id?: string; id: string }) => _id ?? id))
    url = String(headers.link ?? '').match(/\?[^>]+/)?.[0] ?? ''
  }
  expect(new Set(ids).size).toBe(5)
  expect(ids).toHaveLength(5)
  const { text, headers } = await world.call('GET', '/api/me/contact-views.csv', owner)
  expect(headers['content-disposition']).toContain('contact-views.csv')
  expect(text.trim().split('\r\n')).toHaveLength(16)
})

test.each([
  ['/api/users.csv', 'users'],
  ['/api/premium-requests.csv', 'premium requests'],
  ['/api/contact-requests.csv', 'contact requests'],
  ['/api/all-payments.csv', 'payments'],
])('R1: every contact in the file %s has its line, with the list as the reason', async (url, reason) => {
  const admin = await world.makeAdmin(await world.signUp(`admin-${round}@example.org`))
  const without = await world.signUp(`without-${round}@example.org`)
  await world.call('PATCH', '/api/user/request_premium/me', owner)
  const { id: paymentId } = await world.db
    .insertInto('payments')
    .values({ provider: 'stripe', userId: owner.id, amount: 500, currency: 'usd', status: 'succeeded' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await world.publish(premium)
  await world.db.insertInto('contactRequests').values({ userId: owner.id, biodataId: premium.id, paymentId }).execute()

  const { text } = await world.call('GET', url, admin)
  const emails = new Set(text.match(/[\w-]+@example\.org/g))
  expect(emails.has(owner.email)).toBe(true)
  const published = await world.db
    .selectFrom('users')
    .innerJoin('biodata', 'biodata.id', 'users.id')
    .select(['users.id', 'users.email'])
    .execute()
  const lines = await world.db
    .selectFrom('contactViews')
    .select(['ownerId', 'byRight', 'inFile', 'reason'])
    .where('viewerId', '=', admin.id)
    .execute()
  const inFile = published.filter(({ email }) => emails.has(email)).map(({ id }) => id)
  expect(lines.map(({ ownerId }) => ownerId).sort()).toEqual(inFile.sort())
  for (const line of lines) expect(line).toMatchObject({ byRight: 'administrator', inFile: true, reason })
  expect(lines.some(({ ownerId }) => ownerId === without.id)).toBe(false)
})

test('R1: who asks only for the headers of a file is shown nothing, and nothing is written down as shown', async () => {
  const admin = await world.makeAdmin(await world.signUp(`headers-${round}@example.org`))
  await world.publish(owner)
  const head = await world.call('HEAD', '/api/users.csv', admin)
  expect([head.status, head.headers['content-type'], head.text]).toEqual([200, 'text/csv; charset=utf-8', ''])
  // What would be written after the answer has had its turns by then.
  for (let turn = 0; turn < 50; turn++) await world.pool.query('select')
  const lines = await world.db.selectFrom('contactViews').select('id').where('viewerId', '=', admin.id).execute()
  expect(lines).toEqual([])
})

test('R1 SEC-N20 writes the ledger of a long file without reading its own lines again and again', async () => {
  const admin = await world.makeAdmin(await world.signUp(`admin-${round}@example.org`))
  // As in a server that has planned the statement while the ledger was short.
  await sql`alter table contact_views set (autovacuum_enabled = false)`.execute(world.db)
  const { db, costs } = openExplained(world.connection, 'force_generic_plan')
  onTestFinished(() => db.destroy())
  const batch = () => Array.from({ length: 200 }, () => randomUUID())
  for (let n = 0; n < 10; n++)
    await db
      .transaction()
      .execute((trx) => recordShowing(trx, admin.id, 'administrator', batch(), { inFile: true, reason: 'users' }))
  const written = costs.filter(({ sql }) => /insert into contact_views/.test(sql)).map(({ rows }) => rows)
  expect(written).toHaveLength(10)
  expect(Math.max(...written)).toBeLessThan(2_000)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from contact_views where viewer_id = ${admin.id}`.execute(world.db)
  expect(rows).toEqual([{ n: 2_000 }])
})

test.each(['contact_views', 'audit_log'])(
  'R1 M4 R7: nobody changes a line of %s, and nobody removes one before its three years are over',
  async (log) => {
    const table = sql.raw(log)
    const line = (age: string) =>
      log === 'audit_log'
        ? sql`insert into audit_log (action, subject_id, at) values ('made admin', ${owner.id}, now() - ${age}::interval) returning id`
        : sql`insert into contact_views (owner_id, viewer_id, by_right, at)
            values (${owner.id}, ${premium.id}, 'premium', now() - ${age}::interval) returning id`
    const ids = []
    for (const age of ['37 months', '35 months'])
      ids.push(((await line(age).execute(world.db)).rows[0] as { id: string }).id)
    const refused = 'can only be added to'
    for (const id of ids)
      await expect(sql`update ${table} set at = now() where id = ${id}`.execute(world.db)).rejects.toThrow(refused)
    const remove = (id: string | undefined) => sql`delete from ${table} where id = ${id}`.execute(world.db)
    await expect(remove(ids[1])).rejects.toThrow(refused)
    expect((await remove(ids[0])).numAffectedRows).toBe(1n)
  },
)
