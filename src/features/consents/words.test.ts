import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import * as bn from '#src/texts/bn/member.ts'
import * as en from '#src/texts/en/member.ts'
import { askedKinds, consentVersion } from './policy.ts'

/** What the words of each version were. A line that is here is never changed: people have agreed to it. */
const known: Record<number, { publishAndContact: string; faith: string }> = {
  1: {
    publishAndContact: '517c2379e69b4d89210497903ae6ce0eb8849677b9d678a4f9c619641204abd6',
    faith: '59f2bb3978402a932b42a58b0be659028e86a2225e4b37afe16871073cc152e9',
  },
  2: {
    publishAndContact: '54ef0540ccf2760df17c910160ff7980a35db7c809adf83286f3ac9165ed9e4a',
    faith: '59f2bb3978402a932b42a58b0be659028e86a2225e4b37afe16871073cc152e9',
  },
  3: {
    publishAndContact: '59af777cc6c52eb56b8e32caf76a476c8bd1371a26f3c8bbb11350b3ce42da56',
    faith: '59f2bb3978402a932b42a58b0be659028e86a2225e4b37afe16871073cc152e9',
  },
  4: {
    publishAndContact: '8dce790f1323ed6a1dfa9d22a9147d3ff9ba462bed30e08457dcede7f2daadaa',
    faith: '59f2bb3978402a932b42a58b0be659028e86a2225e4b37afe16871073cc152e9',
  },
}

const hash = (words: unknown) => createHash('sha256').update(JSON.stringify(words)).digest('hex')

test('R3: the words that are agreed to are those of their version', () => {
  const words = [en.consent.words, bn.consent.words]
  // The choice is made beside the words, so its words are agreed to as well.
  const choices = [en, bn].map(({ privacy: { contactFor, contactForHint } }) => ({ contactFor, contactForHint }))
  expect(words.map((one) => Object.keys(one))).toEqual([askedKinds, askedKinds])
  expect({
    publishAndContact: hash([words.map(({ publish }) => publish), choices]),
    faith: hash(words.map(({ faith }) => faith)),
  }).toEqual(known[consentVersion])
  expect(Object.keys(known).map(Number).at(-1)).toBe(consentVersion)
})
