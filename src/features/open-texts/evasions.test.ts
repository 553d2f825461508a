import { expect, test } from 'vitest'
import { namesContact } from '#src/platform/named-contact.ts'
import { contactWays, honestTexts } from '#tests/contact-ways.ts'
import { splitNumberIn, suspiciousStretches } from './policy.ts'

/** What becomes of these texts when they are saved; trials/hostile asks a running site the same. */
function outcomeOf(texts: readonly string[]) {
  if (texts.some(namesContact)) return 'refused'
  const isSuspicious = texts.some((text) => suspiciousStretches(text).length > 0)
  return isSuspicious || splitNumberIn(texts).some((marks) => marks.length > 0) ? 'listed' : 'passes'
}

test.each(contactWays)('E7 SEC-N7 a contact written %s is %s', (_way, outcome, written) => {
  expect(outcomeOf(typeof written === 'string' ? [written] : Object.values(written))).toBe(outcome)
})

test.each(honestTexts)('E7 SEC-N7 an honest text passes: %s', (text) => {
  expect(outcomeOf([text])).toBe('passes')
})

test('E7 SEC-N7 a hostile tester knows at least 75 ways, and few of them pass', () => {
  expect(new Set(contactWays.map(([way]) => way)).size).toBeGreaterThanOrEqual(75)
  const passing = contactWays.filter(([, outcome]) => outcome === 'passes')
  expect(passing.length).toBeLessThanOrEqual(12)
})
