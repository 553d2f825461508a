import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, openCluster } from './stage.ts'
import { trials, tryOut } from './trials.ts'

// The short form of `npm run cluster`.

let cluster: Cluster | undefined
beforeAll(async () => {
  cluster = await openCluster()
})
afterAll(() => cluster?.[Symbol.asyncDispose]())

const short = trials.filter(({ id }) => id === 'server' || id === 'replica')
test.each(short)(
  'Z4: on three servers behind a pooler and a proxy, with a replica: $what, and nothing is lost',
  async (trial) => {
    const found = await tryOut(cluster!, trial)
    expect(found).toMatchObject({ lost: 0, doubled: 0, leaked: 0, stale: 0, wrong: [] })
    expect(found.answered).toBeGreaterThan(0)
  },
)
