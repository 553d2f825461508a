/** What a trial found. All of it but `rounds` and the times is to be zero. */
export interface Tally {
  rounds: number
  /** What was acknowledged, or paid, and is not there. */
  lost: number
  /** What was to happen once and happened twice. */
  doubled: number
  /** Answers that showed somebody's contact without a right to it, or a word of the server's inside. */
  leaked: number
  /** Milliseconds from the end of a fault to when everything was right again, the longest. */
  worst: number
  /** Milliseconds of the answer that took longest. */
  slowest: number
  /** Which that was. */
  slowestOf?: string
  /** In words, everything that was wrong. */
  wrong: string[]
  /** Why it was not tried. */
  skipped?: string
}

export const newTally = (): Tally => ({ rounds: 0, lost: 0, doubled: 0, leaked: 0, worst: 0, slowest: 0, wrong: [] })

/** Counts `found` under `what`, and keeps the words. */
export function count(tally: Tally, what: 'lost' | 'doubled' | 'leaked', words: string, found = 1) {
  if (found === 0) return
  tally[what] += found
  tally.wrong.push(`${what}: ${words}`)
}

export const isSound = ({ lost, doubled, leaked, wrong }: Tally) => lost + doubled + leaked + wrong.length === 0

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32, by Tommy Ettinger, in the public domain). */
export function randomFrom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
