import { afterAll, beforeEach, expect, test } from 'vitest'
import { biodataOnTheWire, type Person, testWorld } from '#tests/world.server.ts'

const world = await testWorld()
afterAll(() => world.close())
const admin = await world.makeAdmin(await world.signUp('admin@example.org'))

let round = 0
let writer: Person
beforeEach(async () => {
  await world.db.deleteFrom('suspiciousTexts').execute()
  writer = await world.signUp(`writer-${++round}@example.org`, 'Honest Name')
})

const save = (more: object, by = writer) =>
  world.call('PATCH', '/api/bioData', by, biodataOnTheWire({ email: by.email, ...more }))
const queue = async (by = admin) => (await world.call('GET', '/api/suspicious-texts', by)).body
const fine = (id: string, by = admin) => world.call('PATCH', `/api/suspicious-texts/${id}`, by)
const marksIn = ({ texts }: { texts: { field: string; parts: { text: string; isMarked: boolean }[] }[] }) =>
  texts.map(({ field, parts }) => [field, ...parts.flatMap((part) => (part.isMarked ? part.text : []))])

test('E7 SEC-N7 refuses a contact in every open text, in digits of any script', async () => {
  for (const [field, text] of [
    ['aboutMe', '٠١٧١٢٣٤٥٦٧٨'],
    ['institution', '０１７１２ ３４５ ６７８'],
    ['name', '01712_345_678'],
    ['siblings', 'rina＠mail.example'],
  ] as const) {
    const { status, body } = await save({ [field]: text })
    expect([status, body.errors], text).toEqual([422, [expect.objectContaining({ field })]])
  }
  expect((await save({ aboutMe: 'SSC 2012, HSC 2014, BSc 2018' })).status).toBe(200)
  expect(await queue()).toEqual([])
})

test('E7 SEC-N7 saves a suspicious text, tells the writer nothing, and lists it for administrators with the words marked', async () => {
  const plain = await save({ aboutMe: 'I live in Dhaka.' })
  const suspicious = await save({ aboutMe: 'I live in Dhaka. insta: nusrat.mim' })
  expect([suspicious.status, suspicious.text]).toEqual([plain.status, plain.text])
  const [row, ...more] = await queue()
  expect(more).toEqual([])
  expect(row).toEqual({
    _id: expect.any(String),
    person: { _id: writer.id, name: 'Honest Name', isAdmin: false },
    bioDataId: expect.any(Number),
    date: expect.any(String),
    texts: [
      {
        field: 'aboutMe',
        parts: [
          { from: 0, text: 'I live in Dhaka. ', isMarked: false },
          { from: 17, text: 'insta', isMarked: true },
          { from: 22, text: ': nusrat.mim', isMarked: false },
        ],
      },
    ],
  })
  expect((await world.call('GET', '/api/waiting', admin)).body.suspiciousTexts).toBe(1)
  expect((await world.call('GET', '/api/suspicious-texts', writer)).status).toBe(403)
  const own = await world.call('GET', '/api/viewBioData', writer)
  expect(own.text).not.toMatch(/suspicious|marked/i)
})

test('E7 SEC-N7 keeps one open row for each person and field, also of saves at once, until the text changes', async () => {
  const texts = Array.from({ length: 8 }, (_, n) => `find nusrat_${n}`)
  await save({})
  await Promise.all(texts.map((aboutMe) => save({ aboutMe })))
  const rows = await queue()
  expect(rows).toHaveLength(1)
  const { body } = await world.call('GET', '/api/viewBioData', writer)
  expect(marksIn(rows[0])).toEqual([['aboutMe', body.aboutMe.slice(5)]])
  await save({ institution: 'imo Dhaka' })
  expect((await queue()).map(marksIn)).toEqual([[['aboutMe', body.aboutMe.slice(5)]], [['institution', 'imo']]])
  await save({ aboutMe: 'Nothing.' })
  expect((await queue()).map(marksIn)).toEqual([[['institution', 'imo']]])
})

test('E7 SEC-N7 lists a number that is split over fields once, with its pieces', async () => {
  await save({ institution: 'Dhaka 01712', profession: 'Teacher 345', aboutMe: '678' })
  expect((await queue()).map(marksIn)).toEqual([
    [
      ['institution', '01712'],
      ['profession', '345'],
      ['aboutMe', '678'],
    ],
  ])
})

