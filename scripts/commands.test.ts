import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { connectDatabase } from '#src/platform/db/connect.server.ts'
import { addressOf } from '#tests/standby.server.ts'
import { biodataOnTheWire, emptyDatabase, giveCluster } from '#tests/world.server.ts'

const timeoutMs = 60_000
const folder = await mkdtemp(join(tmpdir(), 'nikhad-commands-'))
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const root = join(import.meta.dirname, '..')
/** Commands as people start them. */
const run = (dataDir: string, script: string, ...given: string[]) => runWith({ DATA_DIR: dataDir }, script, ...given)
function runWith(settings: Record<string, string>, script: string, ...given: string[]) {
  const env = { PATH: process.env.PATH, ...settings }
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    // That one is no command of an operator.
    const [program, ...more] =
      script === 'generate'
        ? [process.execPath, join(root, 'dist/beside/generate.js')]
        : [join(root, 'bin/nikhad'), script]
    execFile(program!, [...more, ...given], { env, cwd: folder }, (error, out, err) =>
      resolve({ code: error ? error.code : 0, out, err }),
    )
  })
}

const { age: _, ...fields } = biodataOnTheWire()
async function csv(name: string, ...people: Record<string, unknown>[]) {
  const columns = ['email', ...Object.keys(fields)] as const
  const lines = people.map((person) => columns.map((column) => ({ ...fields, ...person })[column as 'name']).join(','))
  const path = join(folder, name)
  await writeFile(path, `${[columns.join(','), ...lines].join('\n')}\n`)
  return path
}

test('X8 A8: the commands work on the embedded database by themselves', {
  tags: 'trial',
  timeout: timeoutMs,
}, async () => {
  const dataDir = join(folder, 'alone')
  const file = await csv('two.csv', { email: 'a@import.example' }, { email: 'b@import.example', gander: 'unknown' })
  const first = await run(dataDir, 'import', file)
  expect(first).toMatchObject({
    code: 2,
    out: 'Row 3: gander: must be one of: Male, Female\n2 rows: 1 added, 0 updated, 0 unchanged, 1 refused.\n',
  })
  expect(await run(dataDir, 'import', await csv('one.csv', { email: 'a@import.example' }))).toMatchObject({
    code: 0,
    out: '1 row: 0 added, 0 updated, 1 unchanged, 0 refused.\n',
  })
  expect(await run(dataDir, 'make-admin', 'A@import.example')).toMatchObject({
    code: 0,
    out: 'a@import.example is now an administrator.\n',
  })
  expect(await run(dataDir, 'make-admin', 'a@import.example')).toMatchObject({
    code: 0,
    out: 'a@import.example is already an administrator.\n',
  })
  expect(await run(dataDir, 'make-admin', 'x@import.example')).toMatchObject({
    code: 1,
    err: 'There is no user x@import.example. Register on the site first, then run this again.\n',
  })
})

test('X8 A8: the commands work beside a running server, wherever its DATA_DIR is', { timeout: timeoutMs }, async () => {
  // Longer than a socket address may be.
  const dataDir = join(folder, 'a-long-name'.repeat(10))
  await mkdir(dataDir)
  await giveCluster(dataDir)
  const server = await connectDatabase({ dataDir }, { info() {}, error() {} })
  try {
    const imported = await run(dataDir, 'import', await csv('three.csv', { email: 'c@import.example' }))
    expect(imported).toMatchObject({ code: 0, out: '1 row: 1 added, 0 updated, 0 unchanged, 0 refused.\n', err: '' })
    expect(await run(dataDir, 'make-admin', 'c@import.example')).toMatchObject({ code: 0, err: '' })
    const users = await server.db.selectFrom('users').select(['email', 'role']).execute()
    expect(users).toEqual([{ email: 'c@import.example', role: 'admin' }])
  } finally {
    await server.stop()
  }
})

test('Y2: a command that asked the database without its query builder closes what it opened, and ends at once', {
  timeout: timeoutMs,
}, async () => {
  const dataDir = join(folder, 'asked-by-itself')
  await mkdir(dataDir)
  await giveCluster(dataDir)
  const server = await connectDatabase({ dataDir }, { info() {}, error() {} })
  await server.pool.query('select 1')
  await server.stop()
  expect(server.pool.ended).toBe(true)
})

