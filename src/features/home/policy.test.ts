import { expect, test } from 'vitest'
import { nextStepFor } from './policy.ts'

const done = { own: { aboutMe: 'I cook.', wishes: 5 }, isVerified: true, hasMail: true }

test.each([
  ['write', { ...done, isVerified: false, own: undefined }],
  ['write', { ...done, own: undefined }],
  ['confirm', { ...done, isVerified: false }],
  ['write', { own: undefined, isVerified: false, hasMail: false }],
  ['aboutMe', { ...done, own: { aboutMe: null, wishes: 3 } }],
  ['wishes', { ...done, own: { aboutMe: 'I cook.', wishes: 4 } }],
  [undefined, done],
] as const)('H7 A10: the next step is %s, the first that is not done', (step, situation) => {
  expect(nextStepFor(situation)).toBe(step)
})
