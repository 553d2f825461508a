import { afterAll, beforeEach, expect, test } from 'vitest'
import { deliverDue, queueMail } from '#src/features/mail/outbox.server.ts'
import { createDelivery } from '#src/features/mail/transport.server.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { mailServer } from '#tests/smtp.server.ts'
import { testConfig, testWorld } from '#tests/world.server.ts'
import { notify, setPreference } from './queries.server.ts'

const server = await mailServer()
const config = testConfig({ mail: { from: 'site@nikhad.example', smtpUrl: server.url } })
const world = await testWorld({ config })
const { db, call } = world
afterAll(async () => {
  await world.close()
  await server.stop()
})

const reader = await world.signUp('reader@mail.example')
beforeEach(async () => {
  for (const table of ['outbox', 'notifications', 'notificationPreferences'] as const)
    await db.deleteFrom(table).execute()
  server.received.length = 0
  server.refuse = () => undefined
})

const found = (cause: string, more: object = {}) =>
  ({
    ...{ to: reader.id, kind: 'search', cause, about: { id: '7', name: 'Engineers in Sylhet', found: 3 } },
    ...{ mail: { kind: 'search', found: 3 } },
    ...more,
  }) as Parameters<typeof notify<'search'>>[1]
const tell = (notice: Parameters<typeof notify>[1], on = db) => on.transaction().execute((trx) => notify(trx, notice))
const told = () => db.selectFrom('notifications').selectAll().orderBy('id').execute()
const queued = () => db.selectFrom('outbox').selectAll().orderBy('createdAt').execute()

/** A moment of that day at that time in Bangladesh. */
const at = (time: string, day = '2026-11-22') => new Date(`${day}T${time}:00+06:00`)
const round = (now = at('12:00')) =>
  deliverDue({ db, deliver: createDelivery({ ...config, mail: config.mail! }), clock: () => now, log: { error() {} } })

test('W7: two servers that tell the same at once tell it once, with one mail', async () => {
  const other = openDatabase(world.connection)
  const servers = [db, other.db]
  const many = await Promise.all(Array.from({ length: 20 }, (_, n) => tell(found('the same'), servers[n % 2])))
  expect(many.reduce((sum, n) => sum + n)).toBe(1)
  expect(await told()).toHaveLength(1)
  expect(await queued()).toMatchObject([
    { recipient: reader.email, kind: 'search', userId: reader.id, notice: 'search' },
  ])
  await Promise.all([tell(found('the next')), tell(found('the next'), other.db)])
  expect(await told()).toHaveLength(2)
  await other.db.destroy()
})

test('X4 W7: a link for a new password leaves before the news of a night, also when it comes while they leave', async () => {
  for (const cause of ['one', 'two', 'three']) await tell(found(cause))
  const link = { kind: 'reset', link: 'https://nikhad.example/reset?token=a' } as const
  await queueMail(db, reader.email, 'en', link)
  const order: string[] = []
  const deliver = async ({ content }: { content: { kind: string } }) => {
    if (order.push(content.kind) === 2) await queueMail(db, reader.email, 'en', link)
  }
  await deliverDue({ db, deliver, clock: () => at('08:00'), log: { error() {} } })
  expect(order).toEqual(['reset', 'search', 'reset', 'search', 'search'])
})

