import type { InjectOptions } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#src/app/server/app.server.ts'
import { sweep } from '#src/features/payments/notices.server.ts'
import { payingWorld } from './paying.server.ts'
import { byHand } from './send-money.server.ts'
import { type Person, testConfig } from './world.server.ts'

// Three servers on one database. What they do at once about money, hearts and roles is tried by `npm run cluster -- races`.

const now = new Date()
const config = testConfig(byHand)
const world = await payingWorld({ clock: () => now, config })
const parts = { config, db: world.db, clock: () => now, logLevel: 'silent', cachesResponses: false }
const places = Number.POSITIVE_INFINITY
const others = [await buildApp({ ...parts, places }), await buildApp({ ...parts, places })]
const servers = [world.app, ...others]
afterAll(async () => {
  for (const other of others) await other.close()
  await world.close()
})

/** Asks the servers in turn, all at once. */
const askAll = (times: number, ask: (n: number) => InjectOptions) =>
  Promise.all(Array.from({ length: times }, (_, n) => servers[n % servers.length]!.inject(ask(n))))

const statuses = (answers: { statusCode: number }[], status: number) =>
  answers.filter(({ statusCode }) => statusCode === status).length

const own = (person: Person): InjectOptions => ({ url: '/api/favorite', headers: { cookie: person.cookie } })

test('Z4 A5 M6: a person who signs in at one server is signed in at all, and out at all at once, by themselves or an administrator', async () => {
  const [member, suspended] = [await world.signUp('member@example.org'), await world.signUp('other@example.org')]
  const admin = await world.makeAdmin(await world.signUp('admin@example.org'))
  expect(statuses(await askAll(3, () => own(member)), 200)).toBe(3)
  expect(statuses(await askAll(3, () => own(suspended)), 200)).toBe(3)
  const headers = { cookie: member.cookie, origin: 'http://127.0.0.1:3000' }
  await others[0]!.inject({ method: 'POST', url: '/api/auth/sign-out', headers, payload: {} })
  expect(statuses(await askAll(3, () => own(member)), 401)).toBe(3)
  await others[1]!.inject({
    method: 'PATCH',
    url: `/api/users/suspension/${suspended.id}`,
    headers: { cookie: admin.cookie },
    payload: { reason: 'a reason' },
  })
  expect(statuses(await askAll(3, () => own(suspended)), 401)).toBe(3)
})

test('Z4 A4: so many may guess at a password, on three servers as on one', async () => {
  const { email } = await world.signUp('guessed@example.org')
  const answers = await askAll(36, (n) => ({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    remoteAddress: '198.51.100.7',
    payload: { email, password: `a wrong password ${n}` },
  }))
  expect([statuses(answers, 401), statuses(answers, 429)]).toEqual([10, 26])
})

test('Z4 R2: three servers show a network at most three times the lists of one, and say how long to wait', {
  tags: 'trial',
}, async () => {
  const list: InjectOptions = { url: '/api/allBioData?limit=1', remoteAddress: '198.51.100.8' }
  const answers = await askAll(660, () => list)
  // Each server counts in its own memory (docs/decisions/007-reading-limits.md).
  expect([statuses(answers, 200), statuses(answers, 429)]).toEqual([600, 60])
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused.every(({ headers }) => Number(headers['retry-after']) >= 1)).toBe(true)
})

test('Z4 K3d: three servers that sweep at once record what was paid once', async () => {
  const [owner, payer] = [await world.signUp('owner@example.org'), await world.signUp('payer@example.org')]
  const number = await world.publish(owner)
  await world.pay(payer, number)
  await Promise.all(servers.map(() => sweep(world.till, now, { error() {} })))
  const rows = await world.db.selectFrom('contactRequests').select('id').where('userId', '=', payer.id).execute()
  expect(rows).toHaveLength(1)
  expect(world.sandbox.refunds()).toEqual([])
})

test('Z4 K10a K10b: three servers that are told of one transfer, confirm it and refuse it at once count it once, or not at all', async () => {
  const admin = await world.makeAdmin(await world.somebody('admin'))
  const as = ({ cookie }: Person) => ({ cookie, origin: 'http://127.0.0.1:3000' })
  for (let round = 0; round < 5; round++) {
    const { payer, number } = await world.payerAndBiodata()
    const begun = await askAll(3, () => ({
      ...{ method: 'POST', url: '/api/payment-transfers', headers: as(payer), payload: { bioDataId: number } },
    }))
    const pages = new Set(begun.map((answer) => answer.json().page as string))
    expect(pages.size).toBe(1)
    const told = { reference: [...pages][0], wallet: 'bkash', transactionId: `SRV000000${round}`, lastDigits: '4821' }
    const claims = await askAll(6, () => ({
      method: 'POST',
      url: '/api/transfer-claims',
      headers: as(payer),
      payload: told,
    }))
    expect(claims.map((answer) => answer.json().modifiedCount).toSorted()).toEqual([0, 0, 0, 0, 0, 1])
    const { id } = await world.db
      .selectFrom('transferClaims')
      .select('id')
      .where('transactionId', '=', told.transactionId)
      .executeTakeFirstOrThrow()
    const payload = { amount: '500', at: now.toISOString() }
    const decided = await askAll(9, (n) =>
      n % 3 === 2
        ? { method: 'PATCH', url: `/api/transfers/${id}/refusal`, headers: as(admin) }
        : { method: 'PATCH', url: `/api/transfers/${id}`, headers: as(admin), payload },
    )
    const outcomes = decided
      .map((answer) => answer.json())
      .filter(({ outcome, modifiedCount }) => outcome === 'paid' || modifiedCount === 1)
    expect(outcomes).toHaveLength(1)
    const requests = await world.db.selectFrom('contactRequests').select('id').where('userId', '=', payer.id).execute()
    expect(requests).toHaveLength(outcomes[0].outcome === 'paid' ? 1 : 0)
  }
})