test('Z2: invented people fill an empty database, and come to others only when told to', {
  tags: 'trial',
  timeout: timeoutMs,
}, async () => {
  const dataDir = join(folder, 'generated')
  const made = /^200 invented people are there, made in [\d.]+ s\. All totals agree with a count\.\n$/
  const first = await run(dataDir, 'generate', '--count', '200')
  expect(first).toMatchObject({ code: 0, out: expect.stringMatching(made) })
  expect(first.err).toContain('200 of 200')
  expect(await run(dataDir, 'generate', '--count', '200')).toEqual({
    code: 1,
    out: '',
    err: 'There are people in this database already. Nothing was changed; `--add` adds invented people to them.\n',
  })
  expect(await run(dataDir, 'generate', '--count', '200', '--add')).toMatchObject({
    code: 0,
    out: expect.stringMatching(made),
  })
  expect(await run(dataDir, 'generate', '--count', 'many')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Usage'),
  })
})

test('M8: the operator removes a lost second factor beside a running server, and it is recorded', {
  tags: 'trial',
  timeout: timeoutMs,
}, async () => {
  const dataDir = join(folder, 'lost-device')
  await mkdir(dataDir)
  await giveCluster(dataDir)
  const server = await connectDatabase({ dataDir }, { info() {}, error() {} })
  try {
    await run(dataDir, 'import', await csv('lost.csv', { email: 'lost@x.example' }))
    const { id } = await server.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const none = 'lost@x.example has no second factor.\n'
    expect(await run(dataDir, 'remove-second-factor', 'lost@x.example')).toEqual({ code: 0, out: none, err: '' })
    await server.db
      .insertInto('secondFactors')
      .values({ userId: id, secret: 'x', backupCodes: 'x', verified: true })
      .execute()
    await server.db.updateTable('users').set({ twoFactorEnabled: true }).execute()
    expect(await run(dataDir, 'remove-second-factor', 'Lost@x.example')).toMatchObject({ code: 0, err: '' })
    expect(await server.db.selectFrom('secondFactors').select('id').execute()).toEqual([])
    expect(await server.db.selectFrom('users').select('twoFactorEnabled').execute()).toEqual([
      { twoFactorEnabled: false },
    ])
    const recorded = await server.db.selectFrom('auditLog').select(['action', 'actorId', 'subjectId']).execute()
    expect(recorded).toEqual([{ action: 'removed second factor', actorId: null, subjectId: id }])
    const mails = await server.db.selectFrom('outbox').select(['kind', 'recipient']).execute()
    expect(mails).toEqual([{ kind: 'second-factor', recipient: 'lost@x.example' }])
    expect(await run(dataDir, 'remove-second-factor', 'x@x.example')).toMatchObject({ code: 1 })
  } finally {
    await server.stop()
  }
})

test('X8 A8: a wrong command says what is wrong, exits with 1 and makes nothing', async () => {
  const dataDir = join(folder, 'untouched')
  const usage = { code: 1, out: '', err: 'Usage: npm run import -- FILE.csv\n' }
  expect(await run(dataDir, 'import')).toEqual(usage)
  expect(await run(dataDir, 'import', 'one.csv', 'two.csv')).toEqual(usage)
  expect(await run(dataDir, 'import', 'no-such.csv')).toEqual({
    code: 1,
    out: '',
    err: 'no-such.csv: there is no such file.\n',
  })
  expect(await run(dataDir, 'make-admin')).toEqual({ code: 1, out: '', err: 'Usage: npm run make-admin -- EMAIL\n' })
  expect(await run(dataDir, 'make-admin', 'rina')).toEqual({ code: 1, out: '', err: 'rina is no email address.\n' })
  expect(await readdir(folder)).not.toContain('untouched')
})

test('Y1: a command warns of a misspelt setting once, and goes on', async () => {
  const settings = { DATA_DIR: join(folder, 'untouched'), SMTP_URI: 'smtp://mail.example' }
  expect(await runWith(settings, 'restore', join(folder, 'no-such.backup'))).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^SMTP_URI is not a setting [^\n]+ Is SMTP_URL meant\?\n[^\n]*no-such\.backup[^\n]*\n$/),
  })
})

