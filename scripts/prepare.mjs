// The first step of every npm script. Plain JavaScript for whatever Node runs it (20 or newer): it installs from the
// lockfile and builds what changed; everything after it runs on the Node that the lockfile brings. The scripts name that
// Node by its path, because a shell remembers where it found `node` before it was installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installHooks } from './hooks.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

const [major] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`Node ${process.versions.node} is too old to begin with: install Node 20 or newer.`)

function fail(message) {
  console.error(message)
  process.exit(1)
}

// npm and what stands in node_modules/.bin are batch files on Windows.
const shell = process.platform === 'win32'

function run(what, command, args) {
  const started = Date.now()
  console.error(`${what} …`)
  const { status, error } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell,
  })
  if (status !== 0) fail(`${what} failed${error ? `: ${error.message}` : ''}.`)
  console.error(`${what}: done in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

const digest = (files) => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function* filesBelow(path) {
  if (!existsSync(path)) return
  if (!statSync(path).isDirectory()) return yield path
  for (const name of readdirSync(path).sort()) yield* filesBelow(join(path, name))
}

const changed = (stamp, value) => !existsSync(stamp) || readFileSync(stamp, 'utf8') !== value
/** A run that fails leaves no stamp, so the next run repeats it. */
function make(stamp, value, ...step) {
  rmSync(stamp, { force: true })
  run(...step)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, value)
}

const lockfileNode = join('node_modules', '.bin', 'node')
const installed = digest(['package-lock.json', 'package.json'])
const installStamp = 'node_modules/.installed'
if (changed(installStamp, installed)) {
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  make(installStamp, installed, 'Installing packages from the lockfile', 'npm', options)
  // Where the Node it brings does not start, npm has left the embedded database out without a word: all of it again then.
  const { status, stderr, error } = spawnSync(lockfileNode, ['--version'], { encoding: 'utf8', shell })
  if (status !== 0) {
    rmSync(installStamp)
    fail(
      `The Node of the lockfile does not start: ${(error?.message ?? stderr).trim()}\nOn Debian and Ubuntu: apt-get install libatomic1`,
    )
  }
}

installHooks(root)

const built = digest(
  [
    'package-lock.json',
    'vite.config.ts',
    ...['src', 'public', 'scripts', 'demo', 'sandbox', 'trials/faults'].flatMap((path) => [...filesBelow(path)]),
  ].filter((file) => !/\.test\.tsx?$/.test(file)),
)
const buildStamp = 'dist/.built'
if (!process.argv.includes('--no-build') && (changed(buildStamp, built) || process.argv.includes('--build'))) {
  make(buildStamp, built, 'Building the pages', lockfileNode, ['scripts/build.ts'])
}
