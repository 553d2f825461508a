import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { wrongTotals } from '#demo/population/fill.ts'
import { approveRequest } from '#src/features/request-approval/judging.server.ts'
import { deleteUser } from '#src/features/users/queries.server.ts'
import { payingWorld } from './paying.server.ts'
import { biodataOnTheWire, type Person, worldForThisTest } from './world.server.ts'

// The same asked many times in the same moment. Payments race in their own tests.

const world = await payingWorld()
afterAll(() => world.close())

const { somebody, payerAndBiodata } = world
const admin = await world.makeAdmin(await somebody('admin'))

const times = <T>(n: number, act: (i: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => act(i)))
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

test('M3 M4: of two administrators who approve at once, one does, and one line is written', async () => {
  const { payer, number } = await payerAndBiodata()
  const { insertedId } = (await world.record(payer, await world.pay(payer, number), number)).body
  const second = await world.makeAdmin(await somebody('admin'))
  const answers = await times(10, (i) =>
    world.call('PATCH', `/api/contact-request-approver/${insertedId}`, i % 2 ? admin : second),
  )
  expect(answers.reduce((sum, { body }) => sum + body.modifiedCount, 0)).toBe(1)
  expect(
    await world.db.selectFrom('auditLog').select('action').where('subjectId', '=', insertedId).execute(),
  ).toHaveLength(1)
})

test.each(['a member', 'an administrator'])(
  'A8 M3: %s who leaves while their request is approved holds up no administrator, and both end well',
  async (who) => {
    const { payer, number } = await payerAndBiodata()
    const { insertedId: id } = (await world.record(payer, await world.pay(payer, number), number)).body
    if (who === 'an administrator') await world.makeAdmin(payer)
    let leaving: Promise<boolean> | undefined
    await world.db.transaction().execute(async (trx) => {
      // As approving holds it, before it says who approves.
      await trx.selectFrom('contactRequests').select('id').where('id', '=', id).forUpdate().execute()
      leaving = deleteUser(world.db, payer.id)
      await expect.poll(async () => (await world.pool.query('select from pg_locks where not granted')).rowCount).toBe(1)
      const approval = { status: 'approve', approvedAt: new Date(), approvedBy: admin.id } as const
      await trx.updateTable('contactRequests').set(approval).where('id', '=', id).execute()
    })
    expect(await leaving).toBe(true)
  },
)

test('A8 M3: a person who leaves while their request is approved is waited for where the asker is told, and both end well', async () => {
  const { payer, number } = await payerAndBiodata()
  const { insertedId: id } = (await world.record(payer, await world.pay(payer, number), number)).body
  const waits = (many: number) =>
    expect.poll(async () => (await world.pool.query('select from pg_locks where not granted')).rowCount).toBe(many)
  let both: Promise<unknown[]> | undefined
  await world.db.transaction().execute(async (trx) => {
    // The approval is made and waits to be written down, before it tells the asker.
    await sql`lock table audit_log in exclusive mode`.execute(trx)
    const approve = approveRequest(() => new Date())
    const approval = world.db.transaction().execute((trx) => approve(trx, admin.id, id))
    await waits(1)
    both = Promise.all([approval, deleteUser(world.db, payer.id)])
    await waits(2)
  })
  expect(await both).toEqual([1, true])
})

test('A8: a person who is made an administrator while leaving does not leave as the last one', async () => {
  const bureau = await worldForThisTest()
  const [only, next] = [await bureau.makeAdmin(await bureau.signUp('a@x.example')), await bureau.signUp('b@x.example')]
  let leaving: Promise<boolean> | undefined
  await bureau.db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ role: 'admin' }).where('id', '=', next.id).execute()
    leaving = deleteUser(bureau.db, next.id)
    await expect.poll(async () => (await bureau.pool.query('select from pg_locks where not granted')).rowCount).toBe(1)
    await trx.updateTable('users').set({ role: 'user' }).where('id', '=', only.id).execute()
  })
  expect(await leaving).toBe(false)
})

test('V2: premium asked for twenty times at once is asked for once', async () => {
  const { owner } = await payerAndBiodata()
  const answers = await times(20, () => world.call('PATCH', `/api/user/request_premium/${owner.email}`, owner))
  expect(statuses(answers)).toEqual(Array(20).fill(200))
  expect(answers.reduce((sum, { body }) => sum + body.modifiedCount, 0)).toBe(1)
})

test('L1: a favourite marked twenty times at once is one', async () => {
  const { payer, number } = await payerAndBiodata()
  const answers = await times(20, () =>
    world.call('POST', '/api/favorite-bioData', payer, { bioDataId: number, email: payer.email }),
  )
  expect(new Set(answers.map(({ body }) => body.insertedId)).size).toBe(1)
  expect((await world.call('GET', '/api/favorite', payer)).body).toMatchObject([{ _id: answers[0]!.body.insertedId }])
})

