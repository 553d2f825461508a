import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { payingWorld } from './paying.server.ts'
import { byHand } from './send-money.server.ts'
import { biodataOnTheWire, cursorOf, noon, type Person, testConfig } from './world.server.ts'

const world = await payingWorld({
  clock: () => noon,
  config: testConfig({ mail: { from: 'site@mail.example' }, ...byHand }),
})
afterAll(() => world.close())

const member = await world.signUp('member@example.org')
const admin = await world.makeAdmin(await world.signUp('admin@example.org'))
const other = await world.signUp('other@example.org')
const man = await world.signUp('man@example.org')
const own = await world.publish(member)
const number = await world.publish(other, { phoneNumber: '01812345678' })
await world.publish(admin, { gander: 'Male', birth: '1985-05-05' })
await world.publish(man, { gander: 'Male', birth: '1990-02-28' })
const recorded = await world.record(other, await world.pay(other, own), own)
const transactionId = await world.pay(member, number)
const favourite = await world.call('POST', '/api/favorite-bioData', other, { bioDataId: own })

// 2,000 inputs made from the documented schemas.

interface Schema {
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  minimum?: number
  maximum?: number
  maxLength?: number
}
interface Operation {
  parameters?: { name: string; in: 'path' | 'query'; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: { $ref: string } } } }
}
const { body: document } = await world.call('GET', '/api/openapi.json')
/** The fields of an operation's body, which the document describes under a name. */
function bodyFields({ requestBody }: Operation): [string, Schema][] {
  const name = requestBody?.content['application/json'].schema.$ref.split('/').at(-1)
  return name ? Object.entries(document.components.schemas[name].properties as Record<string, Schema>) : []
}
const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase() as 'GET',
      path,
      inPath: operation.parameters?.filter((p) => p.in === 'path').map((p) => [p.name, p.schema] as const) ?? [],
      fields: [
        ...(operation.parameters?.filter((p) => p.in === 'query').map((p) => [p.name, p.schema] as const) ?? []),
        ...bodyFields(operation),
      ],
      hasBody: operation.requestBody !== undefined,
    })),
)
// What would end the sessions that all these inputs need.
const tried = operations.filter(({ path }) => path !== '/auth/sign-out')

const more = { bioDataId: number, transactionId, price: 5, limit: 2, search: 'ex' }
const form: Record<string, unknown> = { ...biodataOnTheWire(), ...more }
const emails = ['me', member.email, 'MEMBER@example.org ', other.email, 'nobody@example.org']
// The administrator may make these people anything, so the member is not among them.
const nobody = '00000000-0000-4000-8000-000000000000'
const ids = [man.id, other.id, favourite.body.insertedId, recorded.body.insertedId, nobody]

/** Texts that break things: control characters, half characters, reversals, other scripts, other languages. */
const texts = [
  ...['', ' ', '\0', 'a\0b', '\ud800', 'x\udfff', '\u202eevil', '\u2066', '\ufeff', 'a\r\nBcc: b@c.de', '\u0001'],
  ...['সাদিয়া রহমান', '👩‍👩‍👧', 'é'.normalize('NFD'), 'ﷺ'.repeat(60), 'x'.repeat(101), 'x'.repeat(3_000), '৫', '٣'],
  ...["' or 1=1 --", '"; drop table users', '../../etc/passwd', '%00', '%zz', '__proto__', 'javascript:alert(1)'],
  ...'https://u:p@a.example/ 0001-01-01 9999-12-31 2000-02-30 +010000-01-01 2000-01-01T99:99 1e999 0x10 -1'.split(' '),
  ...'9999999999 2147483648 1.5 NaN null true WzFd'.split(' '),
  ...[[1e300], ['a', 'b'], ['9999-99-99 99:99:99+00', nobody]].map((keys) => btoa(JSON.stringify(keys))),
]
const numbers = [0, -0, -1, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 1e-7, Number.NaN, Number.POSITIVE_INFINITY]
const things = [null, true, [], {}, ['a', 'b'], [[[]]], { $ne: null }, { length: 1 }, [member.email]]
const broken = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.constantFrom(...numbers) },
  { weight: 1, arbitrary: fc.constantFrom(...things) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

function valid(name: string, schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (/email/i.test(name)) return fc.constantFrom(...emails)
  if (name === 'id') return fc.constantFrom(...ids)
  if (name in form) return fc.constant(form[name])
  const choices = schema.anyOf?.flatMap((choice) => choice.enum ?? choice.const ?? [])
  return choices?.length
    ? fc.constantFrom(...choices)
    : fc.integer({ min: schema.minimum ?? 1, max: schema.maximum ?? 30 })
}

const missing = Symbol('missing')
const input = (name: string, schema: Schema, mostlyRight: boolean) => {
  const value = fc.oneof(
    { weight: mostlyRight ? 20 : 3, arbitrary: valid(name, schema) },
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: fc.constant(missing) },
  )
  return fc.tuple(fc.constant(name), value)
}
const names = 'type reqPremium bioDataId _id id role status email userEmail isAdmin number premium toString constructor'
const uninvited = fc.tuple(
  fc.constantFrom('__proto__', ...names.split(' ')),
  fc.oneof(broken, fc.constantFrom(...emails)),
)