test('E7 SEC-N7 does not list a text again that an administrator found fine, and lists the next one', async () => {
  await save({ aboutMe: 'I do not use Facebook.' })
  const [{ _id: id }] = await queue()
  expect((await fine(id, writer)).status).toBe(403)
  expect((await fine(id)).body).toEqual({ modifiedCount: 1 })
  expect((await fine(id)).body).toEqual({ modifiedCount: 0 })
  expect(await queue()).toEqual([])
  await save({ aboutMe: 'I do not use Facebook.', name: 'Another Name' })
  expect(await queue()).toEqual([])
  await save({ aboutMe: 'Facebook: nusrat' })
  const [next] = await queue()
  expect(next._id).not.toBe(id)
  expect((await fine(id)).status).toBe(404)
  const actions = await world.call('GET', '/api/admin-actions', admin)
  expect(actions.body[0]).toMatchObject({ action: 'found text fine', personId: writer.id })
})

test('E7 SEC-N7 has no row of a writer who is suspended, until that is lifted', async () => {
  await save({ aboutMe: 'imo 1' })
  await world.call('PATCH', `/api/users/suspension/${writer.id}`, admin, { reason: 'Asks for money.' })
  expect(await queue()).toEqual([])
  await world.call('DELETE', `/api/users/suspension/${writer.id}`, admin)
  expect(await queue()).toHaveLength(1)
})

test('E7 SEC-N7 has no row of a writer who is unpublished or gone, and none of the administrator’s own', async () => {
  await save({ aboutMe: 'imo 1' })
  await world.call('PATCH', `/api/biodata/unpublished/${writer.id}`, admin)
  expect(await queue()).toEqual([])
  await world.call('DELETE', `/api/biodata/unpublished/${writer.id}`, admin)
  expect(await queue()).toHaveLength(1)
  await world.db.deleteFrom('biodata').where('id', '=', writer.id).execute()
  expect(await queue()).toEqual([])
  await save({ aboutMe: 'imo 2' })
  await world.call('POST', '/api/me/deletion', writer, { email: writer.email, confirmation: 'a good password' })
  expect(await world.db.selectFrom('suspiciousTexts').selectAll().execute()).toEqual([])
  await save({ aboutMe: 'imo 3' }, admin)
  expect(await queue()).toEqual([])
  const { id } = await world.db.selectFrom('suspiciousTexts').select('id').executeTakeFirstOrThrow()
  expect((await fine(id)).status).toBe(404)
})

test('E7 SEC-N7 pages the list, who waits longest first', async () => {
  for (const field of ['institution', 'siblings', 'aboutMe']) await save({ [field]: 'on imo' })
  const first = await world.call('GET', '/api/suspicious-texts?limit=2', admin)
  const next = String(first.headers.link).match(/<([^>]*)>/)![1]!
  const all = [...first.body, ...(await world.call('GET', next, admin)).body]
  expect(all.map((row) => row.texts[0].field)).toEqual(['institution', 'siblings', 'aboutMe'])
})

test('E7 SEC-N15 refuses a contact as the name of an account, and lists a suspicious one', async () => {
  const refused = await world.call(
    'POST',
    '/api/auth/sign-up/email',
    undefined,
    { name: 'WIN 01712345678', email: 'win@example.org', password: 'a good password' },
    { origin: 'http://127.0.0.1:3000' },
  )
  expect([refused.status, refused.body.code]).toEqual([422, 'NAME_WITH_CONTACT'])
  const change = (name: string) => world.call('PATCH', '/api/me', writer, { name })
  expect((await change('https://evil.example t.me/me')).body).toMatchObject({
    code: 'NAME_WITH_CONTACT',
    errors: [{ field: 'name' }],
  })
  expect((await change('Mim on Telegram')).status).toBe(200)
  expect((await queue()).map(marksIn)).toEqual([[['account', 'Telegram']]])
  expect((await change('Mim')).status).toBe(200)
  expect(await queue()).toEqual([])
  await world.signUp(`insta-${round}@example.org`, 'insta mim')
  expect((await queue()).map(marksIn)).toEqual([[['account', 'insta']]])
})

test('E7 R5 SEC-N7 has what was noted in the export', async () => {
  await save({ aboutMe: 'on imo' })
  const { body } = await world.call('GET', '/api/me/export', writer)
  expect(body.textsToReview).toEqual([{ field: 'aboutMe', foundAt: expect.any(String), fineAt: null }])
})
