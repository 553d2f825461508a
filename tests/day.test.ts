import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountPages } from '#src/app/pages/pages.server.ts'
import { pages } from '#src/app/pages/pages.ts'
import { createMetrics } from '#src/app/server/metrics.server.ts'
import {
  biodataOf,
  dice,
  type Kind,
  operationsIn,
  plain,
  plantedOf,
  rightsOf,
  type Schema,
  type Somebody,
} from './day.ts'
import { payingWorld } from './paying.server.ts'
import { biodataOnTheWire, testConfig, testDatabase } from './world.server.ts'

// A day in which people of every kind do whatever the site offers, in an order that nobody has thought of. What each
// answer shows of others is compared with what the rules say and with what the contact ledger says. `DAY_SEED` makes
// another day of it, `DAY_STEPS` a longer one.
const { DAY_SEED = '20261122', DAY_STEPS = '400' } = process.env
const steps = Number(DAY_STEPS)
const { pick, chance } = dice(Number(DAY_SEED))

let now = new Date('2026-11-20T00:00:00+06:00')
const log: string[] = []
const config = testConfig({ mail: { from: 'site@mail.example' }, premiumContactsADay: 5 })
const apart = await testDatabase()
const metrics = createMetrics(apart)
const world = await payingWorld({
  config,
  clock: () => now,
  metrics,
  logLevel: 'trace',
  logTo: { write: (line) => void log.push(line) },
  extend: async (app, around) => {
    await mountPages(app, { takesPayments: true, config, ...around })
  },
})
afterAll(() => Promise.all([world.close(), apart.db.destroy()]))

const [password, guess, code] = ['a good password', 'planted-guess', '493827']
/** Its six digits may stand in any number that is measured, though hardly as all of it. */
const codeAlone = new RegExp(`(?<![\\d.])${code}(?!\\d)`)
async function arrive(kind: Kind, n: number): Promise<Somebody> {
  const planted = plantedOf(n)
  const person = await world.signUp(planted.email, planted.account)
  if (kind === 'admin') await world.makeAdmin(person)
  if (kind === 'premium') await world.makePremium(person)
  const somebody = { ...person, kind, planted, isMan: n % 2 > 0 }
  const publishes = kind === 'premium' || kind === 'member'
  return { ...somebody, number: publishes ? await world.publish(person, biodataOf(somebody)) : 0 }
}
const kinds: Kind[] = [
  ...Array<Kind>(2).fill('admin'),
  ...Array<Kind>(4).fill('premium'),
  ...Array<Kind>(10).fill('member'),
  ...Array<Kind>(2).fill('without biodata'),
]
const people: Somebody[] = []
for (const [n, kind] of kinds.entries()) people.push(await arrive(kind, n))
const published = people.filter(({ number }) => number > 0)
/** Who calls; a visitor more often than each of the others. */
const callers = [...people, undefined, undefined]

// What can be done: every call of the API, every page, and what takes more than one call.

const { body: document } = await world.call('GET', '/api/openapi.json')
const operations = operationsIn(document)

/** What came into being, by the path that names it. */
const made: Record<'request' | 'favorite' | 'report' | 'transaction' | 'token', string[]> = {
  request: [],
  favorite: [],
  report: [],
  transaction: ['pi_none'],
  token: ['guessed'],
}
const idFor = (path: string) => {
  const [kind] = path.match(/request|favorite|report/) ?? []
  const ids = kind ? made[kind as 'request'] : published.map(({ id }) => id)
  return ids.length ? pick(ids) : '00000000-0000-4000-8000-000000000000'
}

/** A value that an honest client would send there; undefined for none. */
function valueFor(
  name: string,
  { enum: choices, anyOf = [] }: Schema,
  path: string,
  by: Somebody | undefined,
): unknown {
  const own: Record<string, unknown> = { ...biodataOnTheWire(), ...(by && biodataOf(by)) }
  if (path === '/bioData' && name in own) return own[name]
  if (choices) return pick(choices)
  if (/email/i.test(name)) return pick(['me', by?.email ?? 'me', by?.email ?? 'me', pick(people).email])
  const honest: Record<string, () => unknown> = {
    id: () => idFor(path),
    _id: () => idFor(path),
    ids: () => [idFor(path)],
    bioDataId: () => pick(published).number,
    transactionId: () => pick(made.transaction),
    search: () => pick([pick(people).planted.account, pick(people).email, String(pick(published).number)]),
    token: () => pick(made.token),
    password: () => password,
    code: () => code,
    price: () => 5,
    limit: () => pick([1, 3, 100]),
    name: () => by?.planted.account,
    block: () => chance(0.5),
    photoUrl: () => 'https://photos.example/of-an-account.jpg',
    after: () => undefined,
    consent: () => undefined,
  }
  if (name in honest) return honest[name]!()
  const known = anyOf.flatMap((one) => one.enum ?? [])
  return known.length ? pick(known) : (own[name] ?? 'Because.')
}

