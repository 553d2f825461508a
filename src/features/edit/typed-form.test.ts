import { expect, test } from 'vitest'
import { fieldNames, fields } from '#src/features/biodata/fields.ts'
import { biodataFields, wishFields, wishSecrecy } from '#src/features/biodata/schemas.ts'
import { ends, numberWishes, wishInputs } from '#src/features/biodata/wishes.ts'
import type { OwnProfile } from '#src/features/profile/contract.ts'
import { languageFile } from '#src/texts/languages.server.ts'
import {
  dayOf,
  endsIn,
  fieldOfWire,
  fieldOrder,
  parts,
  progressOf,
  readComplaint,
  readForm,
  type TypedForm,
  typedIn,
  typedOf,
  withMiddles,
} from './typed-form.ts'

const profile: OwnProfile = {
  id: '00000000-0000-4000-8000-000000000001',
  number: 1042,
  age: 24,
  premium: false,
  name: 'Sadia Rahman',
  gender: 'Female',
  birth: '2002-03-04',
  skinColor: 'Medium',
  feet: 5,
  inch: 4,
  weight: 55,
  occupation: 'Doctor',
  fatherName: 'Mizanur Rahman',
  motherName: 'Shirin Akter',
  division: 'Dhaka',
  presentDivision: 'Sylhet',
  partnerAge: 29,
  partnerFeet: 5,
  partnerInch: 8,
  partnerWeight: 70,
  partnerAgeFrom: 27,
  partnerHeightTo: 71,
  partnerDivision: ['Dhaka', 'Sylhet'],
  partnerReligionMatters: 'any',
  partnerWishesPrivate: true,
  email: 'sadia@example.com',
  phone: '+8801712345678',
}
const [{ texts: bn }, { texts: en }] = [languageFile('bn'), languageFile('en')]
const typed = typedOf(profile, en.format.digits)
const errorsOf = (change: Partial<TypedForm>) => readForm({ ...typed, ...change }, en).errors

test('E1: a saved biodata is typed out and read back unchanged', () => {
  const { id, number, age, premium, email, ...fields } = profile
  expect(readForm(typed, en).form).toEqual({ ...fields, photoUrl: undefined })
  expect(typedOf({ ...profile, partnerAgeMatters: 'nice' }, en.format.digits).partnerAgeMatters).toBe('')
  // R9: wishes are shown where nothing else is said.
  expect([typed, typedOf(null, en.format.digits)].map((form) => form.partnerWishesPrivate)).toEqual(['true', 'false'])
})

test('G8: in Bangla a saved biodata stands in the form with Bangla digits, and is read back unchanged', () => {
  const banglaTyped = typedOf(profile, bn.format.digits)
  expect(banglaTyped).toMatchObject({ birth: { day: '৪', month: '৩', year: '২০০২' }, height: '64', weight: '55kg' })
  expect(readForm(banglaTyped, bn).form).toEqual(readForm(typed, en).form)
})

test('E1: every field of the contract has its place in the form, once', () => {
  const named = [...fieldNames, ...Object.keys({ ...wishFields, ...wishSecrecy })]
  expect([...fieldOrder].sort()).toEqual(named.sort())
  const inputs = Object.keys({ ...biodataFields, ...wishFields, ...wishSecrecy })
  expect(Object.keys(readForm(typed, en).form!).sort()).toEqual(inputs.sort())
})

test('E3: a height is one choice in inches, sent as feet and inches', () => {
  for (const [inches, feet, inch] of [
    ['60', 4, 12],
    ['64', 5, 4],
    ['144', 11, 12],
  ] as const)
    expect(readForm({ ...typed, height: inches }, en).form).toMatchObject({ feet, inch })
  expect(typedOf({ ...profile, feet: 4, inch: 12 }, en.format.digits).height).toBe('60')
  expect(errorsOf({ height: '' })).toEqual({ height: en.biodata.missing.height })
})

test('E1: an empty form complains about everything but what says that it may stay empty', () => {
  const { errors } = readForm(typedOf(null, en.format.digits), en)
  const wished = [...wishInputs, ...Object.keys(wishSecrecy)]
  const optional: string[] = [...fieldNames.filter((name) => fields[name].isOptional), ...wished]
  expect(optional).toHaveLength(15 + 25 + 1)
  // Of a wish with a number its range is asked for.
  const numbers: string[] = numberWishes
  const needed = fieldOrder.filter((name) => !optional.includes(name) && !numbers.includes(name))
  expect(Object.keys(errors ?? {}).sort()).toEqual([...needed, ...numberWishes.map((wish) => ends(wish)[0])].sort())
  expect(Object.values(errors ?? {}).sort()).toEqual(Object.values(en.biodata.missing).sort())
})

