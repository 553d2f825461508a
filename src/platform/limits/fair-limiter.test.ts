import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FairLimiter, type Limits, type Path, type Turn } from './fair-limiter.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const usual: Limits = { places: 12, waitMs: 350, standingWaitMs: 5, mostWaiting: 128, mostWaitingPerNetwork: 64 }
const visitor = (address: string): Path => [address, `visitors of ${address}`]
const home = (line: number, network: number): Path => [
  '2001:db8:1::/48',
  `2001:db8:1:${line}00::/56`,
  `2001:db8:1:${line}${network}`,
  `visitors of ${line} ${network}`,
]

/** A limiter, and what has become of those who entered. */
function limiterOf(more: Partial<Limits> = {}) {
  const limiter = new FairLimiter({ ...usual, ...more })
  const states = new Map<Turn, 'waits' | 'works' | 'refused'>()
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return {
    limiter,
    settle,
    async enter(path: Path, times = 1) {
      const turns = Array.from({ length: times }, () => limiter.enter(path))
      for (const turn of turns) {
        states.set(turn, 'waits')
        void turn.granted.then((isGranted) => states.set(turn, isGranted ? 'works' : 'refused'))
      }
      await settle()
      return turns
    },
    count: (turns: Turn[]) => {
      const all = turns.map((turn) => states.get(turn))
      const of = (state: string) => all.filter((each) => each === state).length
      return { works: of('works'), waits: of('waits'), refused: of('refused') }
    },
  }
}

