import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { removeOld } from '#tests/old-rows.server.ts'
import { noon, testConfig, testWorld, worldForThisTest } from '#tests/world.server.ts'

let now = noon
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
  await db.deleteFrom('attempts').execute()
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

  it('G3: no network address is kept, and a count is forgotten once it has no effect', async () => {
    await post(world)
    const counted = () => db.selectFrom('attempts').select('key').execute()
    expect(JSON.stringify(await counted())).not.toContain('192.0.2')
    await removeOld(db, 'attempts', new Date(now.getTime() + 59 * 60 * 1000))
    expect(await counted()).toHaveLength(1)
    await removeOld(db, 'attempts', new Date(now.getTime() + 61 * 60 * 1000))
    expect(await counted()).toHaveLength(0)
  })

  it('G3: what a gateway sends instead of an address is counted by the address in it, and nothing fails', async () => {
    const behind = await worldForThisTest({ config: { ...config, trustProxy: '127.0.0.1' }, clock: () => now })
    const from = (forwarded: string) =>
      behind.app.inject({
        method: 'POST',
        url: '/api/contact-form',
        payload: message,
        remoteAddress: '127.0.0.1',
        headers: { 'x-forwarded-for': forwarded },
      })
    for (const same of [
      ['198.51.100.7', '198.51.100.7:5555', '198.51.100.7:6666', '::ffff:198.51.100.7', '[::ffff:198.51.100.7]:1'],
      ['[2001:db8::1]:443', '2001:db8::2', '2001:0db8:0:0:0::3', '[2001:DB8::4]', '2001:db8:0:0:ffff::5'],
      ['unknown', '_hidden', 'not an address', '"; drop', '999.1.1.1'],
    ]) {
      for (const forwarded of same) expect((await from(forwarded)).statusCode, forwarded).toBe(200)
      expect((await from(same[1]!)).statusCode, same[1]).toBe(429)
    }
  })
})
