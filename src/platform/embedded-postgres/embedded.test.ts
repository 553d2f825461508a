import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { giveCluster } from '#tests/world.server.ts'
import { DataDirInUse, startEmbedded } from './embedded.server.ts'
import { endLeftover } from './postmaster.server.ts'

const isRoot = process.getuid?.() === 0
const slow = { timeout: 30_000 }

async function freshFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** One that has a cluster already. */
async function folderWithCluster() {
  const folder = await freshFolder()
  await giveCluster(folder)
  return folder
}

async function start(dataDir: string, onExit?: () => void) {
  const lines: string[] = []
  const log = { info: (line: string) => lines.push(line), error: (line: string) => lines.push(line) }
  const database = await startEmbedded({ dataDir, log, onExit })
  onTestFinished(database.stop)
  const query = async (sql: string) => {
    const client = new Client(database.connection)
    // A killed server ends the connection too: the query has already said so.
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  return { ...database, query, lines }
}

const postmasterPid = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

/** Neither gone nor a zombie that its parent has not looked at. */
function isRunning(pid: number) {
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0)
    // The name before the state may hold blanks and brackets.
    return !/.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** A server in a process of its own. It says 'ready', then whatever `work` prints. */
function otherServer(dataDir: string, work = '') {
  const script = `
    import { Client } from 'pg'
    import { startEmbedded } from './embedded.server.ts'
    const log = { info() {}, error() {} }
    const database = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log })
    console.log('ready')
    ${work}`
  const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => kill(server))
  return { server, lines: createInterface({ input: server.stdout })[Symbol.asyncIterator]() }
}

async function kill(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGKILL')
  await once(server, 'exit')
}

test('X1: the first start makes a durable database on a private socket, later starts find its rows', slow, async () => {
  const dataDir = join(await freshFolder(), 'data')
  const first = await start(dataDir)
  expect(
    await first.query(`select current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses,
      current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
      datlocale as locale, 'a' < 'B' as "caseless", lower('Ä') as lower from pg_database where datname = current_database()`),
  ).toEqual([
    { fsync: 'on', addresses: '', encoding: 'UTF8', checksums: 'on', locale: 'C.UTF-8', caseless: false, lower: 'ä' },
  ])
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
  await first.query('create table note as select 7 as n')
  const pid = postmasterPid(dataDir)
  await Promise.all([first.stop(), first.stop()])
  expect(isRunning(pid)).toBe(false)
  expect(await readdir(dataDir)).toEqual(['postgres'])

  const second = await start(dataDir)
  expect(await second.query('select n from note')).toEqual([{ n: 7 }])
})

test('X1: a second server on the same folder is refused and told who has it', slow, async () => {
  const dataDir = await folderWithCluster()
  const { server, lines } = otherServer(dataDir)
  await lines.next()
  const database = postmasterPid(dataDir)
  const refusal = await start(dataDir).catch((error) => error)
  expect(refusal).toBeInstanceOf(DataDirInUse)
  expect(refusal.pid).toBe(server.pid)
  expect(refusal.message).toBe(
    `DATA_DIR ${dataDir} is used by the Nikhad server with pid ${server.pid}. Stop it first, or set another DATA_DIR.`,
  )
  expect(postmasterPid(dataDir)).toBe(database)
  expect(isRunning(database)).toBe(true)
})

const insertForEver = `
  const client = new Client(database.connection)
  await client.connect()
  await client.query('create table ack (n int primary key)')
  for (let n = 1; ; n++) {
    await client.query('insert into ack values ($1)', [n])
    console.log(n)
  }`

test.each([
  ['the server alone', false],
  ['the server and the database', true],
])('X1: after kill -9 of %s the next start has every acknowledged row', slow, async (_, databaseToo) => {
  const dataDir = await folderWithCluster()
  const { server, lines } = otherServer(dataDir, insertForEver)
  let acknowledged = 0
  while (acknowledged < 100) acknowledged = Number((await lines.next()).value) || 0
  const orphan = postmasterPid(dataDir)
  if (databaseToo) process.kill(orphan, 'SIGKILL')
  await kill(server)

  const { query } = await start(dataDir)
  expect(postmasterPid(dataDir)).not.toBe(orphan)
  expect(isRunning(orphan)).toBe(false)
  const [row] = await query('select count(*)::int as rows, max(n) as last from ack')
  expect(Number(row?.rows)).toBeGreaterThanOrEqual(acknowledged)
  expect(row?.last).toBe(row?.rows)
})

/** What a dead database leaves in its folder when somebody else has got its pid. */
async function bystanderWithItsPid(dataDir: string) {
  const cluster = join(dataDir, 'postgres')
  const { uid, gid } = await stat(cluster)
  const bystander = spawn('sleep', ['60'], isRoot ? { uid, gid } : {})
  onTestFinished(() => kill(bystander))
  await writeFile(join(cluster, '.s.PGSQL.5432.lock'), `${bystander.pid}\n`)
  const lock = join(cluster, 'postmaster.pid')
  await writeFile(lock, `${bystander.pid}\n/proc/self/cwd\n1\n5432\n.\n\n  1 2\nready   \n`)
  // A database made as root runs as another user, who reads it whatever the umask is.
  await chmod(lock, 0o644)
  return bystander
}

