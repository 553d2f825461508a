import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { wireNames } from '#src/features/biodata/contract.ts'
import { allChoices } from '#src/features/biodata/options.ts'
import { languageFile } from '#src/texts/languages.server.ts'
import { find, numberIn, soughtIn, usual } from './contract.ts'
import { chipsOf } from './index.ts'

test('W5: an address is understood as the API understands it, and what the API refuses is not looked for', () => {
  const typed = ['', 'x', '17', '18', '47', '48', '84', '85', '120', '২২', '60.5', 'Female', 'Islam', 'islam', 'Sylhet']
  const wire: Record<string, string> = wireNames
  for (const name of ['gender', 'division', 'religion', 'district', 'minAge', 'maxAge', 'minHeight', 'maxHeight'])
    for (const value of typed) {
      const asked = z.safeParse(find.input, { [wire[name] ?? name]: value })
      const understood = asked.success ? Object.entries(asked.data).filter(([, one]) => one !== undefined) : []
      const sought = soughtIn(new URLSearchParams({ [name]: value }))
      expect([name, value, sought]).toEqual([name, value, Object.fromEntries(understood)])
    }
  const several = 'religion=Other&religion=x&religion=Islam&religion=Islam&education=&age=7'
  expect(soughtIn(new URLSearchParams(several))).toEqual({ religion: ['Islam', 'Other'] })
  expect(soughtIn(new URLSearchParams(allChoices.district.map((one) => ['district', one])))).toEqual({
    district: allChoices.district,
  })
})

test('W5: a number is understood as people write it, and what is no number is none', () => {
  for (const typed of [
    '1042',
    'nik-1042',
    'NIK 1042',
    'nik–1042',
    ' Nik1042 ',
    'id-1042',
    '১০৪২',
    'নিখাদ ১০৪২',
    'nik-01042',
  ])
    expect([typed, numberIn(typed)]).toEqual([typed, 1042])
  for (const typed of ['', 'nik', 'nik-0', '-', '10 42', '1042x', '10.42', '12345678901', '+8801712345678', '٣'])
    expect([typed, numberIn(typed)]).toEqual([typed, undefined])
})

test('W5 S3-8: one chip says all that is chosen of a field, and takes it all away', () => {
  const { texts } = languageFile('en')
  const sought = soughtIn(new URLSearchParams('occupation=Engineer&occupation=Doctor&minHeight=60&religion=Islam'))
  expect(chipsOf(texts, sought, usual)).toEqual([
    {
      label: expect.stringMatching(/^Height 5.ft.0.in or more$/),
      without: '?occupation=Engineer&occupation=Doctor&religion=Islam',
    },
    { label: 'Occupation: Engineer or Doctor', without: '?minHeight=60&religion=Islam' },
    { label: 'Religion: Islam', without: '?minHeight=60&occupation=Engineer&occupation=Doctor' },
  ])
})
