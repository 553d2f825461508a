import { afterAll, expect, test } from 'vitest'
import { noon, testDatabase } from '#test/world.server.ts'
import { batchedThrottle } from './batched-throttle.server.ts'
import { secondsToWait, takeAttempt } from './throttle.server.ts'

const { db } = await testDatabase()
afterAll(() => db.destroy())

const limit = { atOnce: 3, every: 60 }
const now = noon
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
const take = (key: string, at: Date) => takeAttempt(db, key, limit, at)

test('G3: tries that were counted while the clock was a day ahead keep nobody out once it is right', async () => {
  for (let n = 0; n < 3; n++) await take('ahead', later(1))
  await expect(take('ahead', later(1))).rejects.toMatchObject({ status: 429 })
  expect(await secondsToWait(db, 'ahead', limit, now)).toBe(0)
  for (let n = 0; n < 3; n++) await take('ahead', now)
  await expect(take('ahead', now)).rejects.toMatchObject({ status: 429 })
  expect(await secondsToWait(db, 'ahead', limit, now)).toBe(60)
})

test('G3: a clock that is a little behind another gives nobody one try more', async () => {
  for (let n = 0; n < 3; n++) await take('behind', now)
  await expect(take('behind', new Date(now.getTime() - 30_000))).rejects.toMatchObject({ status: 429 })
})

test('G3 R2: what was counted together while the clock was days ahead keeps nobody out once it is right, on no server', async () => {
  let moment = later(40)
  const servers = [0, 1].map(() =>
    batchedThrottle(
      db,
      limit,
      () => moment,
      (error) => {
        throw error
      },
    ),
  )
  const [one, other] = servers as [(typeof servers)[0], (typeof servers)[0]]
  const takeAll = () => {
    for (let n = 0; n < 3; n++) one.take([['together', 1]])
  }
  takeAll()
  expect(() => one.take([['together', 1]])).toThrow('Too many')
  await one.flush()
  moment = now
  takeAll()
  expect(() => one.take([['together', 1]])).toThrow('Too many')
  other.take([['together', 1]])
  await one.flush()
  await other.flush()
  expect(await secondsToWait(db, 'together', limit, now)).toBe(120)
  expect(() => other.take([['together', 1]])).toThrow('Too many')
  // Told now, for later the database is gone.
  await other.flush()
})