test('X1 G10: without /proc a leftover database is told from a bystander by its socket', slow, async () => {
  const dataDir = await folderWithCluster()
  const { server, lines } = otherServer(dataDir)
  await lines.next()
  await kill(server)
  const orphan = postmasterPid(dataDir)
  const endOnMac = async () => {
    const platform = Object.getOwnPropertyDescriptor(process, 'platform')!
    Object.defineProperty(process, 'platform', { ...platform, value: 'darwin' })
    try {
      await endLeftover(join(dataDir, 'postgres'), 'not asked for', { info() {}, error() {} })
    } finally {
      Object.defineProperty(process, 'platform', platform)
    }
  }
  await endOnMac()
  // Its socket goes a moment before it does.
  await expect.poll(() => isRunning(orphan)).toBe(false)

  const bystander = await bystanderWithItsPid(dataDir)
  await endOnMac()
  expect(isRunning(bystander.pid ?? 0)).toBe(true)
  const { query } = await start(dataDir)
  expect(await query('select 1 as one')).toEqual([{ one: 1 }])
})

test('X1: a process that got the pid of a dead database is left alone and does not stop the start', slow, async () => {
  const dataDir = await folderWithCluster()
  await (await start(dataDir)).stop()
  const bystander = await bystanderWithItsPid(dataDir)
  const { query } = await start(dataDir)
  expect(await query('select 1 as one')).toEqual([{ one: 1 }])
  expect(isRunning(bystander.pid ?? 0)).toBe(true)
})

test('X1: a database that died is told of; the next start waits for a session of it that is busy', {
  ...slow,
  tags: 'trial',
}, async () => {
  const dataDir = await folderWithCluster()
  const onExit = vi.fn()
  const { query, lines, stop } = await start(dataDir, onExit)
  // It holds the dead one's memory, and while it waits for a program it does not look whether that is still there.
  const busy = query(`create temp table line (text text); copy line from program 'sleep 10'`).catch(() => {})
  await vi.waitUntil(
    async () => (await query(`select from pg_stat_activity where query like 'create temp table line%'`)).length > 0,
  )
  process.kill(postmasterPid(dataDir), 'SIGKILL')
  await vi.waitFor(() => expect(onExit).toHaveBeenCalledOnce(), 9000)
  expect(lines).toContain('The database ended (SIGKILL).')
  await stop()
  const next = await start(dataDir)
  expect(await next.query('select 1 as one')).toEqual([{ one: 1 }])
  await busy
})

test('X1: a creation that was interrupted is made anew', { ...slow, tags: 'trial' }, async () => {
  const dataDir = await freshFolder()
  const { server } = otherServer(dataDir)
  const unfinished = async () => (await readdir(dataDir)).find((name) => name.startsWith('postgres.new-'))
  await vi.waitUntil(async () => existsSync(join(dataDir, (await unfinished()) ?? '', 'PG_VERSION')), {
    timeout: 9000,
    interval: 5,
  })
  await kill(server)
  expect(await unfinished()).toBeDefined()

  const { query } = await start(dataDir)
  expect(await query('select 1 as one')).toEqual([{ one: 1 }])
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'server.sock'])
})

test('X1: a folder of another major version or another program is refused and left as it is', slow, async () => {
  const dataDir = await freshFolder()
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres/diary.txt'), 'dear diary')
  await expect(start(dataDir)).rejects.toThrow('is not a PostgreSQL database')
  await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n')
  await expect(start(dataDir)).rejects.toThrow('was written by PostgreSQL 17, this program has 18.')
  expect((await readdir(join(dataDir, 'postgres'))).sort()).toEqual(['PG_VERSION', 'diary.txt'])
})

test('X1: a path too long for a socket address works', { ...slow, tags: 'trial' }, async () => {
  const folder = await freshFolder()
  const dataDir = join(folder, 'very-long-name-'.repeat(8), 'বিবাহ'.repeat(8))
  const { query, connection, stop } = await start(dataDir)
  expect(Buffer.byteLength(`${connection.host}/.s.PGSQL.5432`)).toBeLessThan(104)
  expect(await query('select 1 as one')).toEqual([{ one: 1 }])
  await expect(start(dataDir)).rejects.toThrow(DataDirInUse)
  await stop()
  expect(existsSync(connection.host)).toBe(false)
})

test.runIf(isRoot)(
  'X1 G10: as root it works below a folder only root may enter, and changes no mode',
  { ...slow, tags: 'trial' },
  async () => {
    const closed = await freshFolder()
    const dataDir = join(closed, 'data')
    await mkdir(dataDir)
    await chmod(dataDir, 0o750)
    const { query } = await start(dataDir)
    expect(await query('select 1 as one')).toEqual([{ one: 1 }])
    const modes = await Promise.all([closed, dataDir, join(dataDir, 'postgres')].map((path) => stat(path)))
    expect(modes.map(({ mode, uid }) => [(mode & 0o777).toString(8), uid === 0])).toEqual([
      ['700', true],
      ['750', true],
      ['700', false],
    ])
    expect((await stat(`/proc/${postmasterPid(dataDir)}`)).uid).not.toBe(0)
  },
)

test('G7: what a failing statement says about a person stays out of the log', slow, async () => {
  const { query, lines } = await start(await folderWithCluster())
  await query('create table person (email text unique)')
  await query(`insert into person values ('rima@example.org')`)
  await expect(query(`insert into person values ('rima@example.org')`)).rejects.toThrow('duplicate key')
  await expect(query(`select 'rima@example.org'::int`)).rejects.toThrow('invalid input syntax')
  expect(lines.join()).toContain('ready to accept connections')
  expect(lines.join()).not.toMatch(/rima|duplicate/)
})
