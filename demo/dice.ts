/** The same numbers from 0 to 1 for the same seed on every machine (mulberry32). */
export function dice(seed: number) {
  let state = seed
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(roll() * (most - least + 1))
  /** The middle more often than the ends, as with people. */
  const around = (least: number, most: number) => Math.round((between(least, most) + between(least, most)) / 2)
  const pick = <T>(choices: readonly T[]) => choices[between(0, choices.length - 1)]!
  const weighted = <T>(shares: readonly (readonly [T, number])[]) => {
    let left = roll() * shares.reduce((sum, [, share]) => sum + share, 0)
    for (const [choice, share] of shares) {
      left -= share
      if (left < 0) return choice
    }
    return shares[0]![0]
  }
  return { roll, between, around, pick, weighted, chance: (share: number) => roll() < share }
}
export type Dice = ReturnType<typeof dice>
