import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { forget } from '#src/app/server/forget.server.ts'
import { consentVersion } from '#src/features/consents/policy.ts'
import type { ResultOf } from '#src/platform/http/contract.ts'
import { workbookOf } from '#tests/workbook.ts'
import { type Person, testConfig, type World, worldForThisTest } from '#tests/world.server.ts'
import type { Import, viewImport, viewRows } from './contract.ts'
import { pieceBytes } from './policy.ts'
import { workOnImports } from './worker.server.ts'

const now = new Date('2026-11-20T12:00:00+06:00')
const clock = () => now

const needed = {
  ...{ email: '', gender: 'female', birth: '1999-03-21', height_feet: '5', height_inch: '3', weight: '55' },
  ...{ skin_color: 'Fair', division: 'Sylhet', present_division: 'Dhaka', name: 'Salma Khatun', occupation: 'Teacher' },
  ...{ father_name: 'Karim', mother_name: 'Rahela', partner_age: '29', partner_height_feet: '5' },
  ...{ partner_height_inch: '7', partner_weight: '65', phone: '' },
}
const names = Object.keys(needed) as (keyof typeof needed)[]
type Line = Partial<Record<keyof typeof needed, string>>
const person = (n: number, more: Line = {}): Line => ({
  ...{ ...needed, email: `p${n}@import.example`, phone: `017${String(10_000_000 + n)}`, name: `Person ${n}` },
  ...more,
})
const csv = (people: Line[], heads: string[] = names) =>
  Buffer.from(
    [heads, ...people.map((one) => names.map((name) => one[name]))].map((cells) => `${cells.join(',')}\n`).join(''),
  )

async function worldWithAdmin() {
  const world = await worldForThisTest({ clock })
  return { ...world, admin: await world.makeAdmin(await world.signUp('admin@example.org')) }
}
type Scene = World & { admin: Person }

async function send({ call, admin }: Scene, file: Buffer, fileName = 'people.csv') {
  const begun = await call('POST', '/api/imports', admin, { fileName, bytes: file.length })
  expect(begun.status).toBe(200)
  const id = begun.body.insertedId as string
  for (let place = 0; place * pieceBytes < file.length; place++) {
    const data = file.subarray(place * pieceBytes, (place + 1) * pieceBytes).toString('base64')
    expect((await call('POST', `/api/imports/${id}/pieces`, admin, { place, data })).status).toBe(200)
  }
  return id
}

const show = async ({ call, admin }: Scene, id: string) =>
  (await call('GET', `/api/imports/${id}`, admin)).body as ResultOf<typeof viewImport>

/** As it is once the server has done what it does by itself. */
async function settled(scene: Scene, id: string) {
  await expect.poll(async () => (await show(scene, id)).status).not.toMatch(/^(reading|running|undoing)$/)
  return show(scene, id)
}
const preview = async (scene: Scene, file: Buffer) => settled(scene, await send(scene, file))

const rowsOf = async ({ call, admin }: Scene, id: string, are: 'good' | 'wrong') =>
  (await call('GET', `/api/imports/${id}/rows?are=${are}`, admin)).body as ResultOf<typeof viewRows>

const agreement = { how: 'They signed our paper form.', on: '2026-11-18' }
const start = (scene: Scene, id: string, body = {}) => scene.call('POST', `/api/imports/${id}/start`, scene.admin, body)
const undo = (scene: Scene, id: string) => scene.call('POST', `/api/imports/${id}/undo`, scene.admin, {})

const people = ({ db }: World) =>
  db
    .selectFrom('biodata')
    .innerJoin('users', 'users.id', 'biodata.id')
    .select(['users.email', 'biodata.phone', 'biodata.presence', 'biodata.published', 'users.name'])
    .orderBy('number')
    .execute()

test('M9 takes five feet as everybody writes them: 5 ft 0 in', async () => {
  const scene = await worldWithAdmin()
  const tall = { height_feet: '5', height_inch: '0', partner_height_feet: '6', partner_height_inch: '0' }
  const file = csv([person(1, tall), person(2, { height_feet: '3', height_inch: '0' })])
  const { id, good } = await preview(scene, file)
  expect(good).toBe(1)
  await start(scene, id)
  await settled(scene, id)
  const { rows } = await scene.pool.query('select height, partner_height from biodata')
  expect(rows).toEqual([{ height: 60, partner_height: 72 }])
})

