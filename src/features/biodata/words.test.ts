import { expect, test } from 'vitest'
import { languageFile } from '#src/texts/languages.server.ts'
import { formatOption, formatOptionOfPerson } from './index.ts'
import { allChoices } from './options.ts'

const textsIn = (code: string) => languageFile(code).texts
const choices = Object.entries(allChoices) as [keyof typeof allChoices, readonly string[]][]

test('G8: every option has Bangla words, and English ones that are its value or override it', () => {
  const said = (code: string) =>
    choices.flatMap(([of, options]) => options.map((option) => formatOption(textsIn(code), of, option)))
  expect(said('bn').filter((words) => /[A-Za-z0-9]/.test(words))).toEqual([])
  expect(new Set(said('bn').filter(Boolean)).size).toBeGreaterThan(90)
  expect(formatOption(textsIn('en'), 'district', "Cox's Bazar")).toBe("Cox's Bazar")
  expect(formatOption(textsIn('en'), 'income', 'Up to 20000')).toBe('up to ৳20,000 a month')
})

test('G8: Bangla has a word for a widow and one for a widower, where one person is meant', () => {
  const say = (gender: 'Female' | 'Male') => formatOptionOfPerson(textsIn('bn'), 'maritalStatus', 'Widowed', gender)
  expect([say('Female'), say('Male')]).toEqual(['বিধবা', 'বিপত্নীক'])
  expect(formatOption(textsIn('bn'), 'maritalStatus', 'Widowed')).toBe('বিধবা বা বিপত্নীক')
})
