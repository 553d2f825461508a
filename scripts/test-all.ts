import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { listMissing, type Needed, packagesFor } from '#trials/programs.ts'
import { browserTests, checkRequirements, nameFailures, openResults, unitTests } from './requirements.ts'
import { closeWith, runSteps, type Step } from './steps.ts'

// `npm run test:all`: everything that `npm test` leaves out, because it needs a program of the system or much time.
// Arguments are words of the names of parts: `npm run test:all -- pooler proxies`. `--missing` prints the Debian packages
// that this machine lacks, for scripts.

const { values, positionals } = parseArgs({ options: { missing: { type: 'boolean' } }, allowPositionals: true })
const results = openResults()
const unit = (name: string, ...paths: string[]) => unitTests(results, name, '--project', 'trials', ...paths)
const browser = (name: string, ...args: string[]) => browserTests(results, name, '--project=trials', ...args)

/** Files that have a test with the tag: to load the others only to leave them out takes a minute. */
const withTag = (tag: string) =>
  globSync('{src,sandbox,demo,scripts,tests}/**/*.test.{ts,tsx}').filter((file) =>
    readFileSync(file, 'utf8').includes(`tags: '${tag}'`),
  )

/** `proves`: requirements, where the part is a program of its own and no file of tests with titles. */
const parts: (Step & { needs?: Needed[]; proves?: string[] })[] = [
  // One file at a time: what one does in the cluster changed what another read.
  { name: 'scale', ...unit('scale', 'trials/scale', '--no-file-parallelism') },
  // Byte by byte over every call and page, and what takes half a minute of a core.
  { name: 'thorough', ...unit('thorough', 'trials/thorough', 'trials/release') },
  // Each stands beside the shorter tests of its requirement.
  {
    name: 'long tests',
    ...unitTests(results, 'long', '--project', 'tests', '--tags-filter', 'trial', ...withTag('trial')),
  },
  { name: 'money', ...unit('money', 'trials/money') },
  { name: 'year', ...unit('year', 'trials/year') },
  { name: 'faults', ...unit('faults', 'trials/faults') },
  { name: 'cluster', ...unit('cluster', 'trials/cluster'), needs: ['nginx', 'pgbouncer'] },
  { name: 'pooler', ...unit('pooler', 'trials/pooler'), needs: ['pgbouncer'] },
  { name: 'Prometheus', ...unit('prometheus', 'trials/prometheus'), needs: ['prometheus'] },
  { name: 'PostgreSQL of another version', ...unit('postgres', 'trials/postgres'), needs: ['postgres'] },
  { name: 'backup tools', ...unit('tools', 'trials/tools'), needs: ['tar', 'zstd', 'age', 'script'] },
  { name: 'generated client', ...unit('client', 'trials/client') },
  { name: 'proxies', ...browser('proxies', 'trials/proxies'), needs: ['nginx', 'caddy', 'openssl'] },
  // A browser with windows receives push messages, and the looks were made with the letters that phones have.
  {
    name: 'browser',
    ...browser('browser', '--project=tagged', 'trials/browser', 'tests/journeys'),
    needs: ['chromium', 'Bangla font'],
  },
  { name: 'hostile', ...browser('hostile', 'trials/hostile') },
  { name: 'attacks', command: ['node', 'trials/hostile/attacks.ts'] },
  { name: 'accessibility', ...browser('accessibility', 'trials/accessibility') },
  {
    name: 'bare machine',
    command: ['node', 'trials/bare/bare.ts', '--umask', '077', '--env', 'TZ=America/Los_Angeles,LC_ALL=C'],
    needs: ['debootstrap'],
    proves: ['G11'],
  },
  { name: 'development', command: ['node', 'trials/dev/dev.ts'] },
  { name: 'release', command: ['node', 'trials/release/release.ts'], needs: ['debootstrap'] },
  { name: 'release on a small machine', command: ['node', 'trials/release/memory.ts'] },
]

const missing = listMissing(parts.flatMap(({ needs = [] }) => needs))
if (values.missing) {
  console.log(packagesFor(missing).join(' '))
  process.exit(0)
}
const chosen = parts.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)))
if (chosen.length === 0) {
  console.error(`No part is called so. There are: ${parts.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}
const lacking = listMissing(chosen.flatMap(({ needs = [] }) => needs))
if (lacking.length > 0) {
  console.log(`This machine lacks ${lacking.join(', ')}. On Debian and Ubuntu:`)
  console.log(`  apt-get install --no-install-recommends ${packagesFor(lacking).join(' ')}`)
}
const steps = runSteps(
  chosen.map(({ needs = [], ...step }) => {
    const without = needs.filter((need) => lacking.includes(need))
    return without.length > 0 ? { ...step, missing: `this machine lacks ${without.join(' and ')}` } : step
  }),
)
const isWhole = chosen.length === parts.length
const havePassed = steps.filter(({ outcome }) => outcome === 'passed').map(({ name }) => name)
const proved = parts.filter(({ name }) => havePassed.includes(name)).flatMap(({ proves = [] }) => proves)
const isProved = isWhole ? checkRequirements(results, 'npm run test:all', proved) : true
nameFailures(results)
process.exit(
  closeWith([
    ...steps,
    ...(isWhole ? [{ name: 'requirements', outcome: isProved ? 'passed' : 'failed' } as const] : []),
  ]),
)
