import { afterAll, beforeEach, expect, test } from 'vitest'
import { removeOld } from '#tests/old-rows.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import type { Person } from '#tests/world.server.ts'
import { noon } from '#tests/world.server.ts'

let now = noon
const world = await payingWorld({ clock: () => now })
afterAll(() => world.close())

let round = 0
const signUp = (name: string) => world.signUp(`${name}-${++round}@example.org`)
let owner: Person
let number: number
let member: Person
let admin: Person
beforeEach(async () => {
  await world.db.deleteFrom('reports').execute()
  await world.db.deleteFrom('outbox').execute()
  await world.db.updateTable('users').set({ role: 'user' }).execute()
  now = new Date(now.getTime() + 24 * 60 * 60_000)
  owner = await signUp('owner')
  number = await world.publish(owner)
  member = await signUp('member')
  admin = await world.makeAdmin(await signUp('admin'))
})

const block = (by: Person, whom: Person) => world.call('POST', '/api/blocks', by, { _id: whom.id })
const unblock = (by: Person, whom: Person) => world.call('DELETE', `/api/blocks/${whom.id}`, by)
const report = (by: Person, whom: Person, more: object = {}) =>
  world.call('POST', '/api/reports', by, { _id: whom.id, reason: 'rude', ...more })
const sees = async (by: Person, whom: Person) => (await world.call('GET', `/api/bioData/${whom.id}`, by)).status === 200
const queue = async (by = admin, state = 'open') => (await world.call('GET', `/api/reports?state=${state}`, by)).body
const answer = (ids: string[], more: object = {}, by = admin) =>
  world.call('PATCH', '/api/reports', by, { ids, outcome: 'resolved', answer: 'We have talked to them.', ...more })
const mailsOf = async (person: Person) =>
  (await world.db.selectFrom('outbox').select('kind').where('recipient', '=', person.email).execute()).map(
    ({ kind }) => kind,
  )

test('R4: whom one blocks disappears at once, both ways, stands on one’s own list, and comes back with Unblock', async () => {
  await world.publish(member)
  expect((await block(member, owner)).body).toEqual({ modifiedCount: 1 })
  expect((await block(member, owner)).body).toEqual({ modifiedCount: 0 })
  expect([await sees(member, owner), await sees(owner, member)]).toEqual([false, false])
  const list = await world.call('GET', '/api/blocks', member)
  expect(list.body).toEqual([{ _id: owner.id, bioDataId: number, date: expect.any(String) }])
  // Nobody is told, and nobody else takes it back.
  expect((await world.call('GET', '/api/blocks', owner)).body).toEqual([])
  expect((await unblock(owner, member)).status).toBe(404)
  expect((await unblock(admin, owner)).status).toBe(404)
  expect((await unblock(member, owner)).body).toEqual({ deletedCount: 1 })
  expect([await sees(member, owner), await sees(owner, member)]).toEqual([true, true])
  expect((await unblock(member, owner)).status).toBe(404)
})

test('R4: nobody blocks or reports themselves, or nobody', async () => {
  const nobody = { ...owner, id: '00000000-0000-4000-8000-000000000000' }
  for (const ask of [block, report])
    expect([(await ask(member, member)).status, (await ask(member, nobody)).status]).toEqual([404, 404])
  expect((await report(member, owner, { reason: 'ugly' })).body.errors).toMatchObject([{ field: 'reason' }])
  expect((await report(member, owner, { reason: 'other' })).body.errors).toMatchObject([{ field: 'words' }])
  expect((await report(member, owner, { words: 'x'.repeat(2_001) })).body.errors).toMatchObject([{ field: 'words' }])
  expect(await world.db.selectFrom('reports').selectAll().execute()).toEqual([])
})

