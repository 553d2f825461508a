import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { deleteUser } from '#src/features/users/queries.server.ts'
import { biodataOnTheWire, noon, type Person, testWorld } from '#tests/world.server.ts'
import { forgetAttestations } from './index.server.ts'
import { attestedKinds, firstDayFor, howsOf } from './policy.ts'

let now = noon
const world = await testWorld({ clock: () => now })
afterAll(() => world.close())
const { db, call } = world

const [admin, second] = [
  await world.makeAdmin(await world.signUp('admin@example.org', 'Shirin Canary')),
  await world.makeAdmin(await world.signUp('second@example.org', 'Second Canary')),
]
const reader = await world.signUp('reader@example.org')
let round = 0
const biodata = (more: Record<string, unknown> = {}): Record<string, unknown> =>
  biodataOnTheWire({ education: 'Master', institution: 'Dhaka University', district: 'Gazipur', ...more })
async function somebody() {
  const person = await world.signUp(`somebody-${++round}@example.org`, 'Somebody')
  const number = await world.publish(person, biodata())
  return { ...person, number }
}
const save = async (person: Person, more: Record<string, unknown>) =>
  expect((await call('PATCH', '/api/bioData', person, biodata(more))).status).toBe(200)

const seen = { kind: 'identity', how: 'in person', on: '2026-11-05' }
const list = async ({ id }: Person) => (await call('GET', `/api/people/${id}/attestations`, admin)).body
async function note(person: Person, more: object = {}, by = admin) {
  const { version } = (await list(person)).compare
  return call('POST', `/api/people/${person.id}/attestations`, by, { ...seen, version, ...more })
}
const takeBack = (id: string, by = admin) =>
  call('PATCH', `/api/attestations/${id}`, by, { reason: 'It was another card.' })
/** By a new member each time: how many profiles one may read has a limit. */
const read = async ({ id }: Person, by?: Person) =>
  (await call('GET', `/api/bioData/${id}`, by ?? (await world.signUp(`reader-${++round}@example.org`)))).body.attested
const own = async (person: Person) => (await call('GET', '/api/me/attestations', person)).body
const kindsRead = async (person: Person) => (await read(person)).map(({ kind }: { kind: string }) => kind)
const actionsOn = async ({ id }: Person) =>
  (await db.selectFrom('auditLog').select(['action', 'actorId']).where('subjectId', '=', id).orderBy('id').execute())
    .filter(({ action }) => action.includes('attestation'))
    .map(({ action, actorId }) => [action, actorId])

test('T2: what an administrator notes is read by members with its day, in the audit log, and told the person in neutral words', async () => {
  const person = await somebody()
  expect(await read(person)).toEqual([])
  const { status, body } = await note(person, { note: 'Card of 2019, Note Canary.' })
  expect([status, body]).toEqual([200, { insertedId: expect.any(String) }])
  expect((await note(person, { kind: 'family', how: 'call', withWhom: 'mother', on: '2026-11-06' })).status).toBe(200)

  const lines = [
    { kind: 'identity', on: '2026-11-05' },
    { kind: 'family', withWhom: 'mother', on: '2026-11-06' },
  ]
  expect(await read(person)).toEqual(lines)
  expect(await read(person, person)).toEqual(lines)
  // Nobody without a session, and not on the card that everybody reads.
  expect((await call('GET', `/api/bioData/${person.id}`)).status).toBe(401)
  expect(await actionsOn(person)).toEqual([
    ['noted attestation', admin.id],
    ['noted attestation', admin.id],
  ])
  const told = await call('GET', '/api/me/notifications', person)
  expect(told.body.map(({ kind }: { kind: string }) => kind)).toEqual(['attestation', 'attestation'])
  expect(told.text).not.toMatch(/mother|identity|Canary/)
  const mails = await db.selectFrom('outbox').select('content').where('recipient', '=', person.email).execute()
  expect(JSON.stringify(mails)).not.toMatch(/mother|identity|Canary/)
})

test('T2: the person reads what was noted, how and until when, and in the export the note too, but no administrator', async () => {
  const person = await somebody()
  await note(person, { how: 'video', note: 'Note Canary' })
  const page = await call('GET', '/api/me/attestations', person)
  expect(page.body).toEqual([
    {
      _id: expect.any(String),
      ...{ kind: 'identity', how: 'video', withWhom: null, on: '2026-11-05', endsOn: '2027-11-05', ended: null },
    },
  ])
  expect(page.text).not.toMatch(/Canary/)
  expect((await call('GET', `/api/bioData/${person.id}`, reader)).text).not.toMatch(/Note Canary/)
  const exported = await call('GET', '/api/me/export', person)
  expect(exported.body.attestations).toMatchObject([{ kind: 'identity', how: 'video', note: 'Note Canary' }])
  expect(exported.text).not.toMatch(/Shirin Canary/)
  expect((await list(person)).attestations).toMatchObject([{ note: 'Note Canary', seenBy: 'Shirin Canary' }])
})