test('A2: POST /user ten times at once is one record, a user without a biodata', async () => {
  const fresh = await somebody('fresh')
  const wanted = { name: 'Root', email: fresh.email, role: 'admin', bioDataId: 7, type: 'premium' }
  const answers = await times(10, () => world.call('POST', '/api/user', fresh, wanted))
  expect(answers.map(({ body }) => body)).toEqual(Array(10).fill({ insertedId: fresh.id }))
  const { body } = await world.call('GET', `/api/users?search=${fresh.email}`, admin)
  expect(body).toEqual([
    {
      _id: fresh.id,
      name: fresh.email.split('@')[0],
      email: fresh.email,
      role: 'user',
      bioDataId: 0,
      since: expect.any(String),
      ...{ isVerified: false, isSuspended: false, isPublished: null },
    },
  ])
})

test('G4: fifty first saves at once give fifty numbers', async () => {
  // Signing up is made slow on purpose, by the hash of the password: not all at once.
  const fresh: Person[] = []
  for (let tens = 0; tens < 5; tens++) fresh.push(...(await times(10, () => somebody('fresh'))))
  const save = (person: Person) =>
    world.call('PATCH', '/api/bioData', person, biodataOnTheWire({ email: person.email }))
  const answers = await Promise.all([...fresh, ...fresh.slice(0, 10)].map(save))
  expect(statuses(answers)).toEqual(Array(60).fill(200))
  const rows = await world.db
    .selectFrom('biodata')
    .select('number')
    .where(
      'id',
      'in',
      fresh.map(({ id }) => id),
    )
    .execute()
  expect(new Set(rows.map(({ number }) => number)).size).toBe(50)
})

test('S2 Z2: the counts of the overview equal a recount after people came, asked, paid, were judged, hid and left at once', async () => {
  const owners = await times(4, () => payerAndBiodata())
  const guests = await times(8, () => somebody('guest'))
  const addUp = () => world.pool.query('select add_up_counts()')
  const requests = await Promise.all(
    guests.map(async (guest, i) => {
      const { number } = owners[i % 4]!
      return (await world.record(guest, await world.pay(guest, number), number)).body.insertedId
    }),
  )
  const judge = (id: string, way: string) =>
    world.call('PATCH', `/api/contact-requests/${id}/${way}`, admin, { reason: 'Because.' })
  await Promise.all([
    times(5, addUp),
    times(4, () => somebody('fresh')),
    ...owners.map(({ owner }) => world.call('PATCH', '/api/user/request_premium/me', owner)),
    world.call('PATCH', `/api/users/premium/${owners[0]!.owner.id}`, admin),
    ...requests.slice(0, 4).map((id) => world.call('PATCH', `/api/contact-request-approver/${id}`, admin)),
    ...requests.slice(2, 6).map((id) => judge(id, 'refusal')),
    world.call('PATCH', '/api/me/presence', owners[3]!.owner, { presence: 'paused' }),
    world.db.deleteFrom('users').where('id', '=', owners[2]!.owner.id).execute(),
    world.db.deleteFrom('users').where('id', '=', guests[7]!.id).execute(),
  ])
  await Promise.all([judge(requests[0], 'withdrawal'), judge(requests[1], 'withdrawal'), times(5, addUp)])
  expect(await wrongTotals(world.pool)).toBe(0)
  await addUp()
  expect(await wrongTotals(world.pool)).toBe(0)
  const { rows } = await world.pool.query(`select (select count(*)::int from users) as users,
    (select count(*)::int from payments where status = 'succeeded') as kept`)
  const { body } = await world.call('GET', '/api/overview', admin)
  expect([body.users, body.payments[0].number]).toEqual([rows[0].users, rows[0].kept])
})

test('M5: a person who asks and is renamed at once stands in the lists of requests by the new name and number', async () => {
  const owner = await payerAndBiodata()
  const askers = await times(6, () => somebody('asker'))
  const paid = await Promise.all(askers.map((asker) => world.pay(asker, owner.number)))
  const rename = (id: string, i: number) =>
    world.db
      .updateTable('users')
      .set({ name: `New ${i}` })
      .where('id', '=', id)
  await Promise.all(
    askers.flatMap((asker, i) => [
      world.record(asker, paid[i]!, owner.number),
      rename(asker.id, i).execute(),
      world.publish(asker),
      world.makePremium(asker),
    ]),
  )
  const { rows } = await world.pool.query(
    `select u.name, request.asker_name as request, premium.asker_name as premium, premium.number = biodata.number as is_numbered
     from users u join contact_requests request on request.user_id = u.id join premium on premium.user_id = u.id
     join biodata on biodata.id = u.id where u.id = any($1) order by 1`,
    [askers.map(({ id }) => id)],
  )
  expect(rows).toEqual(
    askers.map((_, i) => ({ name: `New ${i}`, request: `New ${i}`, premium: `New ${i}`, is_numbered: true })),
  )
})
