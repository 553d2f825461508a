import { Agent } from 'node:https'
import { connect } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { browserSubscription, pushService } from '#sandbox/push/service.ts'
import { deliverDue } from '#src/features/mail/outbox.server.ts'
import { freePort } from '#tests/program.ts'
import { type Person, testConfig, testWorld } from '#tests/world.server.ts'
import { mostSubscriptions, pushServiceIn, sendsPush } from './policy.ts'
import { createPushDelivery, pushKeys, pushTrouble } from './push.server.ts'
import { notify, setPreference } from './queries.server.ts'

const config = testConfig()
const world = await testWorld({ config })
const { db, call } = world
const known: ReturnType<typeof browserSubscription>[] = []
const service = await pushService(known)
afterAll(async () => {
  await service.stop()
  await world.close()
})

let person: Person
let people = 0
beforeEach(async () => {
  person = await world.signUp(`reader-${++people}@mail.example`)
  for (const table of ['outbox', 'pushSubscriptions', 'attempts'] as const) await db.deleteFrom(table).execute()
  Object.assign(service, { refuse: undefined })
  service.received.length = service.called.length = 0
})

const wanted = ({ endpoint, p256dh, auth }: ReturnType<typeof browserSubscription>) => ({ endpoint, p256dh, auth })
async function subscribed(by = person, host?: string) {
  const browser = browserSubscription(host)
  known.push(browser)
  const answer = await call('POST', '/api/me/push-subscriptions', by, wanted(browser))
  expect(answer.status).toBe(200)
  return browser
}
const tell = (cause: string, to = person.id) =>
  db
    .transaction()
    .execute((trx) =>
      notify(trx, { to, kind: 'search', cause, about: { id: '7', name: 'Engineers in Sylhet', found: 3 } }),
    )
const noon = new Date('2026-11-22T12:00:00+06:00')
const round = (now = noon, more: Partial<typeof config> = {}, agent = service.agent) =>
  deliverDue({
    ...{ db, channel: 'push', troubleOf: pushTrouble, clock: () => now, log: { error() {} } },
    deliver: createPushDelivery({ ...config, ...more }, db, agent),
  })
const rows = () => db.selectFrom('outbox').select(['channel', 'status', 'attempts']).execute()
const subscriptions = () => db.selectFrom('pushSubscriptions').select(['endpoint', 'userId']).execute()

test('W7: every browser that was asked to is woken once per cause, encrypted for it alone, and told no name', async () => {
  const browsers = [await subscribed(), await subscribed(person, 'web.push.apple.com')]
  await subscribed(await world.signUp(`other-${people}@mail.example`))
  await db.updateTable('users').set({ language: 'bn' }).where('id', '=', person.id).execute()
  await Promise.all([tell('once'), tell('once'), tell('once')])
  await Promise.all([round(), round()])
  expect(service.received.map(({ endpoint }) => endpoint).sort()).toEqual(browsers.map((b) => b.endpoint).sort())
  for (const { text, key, subject, headers } of service.received) {
    expect(JSON.parse(text)).toEqual({
      ...{ title: 'নিখাদ', body: 'আপনার জন্য নতুন কিছু আছে', link: '/dashboard/notifications' },
    })
    expect(key).toBe((await call('GET', '/api/me/notification-settings', person)).body.pushKey)
    expect(subject).toBe('https://127.0.0.1:3000')
    expect(headers).toMatchObject({ ttl: '86400', topic: 'news', 'content-encoding': 'aes128gcm' })
  }
  await round()
  expect(service.received).toHaveLength(2)
})

test('W7: who declined a kind by push is not woken by it, and at night nobody is but for safety', async () => {
  await subscribed()
  await tell('at night')
  const night = new Date('2026-11-22T23:00:00+06:00')
  await round(night)
  expect(service.called).toEqual([])
  await db.transaction().execute((trx) => notify(trx, { to: person.id, kind: 'security', cause: 'x', about: {} }))
  await round(night)
  expect(service.received).toHaveLength(1)
  await setPreference(db, person.id, { kind: 'search', channel: 'push', wanted: false })
  await tell('declined')
  await round()
  expect(service.received).toHaveLength(1)
})

