import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { biodataOnTheWire } from '#tests/world.server.ts'
import { stepsOf } from './containerfile.ts'
import { checks, expect, root, seconds } from './trial.ts'

// Runs inside the namespaces that release.ts makes, on the folder of a bare Debian that has the release in /tmp.

const debian = process.argv[2]!
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const run = (command: string, ...given: string[]) => {
  const { status, stderr } = spawnSync(command, given, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${given.join(' ')}: ${stderr}`)
}
run('mount', '-t', 'proc', 'proc', join(debian, 'proc'))
run('mount', '-t', 'tmpfs', 'shm', join(debian, 'dev/shm'))
run('ip', 'link', 'set', 'lo', 'up')

interface Where {
  user?: string
  cwd?: string
  env?: Record<string, string>
}
/** The arguments by which `chroot` runs a command in the Debian, with no variable of ours. */
const inDebian = (command: string[], { user = 'rina', cwd = '/', env = {} }: Where) => [
  `--userspec=${user}`,
  debian,
  ...['/usr/bin/env', '-i', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
  ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  ...['/bin/sh', '-c', 'cd "$1" && shift && exec "$@"', 'sh', cwd, ...command],
]

function command(command: string[], where: Where = {}) {
  const { status, stdout, stderr } = spawnSync('chroot', inDebian(command, where), { encoding: 'utf8' })
  return { code: status, out: stdout, err: stderr }
}

/** Starts a server, and waits until `path` answers with what it should. @returns the page, and how long that took */
async function start(program: string[], where: Where, path: string, isRight: (text: string) => boolean) {
  const begun = performance.now()
  const child: ChildProcess = spawn('chroot', inDebian(program, where), { stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = once(child, 'close')
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (said += text))
  for (;;) {
    const page = await fetch(`http://127.0.0.1:3000${path}`).then(
      async (answer) => (answer.ok ? answer.text() : ''),
      () => '',
    )
    if (isRight(page)) break
    if (child.exitCode !== null || performance.now() - begun > 90_000) throw new Error(`does not answer:\n${said}`)
    await delay(50)
  }
  const ms = performance.now() - begun
  return {
    ms,
    said: () => said,
    async stop() {
      child.kill('SIGTERM')
      const [code] = await closed
      expect(code === 0, `ended with ${code}:\n${said}`)
      const left = readdirSync('/proc').filter((pid) => {
        try {
          return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
        } catch {
          return false
        }
      })
      expect(left.length === 0, `left processes of PostgreSQL: ${left}`)
    },
  }
}

const cardsIn = (page: string) => new Set(page.match(/\bnik-\d+\b/g)).size
const { check, total } = checks()

run('chroot', debian, 'useradd', '--create-home', 'rina')
const home = '/home/rina/ঘটক and friends'
const program = `${home}/nikhad-${version}/bin/nikhad`
const data = { DATA_DIR: '/home/rina/site' }
const nikhad = (given: string[], env: Record<string, string> = data) =>
  command([program, ...given], { cwd: '/home/rina', env })
const succeeds = (given: string[], says: RegExp, env: Record<string, string> = data) => {
  const { code, out, err } = nikhad(given, env)
  expect(code === 0 && says.test(out), `${given.join(' ')} ended with ${code}: ${out}${err}`)
  return out.trim().split('\n')[0]
}

await check('the network is cut', async () => {
  const devices = readFileSync('/proc/net/dev', 'utf8').match(/^ *\w+(?=:)/gm)!
  expect(devices.length === 1 && devices[0]!.trim() === 'lo', `there is ${devices}`)
  return undefined
})
await check('the release is unpacked by an ordinary user', () => {
  command(['mkdir', home], {})
  const { code, err } = command(['tar', '-xzf', '/tmp/release.tgz'], { cwd: home })
  expect(code === 0, err)
  return undefined
})
await check('--version', () => succeeds(['--version'], new RegExp(`^Nikhad ${version}\n$`)))
await check('--help', () => succeeds(['--help'], /^ {2}nikhad make-admin EMAIL /m))
await check('an unknown word lists the commands', () => {
  const { code, err } = nikhad(['servve'])
  expect(code === 1 && /There is no command servve/.test(err) && /nikhad backup FILE/.test(err), `${code}: ${err}`)
  return undefined
})
await check('a command that lacks a setting names it', () => {
  const { code, err } = nikhad(['serve'], {})
  expect(code === 1 && /^PUBLIC_URL and AUTH_SECRET must be set/.test(err), `${code}: ${err}`)
  return err.trim()
})

