import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hold, offerUndo, undoLast } from './held.ts'

const said: string[] = []
vi.mock('./toast.tsx', () => {
  const say = (text: string) => {
    said.push(text)
    return () => said.push(`gone: ${text}`)
  }
  return { toast: { success: say, error: say } }
})
const texts = { undo: 'Undo', takenBack: (text: string) => `back: ${text}`, tooLate: 'too late' }

beforeEach(() => {
  vi.useFakeTimers()
  for (const name of ['addEventListener', 'removeEventListener']) vi.stubGlobal(name, () => {})
  vi.stubGlobal('document', new EventTarget())
  said.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('M7: once the last decision is sent, the key takes back none before it and says so', async () => {
  const first = hold(async () => 'first', { toastText: 'A', texts })
  vi.advanceTimersByTime(1_000)
  const second = hold(async () => 'second', { toastText: 'B', texts })
  vi.advanceTimersByTime(9_000)
  expect(await first).toBe('first')
  vi.advanceTimersByTime(1_000)
  expect(await second).toBe('second')
  undoLast()
  expect(said).toEqual(['A', 'B', 'gone: A', 'gone: B', 'too late'])
})

test('M3 M7: an approval can be undone for ten seconds from when it was sent, however late its answer came', () => {
  let undone = 0
  const offer = (since: number) => offerUndo({ toastText: 'A', since, texts, undo: () => undone++ })
  offer(Date.now() - 4_000)
  vi.advanceTimersByTime(5_999)
  undoLast()
  expect([undone, said]).toEqual([1, ['A', 'gone: A']])
  offer(Date.now() - 4_000)
  vi.advanceTimersByTime(6_000)
  undoLast()
  expect([undone, said.slice(2)]).toEqual([1, ['A', 'gone: A', 'too late']])
  offer(Date.now() - 10_000)
  expect(said.slice(5)).toEqual(['A'])
})

test('M7: the key takes back one decision after the other, the latest first, and says which', async () => {
  const both = ['A', 'B'].map((said) => hold(async () => said, { toastText: said, texts }))
  undoLast()
  undoLast()
  expect(await Promise.all(both)).toEqual([undefined, undefined])
  expect(said).toEqual(['A', 'B', 'gone: B', 'back: B', 'gone: A', 'back: A'])
})

test('M7: of a decision that could not be sent the key does not say that it was', async () => {
  const lost = hold(() => Promise.reject(new Error('offline')), { toastText: 'A', texts })
  vi.advanceTimersByTime(10_000)
  await expect(lost).rejects.toThrow('offline')
  undoLast()
  expect(said).toEqual(['A', 'gone: A'])
})