const requests = fc.constantFrom(...tried).chain(({ method, path, inPath, fields, hasBody }) =>
  fc.record({
    method: fc.constant(method),
    path: fc.constant(path),
    hasBody: fc.constant(hasBody),
    by: fc.constantFrom<(Person | undefined)[]>(undefined, member, member, admin),
    inPath: fc.tuple(...inPath.map(([name, schema]) => input(name, schema, true))),
    // A form of eighteen fields gets through only if most of them are right.
    sent: fc.tuple(...fields.map(([name, schema]) => input(name, schema, fields.length > 9))),
    more: fc.oneof(fc.constant([]), fc.array(uninvited, { maxLength: 4 })),
    twice: fc.boolean(),
  }),
)
type Made = typeof requests extends fc.Arbitrary<infer T> ? T : never

/** Text as it is sent in an address; half characters as the bytes that some programs make of them. */
const encoded = (v: unknown) => (String(v).isWellFormed() ? encodeURIComponent(String(v)) : '%ED%A0%80')

const json = { 'content-type': 'application/json' }

function send({ method, path, hasBody, by, inPath, sent, more, twice }: Made) {
  const into = (url: string, [name, v]: [string, unknown]) => url.replace(`{${name}}`, v === missing ? '' : encoded(v))
  const url = inPath.reduce(into, `/api${path}`)
  const present = [...sent, ...more].filter(([, v]) => v !== missing)
  if (hasBody) return world.call(method, url, by, JSON.stringify(Object.fromEntries(present)), json)
  const query = present.flatMap(([name, v]) => [v].flat().map((one) => `${name}=${encoded(one)}`))
  return world.call(method, `${url}?${[...query, ...(twice ? query.slice(0, 1) : [])].join('&')}`, by)
}

/**
 * What no request of a member may change: roles, premium, approvals, ids, numbers, and everything of other people. That
 * their requests which wait for the member's contact end is the member's own word (REQUIREMENTS R3).
 */
async function protectedState(by: Person | undefined) {
  const { rows } = await world.pool.query(
    `select (select jsonb_agg(u order by u.id) from (select id, email, case when id not in ($1, $2) then concat(name, ' ', image) end as account, ${by === admin ? "''" : 'role'} from users) u) as users,
            (select jsonb_agg(b order by b.id) from (select id, number${by === admin ? '' : ', premium'} from biodata) b) as numbers,
            (select jsonb_agg(to_jsonb(b) - 'premium'${by === admin ? " - 'unpublished' - 'published' - 'suspended'" : ''} order by b.id) from biodata b where id not in ($1, $2)) as biodata,
            (select jsonb_agg(f order by f.id) from favourites f where owner_id not in ($1, $2)) as favourites,
            (select jsonb_agg(case when r.biodata_id = $1 and r.status = 'withdrawn' then to_jsonb(r) || '{"status":"pending","ended_at":null}' else to_jsonb(r) end order by r.id) from contact_requests r where user_id not in ($1, $2) and $3) as requests,
            (select count(*) from contact_requests where status = 'approve' and $3) as approved,
            (select count(*) from premium where status = 'approve' and $3) as premium`,
    [member.id, admin.id, by !== admin],
  )
  return JSON.stringify(rows)
}