const changes = {
  name: [{ name: 'Sadia Islam' }, ['identity', 'family', 'visit']],
  'name in the other script': [{ nameInOtherScript: 'সাদিয়া রহমান' }, ['identity']],
  'date of birth': [{ birth: '1999-03-14' }, ['identity']],
  education: [{ education: 'Bachelor' }, ['certificate']],
  institution: [{ institution: 'Khulna University' }, ['certificate']],
  phone: [{ phoneNumber: '01812345678' }, ['phone']],
  'permanent address': [{ perDivision: 'Khulna', district: 'Jashore' }, ['family', 'visit']],
  district: [{ district: 'Narsingdi' }, ['family', 'visit']],
  'present address': [{ presentDivision: 'Khulna' }, ['family', 'visit']],
  'anything else': [{ occupation: 'Teacher', weight: '60kg', aboutMe: 'I like to read.' }, []],
} as const
test.each(Object.entries(changes))(
  'T2: changing the %s ends what it attests, and nothing else',
  async (_, [change, ended]) => {
    const person = await somebody()
    for (const kind of attestedKinds)
      await note(person, { kind, how: howsOf[kind][0], ...(kind === 'family' && { withWhom: 'father' }) })
    await save(person, {})
    expect((await kindsRead(person)).sort()).toEqual([...attestedKinds].sort())
    await save(person, change)
    expect((await kindsRead(person)).sort()).toEqual(
      attestedKinds.filter((kind) => !(ended as readonly string[]).includes(kind)).sort(),
    )
    const ends = (await own(person)).filter(({ ended }: { ended: object | null }) => ended)
    expect(ends.map(({ kind }: { kind: string }) => kind).sort()).toEqual([...ended].sort())
    for (const one of ends) expect(one.ended).toMatchObject({ because: 'changed', words: null })
    // What was so once does not come back with the old values.
    await save(person, {})
    expect(await kindsRead(person)).toHaveLength(attestedKinds.length - ended.length)
  },
)

test('T2: a change behind the routes ends it too', async () => {
  const person = await somebody()
  await note(person)
  await sql`update biodata set birth = birth + 1 where id = ${person.id}`.execute(db)
  expect(await read(person)).toEqual([])
})

test('T2: it ends a year after its day by the clock, and others read nothing of it then', async () => {
  const person = await somebody()
  await note(person)
  const member = await world.signUp(`reader-${++round}@example.org`)
  // No session lasts a year.
  await sql`update sessions set created_at = '2027-11-04', expires_at = '2027-12-01'`.execute(db)
  try {
    now = new Date('2027-11-04T23:59:00+06:00')
    expect(await read(person, member)).toHaveLength(1)
    now = new Date('2027-11-05T00:00:00+06:00')
    expect(await read(person, member)).toEqual([])
    expect(await own(person)).toMatchObject([{ ended: { on: '2027-11-05', because: 'over', words: null } }])
    // Seen again.
    expect((await note(person, { on: '2027-11-05' })).status).toBe(200)
    expect(await read(person, member)).toEqual([{ kind: 'identity', on: '2027-11-05' }])
  } finally {
    now = noon
  }
})

test('T2: only a day of the last year is taken, a way that the kind has, and with whom of the family', async () => {
  const person = await somebody()
  for (const [more, field] of [
    [{ on: '2026-11-21' }, 'on'],
    [{ on: '2025-11-20' }, 'on'],
    [{ on: '2026-02-30' }, 'on'],
    [{ how: 'call' }, 'how'],
    [{ kind: 'phone', how: 'video' }, 'how'],
    [{ kind: 'visit', how: 'video' }, 'how'],
    [{ kind: 'family', how: 'call' }, 'withWhom'],
    [{ withWhom: 'mother' }, 'withWhom'],
    [{ kind: 'horoscope' }, 'kind'],
    [{ note: 'x'.repeat(501) }, 'note'],
  ] as const) {
    const { status, body } = await note(person, more)
    expect([more, status, body.errors?.[0].field]).toEqual([more, 422, field])
  }
  for (const on of ['2026-11-20', firstDayFor('2026-11-20')]) expect((await note(person, { on })).status).toBe(200)
  expect(firstDayFor('2026-11-20')).toBe('2025-11-21')
})

test('T2: one taken back is read by nobody else, and the person reads why', async () => {
  const person = await somebody()
  const { insertedId } = (await note(person)).body
  expect((await takeBack(insertedId, second)).body).toEqual({ modifiedCount: 1 })
  expect((await takeBack(insertedId)).body).toEqual({ modifiedCount: 0 })
  expect((await takeBack(person.id)).status).toBe(404)
  expect(await read(person)).toEqual([])
  expect(await own(person)).toMatchObject([{ ended: { because: 'taken back', words: 'It was another card.' } }])
  expect(await actionsOn(person)).toEqual([
    ['noted attestation', admin.id],
    ['took attestation back', second.id],
  ])
  expect((await call('GET', '/api/me/notifications', person)).body).toHaveLength(2)
})

