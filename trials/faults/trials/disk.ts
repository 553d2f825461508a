import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freeShare, littleFree } from '#src/app/server/metrics.server.ts'
import { patiently } from '../patiently.ts'
import { postmasterPid } from '../postgres.ts'
import { openSite, refOf, type Site } from '../site.ts'
import { count, type Tally } from '../tally.ts'
import { recovered, type Stage, type Trial } from '../trial.ts'
import { writerOn } from '../writer.ts'

/** Megabytes: soon full, and a twentieth of it is more than the piece of log that PostgreSQL makes when it starts. */
const small = 600

const can = (command: string, ...given: string[]) => spawnSync(command, given).status === 0

/** A disk of its own in a file. @returns nothing where that may not be made */
async function smallDisk(undo: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-disk-'))
  undo.defer(() => rm(folder, { recursive: true, force: true }))
  const [image, path] = [join(folder, 'image'), join(folder, 'disk')]
  await mkdir(path)
  await writeFile(image, '')
  await truncate(image, small * 1024 * 1024)
  const mount = () => can('mount', '-o', 'loop,errors=remount-ro', image, path)
  if (process.getuid?.() !== 0 || !can('mkfs.ext4', '-q', '-m', '0', image) || !mount()) return undefined
  undo.defer(() => void can('umount', '-l', path))
  return {
    path,
    mount,
    unmount: () => can('umount', path),
    /** What the kernel does with a disk that has failed. */
    async makeReadOnly() {
      const device = spawnSync('findmnt', ['-n', '-o', 'SOURCE', path]).stdout.toString().trim()
      await writeFile(`/sys/fs/ext4/${basename(device)}/trigger_fs_error`, '1')
    },
  }
}

async function diskInTrouble({ random }: Stage, tally: Tally, rounds: number) {
  await using undo = new AsyncDisposableStack()
  const disk = await smallDisk(undo)
  if (!disk) {
    tally.skipped = 'a small disk cannot be made here'
    return
  }
  const site = undo.use(await openSite({ dataDir: disk.path }))
  const server = site.servers[0]!
  site.judge(tally)
  const owner = await site.owner()
  const writer = await writerOn(site)
  const expectRecovered = async () => {
    const began = performance.now()
    await server.start()
    while (!(await writer.write())) await delay(50)
    recovered(tally, performance.now() - began)
    await writer.expectKept(tally)
    server.ends = 0
    tally.rounds++
  }
  const expectReading = async (what: string) => {
    const { status } = await site.call('GET', `/api/bioData/${owner.id}`, owner).catch(() => ({ status: 0 }))
    if (![0, 200, 503].includes(status)) tally.wrong.push(`reading on a ${what} disk answered ${status}`)
  }
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < 5 + random() * 20; n++) await writer.write()
    const filler = join(disk.path, 'filler')
    await fill(filler, disk.path, littleFree - 0.005)
    await server.end()
    await server.start()
    if (!server.lines.some((line) => line.includes('the disk of DATA_DIR is nearly full')))
      tally.wrong.push('a start on a disk that is nearly full does not say so')
    await fill(filler, disk.path)
    // The database may go on for a while in what it has taken before; then it refuses, or ends.
    for (let n = 0; n < 60 && server.ends === 0; n++) await writer.write()
    await expectReading('full')
    await rm(filler)
    can('sync', '-f', disk.path)
    await expectRecovered()

    for (let n = 0; n < 5 + random() * 20; n++) await writer.write()
    await disk.makeReadOnly()
    for (let n = 0; n < 10 && server.ends === 0; n++) await writer.write()
    await expectReading('read-only')
    await server.end('SIGKILL')
    await endDatabase(site.folder)
    if (!disk.unmount() || !disk.mount()) throw new Error('the disk cannot be mounted again')
    await expectRecovered()
  }
}

/** The database that a killed server has left, which has files of the disk open. */
async function endDatabase(dataDir: string) {
  const pid = postmasterPid(dataDir)
  try {
    process.kill(pid, 'SIGQUIT')
    while (process.kill(pid, 0)) await delay(20)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Takes every block that is left, but for a share of the disk. */
async function fill(file: string, folder: string, left = 0) {
  const handle = await open(file, 'a')
  const block = Buffer.alloc(256 * 1024, 1)
  try {
    while ((await freeShare(folder)) > left) await handle.write(block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    await handle.close()
  }
}

/** How often PostgreSQL has had its log written to the disk itself, and not only to memory that needs power. */
async function countFlushes({ pool }: Site): Promise<number> {
  const { rows } = await pool.query(`select sum(fsyncs)::int as n from pg_stat_io where object = 'wal'`)
  return rows[0].n
}

async function flushedWhenSaid(_stage: Stage, tally: Tally, rounds: number) {
  await using site = await openSite({})
  site.judge(tally)
  const { rows } = await site.pool.query(
    `select name, setting from pg_settings
     where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting <> 'on'`,
  )
  if (rows.length > 0) tally.wrong.push(`the database is set to ${JSON.stringify(rows)}`)
  const owner = await site.owner()
  const before = await countFlushes(site)
  for (let round = 0; round < rounds; round++) {
    const payer = await site.signUp('payer')
    const { clientSecret } = (await patiently(() => site.begin(payer, owner.number))).body
    await site.confirm(clientSecret)
    await site.record(payer, refOf(clientSecret), owner.number)
    tally.rounds++
  }
  // A session tells what it has counted once it has been idle for a second.
  await delay(2_000)
  const flushes = (await countFlushes(site)) - before
  count(tally, 'lost', `payments without power, of ${rounds}`, Math.max(0, rounds - flushes))
}

export const disk: Trial[] = [
  {
    id: 'F7',
    title:
      'Y3: on a full or read-only disk nothing acknowledged is lost, and with room again all is well; one nearly full is told',
    rounds: { few: 0, many: 3 },
    within: 30_000,
    run: diskInTrouble,
  },
  {
    id: 'F8',
    title: 'X1 Y3: what is acknowledged has been flushed to the disk, which is what outlives a power cut',
    rounds: { few: 0, many: 20 },
    within: 0,
    run: flushedWhenSaid,
  },
]
