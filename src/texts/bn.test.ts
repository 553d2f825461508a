import { expect, it } from 'vitest'
import type { Language } from '#src/platform/language.ts'
import { languageFile } from './languages.server.ts'
import { markdownOf, readProse } from './prose.server.ts'

type Texts = { [key: string]: unknown } | unknown[]
type Say = (...values: unknown[]) => unknown

const [bangla, english] = [languageFile('bn'), languageFile('en')]
const siteFacts = (isOn: boolean) => ({
  brand: '«»',
  operator: Object.fromEntries(
    ['name', 'person', 'registration', 'address', 'phone', 'hours'].map((part) => [part, isOn ? '«»' : undefined]),
  ),
  fee: isOn ? '৫০০ টাকা' : undefined,
  ...{ card: isOn, byHand: isOn, hasMail: isOn, hasPush: isOn, hasOtherSignIn: isOn, canWrite: isOn },
  premiumContacts: '৫০',
  confirmDays: isOn ? '৬০' : undefined,
  legalAge: { Male: '২১', Female: '১৮' },
  kept: { sessionDays: '৩০', notificationDays: '১৮০', marriedDays: '৩০', recentPeople: '১২' },
  fit: {
    tolerance: { age: '৩', height: '৩', weight: '১০' },
    counts: {
      ...{ age: '৪', height: '২', weight: '১', division: '২', occupation: '২' },
      ...{ district: '৩', maritalStatus: '৩', children: '৩', education: '২', religion: '৪', practice: '২' },
    },
    enough: '১২',
  },
})
const pageNames = ['about', 'privacy', 'fit', 'licensing']
/** Every page of prose, where the site has everything and where it has nothing. */
function prose(language: Language) {
  const page = (name: string) =>
    [name, [true, false].map((isOn) => readProse(language, name, siteFacts(isOn)))] as const
  return Object.fromEntries(pageNames.map(page))
}
const bn = { ...bangla.texts, server: { ...bangla.serverTexts, pages: prose('bn') } }
const en = { ...english.texts, server: { ...english.serverTexts, pages: prose('en') } }

/** Parameters that are numbers, for Bangla digits. All others hold a text or an id, which stay as they are. */
const takesNumber = /^(n|min|max|feet|inch|age|of|done|all|last|met)$/
const marks = ['«a»', '«b»', '«c»', '«d»']
const numbers = [27, 38, 46, 59]
const parametersOf = (say: Say) =>
  String(say)
    .match(/^\(?([^)=]*)/)![1]!
    .split(/[\s,]+/)

/** What a text says of these numbers and marks. */
function spoken(say: Say) {
  // What is made from facts of the site itself.
  if (String(say).startsWith('({'))
    return [true, false].map((isOn) =>
      say({
        ...{ fee: isOn ? '৫০০ টাকা' : undefined, google: isOn ? 'গুগল' : undefined },
      }),
    )
  return say(...parametersOf(say).map((name, place) => (takesNumber.test(name) ? numbers[place] : marks[place])))
}

/** Every text by its place. */
function leaves(texts: Texts, path = ''): [path: string, text: string | Say][] {
  return Object.entries(texts).flatMap(([key, value]) => {
    // Formats have their own test; a section's `page` and `id` are addresses.
    if (key === 'format' || key === 'brandName' || key === 'page' || key === 'id') return []
    const place = `${path}.${key}`
    return value && typeof value === 'object' ? leaves(value as Texts, place) : [[place, value as string | Say]]
  })
}

/** Everything that is said. */
const saidBy = (texts: Texts): [path: string, text: string][] =>
  leaves(texts).flatMap(([path, text]) => {
    if (typeof text === 'string') return [[path, text]]
    const said = spoken(text)
    return typeof said === 'string' ? [[path, said]] : saidBy({ [path]: said })
  })

/** Latin on purpose: what one types, or reads on a card, a phone, a cookie or a licence. */
const latinOnPurpose =
  /https:\/\/|CVC|01712 345678|(\d{4} ){3}\d{4}|«[a-d]?»|argon2id|CSV|UTF-8|\.csv|\.xlsx|nikhad import|docs\/operating\.md|JSON|0 বা O, 8 বা B|lang, theme ও favourites|Lucide|(?:ISC|MIT) License|SIL Open Font License 1\.1/g

it('G8: every Bangla text is there, in Bangla letters and digits', () => {
  const wrong = saidBy(bn).filter(
    ([path, text]) =>
      text.trim() === '' ||
      // Two ways to write the same letter would hide texts from a search in the page.
      text !== text.normalize('NFC') ||
      (/[A-Za-z0-9]/.test(text.replace(latinOnPurpose, '')) &&
        !/licensing.*\.(term|text)$|\.otherLanguages\./.test(path)),
  )
  expect(wrong).toEqual([])
})