test('T2: it is not for sale: premium brings none, and nobody attests their own biodata', async () => {
  const person = await world.makePremium(await somebody())
  expect(await read(person)).toEqual([])
  await world.publish(second)
  const { status, body } = await note(second, {}, second)
  expect([status, body.code]).toEqual([409, 'own-biodata'])
  for (const by of [person, reader]) expect((await note(person, {}, by)).status).toBe(403)
})

test('T2: no certificate agrees with an education that is not stated', async () => {
  const person = await world.signUp('unstated@example.org')
  await world.publish(person)
  const { status, body } = await note(person, { kind: 'certificate' })
  expect([status, body.errors[0].field]).toEqual([422, 'kind'])
})

test('T2: without a biodata there is nothing to attest', async () => {
  expect(await list(reader)).toEqual({ compare: null, attestations: [] })
  const ask = { ...seen, version: 'x' }
  expect((await call('POST', `/api/people/${reader.id}/attestations`, admin, ask)).status).toBe(404)
})

test('T2: of two administrators who note the same kind at once the later stands, and the other is replaced', async () => {
  const person = await somebody()
  const { version } = (await list(person)).compare
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) => note(person, { version, on: `2026-11-0${i + 1}` }, i % 2 ? admin : second)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await read(person)).toHaveLength(1)
  const ends = (await own(person)).map(({ ended }: { ended: { because: string } | null }) => ended?.because)
  expect(ends.filter((because: string) => because === 'replaced')).toHaveLength(5)
})

test('T2: a change of the name while it is noted either ends it or refuses it', async () => {
  for (let i = 0; i < 8; i++) {
    const person = await somebody()
    const { version } = (await list(person)).compare
    const [noted] = await Promise.all([note(person, { version }), save(person, { name: 'Sadia Islam' })])
    expect([200, 409]).toContain(noted.status)
    if (noted.status === 409) expect(noted.body.code).toBe('changed-meanwhile')
    expect(await read(person)).toEqual([])
  }
  // As it is where the note comes first, and waits to be written.
  const person = await somebody()
  const { version } = (await list(person)).compare
  await db.transaction().execute(async (trx) => {
    await sql`lock table attestations in exclusive mode`.execute(trx)
    const waits = (many: number) =>
      expect.poll(async () => (await world.pool.query('select from pg_locks where not granted')).rowCount).toBe(many)
    void note(person, { version })
    await waits(1)
    void save(person, { name: 'Sadia Islam' })
    await waits(2)
  })
  await expect.poll(async () => (await own(person))[0]?.ended?.because).toBe('changed')
})

test('T2: what was compared before a change is not noted', async () => {
  const person = await somebody()
  const { version } = (await list(person)).compare
  await save(person, { phoneNumber: '01912345678' })
  const { status, body } = await note(person, { version })
  expect([status, body.code]).toEqual([409, 'changed-meanwhile'])
  expect(await actionsOn(person)).toEqual([])
})

test('T2: with a person who leaves, or whose biodata goes, it is gone; who noted it may leave', async () => {
  const [person, gone, leaver] = [await somebody(), await somebody(), await world.signUp('leaver@example.org')]
  await world.makeAdmin(leaver)
  for (const one of [person, gone]) await note(one, {}, leaver)
  const left = () => db.selectFrom('attestations').select('subjectId').where('subjectId', 'in', [person.id, gone.id])
  const [, leaves] = await Promise.all([note(gone), deleteUser(db, gone.id)])
  expect(leaves).toBe(true)
  expect(await left().execute()).toEqual([{ subjectId: person.id }])
  expect(await deleteUser(db, leaver.id)).toBe(true)
  expect((await list(person)).attestations).toMatchObject([{ seenBy: null, ended: null }])
  await db.deleteFrom('biodata').where('id', '=', person.id).execute()
  expect(await left().execute()).toEqual([])
})

test('T2 R7: what has ended is removed a year later', async () => {
  const person = await somebody()
  await note(person)
  await note(person, { kind: 'phone', how: 'call', on: '2026-11-20' })
  await save(person, { name: 'Sadia Islam' })
  const left = async (day: string) => {
    await forgetAttestations(db, new Date(`${day}T12:00:00+06:00`))
    return (await own(person)).length
  }
  // By the clock of the database it ended just now, whatever the test's own says.
  await sql`update attestations set ended_at = ${noon} where subject_id = ${person.id} and ended_at is not null`.execute(
    db,
  )
  expect(await left('2027-11-19')).toBe(2)
  expect(await left('2027-11-21')).toBe(1)
  expect(await left('2028-11-19')).toBe(1)
  expect(await left('2028-11-21')).toBe(0)
})

test('T2: favourites are compared by what was checked', async () => {
  const person = await somebody()
  await note(person)
  await call('POST', '/api/favorite-bioData', reader, { bioDataId: person.number })
  const { body } = await call('GET', `/api/me/shortlist?numbers=${person.number}`, reader)
  expect(body).toMatchObject([{ attested: [{ kind: 'identity', on: '2026-11-05' }] }])
})