function expectProblem({ status, headers, body, text }: Awaited<ReturnType<typeof send>>) {
  expect(status, text).toBeLessThan(500)
  if (status < 400) return
  expect(headers['content-type'], text).toContain('application/problem+json')
  expect(body).toMatchObject({ status, title: expect.any(String), code: expect.any(String) })
  if (status !== 422) return
  expect(body.errors.length, text).toBeGreaterThan(0)
  for (const { field, message, code, limit, ...more } of body.errors) {
    expect({ field, message }).toEqual({ field: expect.any(String), message: expect.stringMatching(/./) })
    expect([code ?? '', limit ?? 0, more]).toEqual([expect.any(String), expect.any(Number), {}])
  }
}

const { FUZZ_SEED: seed = '20261120', FUZZ_RUNS: numRuns = '2000' } = process.env
const timeoutMs = 150 * Math.max(2_000, Number(numRuns))

test('G3: 2,000 made-up inputs: never a fault of ours, every refusal says what is wrong, nothing protected changes', {
  tags: 'trial',
  timeout: timeoutMs,
}, async () => {
  const seen = new Map<number, number>()
  /** What no request of one of these may change, after the last request. */
  let known: { isAdmin: boolean; state: string } | undefined
  const run = async (made: Made) => {
    const isAdmin = made.by === admin
    const before = known?.isAdmin === isAdmin ? known.state : await protectedState(made.by)
    const answer = await send(made)
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
    expectProblem(answer)
    known = { isAdmin, state: await protectedState(made.by) }
    expect(known.state).toBe(before)
  }
  await fc.assert(fc.asyncProperty(requests, run), {
    seed: Number(seed),
    numRuns: Number(numRuns),
    endOnFailure: true,
  })
  // It went deep enough to mean something.
  expect(seen.get(200)).toBeGreaterThan(Number(numRuns) / 10)
  expect(seen.get(422)).toBeGreaterThan(Number(numRuns) / 10)
})

// Wrong input, endpoint by endpoint: the answer names the field.

const biodata = (field: string, ...wrong: unknown[]) =>
  wrong.map((v) => ['E1', 'PATCH', '/api/bioData', field, biodataOnTheWire({ [field]: v })] as const)
const query = (requirement: string, url: string, field: string, ...wrong: string[]) =>
  wrong.map((v) => [requirement, 'GET', `${url}?${field}=${v}`, field, undefined] as const)
const body = (requirement: string, url: string, field: string, ...wrong: unknown[]) =>
  wrong.map((v) => {
    const sent: Record<string, unknown> = { bioDataId: number, transactionId: 'pi_1', price: 5, [field]: v }
    return [requirement, 'POST', url, field, sent] as const
  })

/** Bodies that are right but for one field. */
const changed =
  (requirement: string, method: 'PATCH' | 'POST', url: string, right: Record<string, unknown>) =>
  (field: string, ...wrong: unknown[]) =>
    wrong.map((v) => [requirement, method, url, field, { ...right, [field]: v }] as const)
const notice = changed('W7', 'PATCH', '/api/me/notifications', { as: 'seen' })
const choice = changed('W7', 'PATCH', '/api/me/notification-settings', {
  kind: 'search',
  channel: 'mail',
  wanted: true,
})
const subscription = changed('W7', 'POST', '/api/me/push-subscriptions', {
  endpoint: 'https://fcm.googleapis.com/fcm/send/x',
  p256dh: `B${'A'.repeat(86)}`,
  auth: 'A'.repeat(22),
})

/** Cursors that are none, and those of places that the list does not have: sealed, because nobody else can make one. */
const cursors = (requirement: string, url: string, places: readonly unknown[][], more = '') =>
  query(
    requirement,
    `/api${url}`,
    'after',
    ...['x', '%00', btoa('[5]'), cursorOf('/another', 5), ...places.map((keys) => cursorOf(url, ...keys))].map(
      (cursor) => cursor + more,
    ),
  )
const badNumbers = [[], ['1'], [1.5], [2 ** 31], [-(2 ** 53)], [null]]
const moments = ['yesterday', '2026-99-99 00:00:00+00', '0000-01-01 00:00:00+00', '2026-11-20 12:00:00+99']
const badMoments = [...badNumbers, ...moments.map((at) => [at, nobody]), ['2026-11-20 12:00:00+00', 'x']]