test('Z3: one network alone has two thirds of the places, and a third once others are there', async () => {
  const { enter, count, settle } = limiterOf()
  const crowd = await enter(visitor('203.0.113.7'), 61)
  expect(count(crowd)).toEqual({ works: 8, waits: 53, refused: 0 })
  const others = await Promise.all(['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((each) => enter(visitor(each))))
  expect(count(others.flat()).works).toBe(3)
  // What it gives back it does not get again, until it is down to its share.
  for (const turn of crowd.slice(0, 5)) turn.leave()
  await settle()
  expect(count(crowd.slice(5))).toEqual({ works: 4, waits: 52, refused: 0 })
  for (const turn of others.flat()) turn.leave()
  await settle()
  expect(count(crowd.slice(5))).toEqual({ works: 8, waits: 48, refused: 0 })
})

test('Z3: all the networks of a /56 and of a /48 leave places for others', async () => {
  const { enter, count } = limiterOf()
  await enter(visitor('192.0.2.1'))
  const line = (await Promise.all([1, 2, 3, 4, 5, 6].map((network) => enter(home(1, network), 2)))).flat()
  expect(count(line)).toEqual({ works: 5, waits: 7, refused: 0 })
  const others = (await Promise.all([2, 3, 4].map((each) => enter(home(each, 1))))).flat()
  expect(count(others)).toEqual({ works: 1, waits: 2, refused: 0 })
  expect(count(await enter(visitor('192.0.2.2'), 4)).works).toBe(4)
})

test('Z3: a member behind many networks has one share', async () => {
  const { enter, count } = limiterOf()
  await enter(visitor('192.0.2.1'))
  const addresses = Array.from({ length: 14 }, (_, i) => `198.51.100.${i}`)
  const member = (await Promise.all(addresses.map((each) => enter([each, 'session abc'])))).flat()
  expect(count(member)).toEqual({ works: 4, waits: 10, refused: 0 })
  expect(count(await enter(visitor('198.51.100.1'))).works).toBe(1)
})

test('Z3: networks that wait are served in turns, and in each of them its people', async () => {
  const { enter, count, settle, limiter } = limiterOf({ places: 1 })
  const [first] = await enter(visitor('192.0.2.9'))
  const busy = await enter(['203.0.113.7', 'session loud'], 5)
  const neighbour = await enter(['203.0.113.7', 'session quiet'])
  const other = await enter(visitor('192.0.2.1'), 2)
  const all = [...busy, ...neighbour, ...other]
  const names = new Map(all.map((turn) => [turn, turn.path.at(-1)]))
  const order: (string | undefined)[] = []
  let working = first!
  for (let i = 0; i < 5; i++) {
    working.leave()
    await settle()
    working = all.find((turn) => count([turn]).works === 1 && names.has(turn))!
    order.push(names.get(working))
    names.delete(working)
  }
  expect(order).toEqual([
    'session loud',
    'visitors of 192.0.2.1',
    'session quiet',
    'visitors of 192.0.2.1',
    'session loud',
  ])
  expect(limiter.waiting).toBe(3)
})

test('Z3: a full queue refuses those with the most in it, and never more of one network than its bound', async () => {
  const { enter, count, limiter } = limiterOf({ places: 1, mostWaiting: 10, mostWaitingPerNetwork: 8 })
  await enter(visitor('192.0.2.9'))
  const crowd = await enter(visitor('203.0.113.7'), 9)
  expect(count(crowd)).toEqual({ works: 0, waits: 8, refused: 1 })
  const others = (await Promise.all([1, 2, 3, 4, 5].map((each) => enter(visitor(`192.0.2.${each}`))))).flat()
  expect(count(others)).toEqual({ works: 0, waits: 5, refused: 0 })
  expect(count(crowd)).toEqual({ works: 0, waits: 5, refused: 4 })
  expect(limiter).toMatchObject({ waiting: 10, refused: { full: 4, share: 0 } })
})

test('Z3: the wait of a burst ends after 350 ms, and in a standing queue after 5 ms', async () => {
  const { enter, count, limiter } = limiterOf()
  const crowd = await enter(visitor('203.0.113.7'), 9)
  await vi.advanceTimersByTimeAsync(349)
  expect(count(crowd)).toEqual({ works: 8, waits: 1, refused: 0 })
  await vi.advanceTimersByTimeAsync(1)
  expect(count(crowd)).toEqual({ works: 8, waits: 0, refused: 1 })
  // Its share was used up, not the site.
  expect(limiter.refused).toEqual({ full: 0, share: 1 })
  await enter(visitor('192.0.2.1'), 4)
  await vi.advanceTimersByTimeAsync(101)
  const late = await enter(visitor('192.0.2.1'))
  await vi.advanceTimersByTimeAsync(5)
  expect(count(late).refused).toBe(1)
  expect(limiter.refused).toEqual({ full: 1, share: 1 })
})

test('Z3 SEC-N1: a network without a place waits as in a burst beside networks that hold every place, and is next', async () => {
  const { enter, count, settle } = limiterOf()
  const networks = ['203.0.113.7', '203.0.113.8', '203.0.113.9']
  const attack = (await Promise.all(networks.map((each) => enter(visitor(each), 14)))).flat()
  expect(count(attack)).toEqual({ works: 12, waits: 30, refused: 0 })
  await vi.advanceTimersByTimeAsync(340)
  const other = await enter(visitor('192.0.2.1'), 2)
  await vi.advanceTimersByTimeAsync(300)
  expect(count(other)).toEqual({ works: 0, waits: 2, refused: 0 })
  attack[0]!.leave()
  await settle()
  expect(count(other)).toEqual({ works: 1, waits: 1, refused: 0 })
})

test('Z3: in a crowd of more networks than places the next one waits for 5 ms, as everybody', async () => {
  const { enter, count } = limiterOf()
  await Promise.all(Array.from({ length: 12 }, (_, n) => enter(visitor(`198.51.100.${n}`))))
  await vi.advanceTimersByTimeAsync(101)
  const crowd = await Promise.all(Array.from({ length: 20 }, (_, n) => enter(visitor(`192.0.2.${n}`))))
  await vi.advanceTimersByTimeAsync(5)
  expect(count(crowd.flat())).toEqual({ works: 0, waits: 12, refused: 8 })
  await vi.advanceTimersByTimeAsync(345)
  expect(count(crowd.flat()).waits).toBe(0)
})

test('Z3: a request that leaves gives back its place or its wait, once', async () => {
  const { enter, count, settle, limiter } = limiterOf({ places: 1 })
  const turns = await enter(visitor('192.0.2.1'), 3)
  const [works, gone, next] = turns
  gone!.leave()
  works!.leave()
  works!.leave()
  await settle()
  expect(count([next!]).works).toBe(1)
  expect(limiter).toMatchObject({ taken: 1, waiting: 0, refused: { full: 0, share: 0 } })
  next!.leave()
  expect(limiter.taken).toBe(0)
})
