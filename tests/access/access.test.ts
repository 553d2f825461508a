import diagnostics from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { buildApp } from '#src/app/server/app.server.ts'
import { consentVersion } from '#src/features/consents/policy.ts'
import { referenceOf } from '#src/features/payments/index.server.ts'
import { endpoint } from '#src/platform/http/contract.ts'
import { cursorSeal } from '#src/platform/http/cursor-seal.server.ts'
import { createHandlers } from '#src/platform/http/mount.server.ts'
import { codeAt } from '#tests/authenticator.ts'
import { payingWorld } from '#tests/paying.server.ts'
import { byHand } from '#tests/send-money.server.ts'
import { biodataOnTheWire, noon, type Person, testConfig } from '#tests/world.server.ts'
import { type Actor, type Answer, actors, matrix, people, type Row, type Somebody } from './access-matrix.ts'

/** Every route of the server that was built last, the HEAD twins of GET included. */
let routes: string[] = []
diagnostics.subscribe('fastify.initialization', (message) => {
  routes = []
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }) => void routes.push(`${Array.isArray(method) ? 'GET' : method} ${url}`))
})

const world = await payingWorld({
  clock: () => noon,
  config: testConfig({ mail: { from: 'site@mail.example' }, ...byHand }),
})
afterAll(() => world.close())
const ourRoutes = routes

/** Texts that occur nowhere else: where one turns up, that person's field has come out. */
function canary(who: Actor | Somebody) {
  const text = (field: string) => `canary-${field}-${who}`.toLowerCase()
  const [name, email, phone] = [
    text('name'),
    `${text('mail')}@mail.example`,
    `17111111${String('VUOPQRASBWDGF'.indexOf(who)).padStart(2, '0')}`,
  ]
  const account = text('account')
  const family = { fatherName: text('father'), matherName: text('mother'), siblings: text('siblings') }
  const work = { fatherOccupation: text('fathers work'), motherOccupation: text('mothers work') }
  const own = { institution: text('school'), profession: text('profession'), aboutMe: text('about') }
  // In the other script than the name.
  const nameInOtherScript = `নাম ${text('spelling')}`
  return { name, nameInOtherScript, account, email, phone, photoUrl: text('photo'), ...family, ...work, ...own }
}

/** Which of a person's texts a key of an answer gives away. */
function shownUnder(key: string, { name, account, email, phone, ...fields }: ReturnType<typeof canary>): string[] {
  if (key === 'name') return [name, account]
  if (key === 'bioDataName') return [name]
  if (key === 'bioDataNameInOtherScript') return [fields.nameInOtherScript]
  if (key === 'email' || key === 'contactEmail') return [email]
  if (key === 'phoneNumber' || key === 'contactPhone' || key === 'phone') return [phone]
  if (key === 'motherName') return [fields.matherName]
  return key in fields ? [fields[key as keyof typeof fields]] : []
}

function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(keysIn)
  return Array.isArray(value) ? inside : [...Object.keys(value), ...inside]
}

/** What an answer gives away although it may not: keys that are not allowed, and anybody's secrets. */
function leaks(
  { headers, text, body }: { headers: unknown; text: string; body: unknown },
  { status, keys, others, of }: Answer,
  who: Actor,
) {
  const allowed = new Set([
    ...(keys === 'any' || status !== 200 ? [] : keys.flatMap((key) => shownUnder(key, canary(who)))),
    ...of.flatMap((person) => others.flatMap((key) => shownUnder(key, canary(person)))),
  ])
  const everything = `${JSON.stringify(headers)} ${text}`.toLowerCase()
  const secrets = people.flatMap((person) => Object.values(canary(person)))
  return [
    ...[...new Set(keysIn(body))].filter((key) => keys !== 'any' && !keys.includes(key)).map((key) => `key ${key}`),
    ...secrets.filter((secret) => everything.includes(secret) && !allowed.has(secret)),
  ]
}