test('R4 K3f: a person who is blocked while a request waits, or the money is on its way, gets the fee back', async () => {
  const waiting = await world.pay(member, number)
  await world.record(member, waiting, number)
  const late = await signUp('late')
  for (const payer of [member, late]) await world.publish(payer)
  const underway = await world.pay(late, number)
  await Promise.all([block(owner, member), block(member, owner), block(owner, late)])
  expect((await world.record(late, underway, number)).status).toBe(409)
  const payments = await world.db
    .selectFrom('payments')
    .select('status')
    .where('userId', 'in', [member.id, late.id])
    .execute()
  expect(payments).toHaveLength(2)
  for (const { status } of payments) expect(status).toMatch(/^refund(ed|_due)$/)
  // Nobody has to do anything more for it.
  const stillDue = () =>
    world.db
      .selectFrom('payments')
      .select('id')
      .where('userId', 'in', [member.id, late.id])
      .where('status', '=', 'refund_due')
  await expect.poll(() => stillDue().execute()).toEqual([])
  const requests = world.db.selectFrom('contactRequests').select('status').where('biodataId', '=', owner.id)
  expect(await requests.execute()).toEqual([{ status: 'withdrawn' }])
})

test('R4: a report waits for the administrators, who are told by mail; the reported person learns nothing', async () => {
  const words = 'He asked for my brother’s address.\nTwice.'
  const sent = await report(member, owner, { reason: 'money', words, block: true })
  expect(sent.status).toBe(200)
  // The member has no biodata: who is no longer found is the other.
  expect(await sees(member, owner)).toBe(false)
  expect([await mailsOf(admin), await mailsOf(owner), await mailsOf(member)]).toEqual([['new-report'], [], []])
  expect(await queue()).toMatchObject([
    {
      _id: owner.id,
      bioDataId: number,
      bioData_id: owner.id,
      person: { email: owner.email },
      reporters: 1,
      reports: [
        { _id: sent.body.insertedId, reason: 'money', words, reporter: { email: member.email }, outcome: null },
      ],
    },
  ])
  for (const call of ['/api/blocks', '/api/me/reports']) expect((await world.call('GET', call, owner)).body).toEqual([])
  const { text } = await world.call('GET', '/api/me/export', owner)
  expect(text).not.toContain('brother')
  expect((await world.call('GET', '/api/me/export', member)).body.reports).toMatchObject([{ reason: 'money', words }])
})

test('R4 K3f: a report that blocks gives back the fee of what waits, at once', async () => {
  await world.record(member, await world.pay(member, number), number)
  expect((await report(member, owner, { block: true })).status).toBe(200)
  const payment = () =>
    world.db.selectFrom('payments').select('status').where('userId', '=', member.id).executeTakeFirst()
  await expect.poll(payment).toEqual({ status: 'refunded' })
})

test('R4: one open report of the same person, also of twenty at once; after the answer another', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => report(member, owner)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)!.body.code).toBe('already-reported')
  // Who reports all day has to wait.
  const [next, another] = [await signUp('next'), await signUp('another')]
  await world.publish(next)
  const refused = await report(member, next)
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 2 * 60 * 60])
  now = new Date(now.getTime() + 24 * 60 * 60_000)
  expect((await report(member, next)).status).toBe(200)
  await answer([answers.find(({ status }) => status === 200)!.body.insertedId])
  expect((await report(member, owner)).status).toBe(200)
  expect((await report(another, owner)).status).toBe(200)
  const queued = await queue()
  expect(queued.map(({ reports }: { reports: object[] }) => reports.length)).toEqual([1, 3])
  // Who reports twice is one who reports. What is open stands first, the latest before the others.
  expect(queued.map(({ reporters }: { reporters: number }) => reporters)).toEqual([1, 2])
  expect(queued[1].reports).toMatchObject([
    { outcome: null, reporter: { email: another.email } },
    { outcome: null, reporter: { email: member.email } },
    { outcome: 'resolved' },
  ])
  expect((await queue(admin, 'answered')).map(({ reports }: { reports: object[] }) => reports)).toEqual([
    [expect.objectContaining({ outcome: 'resolved' })],
  ])
  // On the overview it is people who are reported, not reports.
  expect((await world.call('GET', '/api/waiting', admin)).body.reported).toBe(2)
})

