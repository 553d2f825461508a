import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { connectDatabase } from '#src/platform/db/connect.server.ts'
import { biodataOnTheWire } from '#test/world.server.ts'

const patience = 60_000
const folder = await mkdtemp(join(tmpdir(), 'nikhad-commands-'))
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

/** A command as a person starts it. */
function run(dataDir: string, script: string, ...given: string[]) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const options = { env, cwd: join(import.meta.dirname, '..') }
    execFile(process.execPath, [`scripts/${script}.ts`, ...given], options, (error, out, err) =>
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

test('X8 A8: the commands work on the embedded database by themselves', { timeout: patience }, async () => {
  const dataDir = join(folder, 'alone')
  const file = await csv('two.csv', { email: 'a@import.example' }, { email: 'b@import.example', gander: 'male' })
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

test('X8 A8: the commands work beside a running server, wherever its DATA_DIR is', { timeout: patience }, async () => {
  // Longer than a socket address may be.
  const dataDir = join(folder, 'a-long-name'.repeat(10))
  await mkdir(dataDir)
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
  expect(await run(dataDir, 'make-admin', 'rina')).toEqual({
    code: 1,
    out: '',
    err: 'Usage: npm run make-admin -- EMAIL\n',
  })
  expect(await readdir(folder)).not.toContain('untouched')
})
