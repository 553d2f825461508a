import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage } from './stage.ts'
import { isSound, newTally } from './tally.ts'
import type { Stage } from './trial.ts'
import { trials } from './trials.ts'

// The short form of `npm run faults`: a few rounds of each trial that needs no long waiting.

const seed = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000)
let stage: Stage & { close(): Promise<void> }
beforeAll(async () => {
  stage = await openStage(seed)
})
afterAll(() => stage.close())

test.each(trials.filter(({ rounds }) => rounds.few > 0))('$title', async ({ run, rounds }) => {
  const tally = newTally()
  stage.site.judge(tally)
  await run(stage, tally, rounds.few)
  const ended = stage.site.servers.filter(({ ends }) => ends > 0)
  expect({ ...tally, seed, ended: ended.length }).toMatchObject({ lost: 0, doubled: 0, leaked: 0, wrong: [], ended: 0 })
  expect(isSound(tally)).toBe(true)
  expect(tally.rounds).toBeGreaterThan(0)
})