test('W2: a range that ends before it begins is said at its beginning, options are read from their boxes', () => {
  expect(errorsOf({ partnerAgeFrom: '30', partnerAgeTo: '25' })).toEqual({ partnerAgeFrom: en.wishes.reversed })
  expect(errorsOf({ partnerAgeTo: '17' })).toEqual({ partnerAgeTo: en.biodata.missing.partnerAge })
  const { errors, form } = readForm({ ...typed, partnerHeightFrom: '60', partnerHeightTo: '60' }, en)
  expect([errors, form?.partnerHeightFrom]).toEqual([undefined, 60])
  const sent = typedIn({
    'partnerDivision-Sylhet': 'on',
    'partnerDivision-Dhaka': 'on',
    partnerDivisionMatters: 'must',
  })
  expect([sent.partnerDivision, sent.partnerDivisionMatters, sent.partnerReligion]).toEqual([
    'Dhaka;Sylhet',
    'must',
    '',
  ])
  expect(readComplaint(en, { field: 'partnerAgeFrom', message: '', code: 'reversed' })).toEqual({
    name: 'partnerAgeFrom',
    text: en.wishes.reversed,
  })
})

/** What the selects of the ranges show, and so send. */
const rangesOf = (form: TypedForm) =>
  Object.fromEntries(numberWishes.flatMap((wish) => ends(wish).map((end, place) => [end, endsIn(form, wish)[place]])))
const sending = (change: Partial<TypedForm>, published = typed) =>
  readForm(withMiddles({ ...published, ...rangesOf(published), ...change }, published), en)

test('R9 E7: a private range leaves the specification’s number as it was typed, a range that is shown writes its middle', () => {
  const range = { partnerAgeFrom: '40', partnerAgeTo: '51' }
  for (const [secrecy, partnerAge] of [
    ['true', 29],
    ['false', 45],
  ] as const) {
    const { form } = sending({ ...range, partnerWishesPrivate: secrecy })
    expect(form).toMatchObject({ partnerAge, partnerAgeFrom: 40, partnerWishesPrivate: secrecy === 'true' })
  }
})

test('E7: the middle of a range is a height in feet and inches, and a weight in steps of five', () => {
  const { form } = sending({
    partnerWishesPrivate: 'false',
    partnerHeightFrom: '60',
    partnerHeightTo: '65',
    partnerWeightFrom: '45',
    partnerWeightTo: '60',
  })
  expect(form).toMatchObject({ partnerFeet: 5, partnerInch: 2, partnerWeight: 50 })
})

test('E7: a number without a range is shown as the range it means, and stays as it was if nobody changes that', () => {
  const { partnerAgeFrom: _, partnerHeightTo: __, ...single } = profile
  const published = typedOf({ ...single, partnerWishesPrivate: false }, en.format.digits)
  expect(numberWishes.map((wish) => endsIn(published, wish))).toEqual([
    ['26', '32'],
    ['65', '71'],
    ['60', '80'],
  ])
  expect(withMiddles({ ...published, ...rangesOf(published), partnerAge: '' }, published)).toEqual(published)
  expect(sending({ partnerAgeTo: '40' }, published).form).toMatchObject({
    ...{ partnerAge: 33, partnerAgeFrom: 26, partnerAgeTo: 40 },
    ...{ partnerWeight: 70, partnerWeightFrom: undefined },
  })
})

test('E7: a range with one end is asked for the other one', () => {
  const empty = typedOf(null, en.format.digits)
  expect(sending({ partnerAgeFrom: '20' }, empty).errors).toMatchObject({
    partnerAgeTo: en.biodata.missing.partnerAge,
    partnerWeightFrom: en.biodata.missing.partnerWeight,
  })
})

test('E1 W2: what does not go together is said of a form that is not filled yet, too', () => {
  const { errors } = readForm(
    {
      ...typedOf(null, en.format.digits),
      division: 'Dhaka',
      district: 'Sylhet',
      partnerAgeFrom: '30',
      partnerAgeTo: '25',
    },
    en,
  )
  expect(errors).toMatchObject({ district: en.biodata.wrong.district, partnerAgeFrom: en.wishes.reversed })
})

test('E2: no birth date has the text of the specification', () => {
  expect(errorsOf({ birth: { day: '', month: ' ', year: '' } })).toEqual({ birth: 'Date of birth not filled up.' })
})

