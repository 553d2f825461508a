import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage } from './stage.ts'
import { isSound, newTally } from './tally.ts'
import { expectNoEnd, type Stage, timeoutMs } from './trial.ts'
import { trials } from './trials.ts'

// The short form of `npm run faults`: a few rounds of each trial that needs no long waiting.

const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000)
let stage: Stage & AsyncDisposable
beforeAll(async () => {
  stage = await openStage(seed)
})
afterAll(() => stage[Symbol.asyncDispose]())

test.for(trials.filter(({ rounds }) => rounds.few > 0))(
  '$title',
  async ({ run, rounds, answersWithin = timeoutMs }, { skip }) => {
    const tally = newTally()
    stage.site.judge(tally)
    await run(stage, tally, rounds.few)
    if (tally.skipped) skip(tally.skipped)
    expectNoEnd(stage.site, tally)
    expect({ ...tally, seed }).toMatchObject({ lost: 0, doubled: 0, leaked: 0, wrong: [] })
    expect(isSound(tally)).toBe(true)
    expect(tally.rounds).toBeGreaterThan(0)
    // A machine that does other tests beside is slow: twice of what `npm run faults` allows.
    expect(tally.slowest, tally.slowestOf).toBeLessThanOrEqual(2 * answersWithin)
  },
)
