import { afterAll, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { stripeSandbox } from '#sandbox/stripe/server.ts'
import { ageOn, feetOf, isOfLegalAge } from '#src/features/biodata/policy.ts'
import { biodataFields } from '#src/features/biodata/schemas.ts'
import { setWishes } from '#src/features/biodata/wishes.ts'
import { refundAllDue } from '#src/features/payments/settle.server.ts'
import { stripeProvider } from '#src/features/payments/stripe.server.ts'
import { refuseRequest, takeApprovalBack } from '#src/features/request-approval/judging.server.ts'
import { modulesOf, textsIn } from '#tests/architecture/modules.ts'
import { noon, testDatabase, testWorld } from '#tests/world.server.ts'
import { inventPeople } from './people.ts'
import { demoAccounts, demoPassword, paymentsMade, seedDemoWorld } from './world.server.ts'

const clock = () => noon
const world = await testWorld({ clock })
const { db } = world
afterAll(() => world.close())
let statements = 0
const counted = db.withPlugin({
  transformQuery({ node }) {
    statements++
    return node
  },
  transformResult: async ({ result }) => result,
})
const wasSeeded = await seedDemoWorld({ db: counted, clock })

const counts = async () => {
  const tables = [
    'users',
    'accounts',
    'biodata',
    'premium',
    'payments',
    'contactRequests',
    'favourites',
    'auditLog',
  ] as const
  return Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [
        table,
        (await db.selectFrom(table).select(db.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()).n,
      ]),
    ),
  )
}

test('X6: an empty database gets 240 biodata with the numbers 1 to 240, and is claimed for the demo', async () => {
  expect(wasSeeded).toBe(true)
  // A statement for each of them would be seconds of every first start.
  expect(statements).toBeLessThanOrEqual(12)
  const numbers = await db.selectFrom('biodata').select('number').orderBy('number').execute()
  expect(numbers.map(({ number }) => number)).toEqual(Array.from({ length: 240 }, (_, i) => i + 1))
  expect(await db.selectFrom('site').select('mode').execute()).toEqual([{ mode: 'demo' }])
  const { body } = await world.call('GET', '/api/BioDataCount')
  expect(body.femaleCount + body.maleCount).toBe(240)
  expect(Math.min(body.femaleCount, body.maleCount)).toBeGreaterThan(90)
})

test('X6: exactly six of the first eight are premium, of both genders, and about one in eight of the others', async () => {
  const all = await db.selectFrom('biodata').select(['number', 'gender', 'premium']).orderBy('number').execute()
  const first = all.slice(0, 8).filter(({ premium }) => premium)
  expect(first).toHaveLength(6)
  expect(new Set(first.map(({ gender }) => gender)).size).toBe(2)
  const others = all.slice(8).filter(({ premium }) => premium).length
  expect(others).toBeGreaterThanOrEqual(24)
  expect(others).toBeLessThanOrEqual(36)
  const home = await world.call('GET', '/api/premium-bioData')
  expect(home.body.map((card: { bioDataId: number }) => card.bioDataId)).toEqual(first.map(({ number }) => number))
})

test('X6: every invented biodata would pass the form, and its person is old enough', async () => {
  const fields = z.object(biodataFields)
  const rows = await db.selectFrom('biodata').selectAll().execute()
  for (const { height, partnerHeight, photoUrl, ...row } of rows) {
    const partner = feetOf(partnerHeight)
    const given = Object.entries(row).filter(([, value]) => value !== null)
    const form = {
      ...(Object.fromEntries(given) as typeof row),
      ...feetOf(height),
      partnerFeet: partner.feet,
      partnerInch: partner.inch,
      photoUrl: photoUrl ?? undefined,
    }
    const sent = {
      ...form,
      photoUrl: photoUrl ?? '',
      weight: `${row.weight}kg`,
      partnerWeight: `${row.partnerWeight}kg`,
    }
    expect(form).toMatchObject(z.decode(fields, sent as never))
    expect(isOfLegalAge(row.gender, row.birth, '2026-11-20', { Male: 21, Female: 18 })).toBe(true)
  }
  const ages = rows.map(({ birth }) => ageOn(birth, '2026-11-20'))
  expect(ages.filter((age) => age >= 20 && age <= 38).length).toBeGreaterThan(210)
  expect(new Set(rows.map(({ name }) => name)).size).toBeGreaterThan(150)
  expect(new Set(rows.map(({ division }) => division)).size).toBe(8)
  const journey = await world.call('GET', '/api/bioData-filter?gander=Female&minAge=22&maxAge=30&perDivision=Dhaka')
  expect(journey.body.length).toBeGreaterThanOrEqual(5)
})