test.each([404, 410])('W7: a browser that its service answers %i for is forgotten', async (status) => {
  await subscribed()
  await tell('gone')
  service.refuse = { status }
  await round()
  expect(await subscriptions()).toEqual([])
  await tell('later')
  expect((await rows()).filter((row) => row.status === 'waiting')).toEqual([])
})

test.each([429, 500, 503])('W7: %i is tried again later, and another browser does not wait for it', async (status) => {
  await subscribed()
  await subscribed()
  await tell('twice')
  service.refuse = { status }
  await round()
  expect(service.called).toHaveLength(2)
  expect(await rows()).toMatchObject([{ status: 'waiting' }, { status: 'waiting' }])
  service.refuse = undefined
  await round(new Date(noon.getTime() + 120_000))
  expect(service.received).toHaveLength(2)
})

test.each([400, 403, 413])('W7: %i gives up what was to be told, and the browser is kept', async (status) => {
  const { endpoint } = await subscribed()
  await tell('refused')
  service.refuse = { status }
  await round()
  expect(await rows()).toMatchObject([{ status: 'failed', attempts: 1 }])
  expect(await subscriptions()).toMatchObject([{ endpoint }])
})

test('W7: a push service that nobody reaches is tried again later, and the browser is kept', async () => {
  const { endpoint } = await subscribed()
  await tell('unreachable')
  const port = await freePort()
  const agent = Object.assign(new Agent(), { createConnection: () => connect({ port, host: '127.0.0.1' }) })
  await round(noon, {}, agent)
  expect(await rows()).toMatchObject([{ status: 'waiting', attempts: 1 }])
  expect(await subscriptions()).toMatchObject([{ endpoint }])
  await round(new Date(noon.getTime() + 120_000))
  expect(service.received).toHaveLength(1)
})

test('W7: of a person’s six browsers the one that subscribed first is forgotten, and nobody else’s', async () => {
  const other = await subscribed(await world.signUp(`other-${people}@mail.example`))
  const own = []
  for (let n = 1; n <= 5; n++) own.push(await subscribed())
  // The browser that subscribes again is the latest.
  await call('POST', '/api/me/push-subscriptions', person, wanted(own[0]!))
  own.push(await subscribed())
  const [renewed, , ...later] = own
  const kept = [other, renewed!, ...later].map(({ endpoint }) => endpoint).sort()
  expect((await subscriptions()).map(({ endpoint }) => endpoint).sort()).toEqual(kept)
})

test('W7: who declines the mails of a kind is woken by it all the same', async () => {
  await subscribed()
  await tell('waits')
  await setPreference(db, person.id, { kind: 'search', channel: 'mail', wanted: false })
  await tell('comes')
  await round()
  expect(service.received).toHaveLength(2)
})

test('W7: a push service that leads elsewhere is not followed', async () => {
  await subscribed()
  await tell('led on')
  service.refuse = { status: 307, location: 'https://169.254.169.254/latest' }
  await round()
  expect(service.called).toEqual(['fcm.googleapis.com'])
  expect(await rows()).toMatchObject([{ status: 'failed', attempts: 1 }])
})

const foreign = [
  ...['http://fcm.googleapis.com/x', 'https://fcm.googleapis.com:8443/x', 'https://user@fcm.googleapis.com/x'],
  ...['https://fcm.googleapis.com.evil.example/x', 'https://evil.example/fcm.googleapis.com', 'https://127.0.0.1/x'],
  ...['https://169.254.169.254/latest/meta-data', 'https://[::1]/x', 'https://localhost/x', 'file:///etc/passwd', 'x'],
  ...[
    'https://evil.example\\@fcm.googleapis.com/x',
    'https://fcm.googleapis.com@evil.example/',
    'https://notify.windows.com/x',
  ],
  ...[
    'https://evilpush.services.mozilla.com.example/x',
    'https://a.b.push.services.mozilla.com/x',
    '//fcm.googleapis.com/x',
  ],
  'https://fcm.googleapis.com/x#y',
]
test.each(foreign)('W7: %s is no push service, and is not called', async (endpoint) => {
  const answer = await call('POST', '/api/me/push-subscriptions', person, {
    ...wanted(browserSubscription()),
    endpoint,
  })
  expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([422, 'endpoint'])
  expect(await subscriptions()).toEqual([])
  // Also where one was kept before.
  const session = await db.selectFrom('sessions').select('id').where('userId', '=', person.id).executeTakeFirstOrThrow()
  const { p256dh, auth } = browserSubscription()
  const kept = { endpoint, p256dh, auth, userId: person.id, sessionId: session.id, siteKey: pushKeys(config).publicKey }
  await db.insertInto('pushSubscriptions').values(kept).execute()
  await tell('never')
  await round()
  expect(service.called).toEqual([])
  expect(await subscriptions()).toEqual([])
})

