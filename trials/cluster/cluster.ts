import { isSound } from '../faults/tally.ts'
import { openCluster } from './stage.ts'
import { trials, tryOut } from './trials.ts'

// `npm run cluster`: primary, replica, pooler, three servers and a proxy on this machine, with people on them, while each
// part is killed in turn. `npm run cluster -- server replica` tries those only. Needs nginx and pgbouncer.

const asked = process.argv.slice(2)
const unknown = asked.filter((id) => !trials.some((trial) => trial.id === id))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There are ${trials.map(({ id }) => id).join(', ')}.`)
  process.exit(1)
}

const counts = ['answered', 'refused', 'failed', 'cut', 'stale', 'lost', 'doubled', 'leaked'] as const
const times = ['slowest', 'silence'] as const
const line = (...cells: string[]) =>
  console.log(...cells.slice(0, -1).map((cell) => cell.padStart(9)), ` ${cells.at(-1)}`)

await using cluster = await openCluster()
let failed = 0
line(...counts, ...times, '')
for (const trial of trials.filter(({ id }) => asked.length === 0 || asked.includes(id))) {
  const found = await tryOut(cluster, trial)
  // Of a machine that does much else besides only this command judges the times, and no test.
  if (found.silence > trial.silence) found.wrong.push(`nobody was answered for ${Math.round(found.silence)} ms`)
  const seconds = times.map((name) => `${(found[name] / 1000).toFixed(1)} s`)
  line(...counts.map((name) => String(found[name])), ...seconds, `${trial.id}: ${trial.what}`)
  for (const words of new Set(found.wrong.slice(0, 10))) console.log(`          ${words.slice(0, 1_000)}`)
  if (!isSound(found)) failed++
}
console.log(failed === 0 ? 'Everything held.' : `${failed} did not hold.`)
process.exitCode = failed === 0 ? 0 : 1
