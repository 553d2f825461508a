import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expectBooksRight, expectNoContact } from '../books.ts'
import { patiently } from '../patiently.ts'
import { ours, type ServerProcess } from '../process.ts'
import { openSite, refOf, type Site } from '../site.ts'
import { count, type Tally } from '../tally.ts'
import { recovered, type Stage, type Trial } from '../trial.ts'
import { writerOn } from '../writer.ts'

const run = promisify(execFile)
const git = async (...given: string[]) => (await run('git', given, { cwd: ours })).stdout.trim()

const migrationsIn = (commit: string) => git('ls-tree', '--name-only', commit, 'migrations/')
const hasBaseline = async (commit: string) => (await migrationsIn(commit)).includes('0001-people.sql')

/**
 * The commit before, and those before the newest migrations; none where the history is not here. Before the baseline only
 * those whose backups this version reads (docs/decisions/029-squashed-migrations.md).
 */
async function earlierCommits(): Promise<string[]> {
  try {
    const added = await git('log', '--first-parent', '--diff-filter=A', '--format=%H^', '--', 'migrations')
    const names = ['HEAD^', ...added.split('\n')]
    const commits = await Promise.all(names.map((name) => git('rev-parse', '--verify', name)))
    const theirs = await Promise.all(commits.map(migrationsIn))
    return commits.filter((_, i) => /0001-people\.sql|0039-texts\.sql/.test(theirs[i]!))
  } catch {
    return []
  }
}

/** That version in a folder of its own, installed and built. */
async function checkedOut(commit: string, undo: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'nikhad-earlier-'))
  undo.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  await git('archive', '--output', join(folder, 'it.tar'), commit)
  await run('tar', ['-xf', 'it.tar'], { cwd: folder })
  const lockfile = (root: string) => readFile(join(root, 'package-lock.json'), 'utf8')
  if ((await lockfile(folder)) === (await lockfile(ours)))
    await symlink(join(ours, 'node_modules'), join(folder, 'node_modules'))
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
  await run(process.execPath, ['scripts/build.ts'], { cwd: folder })
  return folder
}

/** Somebody who has paid, and whom an administrator has approved. */
async function approvedRequest(site: Site) {
  const [owner, admin, payer] = [await site.owner(), await site.admin(), await site.signUp('payer')]
  const { clientSecret } = (await patiently(() => site.begin(payer, owner.number))).body
  await site.confirm(clientSecret)
  const { body } = await patiently(() => site.record(payer, refOf(clientSecret), owner.number))
  await site.call('PATCH', `/api/contact-request-approver/${body.insertedId}`, admin)
  return { owner, payer }
}

/** This version starts on the data of the one before, or where that is from before the baseline on a backup of it. */
async function takeOver(server: ServerProcess, tally: Tally, commit: string, dataDir: string) {
  const before = server.program
  server.program = ours
  if (!(await hasBaseline(commit))) {
    const { code, says } = await server.startInVain()
    if (code !== 1 || !says.includes('Nothing was changed'))
      tally.wrong.push(`a start on the data of ${commit} ended with ${code}: ${says}`)
    const file = join(dataDir, 'moved.backup')
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
    await run('bin/nikhad', ['backup', file], { cwd: before, env })
    await run('bin/nikhad', ['restore', file, '--replace'], { cwd: ours, env })
  }
  recovered(tally, await server.start())
}

async function upgraded({ random }: Stage, tally: Tally, rounds: number) {
  const commits = await earlierCommits()
  if (commits.length === 0) {
    tally.skipped = 'the history of this repository is not here'
    return
  }
  for (const commit of commits.slice(0, rounds)) {
    await using undo = new AsyncDisposableStack()
    const before = await checkedOut(commit, undo)
    const dataDir = await mkdtemp(join(tmpdir(), 'nikhad-upgraded-'))
    undo.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    const site = undo.use(await openSite({ program: before, dataDir }))
    const server = site.servers[0]!
    site.judge(tally)
    const writer = await writerOn(site)
    const { owner, payer } = await approvedRequest(site)
    const [gone, leaver] = [await site.signUp('gone'), await site.owner()]
    const { clientSecret } = (await patiently(() => site.begin(gone, owner.number))).body
    await site.call('POST', '/api/me/deletion', leaver, { confirmation: 'a good password' })
    for (let n = 0; n < 5; n++) await writer.write()
    // A browser that pays and is closed while the site is replaced.
    site.sandbox.fail.webhooks = 'lost'
    await server.end(random() < 0.5 ? 'SIGTERM' : 'SIGKILL')
    await site.confirm(clientSecret)

    await takeOver(server, tally, commit, dataDir)
    await writer.expectKept(tally)
    if (!(await writer.write())) tally.wrong.push(`${commit}: a person who was signed in cannot write any more`)
    const profile = await site.call('GET', `/api/bioData/${owner.id}`, payer)
    // The email is none while nobody has confirmed it (REQUIREMENTS A6), which older commits do not know.
    count(tally, 'lost', `${commit}: a contact that was approved`, profile.text.includes('"phoneNumber"') ? 0 : 1)
    await expectBooksRight(site, tally)
    await expectNoContact(site, tally, gone, owner)
    const { rows } = await site.pool.query(
      `select (select count(*)::int from users where id = $1) as back,
         (select count(*)::int from erasures where id = $1) as known`,
      [leaver.id],
    )
    count(tally, 'lost', `${commit}: that somebody has left`, rows[0].back + 1 - rows[0].known)

    await server.end()
    server.program = before
    await expectRefused(site, tally, commit)
    tally.rounds++
  }
}

/** A version that knows less than the database does not touch it; one that knows as much starts. */
async function expectRefused({ servers: [server] }: Site, tally: Tally, commit: string) {
  if ((await migrationsIn(commit)) === (await migrationsIn('HEAD'))) recovered(tally, await server!.start())
  else {
    const { code, says } = await server!.startInVain()
    if (code !== 1 || !says.includes('newer')) tally.wrong.push(`${commit} began on a newer database: ${code} ${says}`)
  }
}

export const upgrades: Trial[] = [
  {
    id: 'B4',
    title:
      'Y2: this version takes over from the commit before, and from those before the newest migrations, with all their data',
    rounds: { few: 1, many: 4 },
    within: 30_000,
    run: upgraded,
  },
]