test.each([
  ['31', '2', '2001'],
  ['4', '', '2002'],
  ['4', 'Foo', '2002'],
  ['4', '3', '02'],
  ['', '', '2002'],
])('E2: %s/%s/%s is not a date', (day, month, year) => {
  expect(errorsOf({ birth: { day, month, year } })).toEqual({ birth: en.biodata.wrong.birth })
})

test.each([
  ['4', '3', '2002'],
  ['04', '03', '2002'],
  [' 4', 'March', '2002 '],
  ['4', 'mar.', '2002'],
  ['৪', '৩', '২০০২'],
  ['৪', 'মার্চ', '২০০২'],
])('E2: %s/%s/%s is 4 March 2002', (day, month, year) => {
  expect(dayOf({ day, month, year })).toBe('2002-03-04')
})

test.each(
  [
    ['January', 'Jan', 'জানুয়ারি', 'জানুয়ারী', 'জানু'],
    ['February', 'Feb.', 'ফেব্রুয়ারি', 'ফেব্রুয়ারী'],
    ['March', 'MAR', 'মার্চ'],
    ['April', 'apr', 'এপ্রিল'],
    ['May', 'মে'],
    ['June', 'Jun', 'জুন'],
    ['July', 'jul', 'জুলাই'],
    ['August', 'Aug', 'আগস্ট', 'অগাস্ট'],
    ['September', 'Sept', 'সেপ্টেম্বর'],
    ['October', 'Oct', 'অক্টোবর'],
    ['November', 'Nov', 'নভেম্বর'],
    ['December', 'Dec', 'ডিসেম্বর'],
  ].map((names, place) => ({ number: String(place + 1).padStart(2, '0'), names })),
)('E2: month $number is $names', ({ number, names }) => {
  for (const month of names) expect(dayOf({ day: '4', month, year: '2002' })).toBe(`2002-${number}-04`)
})

test.each(['Marzipan!', 'xyz', 'ma', 'মা', '13'])('E2: %s is no month', (month) => {
  expect(errorsOf({ birth: { day: '4', month, year: '2002' } })).toEqual({ birth: en.biodata.wrong.birth })
})

test('E2: what is there but wrong says what would be right', () => {
  expect(errorsOf({ phone: '12', photoUrl: 'http://example.com', name: 'x'.repeat(101) })).toEqual({
    phone: en.biodata.wrong.phone,
    photoUrl: en.biodata.wrong.photoUrl,
    name: en.biodata.wrong.name,
  })
})

test('E4: every complaint of the server is told in our own words', () => {
  const complaint = { field: 'birth', message: 'Server words', code: 'under-age', limit: 21 }
  expect(readComplaint(en, complaint)).toEqual({ name: 'birth', text: en.biodata.underAge(21) })
  for (const field of ['gander', 'phoneNumber', 'PartnerFeet', 'weight', 'email', '']) {
    expect(readComplaint(en, { field, message: 'Server words' }).text).not.toContain('Server words')
  }
})

test('E1: a form counts the valid fields that it needs and the consents, as a whole and by part; the photo link does not count', () => {
  const errorsIn = (form: TypedForm) => readForm(form, en).errors ?? {}
  const empty = typedOf(null, String)
  const unticked = { ...errorsIn(empty), consentPublish: en.consent.missing.publish }
  expect(progressOf(unticked, ['publish'])).toMatchObject({ filled: 0, needed: 16 })
  // A phone number that is not one does not count.
  const begun = errorsIn({ ...empty, name: ' ', fatherName: 'Abdul Karim', phone: '123', photoUrl: 'https://a.b' })
  expect(progressOf(begun, []).filled).toBe(1)
  expect(progressOf(begun, [], parts.contact)).toEqual({ missing: ['phone'], filled: 0, needed: 1 })
  expect(progressOf(begun, [], parts.about)).toEqual({ missing: ['name', 'occupation'], filled: 0, needed: 2 })
  const range = errorsIn({ ...empty, partnerAgeFrom: '20' })
  expect(progressOf(range, [], parts.expects).missing).toEqual([
    'partnerAgeTo',
    'partnerHeightFrom',
    'partnerWeightFrom',
  ])
  expect(progressOf({ consentFaith: 'Tick this' }, ['publish', 'faith'], parts.more)).toMatchObject({
    missing: ['consentFaith'],
    needed: 1,
  })
  expect(progressOf(errorsIn({ ...typed, photoUrl: '' }), [])).toEqual({ missing: [], filled: 15, needed: 15 })
})

test('E2: the server’s complaints find their field by the name on the wire', () => {
  expect(['gander', 'PartnerFeet', 'phoneNumber', 'birth', 'email'].map(fieldOfWire)).toEqual([
    'gender',
    'partnerHeight',
    'phone',
    'birth',
    undefined,
  ])
})