test('M9 S2-12 shows how many rows are good, says each problem, and saves nobody before it is told to', async () => {
  const scene = await worldWithAdmin()
  await scene.publish(await scene.signUp('rina@example.org'), { phoneNumber: '01811000000' })
  const lines = [
    person(1),
    person(2, { birth: '' }),
    person(3, { division: 'Comilla' }),
    person(4, { phone: '+880 1811-000000' }),
    person(5, { gender: 'Male', weight: '300' }),
    person(6, { birth: '2012-01-01' }),
    person(7, { phone: person(1).phone! }),
    person(8, { email: 'P1@import.example' }),
    person(9, { email: 'rina@example.org' }),
    person(10, { gender: 'male', birth: '1990-01-01', division: 'Dhaka' }),
  ]
  const shown = await preview(scene, csv(lines))
  expect(shown).toMatchObject({ status: 'ready', read: 10, good: 2, problems: 8, women: 1, men: 1, divisions: 2 })
  expect(shown.headings.map(({ column }) => column)).toContain('motherName')
  const wrong = await rowsOf(scene, shown.id, 'wrong')
  expect(wrong.map(({ row, problems }) => [row, ...problems])).toEqual([
    [3, { kind: 'missing', field: 'birth', value: '' }],
    [4, { kind: 'option', field: 'division', value: 'Comilla' }],
    [5, { kind: 'phone known', field: 'phone', value: '+8801811000000', other: 1 }],
    [6, { kind: 'invalid', field: 'weight', value: '300kg' }],
    [7, { kind: 'age', field: 'birth', value: '2012-01-01' }],
    [8, { kind: 'phone twice', field: 'phone', value: '+8801710000001', other: 2 }],
    [9, { kind: 'email twice', field: 'email', value: 'p1@import.example', other: 2 }],
    [10, { kind: 'email known', field: 'email', value: 'rina@example.org', other: 1 }],
  ])
  expect((await rowsOf(scene, shown.id, 'good')).map(({ row, name }) => [row, name])).toEqual([
    [2, 'Person 1'],
    [11, 'Person 10'],
  ])
  expect(await people(scene)).toHaveLength(1)
})

test('W1 M9 imports a second spelling of the name under the names that bureaus give it, and refuses the same script', async () => {
  const scene = await worldWithAdmin()
  const cells = (name: string, other: string) => [
    ...csv([person(1, { name })])
      .toString()
      .trim()
      .split('\n')[1]!
      .split(','),
    other,
  ]
  for (const heading of ['nameInOtherScript', 'name_in_other_script', 'Bangla Name', 'নাম']) {
    const file = [[...names, heading], cells('Salma Khatun', 'সালমা খাতুন')].map((line) => line.join(',')).join('\n')
    const { headings, good } = await preview(scene, Buffer.from(file))
    expect([headings.at(-1)!.column, good], heading).toEqual(['nameInOtherScript', 1])
  }
  const file = [[...names, 'bangla_name'], cells('Salma Khatun', 'Salma')].map((line) => line.join(',')).join('\n')
  const { id, good } = await preview(scene, Buffer.from(file))
  expect(good).toBe(0)
  const [wrong] = await rowsOf(scene, id, 'wrong')
  expect(wrong!.problems).toEqual([{ kind: 'script', field: 'nameInOtherScript', value: 'Salma' }])
})

test('M9 keeps rows as drafts that nobody else sees, until their person signs in and agrees', async () => {
  const scene = await worldWithAdmin()
  const { id } = await preview(scene, csv([person(1), person(2)]))
  expect((await start(scene, id)).status).toBe(200)
  expect(await settled(scene, id)).toMatchObject({ status: 'done', added: 2, agreedHow: null, canUndo: true })
  expect(await people(scene)).toMatchObject([
    { email: 'p1@import.example', phone: '+8801710000001', presence: 'draft', published: false },
    { presence: 'draft', published: false },
  ])
  expect((await scene.call('GET', '/api/bioData-filter')).body).toEqual([])

  const owner = await scene.signUp('owner@example.org')
  const user = await scene.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'p1@import.example')
    .executeTakeFirstOrThrow()
  await scene.db.updateTable('sessions').set({ userId: user.id }).where('userId', '=', owner.id).execute()
  const step = (body: object) => scene.call('PATCH', '/api/me/presence', owner, body)
  expect((await scene.call('GET', '/api/me/presence', owner)).body).toMatchObject({
    presence: 'draft',
    imported: { agreedHow: null, agreedOn: null },
  })
  expect((await step({ presence: 'published' })).body.code).toBe('consent-needed')
  expect((await step({ presence: 'draft' })).status).toBe(422)
  expect((await step({ presence: 'published', consentVersion })).status).toBe(200)
  expect(await people(scene)).toMatchObject([{ published: true }, { published: false }])
})

