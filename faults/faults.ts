import { parseArgs } from 'node:util'
import { openStage } from './stage.ts'
import { isSound, newTally, type Tally } from './tally.ts'
import type { Trial } from './trial.ts'
import { trials } from './trials.ts'

// `npm run faults`: everything that can go wrong around a running site, made to go wrong. `npm run faults -- F1 C2`
// tries those only; `--seed` repeats the moments of an earlier run, `--rounds` sets how often.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, rounds: { type: 'string' } },
})
const unknown = positionals.filter((id) => !trials.some((trial) => trial.id === id))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. There are ${trials.map(({ id }) => id).join(', ')}.`)
  process.exit(1)
}

const seed = Number(values.seed ?? Date.now() % 1_000_000)
console.log(`Seed ${seed}`)
const columns = ['rounds', 'lost', 'doubled', 'leaked'] as const
const line = (...cells: (string | number)[]) => {
  const [id, ...rest] = cells
  const last = rest.pop()
  console.log(String(id).padEnd(5), ...rest.map((cell) => String(cell).padStart(9)), ` ${last}`)
}
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

async function tryOut(trial: Trial): Promise<boolean> {
  const tally = newTally()
  // Its own numbers, whichever other trials are asked for.
  const own = seed + [...trial.id].reduce((sum, letter) => 31 * sum + letter.charCodeAt(0), 0)
  const stage = await openStage(own)
  try {
    stage.site.judge(tally)
    await trial.run(stage, tally, Number(values.rounds ?? trial.rounds.many))
    for (const server of stage.site.servers)
      if (server.ends > 0) tally.wrong.push(`a server ended by itself: ${server.complaints.slice(-3)}`)
  } catch (error) {
    tally.wrong.push(String((error as Error).stack ?? error))
  } finally {
    await stage.close()
  }
  print(trial, tally)
  return isSound(tally) && tally.worst <= trial.within
}

function print({ id, title, within }: Trial, tally: Tally) {
  if (tally.skipped) return line(id, '-', '-', '-', '-', '-', '-', `${title} (not tried: ${tally.skipped})`)
  line(id, ...columns.map((column) => tally[column]), seconds(tally.worst), seconds(tally.slowest), title)
  if (tally.worst > within) console.log(`      took longer than ${seconds(within)}`)
  for (const [what, { length }] of [...Map.groupBy(tally.wrong, (words) => words)].slice(0, 10))
    console.log(`      ${length > 1 ? `${length} × ` : ''}${what.slice(0, 600)}`)
}

line('trial', ...columns, 'recovery', 'answer', '(the longest of both)')
let failed = 0
for (const trial of trials) {
  if (positionals.length > 0 && !positionals.includes(trial.id)) continue
  if (!(await tryOut(trial))) failed++
}
console.log(failed === 0 ? 'Everything held.' : `${failed} did not hold. Again with: --seed ${seed}`)
process.exit(failed === 0 ? 0 : 1)