test('R4 M4: the answer reaches every reporter on their page and by mail, and is written down', async () => {
  const other = await signUp('other')
  const ids = [(await report(member, owner)).body.insertedId, (await report(other, owner)).body.insertedId]
  expect((await answer(ids)).body).toEqual({ modifiedCount: 2 })
  expect(await queue()).toEqual([])
  expect(await queue(admin, 'answered')).toMatchObject([{ _id: owner.id, reporters: 2, reports: [{}, {}] }])
  for (const reporter of [member, other]) {
    const own = await world.call('GET', '/api/me/reports', reporter)
    expect(own.body).toMatchObject([{ bioDataId: number, outcome: 'resolved', answer: 'We have talked to them.' }])
    expect(await mailsOf(reporter)).toEqual(['report-answered'])
  }
  expect(await mailsOf(owner)).toEqual([])
  const actions: { action: string }[] = (await world.call('GET', '/api/admin-actions?limit=10', admin)).body
  // The reports were read after the answer, which is written down too.
  expect(actions.find(({ action }) => !action.startsWith('read '))).toMatchObject({
    action: 'resolved report',
    subject: { email: owner.email },
  })
  // Once for the person, however many have reported them.
  const lines = world.db.selectFrom('auditLog').select('id').where('subjectId', '=', owner.id)
  expect(await lines.execute()).toHaveLength(1)
})

test('R4 M4: of two administrators who answer at once one does, which is written down, and a report that came later waits on', async () => {
  const colleague = await world.makeAdmin(await signUp('colleague'))
  const { insertedId } = (await report(member, owner)).body
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => answer([insertedId], { outcome: 'dismissed' }, n % 2 ? admin : colleague)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status, body }) => status === 409 && body.code === 'already-answered')).toHaveLength(9)
  expect(await mailsOf(member)).toEqual(['report-answered'])
  const written = await world.db.selectFrom('auditLog').select('action').where('subjectId', '=', owner.id).execute()
  expect(written).toEqual([{ action: 'dismissed report' }])
  const later = (await report(await signUp('later'), owner)).body.insertedId
  expect((await answer([insertedId, later])).body).toEqual({ modifiedCount: 1 })
  expect((await answer(['00000000-0000-4000-8000-000000000000'])).status).toBe(404)
})

test('R4 S3-21 tells whether the reported person is suspended, hidden or an administrator', async () => {
  const guest = await signUp('guest')
  await world.publish(member)
  await report(owner, member)
  await report(member, owner)
  await world.db.insertInto('reports').values({ reporterId: owner.id, reportedId: guest.id, reason: 'rude' }).execute()
  const states = async () =>
    Object.fromEntries(
      (await queue()).map((row: Record<string, unknown>) => [
        row._id,
        [row.isAdmin, row.isSuspended, row.isUnpublished],
      ]),
    )
  const before = [false, false, false]
  expect(await states()).toEqual({ [member.id]: before, [owner.id]: before, [guest.id]: [false, false, null] })
  await world.call('PATCH', `/api/users/suspension/${member.id}`, admin, { reason: 'Complaints.' })
  await world.call('PATCH', `/api/biodata/unpublished/${owner.id}`, admin)
  await world.makeAdmin(guest)
  expect(await states()).toEqual({
    [member.id]: [false, true, false],
    [owner.id]: [false, false, true],
    [guest.id]: [true, false, null],
  })
})

test('R4: an administrator neither reads nor answers what is said of them', async () => {
  await world.publish(admin)
  const colleague = await world.makeAdmin(await signUp('colleague'))
  const { insertedId } = (await report(member, admin)).body
  expect(await queue(admin)).toEqual([])
  expect((await answer([insertedId])).status).toBe(404)
  const other = (await report(member, owner)).body.insertedId
  expect((await answer([insertedId, other])).body).toEqual({ modifiedCount: 1 })
  const reported = async (by: Person) => (await world.call('GET', '/api/waiting', by)).body.reported
  expect([await reported(admin), await reported(colleague)]).toEqual([0, 1])
  expect(await queue(colleague)).toMatchObject([{ _id: admin.id }])
  expect((await answer([insertedId], {}, colleague)).status).toBe(200)
})