const wrong = [
  ...biodata('name', '', ' ', null, 7, ['a'], {}, 'x'.repeat(101), 'a\0b', 'a\nb', '\u202eevil', '\ud800'),
  ...biodata('fatherName', '', undefined, '\u2066x'),
  ...biodata('matherName', '', undefined, 'a\tb'),
  ...biodata('gander', 'female', '', null, 'Other', ['Female']),
  ...biodata('photoUrl', 7, 'http://a.example/x', 'javascript:alert(1)', 'data:,x', 'https://', 'https://a.example/\0'),
  ...biodata('photoUrl', 'https://u:p@a.example/', `https://a.example/${'x'.repeat(2048)}`),
  ...biodata('skinColor', 'Green', undefined),
  ...biodata('feet', 2, 12, 5.5, '5.5', 'five', '', null, [5], 1e300),
  ...biodata('inch', 0, 13, -1),
  ...biodata('weight', '29kg', '57kg', '90kg', 60, '60', '60 kg'),
  ...biodata('occupation', 'Pilot', 'teacher'),
  ...biodata('perDivision', 'Dacca', ''),
  ...biodata('presentDivision', 'Chattogram', undefined),
  ...biodata('partnerAge', 17, 100, 'x', Number.NaN),
  ...biodata('partnerAgeFrom', 17, 100, 'x', [30]),
  ...biodata('partnerWeightTo', 29, 86, '60kg'),
  ...biodata('partnerDivision', ['Narnia'], 'Dhaka,Sylhet', { Dhaka: true }, 7),
  ...biodata('partnerDistrict', ['Barisal'], 'Sylhet,Dhaka', { Sylhet: true }, 7),
  ...biodata('partnerChildren', ['Four'], 0, { None: true }),
  ...biodata('partnerPractice', ['never'], 'Devout,Regular', 7),
  ...biodata('partnerReligionMatters', 'perhaps', ['must'], 1),
  ...biodata('PartnerFeet', 2, 12),
  ...biodata('PartnerInch', 0, 13),
  ...biodata('partnerWeight', '25kg', 'heavy'),
  ...biodata('phoneNumber', '', '017', '0171234567x', '+', '+880171234567', '+0123456789', '12345678901234567', null),
  ...biodata('birth', '', null, undefined, '31/05/2001', '2000-02-30', '2000-13-01', '2000-01-01T99:99', 946684800000),
  ...biodata('birth', '0001-01-01', '1899-12-31', '2027-01-01', '9999-12-31'),
  ['E4', 'PATCH', '/api/bioData', 'birth', biodataOnTheWire({ birth: '2008-11-21' })],
  ['E4', 'PATCH', '/api/bioData', 'birth', biodataOnTheWire({ gander: 'Male', birth: '2005-11-21' })],
  ['E1', 'PATCH', '/api/bioData', 'name', {}],
  ...query('B1', '/api/bioData-filter', 'gander', 'x', 'female', '%00'),
  ...query('B1', '/api/bioData-filter', 'minAge', 'x', '17', '121', '1.5', '-1', '1e2', '99999999999'),
  ...query('B1', '/api/bioData-filter', 'maxAge', '17', '20&maxAge=30'),
  ...query('B1', '/api/bioData-filter', 'perDivision', 'Paris', "'"),
  ...query('G5', '/api/bioData-filter', 'limit', '0', '101', 'x', ''),
  ...cursors('G5', '/bioData-filter', badNumbers),
  ...query('W5', '/api/bioData-find', 'religion', 'x', 'islam', '%00', 'Islam&religion=None'),
  ...query('W5', '/api/bioData-find', 'gander', 'x', 'Female&gander=Male&gander=female'),
  ...query('W5', '/api/bioData-find', 'minAge', '17', '20&minAge=30'),
  ...query('W5', '/api/bioData-find', 'minHeight', 'x', '47', '60.5', '60&minHeight=61'),
  ...query('W5', '/api/bioData-find', 'maxWeight', 'x', '29', '86', '60kg'),
  ...query('W5', '/api/bioData-find', 'order', 'x', 'Oldest', 'oldest&order=newest'),
  ...cursors('W5', '/bioData-find', badNumbers),
  ...cursors('W5', '/bioData-find', [...badNumbers, ['0000-01-01', 1], ['x', 1]], '&order=oldest'),
  ...query('W6', '/api/bioData-find', 'onlyNew', 'x', '1', 'true&onlyNew=false'),
  ...query('W6', '/api/bioData-find/new', 'minAge', '17', 'x', '%00'),
  ...query('W6', '/api/bioData-cards', 'numbers', '', 'x', '0', '1,', '-1', '%00', '9999999999', '1&numbers=2'),
  ...query('W6', '/api/me/new-people', 'all', 'x', '1', '%00'),
  ...body(
    'W6',
    '/api/me/searches',
    'search',
    undefined,
    7,
    null,
    'minAge=x',
    '\0',
    'x'.repeat(4001),
    'minAge=20&minAge=30',
  ),
  ...['', ' ', 7, 'a\nb', '\u202eevil', 'x'.repeat(81)].map(
    (name) => ['W6', 'POST', '/api/me/searches', 'name', { name, search: 'minAge=20' }] as const,
  ),
  ...query('W5', '/api/bioData-find/without', 'religion', 'x', '%00'),
  ...cursors('W7', '/me/notifications', badMoments),
  ...notice('as', undefined, null, 'gone', ['seen'], 1),
  ...notice('id', null, 0, -1, 1.5, 'x', 2 ** 40),
  ...choice('kind', undefined, 'x', '__proto__', 'security'),
  ...choice('channel', undefined, 'sms', ['mail']),
  ...choice('wanted', undefined, 'yes', 1, null),
  ...subscription(
    'endpoint',
    undefined,
    '',
    'x',
    'https://127.0.0.1/',
    `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
  ),
  ...subscription('p256dh', undefined, '', 'AQID', 'x'.repeat(101), '\0'),
  ...subscription('auth', undefined, '', 'AQID', '<script>', 7),
  ...cursors('G5', '/allBioData', badNumbers),
  ...['/favorite', '/payments', '/users', '/premium-requests', '/contact-requests'].flatMap((url) =>
    cursors('G5', url, badMoments),
  ),
  ...cursors('G5', '/admin-actions', [[], ['1'], [0], [1.5], [2 ** 60]]),
  ...cursors(
    'G5',
    '/users',
    [
      ['a\0b', nobody],
      ['\ud800', nobody],
      ['x'.repeat(301), nobody],
    ],
    '&sort=name',
  ),
  ...cursors(
    'G5',
    '/premium-requests',
    [
      ['x', nobody],
      ['-1', nobody],
      [1, nobody],
    ],
    '&sort=number',
  ),
  ...query('M5', '/api/users', 'sort', 'x', '-', 'number', '--name', 'name&sort=date'),
  ...query('M5', '/api/contact-requests', 'status', 'x', ''),
  ...query('M5', '/api/users.csv', 'search', 'a%00b'),
  ...query('M5', '/api/users', 'search', 'x'.repeat(101), 'a&search=b', 'a%00b'),
  ...query('K5', '/api/payments', 'mine', 'yes', ''),
  ...query('D2', '/api/check-payment', 'bioDataId', '', 'x', '0', '1&bioDataId=2'),
  ...query('A7', '/api/viewBioData', 'email', 'me&email=me', ''),
  ...body('L1', '/api/favorite-bioData', 'bioDataId', undefined, null, 0, -1, 1.5, '1.5', 'x', 2 ** 31, [1]),
  ...body('K1', '/api/create-payment-intent', 'bioDataId', null, 0, 'x', 2 ** 31),
  ...body('K3a', '/api/payments', 'transactionId', '', null, undefined, 7, 'x'.repeat(256), 'pi_\0', ['pi_1']),
  ...body('K3a', '/api/payments', 'bioDataId', 'x', 0, {}),
] as const

/** What is wrong with an input, short enough for a title. */
const shown = (v: unknown) => (JSON.stringify(v) ?? 'nothing').slice(0, 40)
const titled = wrong.map((row) => {
  const [requirement, method, url, field, sent] = row
  const what = sent ? `${field} = ${shown((sent as Record<string, unknown>)[field])}` : field
  return [`${requirement}: ${method} ${url.slice(0, 80)} with a wrong ${what} names it`, row] as const
})

test.each(titled)('%s', async (_title, [, method, url, field, sent]) => {
  const answer = await world.call(method, url, admin, sent)
  expect(answer.status, answer.text).toBe(422)
  expectProblem(answer)
  expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field)
})

test.each([
  ...['/bioData/1', '/bioData/%00', `/bioData/${'x'.repeat(200)}`, '/bioData/x/similar', '/user/admin/nobody'],
  ...['/favorite-status/x/me', '/favorite-status/99999999999/me', '/nothing/here', '', '/', '//user'],
  ...['PATCH /users/admin/1', "PATCH /users/premium/'%20or%201=1", 'PATCH /contact-request-approver/x'],
  ...['PATCH /delete-request/x', 'PATCH /allBioData', 'DELETE /delete-favorite/x', `/user/admin/${'x'.repeat(900)}`],
])('G3: %s names nothing: 404', async (named) => {
  const [path, method = 'GET'] = named.split(' ').reverse()
  const answer = await world.call(method as 'GET', `/api${path}`, admin)
  expect(answer.status).toBe(404)
  expectProblem(answer)
})

test('G3: an address that cannot be decoded is a problem too', async () => {
  const answer = await world.call('GET', '/api/bioData/%zz', admin)
  expect(answer.status).toBe(400)
  expectProblem(answer)
})

test('G3: an email as long as emails can be is read, encoded or not', async () => {
  const long = `${'e+'.repeat(120)}@example.org`
  for (const email of [long, encodeURIComponent(long)]) {
    expect((await world.call('GET', `/api/user/admin/${email}`, admin)).body).toEqual({ admin: false })
  }
})

test.each([
  ['text', 415, 'hello', { 'content-type': 'text/plain' }],
  ['a form', 415, 'price=5', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['JSON that says it is text', 415, '{"price":5}', { 'content-type': 'text/plain;charset=UTF-8' }],
  ['an unknown type', 415, 'x', { 'content-type': 'nonsense' }],
  ['no type at all', 415, '{"price":5}', { 'content-type': '' }],
  ['broken JSON', 400, '{"price":', json],
  ['JSON that pollutes prototypes', 400, '{"price":5,"__proto__":{"isAdmin":true}}', json],
  ['65 KB', 413, JSON.stringify({ more: 'x'.repeat(65 * 1024) }), json],
  ['a list', 422, '[]', json],
  ['a text in JSON', 422, '"price"', json],
  ['a very deep list', 422, `{"price":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, json],
] as const)('G3: a body that is %s is refused with %i', async (_what, status, payload, headers) => {
  const answer = await world.call('POST', '/api/create-payment-intent', member, payload, headers)
  expect(answer.status, answer.text).toBe(status)
  expectProblem(answer)
})

