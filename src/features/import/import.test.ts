import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { biodataOnTheWire, testDatabase, testWorld, type World, worldForThisTest } from '#tests/world.server.ts'
import { importBiodata, openBiodataFile, type Refusal } from './import.server.ts'
import { NotImportable } from './trouble.server.ts'

const today = '2026-11-20'
const clock = () => new Date(`${today}T12:00:00+06:00`)
const rules = { today, legalAge: { Male: 21, Female: 18 } }

const folder = await mkdtemp(join(tmpdir(), 'nikhad-import-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

type Line = Record<string, unknown>
const { age: _, ...fields } = biodataOnTheWire({ photoUrl: '' })
const columns = ['email', ...Object.keys(fields)]
const person = (n: number, more: Line = {}): Line => ({
  ...fields,
  email: `p${n}@import.example`,
  name: `Person ${n}`,
  ...more,
})

const quoted = (cell: unknown) =>
  /[",;\r\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell)
const csv = (people: Line[], names = columns, separator = ',') =>
  [names, ...people.map((line) => names.map((name) => quoted(line[name] ?? '')))]
    .map((cells) => `${cells.join(separator)}\n`)
    .join('')

async function fileOf(content: string | Buffer) {
  const path = join(folder, `${crypto.randomUUID()}.csv`)
  await writeFile(path, content)
  return path
}

async function databaseForThisTest() {
  const { db } = await testDatabase()
  onTestFinished(() => db.destroy())
  return db
}
type Db = Awaited<ReturnType<typeof databaseForThisTest>>

async function run(db: Db, content: string | Buffer) {
  const refused: Refusal[] = []
  const totals = await importBiodata(db, await openBiodataFile(await fileOf(content)), rules, {
    refused: (refusal) => refused.push(refusal),
  })
  return { totals, refused: refused.map(({ row, reason }) => `${row} ${reason}`) }
}

const everything = (db: Db) =>
  db
    .selectFrom('biodata')
    .innerJoin('users', 'users.id', 'biodata.id')
    .selectAll('biodata')
    .select(['users.email', 'users.emailVerified', 'users.name as userName'])
    .orderBy('number')
    .execute()

test('X8: a good row becomes a user who cannot sign in yet and a biodata with the next number', async () => {
  const db = await databaseForThisTest()
  const { totals, refused } = await run(
    db,
    csv(
      [person(1, { email: ' P1@Import.Example ', name: 'Rima "Ru" Das, BSc', age: 12 }), person(2)],
      [...columns, 'age'],
    ),
  )
  expect(refused).toEqual([])
  expect(totals).toEqual({ added: 2, updated: 0, unchanged: 0, refused: 0 })
  const [first, second] = await everything(db)
  expect(first).toMatchObject({
    number: 1,
    email: 'p1@import.example',
    emailVerified: false,
    userName: 'Rima "Ru" Das, BSc',
    name: 'Rima "Ru" Das, BSc',
    gender: 'Female',
    birth: '2000-03-14',
    height: 64,
    weight: 55,
    occupation: 'Doctor',
    motherName: 'Shirin Akter',
    division: 'Dhaka',
    partnerAge: 29,
    partnerHeight: 68,
    partnerWeight: 70,
    phone: '+8801712345678',
    photoUrl: null,
  })
  expect(second?.number).toBe(2)
  expect(await db.selectFrom('accounts').select('id').execute()).toEqual([])
})

test('X8: a second run changes nothing and uses up no numbers', { tags: 'trial' }, async () => {
  const db = await databaseForThisTest()
  const people = Array.from({ length: 1201 }, (_, i) => person(i + 1))
  expect((await run(db, csv(people))).totals).toMatchObject({ added: 1201 })
  const before = await everything(db)
  expect(before.map(({ number, email }) => [number, email])).toEqual(people.map(({ email }, i) => [i + 1, email]))
  expect((await run(db, csv(people))).totals).toEqual({ added: 0, updated: 0, unchanged: 1201, refused: 0 })
  expect(await everything(db)).toEqual(before)
  await run(db, csv([person(5000)]))
  expect((await everything(db)).at(-1)).toMatchObject({ number: 1202, email: 'p5000@import.example' })
})

test('X8: a changed row updates a person who was imported, and keeps the number', async () => {
  const db = await databaseForThisTest()
  await run(db, csv([person(1), person(2)]))
  const [one, two] = await everything(db)
  const { totals } = await run(
    db,
    csv([person(1), person(2, { name: 'New Name', occupation: 'House wife', perDivision: 'Sylhet' })]),
  )
  expect(totals).toEqual({ added: 0, updated: 1, unchanged: 1, refused: 0 })
  const after = await everything(db)
  expect(after[0]).toEqual(one)
  expect(after[1]).toMatchObject({
    id: two?.id,
    number: 2,
    name: 'New Name',
    userName: 'New Name',
    occupation: 'House wife',
    division: 'Sylhet',
  })
})

test('X8: somebody who signed up himself is never overwritten, and the report says so', async () => {
  const { db, signUp, publish } = await worldForThisTest({ clock })
  const rina = await signUp('rina@example.org')
  await publish(rina)
  await signUp('bare@example.org')
  const before = await everything(db)
  const { totals, refused } = await run(
    db,
    csv([
      person(0, { email: 'Rina@example.org' }),
      person(3, { gander: 'x' }),
      person(0, { email: 'bare@example.org' }),
      person(4),
    ]),
  )
  expect(refused).toEqual([
    '2 email: belongs to somebody who signed up, whose biodata only they may change',
    '3 gander: must be one of: Male, Female',
    '4 email: belongs to somebody who signed up, whose biodata only they may change',
  ])
  expect(totals).toMatchObject({ added: 1, refused: 3 })
  expect((await everything(db)).slice(0, before.length)).toEqual(before)
  // What the file says of her is what she wrote herself: nothing to do, nothing to complain about.
  const same = await run(db, csv([{ ...biodataOnTheWire(), email: 'rina@example.org' }]))
  expect(same.totals).toEqual({ added: 0, updated: 0, unchanged: 1, refused: 0 })
})

test('X8: somebody who signs up during the import keeps the email', async () => {
  const { db, pool } = await testDatabase()
  onTestFinished(() => db.destroy())
  const signingUp = await pool.connect()
  await signingUp.query('begin')
  await signingUp.query(`insert into users (name, email) values ('Rina', 'p2@import.example')`)
  const importing = run(db, csv([person(1), person(2), person(3)]))
  await vi.waitFor(async () => {
    const waiting = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(waiting.rowCount).toBe(1)
  })
  await signingUp.query('commit')
  signingUp.release()
  const { totals, refused } = await importing
  expect(refused).toEqual(['3 email: somebody signed up with it during this import'])
  expect(totals).toMatchObject({ added: 2, refused: 1 })
  expect((await everything(db)).map(({ number, email }) => [number, email])).toEqual([
    [1, 'p1@import.example'],
    [2, 'p3@import.example'],
  ])
})

test('X8: every broken row is reported by number and reason, and the others are taken in', async () => {
  const db = await databaseForThisTest()
  const good = csv([person(1), person(2)])
  const broken = csv([
    person(3, { gander: 'Woman' }),
    person(4, { birth: '2010-05-01' }),
    person(5, { gander: 'Male', birth: '2006-01-01' }),
    person(6, { birth: '31.02.2000' }),
    person(7, { birth: '2001-02-29' }),
    person(8, { email: 'p1@IMPORT.example' }),
    person(9, { name: 'x'.repeat(100_000) }),
    person(10, { birth: '', name: '' }),
    person(11, { email: 'nobody' }),
    person(12, { weight: '57kg', feet: 'five', phoneNumber: '12' }),
    person(13, { photoUrl: 'javascript:alert(1)' }),
    person(14, { birth: '1850-01-01' }),
  ]).replace(/^.*\n/, '')
  const short = `${csv([person(15)])
    .trimEnd()
    .split('\n')[1]
    ?.split(',')
    .slice(0, -2)
    .join(',')}\n`
  const multiLine = csv([person(16, { fatherName: 'two\nlines' }), person(17)]).replace(/^.*\n/, '')
  const { totals, refused } = await run(db, `${good}${broken}\n${short}${multiLine}`)
  expect(refused).toEqual([
    '4 gander: must be one of: Male, Female',
    '5 birth: The legal age of marriage is 18.',
    '6 birth: The legal age of marriage is 21.',
    '7 birth: must be a real date, like 2001-05-31',
    '8 birth: must be a real date, like 2001-05-31',
    '9 email: is already in row 2',
    '10 name: must have at most 100 characters',
    '11 birth: Date of birth not filled up.; name: must be filled in',
    '12 email: must be an email address',
    '13 feet: must be a whole number; weight: must be 30kg to 85kg in steps of 5kg; phoneNumber: must be a mobile number, like 01712 345678',
    '14 photoUrl: must be a link that starts with https://',
    '15 birth: must be later than 1900',
    '17 has 17 cells, but the first line has 19',
    '18 fatherName: must not contain control characters',
  ])
  expect(totals).toEqual({ added: 3, updated: 0, unchanged: 0, refused: 14 })
  expect((await everything(db)).map(({ number, email }) => [number, email])).toEqual([
    [1, 'p1@import.example'],
    [2, 'p2@import.example'],
    [3, 'p17@import.example'],
  ])
})

test('X8: a row whose first one was refused is no duplicate', async () => {
  const db = await databaseForThisTest()
  const { totals, refused } = await run(db, csv([person(1, { gander: '' }), person(1), person(1, { name: 'Third' })]))
  expect(totals).toMatchObject({ added: 1, refused: 2 })
  expect(refused).toEqual(['2 gander: must be one of: Male, Female', '4 email: is already in row 3'])
})

test('X8: a quotation mark in the wrong place costs only its own line', async () => {
  const db = await databaseForThisTest()
  const lines = csv([person(1), person(2), person(3), person(4), person(5), person(6)]).split('\n')
  lines[2] = lines[2]!.replace('Person 2', '"Person 2')
  lines[4] = lines[4]!.replace('Person 4', 'Person "4"')
  lines[6] = lines[6]!.replace('Person 6', '"Person 6')
  const { totals, refused } = await run(db, lines.join('\n'))
  expect(refused).toEqual(['3', '5', '7'].map((row) => `${row} a quotation mark is in the wrong place or never closed`))
  expect(totals).toMatchObject({ added: 3 })
})

test('X8: an unclosed quotation mark and an endless line in a large file cost only their lines', {
  tags: 'trial',
}, async () => {
  const db = await databaseForThisTest()
  // Long lines make a file large with fewer people.
  const long = (...people: Line[]) =>
    csv(
      people.map((line) => ({ ...line, remark: 'x'.repeat(1_000) })),
      [...columns, 'remark'],
    )
  const many = long(...Array.from({ length: 1_500 }, (_, i) => person(10 + i))).replace(/^.*\n/, '')
  const endless = `${'x'.repeat(3_000_000)}\n`
  const head = long(person(1, { name: 'unclosed' })).replace('unclosed', '"unclosed')
  const { totals, refused } = await run(db, head + many + endless + long(person(9999)).replace(/^.*\n/, ''))
  expect(refused).toEqual([
    '2 a quotation mark is in the wrong place or never closed',
    '1503 is longer than a megabyte',
  ])
  expect(totals).toMatchObject({ added: 1501 })
})

test('X8: files of spreadsheet programs are understood: semicolons, tabs, line ends, byte order marks', async () => {
  const bengali = person(1, { name: 'রিমা দাস' })
  const text = csv([bengali, person(2)])
  const swapped = Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
  const files = {
    'UTF-8 with byte order mark': `\uFEFF${text}`,
    'UTF-16LE': Buffer.from(`\uFEFF${text}`, 'utf16le'),
    'UTF-16BE': swapped,
    semicolons: csv([bengali, person(2)], columns, ';'),
    'UTF-16LE with tabs': Buffer.from(`\uFEFF${csv([bengali, person(2)], columns, '\t')}`, 'utf16le'),
    'Windows line ends': text.replaceAll('\n', '\r\n'),
    'old Mac line ends': text.replaceAll('\n', '\r'),
    'no line end at the end': text.trimEnd(),
    'blank lines': `${text}\n\n${','.repeat(18)}\n`,
    'columns in another order, and one more': csv([bengali, person(2)], [...columns.toReversed(), 'remark']),
  }
  for (const [name, content] of Object.entries(files)) {
    const db = await databaseForThisTest()
    const { totals, refused } = await run(db, content)
    expect([name, totals, refused]).toEqual([name, { added: 2, updated: 0, unchanged: 0, refused: 0 }, []])
    expect((await everything(db)).map((row) => row.name)).toEqual(['রিমা দাস', 'Person 2'])
  }
})

test('X8: a row that is not UTF-8 is reported, the others are taken in', async () => {
  const db = await databaseForThisTest()
  const [header, ...lines] = csv([person(1), person(2, { name: 'Renée' }), person(3, { name: 'Zoë' })]).split('\n')
  const content = Buffer.concat([
    Buffer.from(`${header}\n${lines[0]}\n`),
    Buffer.from(`${lines[1]}\n`, 'latin1'),
    Buffer.from(`${lines[2]}\n`),
  ])
  const { totals, refused } = await run(db, content)
  expect(refused).toEqual(['3 name: is not valid UTF-8'])
  expect(totals).toMatchObject({ added: 2 })
})

test('X8: a file that cannot be meant is refused as a whole, with the reason', async () => {
  const withoutBirth = columns.filter((name) => name !== 'birth' && name !== 'feet')
  const wrong: [string | Buffer, RegExp][] = [
    [csv([person(1)], withoutBirth), /lacks the columns birth, feet\.$/],
    [csv([person(1)], [...columns, 'name']), /the column name is there twice\.$/],
    ['', /is no CSV file/],
    [csv([person(1)]).replace(/^.*\n/, ''), /is no CSV file/],
    [Buffer.from('PK\u0003\u0004\0\0\u0000binary\nmore'), /is no CSV file/],
    ['x'.repeat(3_000_000), /is no CSV file/],
  ]
  for (const [content, reason] of wrong) {
    const opening = openBiodataFile(await fileOf(content))
    await expect(opening).rejects.toThrow(NotImportable)
    await expect(opening).rejects.toThrow(reason)
  }
  await expect(openBiodataFile(join(folder, 'nothing.csv'))).rejects.toThrow(/nothing\.csv: there is no such file\./)
  await expect(openBiodataFile(folder)).rejects.toThrow(/this is a folder\./)
})

test('X8: an unknown column is named, because it may be misspelt; the site’s own ones are simply not read', async () => {
  const file = await openBiodataFile(await fileOf(csv([person(1)], [...columns, 'photoURL', '_id', 'age', 'type', ''])))
  expect(file.unknown).toEqual(['photoURL'])
})

test('X8: an interrupted import ends after the batch in hand and is finished by the next run', async () => {
  const db = await databaseForThisTest()
  const content = csv(Array.from({ length: 1300 }, (_, i) => person(i + 1)))
  const interrupt = new AbortController()
  const progress: number[] = []
  const totals = await importBiodata(db, await openBiodataFile(await fileOf(content)), rules, {
    refused() {},
    progress(rows) {
      progress.push(rows)
      if (rows === 500) interrupt.abort()
    },
    signal: interrupt.signal,
  })
  expect(totals).toMatchObject({ added: 500 })
  expect((await run(db, content)).totals).toEqual({ added: 800, updated: 0, unchanged: 500, refused: 0 })
  expect((await everything(db)).map(({ number }) => number)).toEqual(Array.from({ length: 1300 }, (_, i) => i + 1))
})

interface Counted {
  gender: string
  division: string
  age: number
}

/** Reads a file without quotation marks, by other means than the import does. */
async function readFileNaively(path: string): Promise<Counted[]> {
  const [header, ...lines] = (await readFile(path, 'utf8')).trim().split('\n')
  const at = (name: string) => header!.split(',').indexOf(name)
  const [gender, division, birth] = [at('gander'), at('perDivision'), at('birth')]
  return lines.map((line) => {
    const cells = line.split(',')
    const [year, month, day] = cells[birth]!.split('-').map(Number) as [number, number, number]
    const hadBirthday = month * 100 + day <= 1120
    return { gender: cells[gender]!, division: cells[division]!, age: 2026 - year - (hadBirthday ? 0 : 1) }
  })
}

async function expectSameTotals(world: World, people: Counted[]) {
  const found: [string, number][] = []
  const expected: [string, number][] = []
  for (const gender of ['', 'Female', 'Male']) {
    for (const division of [
      '',
      'Dhaka',
      'Chattagra',
      'Rangpur',
      'Barisal',
      'Khulna',
      'Mymensingh',
      'Sylhet',
      'Rajshahi',
    ]) {
      for (const [min, max] of [
        ['', ''],
        [18, 21],
        [22, 25],
        [26, 30],
        [31, 40],
        [41, 120],
        [30, ''],
        ['', 29],
      ]) {
        const query = `gander=${gender}&perDivision=${division}&minAge=${min}&maxAge=${max}&limit=1`
        // From one network so many lists would be too fast.
        const url = `/api/bioData-filter?${query}`
        const { headers } = await world.app.inject({ url, remoteAddress: `10.1.0.${found.length}` })
        found.push([query, Number(headers['x-total-count'])])
        const matching = people.filter(
          (one) =>
            (!gender || one.gender === gender) &&
            (!division || one.division === division) &&
            (min === '' || one.age >= Number(min)) &&
            (max === '' || one.age <= Number(max)),
        )
        expected.push([query, matching.length])
      }
    }
  }
  expect(found).toEqual(expected)
}

test('X8: a whole file comes in once, whatever stands in it, and coming again changes nothing', async () => {
  const world = await worldForThisTest({ clock })
  const [male, female] = ['Male', 'Female'] as const
  const people = Array.from({ length: 3_000 }, (_, i) =>
    person(i, {
      name: i % 2 ? `সাদিয়া রহমান ${i}` : `Person, "${i}"`,
      gander: i % 3 ? female : male,
      feet: 3 + (i % 9),
      inch: 1 + (i % 12),
      weight: `${30 + 5 * (i % 12)}kg`,
      photoUrl: i % 5 ? '' : `https://photos.example/${i}.jpg?a=1;b=2`,
      birth: new Date(Date.UTC(2004, 1, 29) - (i % 9_000) * 86_400_000).toISOString().slice(0, 10),
    }),
  )
  // Emails come again in the same batch of rows and in a later one.
  const twice = [people[1]!, people[700]!, people[2_999]!]
  const path = await fileOf(csv([...people.slice(0, 2), twice[0]!, ...people.slice(2), ...twice]))
  const refused: string[] = []
  const once = await importBiodata(world.db, await openBiodataFile(path), rules, {
    refused: ({ row, reason }) => refused.push(`${row} ${reason}`),
  })
  expect(once).toEqual({ added: 3_000, updated: 0, unchanged: 0, refused: 4 })
  expect(refused).toEqual([
    '4 email: is already in row 3',
    '3003 email: is already in row 3',
    '3004 email: is already in row 703',
    '3005 email: is already in row 3002',
  ])
  const again = await importBiodata(world.db, await openBiodataFile(path), rules, { refused() {} })
  expect(again).toEqual({ added: 0, updated: 0, unchanged: 3_000, refused: 4 })
  const rows = await world.db.selectFrom('biodata').select(['name', 'height', 'weight', 'photoUrl']).execute()
  expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(people.map(({ name }) => name)))
  expect(rows.filter(({ photoUrl }) => photoUrl)).toHaveLength(600)
})

test('X8: browsing counts what an imported file holds for every gender, division and age band', async () => {
  const world = await testWorld({ clock })
  onTestFinished(() => world.close())
  const divisions = ['Dhaka', 'Chattagra', 'Rangpur', 'Barisal', 'Khulna', 'Mymensingh', 'Sylhet', 'Rajshahi']
  const people = Array.from({ length: 800 }, (_, i) =>
    person(i, {
      gander: i % 3 ? 'Female' : 'Male',
      perDivision: divisions[(i * 7) % 8],
      // Every day of the year, the birthdays today and tomorrow among them.
      birth: new Date(Date.UTC(2005, 10, 20) - i * 19 * 86_400_000).toISOString().slice(0, 10),
    }),
  )
  const path = await fileOf(csv(people))
  await importBiodata(world.db, await openBiodataFile(path), rules, {
    refused: ({ reason }) => expect(reason).toBe(''),
  })
  await expectSameTotals(world, await readFileNaively(path))
})

test('X8: marital status is a column that may be missing or empty', async () => {
  const db = await databaseForThisTest()
  const people = [person(1, { maritalStatus: 'Widowed' }), person(2)]
  const names = [...columns, 'maritalStatus']
  expect((await run(db, csv(people, names))).totals).toMatchObject({ added: 2 })
  expect((await everything(db)).map(({ maritalStatus }) => maritalStatus)).toEqual(['Widowed', null])
  expect((await run(db, csv(people, names))).totals).toMatchObject({ unchanged: 2 })
  const { refused } = await run(db, csv([person(3, { maritalStatus: 'Engaged' })], names))
  expect(refused).toEqual(['2 maritalStatus: is not one of the options'])
})

test('W2 X8: wishes come with a file in columns of their own, several options in one cell; a range the wrong way round is refused', async () => {
  const db = await databaseForThisTest()
  const wishes = {
    ...{ partnerAgeFrom: '25', partnerAgeTo: '31', partnerDivision: 'Dhaka; Sylhet', partnerReligion: '' },
    ...{ partnerDistrict: "Cox's Bazar;Sylhet", partnerChildren: 'None', partnerPractice: 'Regular;At times' },
    partnerAgeMatters: 'must',
  }
  const file = csv(
    [
      person(1, wishes),
      person(2),
      person(3, { ...wishes, partnerAgeTo: '20' }),
      person(4, { partnerDivision: 'Narnia' }),
    ],
    [...columns, ...Object.keys(wishes)],
  )
  const { totals, refused } = await run(db, file)
  expect(totals).toMatchObject({ added: 2, refused: 2 })
  expect(refused).toEqual([
    '4 partnerAgeFrom: must not be above partnerAgeTo',
    expect.stringContaining('5 partnerDivision: must be among: Dhaka'),
  ])
  const [one, other] = await everything(db)
  expect(one).toMatchObject({
    ...{ partnerAgeFrom: 25, partnerAgeTo: 31, partnerDivision: ['Dhaka', 'Sylhet'], partnerReligion: null },
    ...{
      partnerDistrict: ["Cox's Bazar", 'Sylhet'],
      partnerChildren: ['None'],
      partnerPractice: ['Regular', 'At times'],
    },
    partnerAgeMatters: 'must',
  })
  expect(other).toMatchObject({ partnerAgeFrom: null, partnerDivision: null, partnerAgeMatters: null })
  expect((await run(db, file)).totals).toMatchObject({ unchanged: 2, updated: 0 })
})

test('R9 X8: a file says whose wishes are private; one that does not say it leaves them as they are', async () => {
  const db = await databaseForThisTest()
  const rows = (secrecy: string[]) => secrecy.map((one, i) => person(i + 1, { partnerWishesPrivate: one }))
  const named = [...columns, 'partnerWishesPrivate']
  const arePrivate = async () => (await everything(db)).map((one) => one.partnerWishesPrivate)
  expect((await run(db, csv(rows(['true', 'false', '']), named))).totals).toMatchObject({ added: 3 })
  expect(await arePrivate()).toEqual([true, false, false])
  const other = [1, 2, 3].map((n) => person(n, { occupation: 'Engineer' }))
  expect((await run(db, csv(other))).totals).toMatchObject({ updated: 3 })
  expect(await arePrivate()).toEqual([true, false, false])
  const { totals, refused } = await run(db, csv(rows(['false', 'false', 'perhaps']), named))
  expect(totals).toMatchObject({ updated: 2, refused: 1 })
  expect(refused).toEqual([expect.stringContaining('4 partnerWishesPrivate: must be true or false')])
})