test('X6 W2: nobody invented says how much a choice matters that they have not made', async () => {
  const columns = setWishes.flatMap((wish) => [wish, `${wish}Matters` as const])
  const people = await db.selectFrom('biodata').select(columns).execute()
  for (const person of people)
    for (const wish of setWishes) if (!person[wish]) expect(person[`${wish}Matters`], wish).toBeNull()
})

test('X6: nothing in the demo leads to anybody real: emails and links end in .example, and the numbers are hardly given out', async () => {
  const { rows: tables } = await world.pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  )
  const all = await Promise.all(
    tables.map(({ name }) => world.pool.query<{ text: string }>(`select to_jsonb(t)::text as text from ${name} t`)),
  )
  const stored = all.flatMap(({ rows }) => rows.map(({ text }) => text)).join('\n')
  const named = modulesOf('demo')
    .filter(({ file }) => !file.endsWith('.test.ts'))
    .flatMap(({ program }) => textsIn(program))
  const places = [stored, ...named].flatMap((text) => text.match(/(?<=[\w.+-]@|https?:\/\/)[\w-][\w.-]*\w/g) ?? [])
  expect(places.length).toBeGreaterThan(300)
  expect(places.filter((place) => !/\.example$/.test(place))).toEqual([])
  const phones = await db.selectFrom('biodata').select('phone').execute()
  expect(phones.filter(({ phone }) => !/^\+8801[3-9]0000\d{4}$/.test(phone))).toEqual([])
})

test('X6: the people are the same on every machine, and of legal age on every day of the year', () => {
  expect(inventPeople(240, '2026-11-20')).toEqual(inventPeople(240, '2026-11-20'))
  for (const today of ['2026-01-01', '2026-12-31', '2028-02-29', '2029-03-01']) {
    for (const { gender, birth } of inventPeople(240, today))
      expect(isOfLegalAge(gender, birth, today, { Male: 21, Female: 18 })).toBe(true)
  }
})

test('X6 G8 S3-22: half of the invented people write their names in Bangla, and all are found by the Latin letters of their email', async () => {
  const admin = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  const names = await db
    .selectFrom('users')
    .leftJoin('biodata', 'biodata.id', 'users.id')
    .select(['users.name', 'biodata.name as biodataName', 'fatherName', 'motherName'])
    .execute()
  const written = names.flatMap((row) => Object.values(row)).filter((name) => name !== null)
  expect(written.length).toBe(242 + 3 * 240)
  const isBangla = (name: string) => /^[\u0980-\u09ff]+( [\u0980-\u09ff]+)+$/.test(name)
  for (const name of written) expect(isBangla(name) || /^[A-Za-z]+( [A-Za-z]+)+$/.test(name), name).toBe(true)
  for (const { biodataName, fatherName, motherName } of names)
    if (biodataName) expect(new Set([biodataName, fatherName!, motherName!].map(isBangla)).size).toBe(1)
  const share = written.filter(isBangla).length / written.length
  expect([share > 0.4, share < 0.6]).toEqual([true, true])

  const response = await world.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    headers: { origin: 'http://127.0.0.1:3000' },
    payload: { email: admin.email, password: demoPassword },
  })
  const cookie = response.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  const found = async (search: string) => {
    const { body } = await world.call('GET', `/api/users?search=${encodeURIComponent(search)}`, { ...admin, cookie })
    return body.map(({ email }: { email: string }) => email).filter((email: string) => /\d@/.test(email))
  }
  expect((await found('রহমান')).length).toBeGreaterThan(3)
  expect(await found('rahman')).toEqual(expect.arrayContaining(await found('রহমান')))
  // Some keyboards write ড় and য় as one sign each.
  expect((await found('বড়ুয়া')).length).toBeGreaterThan(0)
  expect(await found('ব\u09dcু\u09dfা')).toEqual(await found('বড়ুয়া'))
})