// The scene: everybody has an account and a biodata, A has none.
const person = {} as Record<Somebody, Person>
const number = {} as Record<Somebody, number>
for (const who of people) {
  const { account, phone, photoUrl, email, ...texts } = canary(who)
  person[who] = await world.signUp(email, account)
  const contact = { photoUrl: `https://photos.example/${photoUrl}.jpg`, phoneNumber: `+880${phone}` }
  const place = { perDivision: 'Khulna', district: 'Jashore' } as const
  const chosen = { education: 'Master', children: 'One', religion: 'Other', practice: 'Regular', income: 'Up to 20000' }
  const consent = { version: consentVersion, to: ['faith'] }
  if (who !== 'A')
    number[who] = await world.publish(person[who], { ...texts, ...contact, ...place, ...chosen, consent })
}
await world.makePremium(person.P)
await world.call('PATCH', '/api/user/request_premium/me', person.U)

/** Asks O's family without a fee. */
const asked = async (by: Person) =>
  (
    await world.db
      .insertInto('contactRequests')
      .values({
        ...{ userId: by.id, biodataId: person.O.id, paymentId: null, status: 'forwarded' },
        ...{ forwardedAt: new Date(), answerBy: new Date(Date.now() + 86_400_000) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const insertedId = async (answer: ReturnType<typeof world.call>) => (await answer).body.insertedId as string
/** Payments that have succeeded, all for S but Q's. Only those of O and Q are recorded. */
const paid: Partial<Record<Actor, string>> = { P: await world.pay(person.P), Q: await world.pay(person.Q, number.O) }
// The server knows that P has paid, but not for whom.
await world.record(person.P, paid.P!)
for (const who of ['U', 'O', 'R', 'W', 'D', 'G', 'F', 'A'] as const) paid[who] = await world.pay(person[who], number.S)
await world.makeAdmin(person.A)
const requests = {
  Q: await insertedId(world.record(person.Q, paid.Q!, number.O)),
  R: await insertedId(world.record(person.R, await world.pay(person.R, number.O), number.O)),
  O: await insertedId(world.record(person.O, paid.O!, number.S)),
  W: await asked(person.W),
  D: await asked(person.D),
}
await sql`
  update contact_requests set status = 'declined', answer = 'not now', answered_at = forwarded_at, ended_at = forwarded_at
  where id = ${requests.D}`.execute(world.db)
await world.call('PATCH', `/api/contact-request-approver/${requests.R}`, person.A)
const begun = await world.call('POST', '/api/create-payment-intent', person.O, { price: 5, bioDataId: number.U })
const { id: openPayment } = await world.db
  .selectFrom('payments')
  .select('id')
  .where('userId', '=', person.O.id)
  .where('status', '=', 'created')
  .executeTakeFirstOrThrow()
const handed = (await world.call('POST', '/api/payment-transfers', person.O, { bioDataId: number.R })).body.page
const told = { reference: handed, wallet: 'bkash', transactionId: 'DED220MHU4', lastDigits: '4821' }
await world.call('POST', '/api/transfer-claims', person.O, told)
const { id: transfer } = await world.db.selectFrom('transferClaims').select('id').executeTakeFirstOrThrow()
const rights = { mayAnswer: true, isContact: false, mayConfirm: true, mayEdit: true }
const inviteTo = async (relation: string) => {
  const sent = { name: 'Somebody', relation, ...rights }
  const { insertedId: id, link } = (await world.call('POST', '/api/me/guardians', person.O, sent)).body
  return { id: id as string, token: new URL(link).searchParams.get('token')! }
}
const guardians = { G: await inviteTo('father'), F: await inviteTo('mother') }
for (const who of ['G', 'F'] as const) {
  const agreed = { isOfAge: true, numberMayBeShown: true, consentVersion }
  const sent = { token: guardians[who].token, phone: `+880${canary(who).phone}`, ...agreed }
  await world.call('POST', '/api/guardian-invitation/acceptance', person[who], sent)
}
await world.call('DELETE', `/api/me/guardians/${guardians.F.id}`, person.O)
const invitation = await inviteTo('brother')
const favourite = await insertedId(world.call('POST', '/api/favorite-bioData', person.O, { bioDataId: number.S }))
await world.call('POST', '/api/favorite-bioData', person.P, { bioDataId: number.O })
const hidden = await insertedId(world.record(person.O, await world.pay(person.O, number.Q), number.Q))
await world.call('PATCH', `/api/delete-request/${hidden}`, person.O)

for (const [who, byRight] of [
  ['P', 'premium'],
  ['R', 'request'],
  ['A', 'administrator'],
] as const)
  await world.db
    .insertInto('contactViews')
    .values({ ownerId: person.O.id, viewerId: person[who].id, byRight })
    .execute()

const { id: finding } = await world.db
  .insertInto('paymentFindings')
  .values({ provider: 'stripe', providerRef: paid.O!, kind: 'refunded in part', amount: 500, currency: 'usd' })
  .returning('id')
  .executeTakeFirstOrThrow()

await world.call('PATCH', `/api/users/suspension/${person.B.id}`, person.A, { reason: 'Complaints.' })

// A has no biodata: nobody finds A to block them (REQUIREMENTS R4).
await world.db.insertInto('blocks').values({ blockerId: person.U.id, blockedId: person.A.id }).execute()
const report = await insertedId(world.call('POST', '/api/reports', person.O, { _id: person.U.id, reason: 'untrue' }))

const { id: text } = await world.db
  .insertInto('suspiciousTexts')
  .values({ userId: person.O.id, field: 'aboutMe', textHash: 'x' })
  .returning('id')
  .executeTakeFirstOrThrow()

const { id: attestation } = await world.db
  .insertInto('attestations')
  .values({
    subjectId: person.O.id,
    kind: 'phone',
    how: 'call',
    at: '2026-11-19',
    note: 'Said yes.',
    seenBy: person.A.id,
  })
  .returning('id')
  .executeTakeFirstOrThrow()

// The question about O's contact is R's.
await world.db.insertInto('contactFeedback').values({ requestId: requests.R, askedAt: new Date() }).execute()
await world.db.updateTable('contactRequests').set({ firstSeenAt: noon }).where('id', '=', requests.R).execute()
await world.db
  .insertInto('unansweredReports')
  .values({
    ...{ requestId: requests.R, reporterId: person.R.id, ownerId: person.O.id, phone: `+880${canary('O').phone}` },
    ...{ isGuardians: false, reportedAt: noon },
  })
  .execute()

const [ready, done] = await Promise.all(
  ['ready', 'done'].map(async (status) => {
    const of = { fileName: 'people.csv', bytes: 10, status: status as 'ready', doneAt: status === 'done' ? noon : null }
    return (await world.db.insertInto('imports').values(of).returning('id').executeTakeFirstOrThrow()).id
  }),
)
await world.db
  .insertInto('importRows')
  .values({ importId: ready!, row: 2, line: {}, problems: sql`'[{"kind":"cells"}]'` })
  .execute()

const search = await insertedId(
  world.call('POST', '/api/me/searches', person.O, { name: 'Some', search: 'occupation=Doctor' }),
)

const sessions = await world.db.selectFrom('sessions').select(['id', 'userId']).execute()

const scene: Record<string, (who: Somebody) => string | number> = {
  email: (who) => person[who]?.email ?? 'nobody@mail.example',
  id: (who) => person[who]?.id ?? '00000000-0000-4000-8000-000000000000',
  number: (who) => number[who],
  request: (who) => requests[who as 'O' | 'W'],
  paid: (who) => paid[who as 'O'] ?? 'pi_none',
  paidFor: (who) => number[who === 'Q' ? 'O' : 'S'],
  session: (who) => sessions.find(({ userId }) => userId === person[who].id)!.id,
  unpaid: () => begun.body.clientSecret.split('_secret_')[0],
  reference: () => referenceOf(openPayment),
  favourite: () => favourite,
  guardian: (who) => guardians[who as 'G'].id,
  invitation: () => invitation.token,
  finding: () => finding,
  handed: () => handed,
  transfer: () => transfer,
  hidden: () => hidden,
  report: () => report,
  text: () => text,
  attestation: () => attestation,
  ready: () => ready!,
  done: () => done!,
  search: () => search,
}

/** A row's request with everything filled in that its braces stand for. */
function fill({ ask, body }: Row, who: Actor, emailAs = (email: string) => email) {
  const meant = (what: string, whose: string) => {
    const value = scene[what]!((whose === 'me' ? who : whose) as Somebody)
    return what === 'email' ? emailAs(String(value)) : value
  }
  const filled = (text: string) => text.replace(/{(\w+):(\w+)}/g, (_, what, whose) => String(meant(what, whose)))
  const [method, url] = filled(ask).split(' ') as ['GET', string]
  const { biodata, ...rest } = JSON.parse(JSON.stringify(body ?? {}), (_, value) => {
    const whole = typeof value === 'string' && value.match(/^{(\w+):(\w+)}$/)
    return whole ? meant(whole[1]!, whole[2]!) : value
  })
  const forged = { name: 'Changed', type: 'premium', reqPremium: 'approve', bioDataId: 999 }
  return { method, url, body: body && { ...(biodata === '' ? biodataOnTheWire(forged) : {}), ...rest } }
}

const listTables = "select tablename as name from pg_tables where schemaname = 'public'"
const tables: string[] = (await world.pool.query(listTables)).rows.map(({ name }) => name)

/**
 * A fingerprint of what each of these tables holds. Only the moments at which a session was last seen may move, and tries
 * are counted whether they are refused or not.
 */
async function hashes(names: string[]) {
  const selects = names
    .filter((name) => name !== 'attempts')
    .map(
      (name) =>
        `select '${name}' as name, md5(string_agg(row::text, '|' order by row::text)) as hash
         from (select to_jsonb(t) ${name === 'sessions' ? "- 'updated_at' - 'expires_at'" : ''} as row from ${name} t) r`,
    )
  if (selects.length === 0) return []
  return (await world.pool.query<{ name: string; hash: string }>(selects.join(' union all '))).rows
}

const copies = tables.map((name) => `create table kept.${name} as table ${name};`)
await world.pool.query(`create schema kept; ${copies.join(' ')}`)
const atStart = new Map((await hashes(tables)).map(({ name, hash }) => [name, hash]))

// To look at every table after each of some thousand calls would take most of their time: a trigger notes which were written.
await world.pool.query(`
  create table kept.written (name text);
  create function kept.note() returns trigger language plpgsql as $$
  begin
    insert into kept.written values (tg_table_name);
    return null;
  end $$;
  ${tables.map((name) => `create trigger noted after insert or update or delete or truncate on ${name} for each statement execute function kept.note();`).join('\n')}`)

let suspects = new Set<string>()
/** The tables that are not as they were. Tries are forgotten, or all these calls would soon be too many. */
async function changedTables() {
  const { rows } = await world.pool.query<{ name: string }>(
    'with forgotten as (delete from attempts) delete from kept.written returning name',
  )
  const now = await hashes([...new Set([...suspects, ...rows.map(({ name }) => name)])])
  suspects = new Set(now.filter(({ name, hash }) => atStart.get(name) !== hash).map(({ name }) => name))
  return [...suspects]
}

/** The columns of a table that can be written; others are made of them. */
const written: Record<string, string> = Object.fromEntries(
  (
    await world.pool.query<{ name: string; columns: string }>(
      `select table_name as name, string_agg(column_name, ', ') as columns from information_schema.columns
       where table_schema = 'public' and is_generated = 'NEVER' group by 1`,
    )
  ).rows.map(({ name, columns }) => [name, columns]),
)

/** Puts everything back as it was, past triggers and foreign keys; only what changed, all would take minutes in the end. */
async function restore() {
  const copyBack = [...new Set([...(await changedTables()), 'sessions', 'attempts'])].map(
    (name) =>
      `delete from ${name};
       insert into ${name} (${written[name]}) overriding system value select ${written[name]} from kept.${name};`,
  )
  // What is paid back beside the call, and counted with it, comes before all of this or finds nothing more to pay back.
  const hold = 'lock table payments, refunds in access exclusive mode;'
  await world.pool.query(`begin; ${hold} set local session_replication_role = replica; ${copyBack.join(' ')} commit`)
}

const { origin } = testConfig()

/** Sends a request as one person and says everything that is wrong with the answer. */
async function faults(
  asked: ReturnType<typeof fill>,
  who: Actor,
  expected: Answer,
  method: 'HEAD' | 'GET' = asked.method,
) {
  const by = who === 'V' ? undefined : person[who]
  const response = await world.call(method, asked.url, by, asked.body, { origin })
  const found = leaks(response, expected, who)
  if (response.status !== expected.status) found.push(`${response.status}, not ${expected.status}: ${response.text}`)
  if (expected.is === null || (Array.isArray(expected.is) && expected.is.length === 0)) {
    expect(response.body).toEqual(expected.is)
  } else if (expected.is) {
    expect(response.body, `${method} ${asked.url} as ${who}`).toMatchObject(expected.is)
  }
  const changed = await changedTables()
  if (changed.length > 0) {
    if (expected.status >= 400) found.push(`a refused call has changed the database: ${changed}`)
    await restore()
  }
  return found.map((fault) => `${who}: ${fault}`)
}

const titled = matrix.map((row) => [`${row.ask} ${row.body ? JSON.stringify(row.body) : ''}`.trim(), row] as const)

test.each(titled)('G7: %s', async (_title, row) => {
  const found: string[] = []
  for (const who of actors) {
    const asked = fill(row, who)
    found.push(...(await faults(asked, who, row.answers[who])))
    const shouted = fill(row, who, (email) => email.toUpperCase())
    if (JSON.stringify(shouted) !== JSON.stringify(asked)) {
      found.push(...(await faults(shouted, who, row.answers[who])).map((fault) => `upper case, ${fault}`))
    }
    if (asked.method === 'GET') {
      const expected = { ...row.answers[who], status: row.head ?? row.answers[who].status, is: undefined }
      found.push(...(await faults(asked, who, expected, 'HEAD')).map((fault) => `HEAD, ${fault}`))
    }
  }
  expect(found).toEqual([])
})

test('G7: a signed-out cookie, and one of a deleted account, are a visitor’s', async () => {
  const [leaver, deleted] = [await world.signUp('leaver@mail.example'), await world.signUp('deleted@mail.example')]
  await world.call('POST', '/api/auth/sign-out', leaver, {}, { origin })
  await world.db.deleteFrom('users').where('id', 'in', [leaver.id, deleted.id]).execute()
  const found: string[] = []
  for (const row of matrix) {
    const { method, url, body } = fill(row, 'V')
    for (const nobody of [leaver, deleted]) {
      const { status } = await world.call(method, url, nobody, body, { origin })
      if (status !== row.answers.V.status) found.push(`${row.ask}: ${status}`)
      // A visitor may have a mail sent.
      if (status === 200 && row.ask.startsWith('POST')) await restore()
    }
  }
  expect(found).toEqual([])
  expect(await changedTables()).toEqual([])
})

/** Somebody who has said the password of an administrator with an authenticator app, and no code. */
async function halfSession() {
  const admin = await world.makeAdmin(await world.signUp('half@mail.example'))
  const { secret } = (await world.call('POST', '/api/me/second-factor', admin, {})).body
  const code = codeAt(secret, noon.getTime())
  const on = await world.call('POST', '/api/me/second-factor/confirmation', admin, { code })
  expect(on.status).toBe(200)
  const credentials = { email: admin.email, password: 'a good password' }
  const answer = await world.call('POST', '/api/auth/sign-in/email', undefined, credentials, { origin })
  expect(answer.body).toMatchObject({ twoFactorRedirect: true })
  // All that it was sent, what it was told to forget included: somebody may have kept it.
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';', 1)[0])
  return { ...admin, cookie: cookies.filter((cookie) => !cookie?.endsWith('=')).join('; ') }
}

test('M8 G7: the half of a sign-in, after the password and before the code, is a visitor’s', async () => {
  const half = await halfSession()
  const found: string[] = []
  for (const row of matrix) {
    const { method, url, body } = fill(row, 'V')
    const { status } = await world.call(method, url, half, body, { origin })
    await world.pool.query('delete from attempts')
    if (status !== row.answers.V.status) found.push(`${row.ask}: ${status}`)
  }
  expect(found).toEqual([])
  await restore()
})

test('G7: a call that would change something is refused when it comes from a page of another site', async () => {
  const found: string[] = []
  // The way out of a mail asks for no session, only for its own signature, and mail programs are pages of anywhere.
  const byCookie = matrix.filter(({ ask }) => !ask.startsWith('GET') && !/ \/(unsubscribe|still-right)/.test(ask))
  for (const row of byCookie) {
    const { method, url, body } = fill(row, 'A')
    for (const from of ['https://evil.example', 'null', `${origin}.evil.example`]) {
      for (const address of [url, url.replace('/api', '/%61pi')]) {
        const { status } = await world.call(method, address, person.A, body, { origin: from })
        if (status !== 403) found.push(`${method} ${address} from ${from}: ${status}`)
      }
    }
  }
  expect(found).toEqual([])
  expect(await changedTables()).toEqual([])
})

test('G3: an administrator who is one no longer is refused at the next call', async () => {
  await world.db.updateTable('users').set({ role: 'user' }).where('id', '=', person.A.id).execute()
  const adminsOnly = matrix.filter(
    ({ answers }) => answers.V.status === 401 && answers.U.status === 403 && answers.O.status === 403,
  )
  expect(adminsOnly.length).toBeGreaterThan(8)
  for (const row of adminsOnly) {
    const { method, url } = fill(row, 'P')
    expect([row.ask, (await world.call(method, url, person.A)).status]).toEqual([row.ask, 403])
  }
  await restore()
})

/** Routes that no row asks for. `/api/*` is asked for by a row that no other route answers. */
function withoutRow(registered: string[]) {
  const pattern = (route: string) => new RegExp(`^${route.replace(/:\w+/g, '[^/]+').replace('*', '.*')}/?$`)
  // As the server does: what is written out before what varies.
  const varying = (route: string) => Number(route.includes('*')) * 9 + route.split(':').length
  const starLast = registered.toSorted((a, b) => varying(a) - varying(b))
  const asked = new Set(
    matrix.map((row) => {
      const { method, url } = fill(row, 'O')
      return starLast.find((route) => pattern(route).test(`${method} ${url.split('?')[0]}`))
    }),
  )
  return registered.filter((route) => !asked.has(route.replace(/^HEAD /, 'GET ')))
}

test('G7: every route the server has is in the matrix', () => {
  expect(ourRoutes.length).toBeGreaterThan(40)
  expect(withoutRow(ourRoutes)).toEqual([])
})

test('G7: a new route that leaks is missed in the matrix, and the judge reports it', async () => {
  const output = z.array(z.object({ _id: z.string(), phoneNumber: z.string() }))
  const leaky = endpoint({ method: 'GET', path: '/leaky', summary: '', access: 'visitor', input: z.object({}), output })
  const app = await buildApp({
    config: testConfig(),
    db: world.db,
    logLevel: 'silent',
    extend: async (server, { kept, countList }) => {
      const counts = { list: countList, emails: { async take() {}, async record() {} } }
      createHandlers(server, async () => ({ kind: 'visitor' }), kept, counts, cursorSeal('x'), world).mountUnder(
        'Other',
      )(leaky, async () => {
        const found = await world.db.selectFrom('biodata').select(['id', 'phone']).execute()
        return found.map(({ id, phone }) => ({ _id: id, phoneNumber: phone }))
      })
    },
  })
  expect(withoutRow(routes)).toEqual(['GET /api/leaky', 'HEAD /api/leaky'])
  const { headers, body: text } = await app.inject('/api/leaky')
  const cards = matrix.find(({ ask }) => ask.startsWith('GET /api/bioData-filter'))!.answers.V
  expect(leaks({ headers, text, body: JSON.parse(text) }, cards, 'V')).toEqual(
    expect.arrayContaining(['key phoneNumber', canary('O').phone]),
  )
  await app.close()
})
