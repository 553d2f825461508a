import { afterAll, expect, test } from 'vitest'
import { noon, testDatabase } from '#tests/world.server.ts'
import { memoryThrottle, secondsToWait, takeAttempt } from './throttle.server.ts'

const { db } = await testDatabase()
afterAll(() => db.destroy())

const limit = { atOnce: 3, everySeconds: 60 }
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

/** A limit in memory whose tries are of a wider key too, which has four times as many. */
function inMemory(clock: () => Date) {
  const { take, giveBack } = memoryThrottle(limit, clock)
  const tries = (n: number, key: string) => [[key, n] as const, ['wide', n / 4] as const]
  return { take: (key = 'narrow') => take(tries(1, key)), giveBack: (n: number) => giveBack(tries(n, 'narrow')) }
}

test('G3 R2: a limit in memory frees one try after the other, and counts none that it refuses', () => {
  let moment = now
  const { take } = inMemory(() => moment)
  for (let n = 0; n < 3; n++) take()
  for (let n = 0; n < 5; n++) expect(() => take()).toThrow(expect.objectContaining({ status: 429, retryAfter: 60 }))
  moment = new Date(now.getTime() + 61_000)
  take()
  expect(() => take()).toThrow('Too many')
  moment = later(1)
  for (let n = 0; n < 3; n++) take()
  expect(() => take()).toThrow('Too many')
})

test('R2 SEC-N3: a limit in memory takes tries of all keys or of none', () => {
  const { take, giveBack } = inMemory(() => now)
  for (const key of ['a', 'b', 'c', 'd']) for (let n = 0; n < 3; n++) take(key)
  // The wide key is full, so the fresh one keeps its tries.
  expect(() => take()).toThrow('Too many')
  giveBack(3)
  for (let n = 0; n < 3; n++) take()
  expect(() => take()).toThrow('Too many')
})

test('G3 R2: what a limit in memory counted while the clock was days ahead keeps nobody out once it is right', () => {
  let moment = later(40)
  const { take } = inMemory(() => moment)
  const takeAll = () => {
    for (let n = 0; n < 3; n++) take()
    expect(() => take()).toThrow('Too many')
  }
  takeAll()
  moment = now
  takeAll()
})