async function anyCall(by: Somebody | undefined) {
  const { method, path, operation } = pick(operations)
  const named = (place: 'path' | 'query') =>
    (operation.parameters ?? [])
      .filter((one) => one.in === place && (one.required || chance(0.3)))
      .map(({ name, schema }) => [name, valueFor(name, schema, path, by)] as const)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)] as const)
  const url = named('path').reduce((text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)), path)
  const properties = operation.requestBody?.content['application/json'].schema.properties ?? {}
  const body = Object.entries(properties).map(([name, schema]) => [name, valueFor(name, schema, path, by)])
  const query = new URLSearchParams(named('query').map((pair) => [...pair]))
  return send(by, method, `/api${url}?${query}`, operation.requestBody && Object.fromEntries(body))
}

function anyPage(by: Somebody | undefined) {
  const ids: Record<string, unknown> = { id: pick(published).id, bioDataId: pick(published).number }
  return send(
    by,
    'GET',
    pick(pages).path.replace(/:(\w+)/, (_, name) => String(ids[name])),
  )
}

const files = operations.filter(({ path }) => /\.csv$|export$/.test(path)).map(({ path }) => `/api${path}`)
const [admins, premium] = (['admin', 'premium'] as const).map((kind) => people.filter((one) => one.kind === kind)) as [
  Somebody[],
  Somebody[],
]
/** What more than one call belongs to, or what happens too seldom by itself. */
const scenes: ((by: Somebody | undefined) => Promise<unknown>)[] = [
  (by) => send(pick([by, pick(premium)]), 'GET', `/api/bioData/${pick(published).id}`),
  (by) => send(pick([by, pick(premium)]), 'GET', `/BioDataDetails/${pick(published).id}`),
  (by) => send(by, 'GET', pick(['/api/payments', '/dashboard/my-contact-request'])),
  async (by) => {
    await send(by, 'POST', '/api/me/confirmation', { password })
    await send(by, 'GET', pick(files))
  },
  async () => {
    const admin = pick(admins)
    await send(admin, 'POST', '/api/me/confirmation', { password })
    await send(admin, 'GET', pick(files.filter((file) => !file.startsWith('/api/me/'))))
  },
  async (by) => {
    const { id, number } = pick(published)
    const begun = await send(by, 'POST', '/api/create-payment-intent', { price: 5, bioDataId: number })
    if (begun.status !== 200) return
    secrets.add(begun.body.clientSecret)
    const { body } = await world.confirm(begun.body.clientSecret)
    made.transaction.push(body.id)
    const recorded = await send(by, 'POST', '/api/payments', { transactionId: body.id, bioDataId: number })
    if (chance(0.5)) await send(pick(admins), 'PATCH', `/api/contact-request-approver/${recorded.body.insertedId}`)
    await send(by, 'GET', pick([`/api/bioData/${id}`, '/api/payments', '/dashboard/my-contact-request']))
  },
  () => send(pick(admins), 'PATCH', `/api/contact-request-approver/${idFor('request')}`),
  () => send(pick(admins), 'POST', `/api/contact-views/${pick(published).id}`, { reason: 'A report.' }),
  () => {
    const way = pick(['refusal', 'withdrawal'])
    return chance(0.6)
      ? send(pick(admins), 'PATCH', `/api/contact-requests/${idFor('request')}/${way}`, { reason: 'Because.' })
      : send(pick(admins), 'DELETE', `/api/users/suspension/${pick(published).id}`)
  },
  async () => {
    const [owner, other] = [pick(published), pick([pick(premium), pick(people)])]
    const [hide, show] = pick([
      [{ presence: 'paused' }, { presence: 'published' }],
      [{ contactFor: 'nobody' }, { contactFor: 'checked' }],
      [undefined, undefined],
    ])
    const path = `/api/me/${hide && 'contactFor' in hide ? 'contact' : 'presence'}`
    await (hide ? send(owner, 'PATCH', path, hide) : send(owner, 'POST', '/api/blocks', { _id: other.id }))
    await send(other, 'GET', pick([`/api/bioData/${owner.id}`, `/BioDataDetails/${owner.id}`, '/api/payments']))
    if (chance(0.7)) await (show ? send(owner, 'PATCH', path, show) : send(owner, 'DELETE', `/api/blocks/${other.id}`))
  },
  (by) => send(by, 'GET', pick(['/api/viewBioData', '/dashboard/viewBioData', '/dashboard/EditBioData'])),
  async (by) => {
    if (!by) return
    const signIn = (typed: string) =>
      world.call('POST', '/api/auth/sign-in/email', { ...by, cookie: '' }, { email: by.email, password: typed })
    if (chance(0.2)) found.refusals.push((await signIn(guess)).text)
    const again = await signIn(password)
    if (again.status !== 200) return
    by.cookie = cookieIn(again.headers['set-cookie'])
    cookies.push(by.cookie)
  },
]

// What is seen.

const found = { wrong: [] as string[], refusals: [] as string[], statuses: new Map<number, number>() }
/** Whose contact somebody was shown, as lines of the ledger name it. */
const shown = new Set<string>()