test('W7: what did not happen is told to nobody, and a person who has left is told nothing', async () => {
  const failing = db.transaction().execute(async (trx) => {
    await notify(trx, found('rolled back'))
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await tell(found('nobody', { to: '00000000-0000-4000-8000-000000000000' }))).toBe(0)
  expect(await told()).toEqual([])
  expect(await queued()).toEqual([])
})

test('W7: a kind is mailed as its person has chosen; security always', async () => {
  const seen = (cause: string) =>
    tell({ to: reader.id, kind: 'contact-seen', cause, about: { by: 'administrator' }, mail: { kind: 'contact-seen' } })
  await seen('unasked')
  expect(await queued()).toEqual([])
  await setPreference(db, reader.id, { kind: 'contact-seen', channel: 'mail', wanted: true })
  await setPreference(db, reader.id, { kind: 'search', channel: 'mail', wanted: false })
  await setPreference(db, reader.id, { kind: 'security', channel: 'mail', wanted: false })
  await seen('asked for')
  await tell(found('declined'))
  const mail = { kind: 'second-factor', change: 'app on' } as const
  await tell({ to: reader.id, kind: 'security', cause: 'a change', about: {}, mail })
  expect(await queued()).toMatchObject([
    { kind: 'contact-seen', notice: 'contact-seen' },
    { kind: 'second-factor', userId: null, notice: null },
  ])
  expect(await told()).toHaveLength(4)
})

test('W7: who declines a kind is not sent what waited for the morning', async () => {
  await tell(found('at night'))
  await tell({ to: reader.id, kind: 'premium', cause: 'now', about: {}, mail: { kind: 'premium-approved' } })
  await setPreference(db, reader.id, { kind: 'search', channel: 'mail', wanted: false })
  expect(await queued()).toMatchObject([{ kind: 'premium-approved' }])
})

test('W7: who declines a kind leaves on record what was sent before', async () => {
  await tell(found('sent'))
  await round()
  await setPreference(db, reader.id, { kind: 'search', channel: 'mail', wanted: false })
  expect(await queued()).toMatchObject([{ kind: 'search', status: 'sent' }])
})

test('W7: a kind that is switched off stays in the page and is not mailed, until it is switched on again', async () => {
  const choose = async (wanted: boolean) =>
    (await call('PATCH', '/api/me/notification-settings', reader, { kind: 'search', channel: 'mail', wanted })).body
  expect(await choose(false)).toEqual({ modifiedCount: 1 })
  await tell(found('switched off'))
  expect(await queued()).toEqual([])
  expect((await call('GET', '/api/me/notifications', reader)).body).toMatchObject([{ kind: 'search', found: 3 }])
  expect(await choose(true)).toEqual({ modifiedCount: 1 })
  await tell(found('switched on'))
  expect(await choose(true), 'what is wanted already stays in the outbox').toEqual({ modifiedCount: 0 })
  expect(await queued()).toHaveLength(1)
})

test('W7: who declines a kind declines it for nobody else', async () => {
  const neighbour = await world.signUp('neighbour@mail.example')
  await tell(found('for both', { to: [reader.id, neighbour.id] }))
  await setPreference(db, reader.id, { kind: 'search', channel: 'mail', wanted: false })
  await tell(found('for both again', { to: [reader.id, neighbour.id] }))
  const waiting = (await queued()).filter(({ notice }) => notice === 'search')
  expect(waiting.map(({ recipient }) => recipient)).toEqual([neighbour.email, neighbour.email])
})

test.each(['22:00', '23:59', '00:00', '07:59'])(
  'W7: at %s in Bangladesh only security leaves; the rest is sent at 8, also what was tried before the night',
  async (time) => {
    expect(inBangladesh(at(time).toISOString()).hour).toBe(time.slice(0, 2))
    await tell(found('tried in the evening'))
    server.refuse = () => ({ code: 451, message: 'later' })
    await round(at('21:59'))
    expect(await queued()).toMatchObject([{ status: 'waiting', attempts: 1 }])
    server.refuse = () => undefined
    server.received.length = 0
    await tell(found('new at night'))
    const mail = { kind: 'second-factor', change: 'app on' } as const
    await tell({ to: reader.id, kind: 'security', cause: time, about: {}, mail })
    // Before midnight the first is due again, after it is too.
    await round(at(time, time > '12' ? '2026-11-22' : '2026-11-23'))
    expect(server.received.map(({ mail }) => mail.subject)).toEqual(['Nikhad: the way you log in was changed'])
    await round(at('08:00', '2026-11-23'))
    expect(server.received).toHaveLength(3)
  },
)

test('W7: a mail about new people names nobody and no search', async () => {
  await tell(found('of three'))
  await round()
  const { mail } = server.received[0]!
  expect(mail.text).toContain('3 new biodata match your search')
  expect(JSON.stringify(mail)).not.toMatch(/Engineers|Sylhet|nik-/)
})

const header = (name: string) => server.received[0]!.mail.headers.find(({ key }) => key === name)?.value
async function unsubscribeAddress() {
  await tell(found('with a way out'))
  await round()
  const link = header('list-unsubscribe')!.match(/^<(.*)>$/)![1]!
  expect(server.received[0]!.mail.text).toContain(link)
  return new URL(link).pathname + new URL(link).search
}
const oneClick = (address: string, type = 'application/x-www-form-urlencoded') =>
  world.app.inject({
    method: 'POST',
    url: address,
    headers: { 'content-type': type },
    payload: 'List-Unsubscribe=One-Click',
  })
const chosen = () => db.selectFrom('notificationPreferences').selectAll().execute()

test('W7: a mail program’s own button takes one out of a kind without a session (RFC 8058); opening the link does not', async () => {
  const address = await unsubscribeAddress()
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const page = await call('GET', address)
  expect(page.status).toBe(200)
  expect(page.text.match(/<button>/g)).toHaveLength(1)
  expect(page.text).toContain('“New for you”')
  await call('HEAD', address)
  expect(await chosen()).toEqual([])

  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect((await oneClick(address, type)).statusCode).toBe(200)
  expect(await chosen()).toEqual([{ userId: reader.id, kind: 'search', channel: 'mail', wanted: false }])
  expect((await oneClick(address)).body).not.toContain('<button>')
  const origin = 'https://mail.example'
  expect((await world.app.inject({ method: 'POST', url: address, headers: { origin } })).statusCode).toBe(200)
  await tell(found('after that'))
  await tell({ to: reader.id, kind: 'premium', cause: 'later', about: {}, mail: { kind: 'premium-approved' } })
  expect((await queued()).filter(({ status }) => status === 'waiting')).toMatchObject([{ kind: 'premium-approved' }])
})

test('W7: the page is in the language of the person whom the mail was for, for every reader', async () => {
  const address = await unsubscribeAddress()
  await db.updateTable('users').set({ language: 'bn' }).where('id', '=', reader.id).execute()
  const { text } = await call('GET', address)
  expect(text).toContain('<html lang="bn">')
  expect(text).toContain('“আপনার জন্য নতুন”')
  await db.updateTable('users').set({ language: 'en' }).where('id', '=', reader.id).execute()
})

test('G8: a link that names nobody is answered in the language that the browser asks for', async () => {
  const headers = { 'accept-language': 'bn-BD,en;q=0.5' }
  const { body } = await world.app.inject({ url: '/unsubscribe?token=x', headers })
  expect(body).toContain('<html lang="bn">')
})

test('W7: a link that was changed is answered by a page that says so, and changes nothing', async () => {
  const address = await unsubscribeAddress()
  const [, id, kind, signed] = address.match(/token=([^.]*)\.([^.]*)\.(.*)$/)!
  const stranger = await world.signUp('stranger@mail.example')
  for (const token of [
    ...[
      '',
      '.',
      '...',
      'x',
      `${id}.${kind}`,
      `${id}.${kind}.`,
      `${id}.${kind}.${signed}x`,
      `${id}.${kind}.${signed}.x`,
    ],
    ...[`${stranger.id}.${kind}.${signed}`, `${id}.premium.${signed}`, `${id}.__proto__.${signed}`, '%00', '%F0%28'],
  ])
    for (const method of ['GET', 'POST'] as const) {
      const { statusCode, body } = await world.app.inject({ method, url: `/unsubscribe?token=${token}` })
      const says = ['This link does not work', `href="${to.mailSettings}"`].map((text) => body.includes(text))
      expect([statusCode, ...says], `${method} ${token}`).toEqual([404, true, true])
    }
  expect((await call('GET', '/unsubscribe?token=a&token=b')).status).toBe(404)
  expect(await chosen()).toEqual([])
})

test('W7: mails of security and mails for administrators have no way out', async () => {
  const mail = { kind: 'second-factor', change: 'app on' } as const
  await tell({ to: reader.id, kind: 'security', cause: 'no way out', about: {}, mail })
  await round(at('23:00'))
  expect(header('list-unsubscribe')).toBeUndefined()
  expect(server.received[0]!.mail.text).not.toContain('/unsubscribe')
})

test('W7: the link of somebody who has left does no harm', async () => {
  const leaver = await world.signUp('leaver@mail.example')
  await tell(found('left', { to: leaver.id }))
  await db.deleteFrom('outbox').where('userId', 'is', null).execute()
  await round()
  const address = header('list-unsubscribe')!.match(/\/unsubscribe[^>]*/)![0]
  await tell(found('left, and waits', { to: leaver.id }))
  await db.deleteFrom('users').where('id', '=', leaver.id).execute()
  expect(await queued()).toEqual([])
  for (const method of ['GET', 'POST'] as const)
    expect((await world.app.inject({ method, url: address })).statusCode).toBe(200)
})
