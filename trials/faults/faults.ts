import { parseArgs } from 'node:util'
import { type OwnPostgres, ownPostgres } from './postgres.ts'
import { openStage } from './stage.ts'
import { isSound, newTally, type Tally } from './tally.ts'
import { expectNoEnd, type Trial, timeoutMs } from './trial.ts'
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

const skipped: string[] = []

async function tryOut(trial: Trial, postgres: OwnPostgres): Promise<boolean> {
  const tally = newTally()
  // Its own numbers, whichever other trials are asked for.
  const own = seed + [...trial.id].reduce((sum, letter) => 31 * sum + letter.charCodeAt(0), 0)
  const began = performance.now()
  const rounds = Number(values.rounds ?? trial.rounds.many)
  console.error(`${trial.id}: ${rounds} rounds …`)
  try {
    await using stage = await openStage(own, postgres)
    stage.site.judge(tally)
    await trial.run(stage, tally, rounds)
    expectNoEnd(stage.site, tally)
  } catch (error) {
    tally.wrong.push(String((error as Error).stack ?? error))
  }
  const { worst, slowest } = tally
  const { within, answersWithin = timeoutMs } = trial
  if (worst > within) tally.wrong.push(`recovering took longer than ${seconds(within)}`)
  if (slowest > answersWithin)
    tally.wrong.push(`an answer took longer than ${seconds(answersWithin)}: ${tally.slowestOf}`)
  print(trial, tally, performance.now() - began)
  return isSound(tally)
}

function print({ id, title }: Trial, tally: Tally, ms: number) {
  if (tally.skipped) {
    skipped.push(id)
    return line(id, '-', '-', '-', '-', '-', '-', '-', `${title} (not tried: ${tally.skipped})`)
  }
  const times = [tally.worst, tally.slowest, ms].map(seconds)
  line(id, ...columns.map((column) => tally[column]), ...times, title)
  for (const [what, { length }] of [...Map.groupBy(tally.wrong, (words) => words)].slice(0, 10))
    console.log(`      ${length > 1 ? `${length} × ` : ''}${what.slice(0, 1_500)}`)
}

line('trial', ...columns, 'recovery', 'answer', 'took', '(of recovery and answer the longest)')
const asked = trials.filter(({ id }) => positionals.length === 0 || positionals.includes(id))
/** Tries them one after the other, on one PostgreSQL. @returns how many did not hold */
async function goThrough(some: Trial[]) {
  if (some.length === 0) return 0
  await using postgres = await ownPostgres()
  let failed = 0
  for (const trial of some) if (!(await tryOut(trial, postgres))) failed++
  return failed
}
const { beside = [], inFront = [] } = Object.groupBy(asked, ({ isBeside }) => (isBeside ? 'beside' : 'inFront'))
const [one, other] = await Promise.all([goThrough(beside), goThrough(inFront)])
const failed = one + other
const untried = skipped.length > 0 ? ` Not tried: ${skipped.join(', ')}.` : ''
console.log(
  failed === 0
    ? `Everything${untried ? ' that was tried' : ''} held.${untried}`
    : `${failed} did not hold. Again with: --seed ${seed}`,
)
process.exit(failed === 0 ? 0 : 1)