test('R4: the queue is read page after page, who waits longest first; a person who has left is a number', async () => {
  const reported = [owner, await signUp('second'), await signUp('third')]
  for (const person of reported.slice(1)) await world.publish(person)
  for (const person of reported) await report(member, person)
  const first = await world.call('GET', '/api/reports?limit=2', admin)
  const next = String(first.headers.link).match(/<([^>]*)>/)![1]!
  const pages = [...first.body, ...(await world.call('GET', next, admin)).body]
  expect(pages.map(({ _id }) => _id)).toEqual(reported.map(({ id }) => id))
  const answered = [...pages].reverse()
  for (const { reports } of pages.slice(1)) await answer([reports[0]._id])
  expect((await queue(admin, 'answered')).map(({ _id }: { _id: string }) => _id)).toEqual(
    answered.slice(0, 2).map(({ _id }) => _id),
  )
  await world.db.deleteFrom('users').where('id', 'in', [owner.id, member.id]).execute()
  const [gone] = await queue()
  expect(gone).toMatchObject({ person: null, bioDataId: number, bioData_id: null, reports: [{ reporter: null }] })
  expect((await answer([gone.reports[0]._id])).status).toBe(200)
})

test('R7: reports go a year after their answer, open ones stay', async () => {
  const { insertedId } = (await report(member, owner)).body
  await report(await signUp('other'), owner)
  await answer([insertedId])
  const left = async () => (await world.db.selectFrom('reports').select('id').execute()).length
  const answered = Date.now()
  await removeOld(world.db, 'reports', new Date(answered + 364 * 24 * 60 * 60_000))
  expect(await left()).toBe(2)
  await removeOld(world.db, 'reports', new Date(answered + 366 * 24 * 60 * 60_000))
  expect(await left()).toBe(1)
})

const hidings: [string, (person: Person) => Promise<unknown>][] = [
  ['pauses', (person) => world.call('PATCH', '/api/me/presence', person, { email: person.email, presence: 'paused' })],
  [
    'is suspended',
    (person) => world.call('PATCH', `/api/users/suspension/${person.id}`, admin, { reason: 'A reason.' }),
  ],
  ['has blocked the asker', (person) => block(person, member)],
  [
    'leaves',
    (person) =>
      world.call('POST', '/api/me/deletion', person, { email: person.email, confirmation: 'a good password' }),
  ],
]
test.each(hidings)(
  'R4 SEC-N10 says nothing of somebody who %s: blocks, reports and favourites answer as if nobody were there',
  async (_, hide) => {
    await world.publish(member)
    const marked = await world.call('POST', '/api/favorite-bioData', member, { bioDataId: number, email: member.email })
    const nobody = { ...owner, id: '00000000-0000-4000-8000-000000000000' }
    await hide(owner)
    const answers = async (whom: Person, bioDataId: number, favourite: string) =>
      (
        await Promise.all([
          block(member, whom),
          report(member, whom),
          report(member, whom, { block: true }),
          world.call('GET', `/api/favorite-status?bioDataId=${bioDataId}`, member),
          world.call('DELETE', `/api/favorite-bioData/${favourite}`, member),
        ])
      ).map(({ status, text }) => [status, text])
    expect(await answers(owner, number, marked.body.insertedId)).toEqual(await answers(nobody, 999_999, nobody.id))
    const own = (await world.call('GET', '/api/me/export', member)).body
    expect([own.favourites, own.profilesRead, own.reports, own.blocks]).toEqual([[], [], [], []])
  },
)

test('R4 SEC-N10 lets a member block and report who has seen their contact, also once that person is hidden', async () => {
  const viewer = await world.makePremium(await signUp('viewer'))
  await world.call('GET', `/api/bioData/${owner.id}`, viewer)
  expect((await report(owner, viewer)).status).toBe(200)
  expect((await block(owner, viewer)).body).toEqual({ modifiedCount: 1 })
  // Somebody without a biodata whom the owner has never met.
  expect((await block(owner, member)).status).toBe(404)
})

test('R4: thirty blocks are made at once, then one in ten minutes', async () => {
  for (let i = 0; i < 30; i++) expect((await block(member, owner)).status).toBe(200)
  const refused = await block(member, owner)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-fast' } })
  expect(Number(refused.headers['retry-after'])).toBe(600)
  now = new Date(now.getTime() + 10 * 60_000)
  expect((await block(member, owner)).status).toBe(200)
})