test('G2: a call without a payload may say that it is JSON all the same', async () => {
  const sent = (method: 'GET' | 'PATCH' | 'DELETE', path: string) =>
    world.call(method, `/api${path}`, member, undefined, json)
  expect(await sent('PATCH', '/user/request_premium/me')).toMatchObject({ status: 200 })
  expect(await sent('GET', '/favorite')).toMatchObject({ status: 200 })
  expect(await sent('DELETE', `/delete-favorite/${nobody}`)).toMatchObject({ status: 404 })
})

test('G3: what changes something is refused from a page of another site', async () => {
  const from: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of from) {
    const answer = await world.call('PATCH', '/api/bioData', member, biodataOnTheWire(), headers)
    expect(answer).toMatchObject({ status: 403, body: { code: 'foreign-origin' } })
    expectProblem(answer)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  }
})

test('E1: texts in every language come back as they were sent', async () => {
  const names = [
    'সাদিয়া রহমান',
    'Zoë O’Brien-Åkesson',
    '👩‍🔬 Rina',
    'محمد',
    '__proto__',
    "Robert'); drop table biodata;--",
  ]
  for (const name of [...names, '<script>alert(1)</script>', 'x'.repeat(100)]) {
    const form = biodataOnTheWire({ name, fatherName: name })
    expect((await world.call('PATCH', '/api/bioData', member, form)).body).toEqual({ modifiedCount: 1 })
    expect((await world.call('GET', '/api/viewBioData', member)).body).toMatchObject({ name, fatherName: name })
  }
})