test('X9 Y2 R6: a backup beside a running server moves the site: to another folder, and on to a database elsewhere', {
  tags: 'trial',
  timeout: timeoutMs,
}, async () => {
  const [here, there] = [join(folder, 'here'), join(folder, 'there')]
  await mkdir(here)
  await giveCluster(here)
  const server = await connectDatabase({ dataDir: here }, { info() {}, error() {} })
  const [older, file] = [join(folder, 'older.backup'), join(folder, 'site.backup')]
  const secret = { AUTH_SECRET: 'a secret only for tests, long enough', BACKUP_PASSPHRASE: 'a passphrase for tests' }
  try {
    await run(here, 'import', await csv('move.csv', { email: 'stays@x.example' }, { email: 'leaves@x.example' }))
    const made = await runWith({ DATA_DIR: here, ...secret }, 'backup', older)
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).toMatch(/older\.backup: 2 people, 2 biodata, \d+ KB, encrypted\.\n$/)
    await server.db.deleteFrom('users').where('email', '=', 'leaves@x.example').execute()
    expect(await run(here, 'backup', file)).toMatchObject({ code: 0 })
    // The server goes on, with what was and without who left.
    const again = await runWith({ DATA_DIR: here, ...secret }, 'restore', older, '--replace')
    expect(again).toMatchObject({ code: 0, err: '' })
    expect(again.out).toMatch(
      /^The site is as it was at \S+: 2 people, 2 biodata\.\nLeft since, and deleted again: 1\.\n$/,
    )
    const users = await server.db.selectFrom('users').select('email').execute()
    expect(users).toEqual([{ email: 'stays@x.example' }])
  } finally {
    await server.stop()
  }

  const another = { ...secret, AUTH_SECRET: 'another secret only for tests, long' }
  const moved = await runWith({ DATA_DIR: there, ...another }, 'restore', older, '--erased', file)
  expect(moved).toMatchObject({ code: 0, err: '' })
  expect(moved.out).toContain('Left since, and deleted again: 1.\nAUTH_SECRET is not the one of this backup.')
  expect(await runWith({ DATA_DIR: there, ...secret }, 'restore', older)).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is a site in this database already. Nothing was changed.'),
  })
  expect(await run(there, 'backup', file)).toMatchObject({ code: 0 })

  const { connection, db } = await emptyDatabase()
  const DATABASE_URL = `postgres://nikhad@localhost/${connection.database}?host=${encodeURIComponent(connection.host!)}`
  expect(await runWith({ DATABASE_URL }, 'restore', file)).toMatchObject({ code: 0, err: '' })
  expect(await db.selectFrom('users').select('email').execute()).toEqual([{ email: 'stays@x.example' }])
  expect(await runWith({ DATABASE_URL }, 'backup', join(folder, 'elsewhere.backup'))).toMatchObject({
    code: 0,
    err: '',
  })
  await db.destroy()
})

test('X9 Y2: a backup or restore that is asked for wrongly says what is wrong, exits with 1 and makes nothing', async () => {
  const dataDir = join(folder, 'untouched')
  const usage = 'Usage: npm run restore -- FILE [--replace] [--erased NEWER_BACKUP]\n'
  for (const given of [[], ['a', 'b'], ['a', '--force'], ['a', '--erased']])
    expect(await run(dataDir, 'restore', ...given)).toEqual({ code: 1, out: '', err: usage })
  for (const given of [[], ['a', 'b'], ['--replace']])
    expect(await run(dataDir, 'backup', ...given)).toEqual({ code: 1, out: '', err: 'Usage: npm run backup -- FILE\n' })
  const notOne = await csv('no.backup', { email: 'a@x.example' })
  expect(await run(dataDir, 'restore', notOne)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is no backup of Nikhad'),
  })
  expect(await runWith({ DATA_DIR: dataDir, BACKUP_PASSPHRASE: 'short' }, 'backup', 'x')).toMatchObject({
    code: 1,
    err: 'BACKUP_PASSPHRASE is a value of 5 characters, but must have at least 12 characters.\n',
  })
  expect(await readdir(folder)).not.toContain('untouched')
})

test('Z4 X8: an import through a pooler, which would mix up connections, says what to set', {
  timeout: timeoutMs,
}, async () => {
  const { db, connection } = await emptyDatabase()
  await db.destroy()
  const settings = { DATABASE_URL: addressOf(connection), DATABASE_POOLER: 'transaction' }
  const refused = await runWith(settings, 'import', await csv('pooled.csv', { email: 'a@import.example' }))
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toBe(
    'An import needs the database itself: set DATABASE_URL to it, and DATABASE_POOLER to nothing.\n',
  )
})
