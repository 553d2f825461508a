import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'

/** What is measured, beside what it has to be. */
export interface Line {
  what: string
  unit: string
  /** One figure where it is exact; otherwise one of each round. */
  rounds: number[]
  target?: { atLeast: number } | { atMost: number }
  note?: string
}
export type Part = (say: (what: string) => void) => AsyncGenerator<Line>

export const median = (all: number[]) => {
  const sorted = [...all].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Each of one round divided by that of the same round: what disturbed the machine disturbed both. */
export const ratios = (ours: number[], theirs: number[]) => ours.map((one, round) => one / theirs[round]!)

export const notTried = (what: string, why: string): Line => ({ what, unit: '', rounds: [], note: `not tried: ${why}` })

/** Met or missed by every round; a target that lies within the spread is neither. */
function verdictOf({ rounds, target }: Line) {
  if (!target || rounds.length === 0) return ''
  const holds = rounds.map((one) => ('atLeast' in target ? one >= target.atLeast : one <= target.atMost))
  if (holds.every((does) => does)) return 'met'
  return holds.some((does) => does) ? 'unresolved' : 'MISSED'
}

const figure = (value: number) =>
  value >= 1000
    ? new Intl.NumberFormat('en', { maximumFractionDigits: 0 }).format(value)
    : String(Number(value.toPrecision(3)))

const cells = (line: Line) => {
  const { what, unit, rounds, target, note } = line
  const spread = rounds.length > 1 ? `${figure(Math.min(...rounds))} to ${figure(Math.max(...rounds))}` : ''
  const aim = !target ? '' : 'atLeast' in target ? `≥ ${figure(target.atLeast)}` : `≤ ${figure(target.atMost)}`
  return [what, rounds.length > 0 ? `${figure(median(rounds))} ${unit}` : '-', spread, aim, verdictOf(line), note ?? '']
}

const head = ['', 'median', 'spread', 'target', '', '']
const widths = [64, 16, 20, 10, 11, 0]

/** Runs the parts, and prints their lines as they come. @returns whether a target was missed, or one of them failed */
export async function report(parts: Record<string, Part>, jsonFile: string | undefined) {
  const print = (all: string[]) =>
    console.log(
      all
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
  const say = (what: string) => console.error(what)
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version, platform: process.platform }
  console.log(`${machine.cpus} × ${machine.model}, Node ${machine.node}`)
  const results = []
  let hasFailed = false
  for (const [name, part] of Object.entries(parts)) {
    const loadBefore = loadavg()[0]!
    print([`\n${name}`, ...head.slice(1)])
    const lines: Line[] = []
    const add = (line: Line) => {
      lines.push(line)
      print(cells(line))
    }
    try {
      for await (const line of part(say)) add(line)
    } catch (error) {
      // The other parts are worth having.
      console.error(error)
      add({ what: 'the rest of it', unit: '', rounds: [], note: `FAILED: ${(error as Error).message}` })
      hasFailed = true
    }
    const load = { before: loadBefore, after: loadavg()[0]! }
    const isBusy = load.before > machine.cpus ? '; it has other work, which blurs every time and rate' : ''
    console.log(`load of the machine: ${load.before.toFixed(1)} before, ${load.after.toFixed(1)} after${isBusy}`)
    results.push({ part: name, load, lines: lines.map((line) => ({ ...line, verdict: verdictOf(line) })) })
  }
  if (jsonFile) await writeFile(jsonFile, `${JSON.stringify({ machine, results }, null, 2)}\n`)
  return hasFailed || results.some(({ lines }) => lines.some(({ verdict }) => verdict === 'MISSED'))
}
