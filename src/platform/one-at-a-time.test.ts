import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.server.ts'

/** Work whose runs end when they are told to. */
function heldWork() {
  const runs: PromiseWithResolvers<void>[] = []
  const failures: unknown[] = []
  const work = () => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  }
  return { runs, failures, ...oneAtATime(work, (error) => failures.push(error)) }
}

test('Y3: work that a hundred ask for while it runs is done once more, not a hundred times', async () => {
  const { runs, ask } = heldWork()
  const asked = [ask(), ...Array.from({ length: 100 }, ask)]
  expect(runs).toHaveLength(1)
  runs[0]!.resolve()
  await expect.poll(() => runs.length).toBe(2)
  runs[1]!.resolve()
  await Promise.all(asked)
  expect(runs).toHaveLength(2)
  const later = ask()
  expect(runs).toHaveLength(3)
  runs[2]!.resolve()
  await later
})

test('Y3: a run that fails is told, and the next one is not its fault', async () => {
  const { runs, failures, ask } = heldWork()
  const asked = [ask(), ask()]
  runs[0]!.reject('no line')
  await expect.poll(() => runs.length).toBe(2)
  runs[1]!.resolve()
  expect(await Promise.all(asked)).toEqual([false, true])
  expect(failures).toEqual(['no line'])
  const last = ask()
  runs[2]!.reject('still none')
  expect(await last).toBe(false)
})

test('Y3: a caller hears of the run that began then, also while others ask for more', async () => {
  const { runs, ask } = heldWork()
  const [first, second] = [ask(), ask()]
  runs[0]!.resolve()
  expect(await first).toBe(true)
  await expect.poll(() => runs.length).toBe(2)
  const third = ask()
  runs[1]!.resolve()
  expect(await second).toBe(true)
  await expect.poll(() => runs.length).toBe(3)
  runs[2]!.resolve()
  expect(await third).toBe(true)
})

test('Y3: told to stop it ends the run under way and begins no other', async () => {
  const { runs, ask, stop } = heldWork()
  const asked = [ask(), ask()]
  const stopped = stop()
  runs[0]!.resolve()
  await Promise.all([...asked, stopped])
  await ask()
  expect(runs).toHaveLength(1)
})