test('W7: the push services that browsers use are taken as they are called', () => {
  for (const host of [
    ...['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'],
    ...['x.push.services.mozilla.com', 'db5p.notify.windows.com', 'wns2-par02p.notify.windows.com'],
  ])
    expect(pushServiceIn(`https://${host}:443/a?b=c`)).toBe(`https://${host}/a?b=c`)
})

test('W7: keys that are none, and more than a person presses, are refused', async () => {
  const browser = wanted(browserSubscription())
  for (const [field, value] of [
    ...[
      ['p256dh', 'no spaces'],
      ['p256dh', ''],
      ['auth', '<script>'],
      ['auth', 'x'.repeat(51)],
    ],
    ...[
      ['p256dh', 'AQID'],
      ['auth', 'AQID'],
      ['p256dh', `AA${browser.p256dh.slice(2)}`],
    ],
  ]) {
    const answer = await call('POST', '/api/me/push-subscriptions', person, { ...browser, [field!]: value })
    expect([answer.status, answer.body.errors?.[0]?.field], `${field} ${value}`).toEqual([422, field])
  }
  const asked = await Promise.all(
    Array.from({ length: 12 }, () => call('POST', '/api/me/push-subscriptions', person, wanted(browserSubscription()))),
  )
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(2)
  expect(await subscriptions()).toHaveLength(mostSubscriptions)
})

test('W7: signing out, another person in the same browser, suspension and leaving end it', async () => {
  const browser = await subscribed()
  expect((await call('GET', '/api/me/notification-settings', person)).body.isWoken).toBe(true)
  await tell('before signing out')
  expect((await call('POST', '/api/auth/sign-out', person, {})).status).toBe(200)
  await round()
  expect(service.called).toEqual([])
  expect(await subscriptions()).toEqual([])

  const next = await world.signUp(`next-${people}@mail.example`)
  await call('POST', '/api/me/push-subscriptions', next, wanted(browser))
  const last = await world.signUp(`last-${people}@mail.example`)
  await call('POST', '/api/me/push-subscriptions', last, wanted(browser))
  expect(await subscriptions()).toEqual([{ endpoint: browser.endpoint, userId: last.id }])
  expect((await call('GET', '/api/me/notification-settings', next)).body.isWoken).toBe(false)
  expect((await call('DELETE', '/api/me/push-subscriptions', next)).body).toEqual({ deletedCount: 0 })
  expect((await call('DELETE', '/api/me/push-subscriptions', last)).body).toEqual({ deletedCount: 1 })

  await call('POST', '/api/me/push-subscriptions', last, wanted(browser))
  await db.deleteFrom('users').where('id', '=', last.id).execute()
  expect(await subscriptions()).toEqual([])
})

test('W7: a session that is over wakes nobody, nor does a site that has another secret by now', async () => {
  await subscribed()
  await tell('new secret')
  await round(noon, { secret: 'another secret only for tests, long enough' })
  expect(service.called).toEqual([])
  expect(await subscriptions()).toEqual([])
  await subscribed()
  await db
    .updateTable('sessions')
    .set({ expiresAt: new Date(0) })
    .where('userId', '=', person.id)
    .execute()
  await tell('over')
  await round()
  expect(service.called).toEqual([])
})

test('W7: every server makes the same keys of the site’s secret, and the demo sends nothing', () => {
  expect(pushKeys(config)).toEqual(pushKeys({ ...config }))
  expect(pushKeys(config)).not.toEqual(pushKeys({ secret: 'another secret only for tests, long enough' }))
  expect(Buffer.from(pushKeys(config).publicKey, 'base64url')).toHaveLength(65)
  expect(sendsPush('demo')).toBe(false)
})
