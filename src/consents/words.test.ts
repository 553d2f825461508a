import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { memberTexts as bn } from '#src/platform/i18n/bn/member.ts'
import { memberTexts as en } from '#src/platform/i18n/en/member.ts'
import { consentVersion } from './policy.ts'

/** What the words of each version were. A line that is here is never changed: people have agreed to it. */
const known: Record<number, string> = {
  1: '517c2379e69b4d89210497903ae6ce0eb8849677b9d678a4f9c619641204abd6',
}

test('R3: the words that are agreed to are those of their version', () => {
  const words = createHash('sha256')
    .update(JSON.stringify([en.consent.words, bn.consent.words]))
    .digest('hex')
  expect(words).toBe(known[consentVersion])
  expect(Object.keys(known).map(Number).at(-1)).toBe(consentVersion)
})
