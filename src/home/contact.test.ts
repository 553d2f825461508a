import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { testConfig, testWorld, worldForThisTest } from '#src/platform/testing/world.server.ts'
import { forgetContactFormUse } from './queries.server.ts'

let now = new Date('2026-11-20T12:00:00+06:00')
const config = testConfig({ mail: { from: 'site@nikhad.example' }, contactEmail: 'operator@mail.example' })
const world = await testWorld({ config, clock: () => now })
afterAll(() => world.close())
const { db } = world

const message = { name: 'Sadia Rahman', email: ' Sadia@Mail.example ', message: 'সালাম।\n\nA question.' }
const post = ({ app }: Pick<typeof world, 'app'>, body: object = message, remoteAddress = '192.0.2.1') =>
  app.inject({ method: 'POST', url: '/api/contact-form', payload: body, remoteAddress })
const queued = () => db.selectFrom('outbox').select(['recipient', 'language', 'content']).orderBy('recipient').execute()

beforeEach(async () => {
  await db.deleteFrom('outbox').execute()
  await db.deleteFrom('contactFormUse').execute()
})

describe('the contact form', () => {
  it('F3: a visitor’s message goes to the operator', async () => {
    const response = await post(world)
    expect([response.statusCode, response.json()]).toEqual([200, { sent: true }])
    expect(await queued()).toEqual([
      {
        recipient: 'operator@mail.example',
        language: 'en',
        content: { ...message, kind: 'contact-form', email: 'sadia@mail.example' },
      },
    ])
  })

  it('F3: without an operator’s address it goes to every administrator in their language; with nobody it is refused', async () => {
    const { app, db, signUp, makeAdmin } = await worldForThisTest({ config: { ...config, contactEmail: undefined } })
    expect((await post({ app })).statusCode).toBe(503)
    await makeAdmin(await signUp('one@mail.example'))
    const two = await makeAdmin(await signUp('two@mail.example'))
    await db.updateTable('users').set({ language: 'bn' }).where('id', '=', two.id).execute()
    expect((await post({ app })).statusCode).toBe(200)
    const mails = await db
      .selectFrom('outbox')
      .select(['recipient', 'language'])
      .where('kind', '=', 'contact-form')
      .orderBy('recipient')
      .execute()
    expect(mails).toEqual([
      { recipient: 'one@mail.example', language: 'en' },
      { recipient: 'two@mail.example', language: 'bn' },
    ])
  })

  it('X4: where mail is off the form says so', async () => {
    const { app } = await worldForThisTest()
    const response = await post({ app })
    expect([response.statusCode, response.json().code]).toEqual([503, 'mail-off'])
  })

  it('G3: five messages an hour from one address, however many come at once', async () => {
    const racing = await Promise.all(Array.from({ length: 20 }, () => post(world)))
    expect(racing.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
    const refused = racing.find(({ statusCode }) => statusCode === 429)!
    expect(refused.headers['retry-after']).toBe('3600')
    expect(await queued()).toHaveLength(5)
    expect((await post(world, message, '192.0.2.2')).statusCode).toBe(200)
    now = new Date(now.getTime() + 60 * 60 * 1000)
    expect((await post(world)).statusCode).toBe(200)
  })

  it('G3: the addresses of one IPv6 network count as one', async () => {
    for (let n = 1; n <= 5; n++) expect((await post(world, message, `2001:db8:0:1::${n}`)).statusCode).toBe(200)
    expect((await post(world, message, '2001:db8:0:1:ffff::9')).statusCode).toBe(429)
    expect((await post(world, message, '2001:db8:0:2::1')).statusCode).toBe(200)
  })

  it('G3: a program that fills in the hidden field is thanked, and nothing is sent', async () => {
    expect((await post(world, { ...message, website: 'https://spam.example' })).statusCode).toBe(200)
    expect(await queued()).toEqual([])
  })

  it.each([
    ['name', { ...message, name: ' ' }],
    ['name', { ...message, name: 'N\r\nBcc: evil@mail.example' }],
    ['email', { ...message, email: 'nobody' }],
    ['email', { ...message, email: 'a@b.example\r\nBcc: c@d.example' }],
    ['message', { ...message, message: '' }],
    ['message', { ...message, message: 'x'.repeat(5_001) }],
    ['message', { ...message, message: 'a\0b' }],
    ['message', { ...message, message: '\u202eevil' }],
    ['message', { name: 'A', email: 'a@b.example' }],
  ])('G3: a wrong %s is named and nothing is sent', async (field, body) => {
    const response = await post(world, body)
    expect(response.statusCode).toBe(422)
    expect(response.json().errors.map(({ field }: { field: string }) => field)).toEqual([field])
    expect(await queued()).toEqual([])
  })

  it('G3: network addresses are forgotten after a day', async () => {
    await post(world)
    await forgetContactFormUse(db, new Date(now.getTime() + 23 * 60 * 60 * 1000))
    expect(await db.selectFrom('contactFormUse').selectAll().execute()).toHaveLength(1)
    await forgetContactFormUse(db, new Date(now.getTime() + 25 * 60 * 60 * 1000))
    expect(await db.selectFrom('contactFormUse').selectAll().execute()).toHaveLength(0)
  })
})
