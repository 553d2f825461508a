import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { to } from '#src/platform/navigation/addresses.ts'
import { type LoadGenerator, loadGenerator, type Outcome } from './load.ts'
import { type Line, median, ratios } from './report.ts'
import { clients, everNew, fullSpeed } from './server.ts'
import type { Sizes } from './sizes.ts'
import { openPostgres, startProduct } from './stage.ts'

/** Milliseconds. A generator that begins so late measures itself. */
const mostLag = 20
/** Seconds. */
const openLoopTakes = 10
const memoryTakes = 60
/** Requests: a browser that opens everything, and more than may wait of one network. */
const [burstOfOne, floodOfOne] = [61, 200]

/** What becomes of the server at twice what it can do, and of its memory when it is busy for long. */
export async function* measureOverload(
  { rounds, seconds, many, folder }: Sizes,
  say: (what: string) => void,
): AsyncGenerator<Line> {
  await using undo = new AsyncDisposableStack()
  const postgres = await openPostgres({ folder, say })
  undo.defer(postgres.close)
  const database = await postgres.peopled(many)
  const product = await startProduct({ DATABASE_URL: database.url })
  undo.defer(product.stop)
  const load = loadGenerator()
  undo.defer(async () => load.stop())
  const { port, pid } = product

  const capacity: number[] = []
  const half: Outcome[] = []
  const double: Outcome[] = []
  const lags: number[] = []
  const bursts: Outcome[] = []
  const floods: Outcome[] = []
  for (let round = 0; round < rounds; round++) {
    say(`overload: round ${round + 1} of ${rounds}`)
    const { rate } = await fullSpeed(load, port, everNew, clients, seconds)
    bursts.push(await comeAtOnce(load, port, burstOfOne))
    floods.push(await comeAtOnce(load, port, floodOfOne))
    const [calm, busy] = [await comeByChance(load, port, rate / 2), await comeByChance(load, port, rate * 2)]
    lags.push(calm.lag, busy.lag)
    // Only whole rounds are compared, and none in which the generator measured itself.
    if (Math.max(calm.lag, busy.lag) > mostLag) continue
    capacity.push(rate)
    half.push(calm)
    double.push(busy)
  }
  const late = `the generator was late by up to ${Math.max(...lags).toFixed(1)} ms (p99)`
  if (capacity.length > 0) yield* linesOf(capacity, half, double, many)
  yield { what: `rounds that count, of ${rounds}`, unit: '', rounds: [capacity.length], note: late }

  yield* linesOfOneVisitor(bursts, floods)

  const mixed = everNew.flatMap((list) => [list, to.browse, to.home])
  say(`overload: memory during ${memoryTakes} s`)
  const used = await memoryDuring(pid, () => fullSpeed(load, port, mixed, clients, memoryTakes))
  const second = used.slice(used.length / 2)
  const [middle, end] = [median(second.slice(0, 10)), median(second.slice(-10))]
  yield { what: `memory after ${memoryTakes} s, ${many} biodata`, unit: 'MB', rounds: [end], target: { atMost: 250 } }
  yield { what: 'most of it at any time', unit: 'MB', rounds: [Math.max(...used)] }
  yield { what: 'growth in the last half', unit: '%', rounds: [(end / middle - 1) * 100], target: { atMost: 5 } }
}

function* linesOf(capacity: number[], half: Outcome[], double: Outcome[], many: number): Generator<Line> {
  yield { what: `capacity of the browse endpoint, ever new filters, ${many} biodata`, unit: '/s', rounds: capacity }
  yield { what: 'half of it: p99', unit: 'ms', rounds: half.map(({ okTimes }) => okTimes.p99) }
  yield {
    what: 'twice of it: p99 of what is admitted',
    unit: 'ms',
    rounds: double.map(({ okTimes }) => okTimes.p99),
  }
  yield {
    what: 'p99 at twice ÷ at half',
    unit: '',
    rounds: ratios(
      double.map(({ okTimes }) => okTimes.p99),
      half.map(({ okTimes }) => okTimes.p99),
    ),
    target: { atMost: 5 },
  }
  // Chance alone moves the p99 of a third by some.
  yield {
    what: 'p99 of the last third ÷ of the first',
    unit: '',
    rounds: double.map(({ thirds }) => thirds[2] / thirds[0]),
    target: { atMost: 1.5 },
  }
  yield {
    what: 'admitted at twice the capacity ÷ capacity',
    unit: '',
    rounds: double.map(({ rate }, i) => rate / capacity[i]!),
  }
  yield {
    what: 'refused: p99 until the refusal',
    unit: 'ms',
    rounds: double.map(({ refusedTimes }) => refusedTimes.p99),
    target: { atMost: 100 },
  }
  yield {
    what: 'answered or refused at twice the capacity: p99',
    unit: 'ms',
    rounds: double.map(({ allTimes }) => allTimes.p99),
    target: { atMost: 400 },
  }
  yield {
    what: 'answered with anything else',
    unit: '',
    rounds: double.map(({ failed }) => failed),
    target: { atMost: 0 },
  }
}

/** One visitor who asks for much at once on a server that does nothing else (docs/decisions/008-places-per-network.md). */
function* linesOfOneVisitor(bursts: Outcome[], floods: Outcome[]): Generator<Line> {
  yield {
    what: `${burstOfOne} at once of one visitor: answered`,
    unit: '',
    rounds: bursts.map(({ ok }) => ok),
    target: { atLeast: burstOfOne },
  }
  yield {
    what: `${floodOfOne} at once of one visitor: p99 until a refusal by the full queue`,
    unit: 'ms',
    rounds: floods.map(({ refusedTimes }) => refusedTimes.p99),
    target: { atMost: 100 },
  }
  yield {
    what: 'and until an answer or refusal of those that waited',
    unit: 'ms',
    rounds: floods.map(({ okTimes, refusedTimes }) => Math.max(okTimes.p99, refusedTimes.p99)),
    target: { atMost: 400 },
  }
}

async function comeAtOnce(load: LoadGenerator, port: number, connections: number) {
  return load.run({ port, paths: everNew, connections, seconds: 1, burstFrom: '192.0.2.1' })
}

/** Requests that come at a rate whatever becomes of them, once more if the generator was late. */
async function comeByChance(load: LoadGenerator, port: number, rate: number) {
  const come = () => load.run({ port, paths: everNew, connections: 2_000, rate, seconds: openLoopTakes })
  const outcome = await come()
  return outcome.lag <= mostLag ? outcome : come()
}

/** Megabytes that a process holds, each second while something is done. */
async function memoryDuring(pid: number, work: () => Promise<unknown>) {
  const used: number[] = []
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  while (!isDone) {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
    used.push(Number(stdout) / 1024)
    await Promise.race([delay(1_000), working])
  }
  await working
  return used
}