function judge(by: Somebody | undefined, rights: Awaited<ReturnType<typeof rightsOf>>, asked: string, answer: Answer) {
  const text = plain(answer.text)
  const isFile = /\.csv/.test(asked)
  for (const other of people) {
    const { phone, photo, email, father, mother, name, account } = other.planted
    const sees = (...texts: string[]) => texts.some((one) => text.includes(one))
    const say = (what: string) =>
      found.wrong.push(`${by?.planted.account ?? 'a visitor'} saw ${what} of ${account}: ${asked}`)
    const isOwn = other === by
    const isAdmin = by?.kind === 'admin' && rights.size > 0
    const right = rights.get(other.id)
    const hasContact = sees(phone, photo) || (sees(email) && (isAdmin ? isFile && right !== undefined : !isOwn))
    if (rights.size === 0 && sees(name, account)) say('the name')
    if (sees(father, mother) && !isOwn && !isAdmin && !right?.visible) say('the parents')
    if (hasContact && !(isOwn && rights.size > 0) && !isAdmin && !right?.contact) say('the contact')
    // One's own data as a file is no look: nothing of it goes to anybody else.
    if (!hasContact || !by || (isOwn && asked.includes('/me/export'))) continue
    shown.add(`${by.id} of ${other.id}: ${isOwn ? 'own' : isFile ? 'file' : isAdmin ? 'administrator' : 'member'}`)
  }
}

type Answer = Awaited<ReturnType<typeof world.call>>
const secrets = new Set([password, guess, code])
const cookies = people.map(({ cookie }) => cookie)
const cookieIn = (set: unknown) =>
  [set ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';', 1)[0])
    .join('; ')

async function send(
  by: Somebody | undefined,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: unknown,
) {
  const rights = await rightsOf(world.pool, by)
  const caller = by ?? { email: '', cookie: '', id: '', network: `10.9.${pick([1, 2, 3, 4, 5, 6, 7, 8])}.1` }
  const answer = await world.call(method, url, caller, body, { origin: config.origin })
  judge(by, rights, `${method} ${url}`, answer)
  found.statuses.set(answer.status, (found.statuses.get(answer.status) ?? 0) + 1)
  // A page that refuses has the frame of the person who is signed in around it.
  if (answer.status >= 400 && answer.body) found.refusals.push(answer.text)
  const [kind] = url.match(/favorite-bioData|reports|payments/) ?? []
  const list = { 'favorite-bioData': made.favorite, reports: made.report, payments: made.request }[kind ?? '']
  if (method === 'POST' && answer.body?.insertedId) list?.push(answer.body.insertedId)
  return answer
}

beforeAll(async () => {
  for (let step = 0; step < steps; step++) {
    now = new Date(now.getTime() + (24 * 60 * 60_000) / steps)
    const by = pick(callers)
    await pick([anyCall, anyPage, pick(scenes), pick(scenes)])(by)
    if (step % 50) continue
    const mailed = await world.pool.query(
      "select content ->> 'link' as link from outbox where content ->> 'link' is not null",
    )
    made.token = ['guessed', ...mailed.rows.map(({ link }) => new URL(link).searchParams.get('token')!)]
  }
}, 600_000)

test('R1: in a day of random use every contact that somebody was shown has its line, and no line is without a look', async () => {
  const { rows } = await world.pool.query<{ line: string }>(
    `select distinct viewer_id || ' of ' || owner_id || ': ' || case
       when in_file then 'file' when by_right = 'owner' then 'own' when by_right = 'administrator' then by_right else 'member' end as line
     from contact_views`,
  )
  expect(rows.map(({ line }) => line).sort()).toEqual([...shown].sort())
  for (const kind of ['own', 'file', 'administrator', 'member'])
    expect([kind, [...shown].filter((line) => line.endsWith(kind)).length > 2]).toEqual([kind, true])
})

test('B5 D2 G3 R3 R4: in that day nobody was shown a contact, or a word that stands for a person, without a right to it', () => {
  expect(found.wrong).toEqual([])
  expect(found.statuses.get(200)).toBeGreaterThan(steps / 2)
  expect([...found.statuses.keys()].filter((status) => status >= 500)).toEqual([])
})

test('G7 Y4: in that day neither the log nor the metrics nor a refusal names anybody, or holds a cookie, password, code or secret', async () => {
  const told = { log: log.join(''), metrics: await metrics.text(), refusals: found.refusals.join('\n') }
  const planted = people.flatMap(({ planted, id }) => [...Object.values(planted), id])
  const kept = cookies.flatMap((cookie) => cookie.split('; ').map((pair) => pair.split('=')[1]!))
  const looked = [...planted, ...kept, ...secrets, ...made.token.slice(1), 'planted', '_secret_']
  for (const [where, text] of Object.entries(told)) {
    expect(text.length).toBeGreaterThan(1000)
    const read = text.split('\n').map(plain).join('\n')
    const names = (one: string) =>
      one === code ? codeAlone.test(text) : text.includes(one) || read.includes(plain(one))
    expect([where, looked.filter(names)]).toEqual([where, []])
  }
})