await check('start shows a page with cards within 20 s, in an empty folder', async () => {
  command(['mkdir', '/home/rina/demo'], {})
  const isRight = (page: string) => cardsIn(page) >= 6
  const demo = await start([program, 'start'], { cwd: '/home/rina/demo' }, '/', isRight)
  const browse = await fetch('http://127.0.0.1:3000/baiDataPage').then((answer) => answer.text())
  const backup = succeeds(['backup', 'demo/it.backup'], /240 biodata/, { DATA_DIR: '/home/rina/demo/data' })
  await demo.stop()
  expect(cardsIn(browse) >= 12, `${cardsIn(browse)} cards`)
  expect(demo.ms <= 20_000, `it took ${seconds(demo.ms)}`)
  return `page after ${seconds(demo.ms)}, a backup beside it: ${backup}`
})

const { age: _, ...fields } = biodataOnTheWire()
const people = ['a@x.example', 'b@x.example'].map((email) => Object.values({ ...fields, email }).join(','))
writeFileSync(
  join(debian, 'home/rina/people.csv'),
  `${[Object.keys({ ...fields, email: '' }).join(','), ...people].join('\n')}\n`,
)
await check('import', () => succeeds(['import', 'people.csv'], /2 added/))
await check('make-admin', () => succeeds(['make-admin', 'a@x.example'], /is now an administrator/))
await check('remove-second-factor', () => succeeds(['remove-second-factor', 'a@x.example'], /has no second factor/))
await check('backup', () => succeeds(['backup', 'site.backup'], /2 people, 2 biodata/))
const moved = { DATA_DIR: '/home/rina/moved' }
await check('restore', () => succeeds(['restore', 'site.backup'], /2 people, 2 biodata/, moved))
const secrets = { AUTH_SECRET: 'bmV3IHNlY3JldCBvZiB0aGUgdHJpYWwsIGxvbmc', AUTH_SECRET_BEFORE: 'the old one' }
await check('new-secret', () => succeeds(['new-secret'], /encrypted anew: 0/, { ...moved, ...secrets }))

const served = { PUBLIC_URL: 'http://127.0.0.1:3000', AUTH_SECRET: secrets.AUTH_SECRET }
await check('serve', async () => {
  const where = { cwd: '/home/rina', env: { ...moved, ...served } }
  const site = await start([program, 'serve'], where, '/api/allBioData', (text) => /Female/.test(text))
  await site.stop()
  return `ready after ${seconds(site.ms)}`
})

await check('the steps of deploy/Containerfile, in a folder that nobody can write to', async () => {
  const { build, user, cwd, env, healthcheck, program } = stepsOf(
    readFileSync(join(root, 'deploy/Containerfile'), 'utf8'),
    {
      VERSION: version,
    },
  )
  for (const { add, run: line } of build) {
    const { code, err } = add
      ? command(['sh', '-c', `mkdir -p ${add} && tar --no-same-owner -xzf /tmp/release.tgz -C ${add}`], {
          user: 'root',
        })
      : command(['sh', '-c', line!], { user: 'root' })
    expect(code === 0, `${line ?? add}: ${err}`)
  }
  const where = { user, cwd, env: { ...env, ...served } }
  const site = await start(program, where, '/readyz', (text) => /ready/.test(text))
  const healthy = command(healthcheck, where)
  await site.stop()
  expect(healthy.code === 0, `its health check ended with ${healthy.code}: ${healthy.out}${healthy.err}`)
  expect(command(healthcheck, where).code !== 0, 'its health check passes although nothing runs')
  return `ready after ${seconds(site.ms)}`
})

process.exit(total())