test('M9 publishes with the administrator’s word, which is recorded and shown to the person, also in their export', async () => {
  const scene = await worldWithAdmin()
  const { id } = await preview(scene, csv([person(1)]))
  const [how, on] = [agreement.how, '2026-11-21']
  expect((await start(scene, id, { agreement: { how, on } })).status).toBe(422)
  expect((await start(scene, id, { agreement: { how: ' ', on: agreement.on } })).status).toBe(422)
  expect((await start(scene, id, { agreement })).status).toBe(200)
  expect(await settled(scene, id)).toMatchObject({
    status: 'done',
    agreedHow: how,
    agreedOn: agreement.on,
    by: 'admin',
  })
  expect(await people(scene)).toMatchObject([{ presence: 'published', published: true }])
  expect((await scene.call('GET', '/api/admin-actions', scene.admin)).body).toMatchObject([
    { action: 'imported biodata' },
  ])

  const owner = await scene.signUp('owner@example.org')
  const { id: userId } = await scene.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'p1@import.example')
    .executeTakeFirstOrThrow()
  await scene.db.updateTable('sessions').set({ userId }).where('userId', '=', owner.id).execute()
  const imported = { agreedHow: how, agreedOn: agreement.on }
  expect((await scene.call('GET', '/api/me/presence', owner)).body).toMatchObject({ presence: 'published', imported })
  expect((await scene.call('GET', '/api/me/consents', owner)).body).toEqual([])
  expect((await scene.call('GET', '/api/me/export', owner)).body).toMatchObject({ imported })
})

test('M9 gives the rows with problems as a file that can be corrected and imported again', async () => {
  const scene = await worldWithAdmin()
  const shown = await preview(scene, csv([person(1), person(2, { birth: '' }), person(3, { phone: '=1+1' })]))
  const file = await scene.call('GET', `/api/imports/${shown.id}/problems.csv`, scene.admin)
  expect(file.headers).toMatchObject({ 'content-disposition': 'attachment; filename="problems.csv"' })
  expect(file.text).toMatch(/^\uFEFF"row","problem","email","gender"/)
  expect(file.text).toMatch(/"3","birth: missing","p2@import.example"/)
  const corrected = file.text.replace(/("p2@import\.example","Female","",)""/, '$1"1999-03-21"')
  const again = await preview(scene, Buffer.from(corrected))
  expect(again).toMatchObject({ status: 'ready', good: 1, problems: 1 })
  const template = await scene.call('GET', '/api/imports/template.csv', scene.admin)
  expect(await preview(scene, Buffer.from(template.text))).toMatchObject({ status: 'ready', good: 1, problems: 0 })
})

test('M9 reads an Excel workbook, and a column after it is told what it is', async () => {
  const scene = await worldWithAdmin()
  const heads = names.map((name) => (name === 'phone' ? 'Uncle' : name))
  const shown = await preview(scene, workbookOf([heads, names.map((name) => person(1)[name]!)]))
  expect(shown).toMatchObject({ status: 'refused', trouble: { kind: 'missing', columns: ['phone'] } })
  expect(shown.headings.at(-1)).toEqual({ heading: 'Uncle' })
  const named = (columns: object) => scene.call('PATCH', `/api/imports/${shown.id}/columns`, scene.admin, { columns })
  expect((await named({ Uncle: 'shoe size' })).status).toBe(422)
  expect((await named({ Uncle: 'phone' })).body).toEqual({ modifiedCount: 1 })
  expect(await settled(scene, shown.id)).toMatchObject({ status: 'ready', good: 1, trouble: null })
})

test('M9 refuses a file that is too large before it comes, one that is no table, and a piece of another file', async () => {
  const scene = await worldWithAdmin()
  const { call, admin } = scene
  const large = await call('POST', '/api/imports', admin, { fileName: 'a.xlsx', bytes: 200 * 1024 * 1024 })
  expect([large.status, large.body.code]).toEqual([413, 'too-large'])
  expect(await preview(scene, Buffer.from('no table\n'))).toMatchObject({
    status: 'refused',
    trouble: { kind: 'no table' },
  })
  expect(await preview(scene, csv([]))).toMatchObject({ status: 'refused', trouble: { kind: 'empty' } })
  const begun = await call('POST', '/api/imports', admin, { fileName: 'a.csv', bytes: 10 })
  const piece = (place: number, text: string) =>
    call('POST', `/api/imports/${begun.body.insertedId}/pieces`, admin, {
      place,
      data: Buffer.from(text).toString('base64'),
    })
  expect((await piece(0, 'short')).status).toBe(422)
  expect((await piece(1, '0123456789')).status).toBe(422)
  expect((await piece(0, '0123456789')).body).toEqual({ missing: 0 })
  expect((await call('POST', `/api/imports/${randomUUID()}/pieces`, admin, { place: 0, data: 'AAAA' })).status).toBe(
    404,
  )
})

