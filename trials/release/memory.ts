import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { choices } from '#src/features/biodata/options.ts'
import { searchOf, to } from '#src/platform/navigation/addresses.ts'
import { freePort } from '#tests/program.ts'
import { loadGenerator } from '#trials/bench/load.ts'
import { everNew } from '#trials/bench/server.ts'
import { smallMachine, whyNoSmallMachine } from './machine.ts'
import { checks, expect, notRun, root, seconds } from './trial.ts'

// Installs a release, serves 10,000 biodata under load, upgrades and goes back, all on a machine with 512 MB and one core.

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '512' },
    people: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '60' },
  },
})
const limit = Number(values.megabytes) * 2 ** 20
const why = whyNoSmallMachine()
if (why) notRun(`The release on a machine with ${values.megabytes} MB`, why)

const run = promisify(execFile)
const uid = 65_534
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`

await run(process.execPath, ['scripts/release.ts'], { cwd: root })
const [release] = globSync(join(root, 'dist/release/*.tgz'))

await using undo = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'nikhad-memory-trial-'))
undo.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
await chmod(folder, 0o755)
const dataDir = join(folder, 'data')
await run(process.execPath, ['dist/beside/generate.js', '--count', values.people], {
  cwd: root,
  env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  maxBuffer: 2 ** 24,
})
await run('chown', ['-R', `${uid}:${uid}`, dataDir])

const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const environment = {
  PATH: process.env.PATH!,
  DATA_DIR: dataDir,
  PORT: String(port),
  PUBLIC_URL: origin,
  AUTH_SECRET: 'bWVtb3J5IG9mIGEgc21hbGwgbWFjaGluZSwgb25l',
  TRUST_PROXY: '127.0.0.1',
}

const machine = smallMachine(limit, uid)
undo.defer(machine.close)
const { check, total } = checks()
const onMachine = (command: string[]) => run(...machine.on(command), { cwd: folder, env: environment })

const current = join(folder, 'current')
async function install(version: string) {
  const place = join(folder, version)
  await mkdir(place)
  await chown(place, uid, uid)
  await onMachine(['tar', '-xzf', release!, '-C', place, '--strip-components=1'])
  return place
}

async function serve() {
  const begun = performance.now()
  const [program, given] = machine.on([join(current, 'bin/nikhad'), 'serve'])
  const child: ChildProcess = spawn(program, given, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (said += text))
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server ended:\n${said}`)
    await delay(50)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    const [code] = await closed
    expect(code === 0, `The server ended with ${code}:\n${said}`)
  }
  return { ms: performance.now() - begun, said: () => said, stop }
}

function inMemory() {
  const processes = machine.processes()
  const sum = (isOurs: (name: string) => boolean) =>
    processes.filter(({ name }) => isOurs(name)).reduce((all, { bytes }) => all + bytes, 0)
  return `${megabytes(sum(() => true))} in ${processes.length} processes (PostgreSQL ${megabytes(sum((name) => name === 'postgres'))})`
}

/** Visitors who look at pages and search, hardly any twice for the same. */
const pages = choices.division.flatMap((division) =>
  ['Female', 'Male'].flatMap((gender) =>
    Array.from({ length: 22 }, (_, i) => to.browse + searchOf({ gender, division, minAge: 18 + i, maxAge: 24 + i })),
  ),
)
const paths = [...everNew, ...pages.flatMap((page) => [page, page, page, to.home])]

let server: Awaited<ReturnType<typeof serve>> | undefined
await check('the release is unpacked', async () => {
  await symlink(await install('first'), current)
  return `peak ${megabytes(machine.peak())}`
})
await check(`it starts with ${values.people} biodata`, async () => {
  server = await serve()
  return `ready after ${seconds(server.ms)}, ${inMemory()}`
})
await check(`${values.seconds} s of load with ever-new filters`, async () => {
  const load = loadGenerator()
  const outcome = await load.run({ port, paths, connections: 8, seconds: Number(values.seconds) })
  load.stop()
  const { ok, refused, failed, okTimes } = outcome
  const memory = `${inMemory()}, peak with files ${megabytes(machine.peak())}`
  expect(refused + failed === 0, `${ok} answered, ${refused} refused, ${failed} failed; ${memory}`)
  return `${ok} answers, p50 ${okTimes.p50.toFixed(0)} ms, p99 ${okTimes.p99.toFixed(0)} ms; ${memory}`
})
await check('a newer version is unpacked beside the running one', async () => {
  const second = await install('second')
  await writeFile(
    join(second, 'migrations/9000-more.sql'),
    "alter table users add column more text not null default 'more'",
  )
  await rm(current)
  await symlink(second, current)
  return `peak ${megabytes(machine.peak())}`
})
await check('it upgrades, with a backup before', async () => {
  await server!.stop()
  server = await serve()
  const backup = /The backup made before it holds .*/.exec(server.said())
  expect(backup !== null, `no backup:\n${server.said()}`)
  return `${backup![0]}; ready after ${seconds(server.ms)}, ${inMemory()}, peak ${megabytes(machine.peak())}`
})
await check('the version before goes back to that backup', async () => {
  await server!.stop()
  await rm(current)
  await symlink(join(folder, 'first'), current)
  const file = join(dataDir, 'backups/before-9000-more.backup')
  const { stdout } = await onMachine([join(current, 'bin/nikhad'), 'restore', file, '--replace'])
  server = await serve()
  return `${stdout.trim()} Ready after ${seconds(server.ms)}, peak ${megabytes(machine.peak())}`
})
await check('nothing was killed for want of memory', async () => {
  await server!.stop()
  expect(machine.killed() === 0, `the kernel killed ${machine.killed()}`)
  return undefined
})
process.exitCode = total()