test('X6: the four accounts sign in with the printed password and are what they are called', async () => {
  const found: Record<string, unknown> = {}
  for (const { email } of demoAccounts) {
    const response = await world.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { origin: 'http://127.0.0.1:3000' },
      payload: { email, password: demoPassword },
    })
    expect(response.statusCode).toBe(200)
    const { id } = response.json().user
    const cookie = response.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
    const person = { id, email, cookie }
    const [admin, premium, own] = await Promise.all([
      world.call('GET', `/api/user/admin/${email}`, person),
      world.call('GET', `/api/user/premium/${email}`, person),
      world.call('GET', '/api/viewBioData?email=me', person),
    ])
    found[email] = [admin.body.admin, premium.body.premium, own.body !== null]
  }
  expect(found).toEqual({
    'admin@demo.example': [true, false, false],
    'premium@demo.example': [false, true, true],
    'user@demo.example': [false, false, true],
    'new@demo.example': [false, false, false],
  })
  const others = await db.selectFrom('accounts').select('id').execute()
  expect(others).toHaveLength(4)
})

test('X6: the administrator finds requests to decide on', async () => {
  const states = await db
    .selectFrom('contactRequests')
    .innerJoin('payments', 'payments.id', 'contactRequests.paymentId')
    .select(['contactRequests.status', 'payments.status as payment'])
    .execute()
  expect(states.map(({ status }) => status).sort()).toEqual([
    'approve',
    'approve',
    'approve',
    'pending',
    'pending',
    'pending',
    'pending',
  ])
  expect(states.every(({ payment }) => payment === 'succeeded')).toBe(true)
  const waiting = await db.selectFrom('premium').select('userId').where('status', '=', 'pending').execute()
  expect(waiting).toHaveLength(5)
})

test('X6: a database that has a mode, the demo or a real site, is left as it is', async () => {
  const before = await counts()
  expect(await seedDemoWorld({ db, clock })).toBe(false)
  expect(await counts()).toEqual(before)

  const real = await testDatabase()
  try {
    await real.db.insertInto('site').values({ mode: 'serve' }).execute()
    expect(await seedDemoWorld({ db: real.db, clock })).toBe(false)
    expect(await real.db.selectFrom('users').select('id').execute()).toEqual([])
  } finally {
    await real.db.destroy()
  }
})

test('K7 X3: every payment by card that the demo begins with can be given back', async () => {
  const own = await testDatabase()
  onTestFinished(() => own.db.destroy())
  await seedDemoWorld({ db: own.db, clock })
  const keys = { secretKey: 'sk_test_ours', publishableKey: 'pk_test_ours' }
  const sandbox = stripeSandbox({ ...keys, now: clock })
  const { url, close } = await sandbox.listen()
  onTestFinished(close)
  sandbox.remember(await paymentsMade(own.db))
  const admin = await own.db.selectFrom('users').select('id').where('role', '=', 'admin').executeTakeFirstOrThrow()
  for (const { id, status } of await own.db.selectFrom('contactRequests').select(['id', 'status']).execute())
    await own.db.transaction().execute(async (trx) => {
      expect(await (status === 'pending' ? refuseRequest : takeApprovalBack)(trx, admin.id, id, 'No.')).toBe(1)
    })
  await refundAllDue(own.db, stripeProvider({ ...keys, webhookSecret: 'whsec_ours', url }), noon)
  const payments = await own.db.selectFrom('payments').select('status').where('provider', '=', 'stripe').execute()
  expect(payments.map(({ status }) => status)).toEqual(Array(7).fill('refunded'))
  expect(await own.db.selectFrom('paymentFindings').selectAll().execute()).toEqual([])
})