it('G8: a Bangla text says every name and number that the English one says', () => {
  const inEnglish = new Map(leaves(en))
  const silent = leaves(bn).flatMap(([path, say]) => {
    if (typeof say === 'string' || String(say).startsWith('({')) return []
    const names = parametersOf(say)
    const said = JSON.stringify(spoken(say))
    const missing = names.filter(
      (name, place) =>
        // Bangla pronouns have no gender.
        name !== '_gender' &&
        !said.includes(takesNumber.test(name) ? bn.format.digits(numbers[place]!) : marks[place]!),
    )
    const isWhole = names.length === parametersOf(inEnglish.get(path) as Say).length
    return isWhole ? missing.map((name) => `${path} ${name}`) : [path]
  })
  expect(silent).toEqual([])
})

it('G8: both languages have the same texts, pages and sections', () => {
  const shape = (texts: Texts) =>
    saidBy(texts)
      .map(([path]) => path)
      // English options are their own labels (biodata/words.test.ts).
      .filter((path) => !/\.(declined|moreOptions|otherLanguages)\./.test(path))
  expect(shape(bn)).toEqual(shape(en))
  // The payment provider says the rest itself, but not in Bangla.
  expect(Object.keys(bn.checkout.declined)).toEqual(expect.arrayContaining(Object.keys(en.checkout.declined)))
})

it.each(pageNames)('G8 F5: %s names the same facts and sections in both languages', (name) => {
  const marks = (language: Language) => markdownOf(language, name).match(/\{\{[^}]+\}\}|^#+|^- |\]\(\w+\)/gm)
  // A sentence may need another order of its facts.
  expect(marks('bn')?.toSorted()).toEqual(marks('en')?.toSorted())
})

it('F5: a fact of the operator never becomes Markdown, a fact or a section of the prose', () => {
  const brand = '{{fee}} ## [x](browse) {{#hasMail}}'
  const { title, sections } = readProse('en', 'about', { ...siteFacts(false), brand })
  expect(title).toBe(`About ${brand}`)
  expect(sections.map(({ heading }) => heading)).toEqual([
    'What you can do here',
    'How a contact is protected',
    'Premium members',
    'Who runs it',
  ])
  expect(sections.at(-1)?.link).toBeUndefined()
})

const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')

it('G8: numbers, money, days and moments are those of Bangladesh', () => {
  const { format } = bn
  expect(format.number(123456)).toBe('১,২৩,৪৫৬')
  expect([format.money(500, 'bdt'), format.money(4.5, 'usd')]).toEqual(['৫০০ টাকা', '৪.৫০ ডলার'])
  expect([format.money(5, 'USD'), format.money(123_456, 'BDT')]).toEqual(['৫ ডলার', '১,২৩,৪৫৬ টাকা'])
  // What has no name among us stands with its sign, or its code and a blank that does not break.
  expect([format.money(500, 'JPY'), format.money(5, 'AED'), format.money(4.5, 'AED')]).toEqual([
    ...['¥৫০০', 'AED\u00a0৫', 'AED\u00a0৪.৫০'],
  ])
  // A line breaks between the day and the time, not inside either.
  expect([format.shortDate('2026-11-05'), en.format.shortDate('2026-11-05')]).toEqual(
    ['৫ নভে ২০২৬', '5 Nov 2026'].map(unbroken),
  )
  expect([format.date('2001-05-31'), en.format.date('2001-05-31')]).toEqual(['৩১ মে ২০০১', '31 May 2001'].map(unbroken))
  expect(format.dateTime('2026-11-20T20:05:00.000Z')).toBe(`${unbroken('২১ নভেম্বর ২০২৬')}, ${unbroken('রাত ২:০৫')}`)
  expect(format.dateTime('2026-11-20T10:35:00+06:00')).toBe(`${unbroken('২০ নভেম্বর ২০২৬')}, ${unbroken('সকাল ১০:৩৫')}`)
  expect(en.format.dateTime('2026-11-20T20:05:00.000Z')).toBe(`${unbroken('21 November 2026')}, 02:05`)
  expect(['22:42', '00:05', '12:00'].map(format.time)).toEqual(['রাত ১০:৪২', 'রাত ১২:০৫', 'দুপুর ১২:০০'].map(unbroken))
  expect(en.format.time('22:42')).toBe('22:42')
})

it('G8: numbers are grouped in thousands in English and in lakhs in Bangla', () => {
  for (const n of [0, 7, 999, 1_000, 99_999, 100_000, 1_234_567, 10_000_000, 2_147_483_647]) {
    expect(english.texts.format.number(n)).toBe(n.toLocaleString('en'))
    expect(bangla.texts.format.number(n)).toBe(n.toLocaleString('bn'))
  }
})
