import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openExplained } from '#tests/explained.server.ts'
import { payingWorld } from '#tests/paying.server.ts'
import type { Person } from '#tests/world.server.ts'
import { findRequest } from './queries.server.ts'

const world = await payingWorld()
afterAll(() => world.close())
const admin = await world.makeAdmin(await world.signUp('admin@example.org'))
const [rina, karim, sadia] = [
  await world.signUp('rina@example.org', 'Rina'),
  await world.signUp('karim@example.org', 'Karim'),
  await world.signUp('sadia@example.org', 'Sadia'),
]
const number = await world.publish(sadia, { name: 'Sadia Rahman', phoneNumber: '01712345678' })
const contact = { contactPhone: '+8801712345678', contactEmail: sadia.email }

const list = async (by: Person, query = '') => (await world.call('GET', `/api/payments${query}`, by)).body
const profile = async (by: Person) => (await world.call('GET', `/api/bioData/${sadia.id}`, by)).body
const isPaid = async (by: Person) =>
  (await world.call('GET', `/api/check-payment?bioDataId=${number}&userEmail=${by.email}`, by)).body.isPaid
const request = async (by: Person) =>
  (await world.record(by, await world.pay(by, number), number)).body.insertedId as string
const approve = (id: string, by = admin) => world.call('PATCH', `/api/contact-request-approver/${id}`, by)

test('K5: an administrator gets all requests, others their own that are not deleted, contacts only once approved', async () => {
  const [ofRina, ofKarim] = [await request(rina), await request(karim)]
  const shown = {
    name: 'Rina',
    email: rina.email,
    price: 5,
    currency: 'USD',
    waits: 0,
    bioDataId: number,
    bioData_id: sadia.id,
    bioDataName: 'Sadia Rahman',
    transactionId: expect.stringMatching(/^pi_/),
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    isDelete: false,
  }
  expect(await list(rina)).toEqual([{ _id: ofRina, ...shown, status: 'pending' }])
  expect((await list(admin)).map(({ _id }: { _id: string }) => _id).sort()).toEqual([ofRina, ofKarim].sort())

  expect((await approve(ofRina, rina)).status).toBe(403)
  expect((await approve(ofRina)).body).toEqual({ modifiedCount: 1 })
  expect(await list(rina)).toEqual([
    {
      ...{ _id: ofRina, ...shown, status: 'approve', approvedAt: expect.stringMatching(/^\d{4}-/), ...contact },
      unanswered: 'may',
    },
  ])
  expect(await list(karim)).toMatchObject([{ _id: ofKarim, status: 'pending' }])
  for (const row of [...(await list(karim)), ...(await list(admin))]) {
    expect(row).not.toHaveProperty('contactPhone')
    expect(row).not.toHaveProperty('contactEmail')
  }

  expect((await world.call('PATCH', `/api/delete-request/${ofRina}`, rina)).body).toEqual({ modifiedCount: 1 })
  expect(await list(rina)).toEqual([])
  expect(await list(admin)).toContainEqual(expect.objectContaining({ _id: ofRina, isDelete: true }))
  expect(await list(admin, '?mine=true')).toEqual([])
})

test('D2: paid is not yet entitled; the approval opens email, phone and photo link to that person alone', async () => {
  const [payer, bystander] = [await world.signUp('payer@example.org'), await world.signUp('bystander@example.org')]
  const open = { email: sadia.email, phoneNumber: '+8801712345678', photoUrl: expect.stringContaining('https://') }
  const nothing = (answer: object) => {
    for (const field of Object.keys(open)) expect(answer).not.toHaveProperty(field)
  }
  expect((await world.call('GET', `/api/bioData/${sadia.id}`)).status).toBe(401)
  nothing(await profile(payer))
  expect(await isPaid(payer)).toBe(false)
  const id = await request(payer)
  expect(await isPaid(payer)).toBe(true)
  nothing(await profile(payer))
  await approve(id)
  expect(await profile(payer)).toMatchObject(open)
  nothing(await profile(bystander))
  for (const entitled of [sadia, admin, await world.makePremium(bystander)])
    expect(await profile(entitled)).toMatchObject(open)
})

test('M3: approving a request is done once, and recorded with who and when', async () => {
  const payer = await world.signUp('another@example.org', 'Another')
  const id = await request(payer)
  expect(await list(admin)).toContainEqual(
    expect.objectContaining({ _id: id, name: 'Another', email: payer.email, bioDataId: number, status: 'pending' }),
  )
  expect((await approve(id)).body).toEqual({ modifiedCount: 1 })
  expect((await approve(id)).body).toEqual({ modifiedCount: 0 })
  expect(await list(admin)).toContainEqual(expect.objectContaining({ _id: id, status: 'approve' }))
  const lines = await world.db.selectFrom('auditLog').selectAll().where('subjectId', '=', id).execute()
  expect(lines).toMatchObject([{ actorId: admin.id, action: 'approved contact request' }])
})

test('K3b finds a live request by the index of live requests, whatever plan the connection keeps', async () => {
  const { db, costs } = openExplained(world.connection, 'force_generic_plan')
  onTestFinished(() => db.destroy())
  await findRequest(db, rina.id, sadia.id)
  const plan = await world.db.transaction().execute(async (trx) => {
    // The tables of a test are short enough to be read whole.
    await sql`set local enable_seqscan = off`.execute(trx)
    return sql.raw(`explain (generic_plan) ${costs[0]!.sql}`).execute(trx)
  })
  expect(JSON.stringify(plan.rows)).toContain('contact_requests_live')
})