test('M9 takes an import back within a day, but not people who have signed in since', async () => {
  const scene = await worldWithAdmin()
  const { id } = await preview(scene, csv([person(1), person(2), person(3)]))
  expect((await undo(scene, id)).status).toBe(409)
  await start(scene, id, { agreement })
  await settled(scene, id)
  await sql`
    insert into accounts (user_id, provider_id, account_id)
    select id, 'credential', id from users where email = 'p2@import.example'`.execute(scene.db)
  expect((await undo(scene, id)).status).toBe(200)
  expect(await settled(scene, id)).toMatchObject({ status: 'undone', stayed: 1, canUndo: false })
  expect((await people(scene)).map(({ email }) => email)).toEqual(['p2@import.example'])
  expect((await undo(scene, id)).status).toBe(409)

  const { id: later } = await preview(scene, csv([person(4)]))
  await start(scene, later, { agreement })
  await settled(scene, later)
  await sql`update imports set done_at = done_at - interval '1 day'`.execute(scene.db)
  expect(await show(scene, later)).toMatchObject({ canUndo: false })
  expect((await undo(scene, later)).status).toBe(409)
})

test('M9 leaves out who has signed up since the preview, and starts an import once', async () => {
  const scene = await worldWithAdmin()
  const { id } = await preview(scene, csv([person(1), person(2), person(3)]))
  await scene.signUp('p2@import.example')
  await scene.publish(await scene.signUp('other@example.org'), { phoneNumber: person(3).phone! })
  const started = await Promise.all([start(scene, id, { agreement }), start(scene, id), start(scene, id)])
  expect(started.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await settled(scene, id)).toMatchObject({ status: 'done', added: 1, problems: 2 })
  const wrong = await rowsOf(scene, id, 'wrong')
  expect(wrong.map(({ problems }) => problems[0]!.kind)).toEqual(['email known', 'phone known'])
  expect(await people(scene)).toHaveLength(2)
})

test('M9 Z4 goes on where another server has left an import, and two servers add nobody twice', async () => {
  const scene = await worldWithAdmin()
  const { id } = await preview(scene, csv(Array.from({ length: 450 }, (_, n) => person(n))))
  await sql`update imports set status = 'running' where id = ${id}`.execute(scene.db)
  let batches = 0
  const work = { db: scene.db, clock, config: testConfig() }
  await workOnImports({ ...work, isStopping: () => batches++ > 1 })
  expect(await people(scene)).toHaveLength(200)
  await Promise.all([workOnImports(work), workOnImports(work)])
  expect(await settled(scene, id)).toMatchObject({ status: 'done', added: 450 })
  expect(await people(scene)).toHaveLength(450)
})

test('R7 M9 forgets files that nobody takes in, and rows with problems, after a day', async () => {
  const scene = await worldWithAdmin()
  const one = await preview(scene, csv([person(1), person(2, { birth: '' })]))
  await start(scene, one.id)
  await settled(scene, one.id)
  const other = await preview(scene, csv([person(3)]))
  const rows = async () =>
    Number((await sql<{ n: number }>`select count(*)::int as n from import_rows`.execute(scene.db)).rows[0]!.n)
  await forget(scene.db, now, true)
  expect(await rows()).toBe(2)
  expect((await scene.call('DELETE', `/api/imports/${one.id}`, scene.admin)).body).toEqual({ deletedCount: 0 })
  await sql`update imports set made_at = made_at - interval '2 days', done_at = done_at - interval '2 days'`.execute(
    scene.db,
  )
  await forget(scene.db, new Date(), true)
  expect(await rows()).toBe(0)
  const left = await scene.call('GET', '/api/imports', scene.admin)
  expect(left.body.map(({ id }: Import) => id)).toEqual([one.id])
  expect((await scene.call('GET', `/api/imports/${other.id}`, scene.admin)).status).toBe(404)
})

test('M9 reads 10,000 rows with 3 bad ones, and says where each import is', async () => {
  const scene = await worldWithAdmin()
  const lines = Array.from({ length: 10_000 }, (_, n) => person(n))
  for (const n of [500, 5_000, 9_999]) lines[n] = person(n, { birth: '' })
  const began = performance.now()
  const shown = await preview(scene, csv(lines))
  console.log(`10,000 rows: preview after ${Math.round(performance.now() - began)} ms`)
  expect(shown).toMatchObject({ status: 'ready', read: 10_000, good: 9_997, problems: 3 })
  expect((await rowsOf(scene, shown.id, 'wrong')).map(({ row }) => row)).toEqual([502, 5_002, 10_001])
  expect((await scene.call('DELETE', `/api/imports/${shown.id}`, scene.admin)).body).toEqual({ deletedCount: 1 })
})
