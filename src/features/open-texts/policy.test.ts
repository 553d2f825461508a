import { expect, test } from 'vitest'
import { namesContact } from '#src/platform/named-contact.ts'
import { markedParts, splitNumberIn, suspiciousStretches } from './policy.ts'

const digits = (zero: number, number = '01712345678') =>
  [...number].map((digit) => String.fromCodePoint(zero + Number(digit))).join('')

/** Ways to say how one is reached that are refused. */
const refused: [way: string, text: string][] = [
  ['digits alone', 'Call 01712345678'],
  ['with spaces', '01712 345 678'],
  ['each digit apart', '0 1 7 1 2 3 4 5 6 7 8'],
  ['with dashes', '01712-345-678'],
  ['with long dashes', '01712—345—678'],
  ['with dots', '01712.345.678'],
  ['with slashes', '01712/345/678'],
  ['with brackets', '(01712) 345678'],
  ['with the country', '+8801712345678'],
  ['with 00 and the country', '008801712345678'],
  ['of another country', '+44 7911 123456'],
  ['with underscores', '01712_345_678'],
  ['with commas', '01712, 345, 678'],
  ['with colons', '01712:345:678'],
  ['with stars', '01712*345*678'],
  ['with bars', '0|1|7|1|2|3|4|5|6|7|8'],
  ['with three spaces', '01712   345   678'],
  ['with a newline', '01712\n345\n678'],
  ['with a zero-width space', '01712\u200b345678'],
  ['with three joiners', '01\u200d\u200d\u200d712345678'],
  ['with a Hangul filler', '01712\u3164345678'],
  ['with a soft hyphen', '017\u00ad12345678'],
  ['with variation selectors', [...'01712345678'].join('\ufe0e')],
  ['in Bangla', '০১৭১২ ৩৪৫ ৬৭৮'],
  ['in Bangla and Latin', '০১৭১২345৬৭৮'],
  ['fullwidth', digits(0xff10)],
  ['in Arabic', digits(0x660)],
  ['in Persian', digits(0x6f0)],
  ['in Devanagari', digits(0x966)],
  ['in Tamil', digits(0xbe6)],
  ['in Adlam', digits(0x1e950)],
  ['mathematical, bold', digits(0x1d7ce)],
  ['mathematical, monospaced', digits(0x1d7f6)],
  ['in circles', '⓪①⑦①②③④⑤⑥⑦⑧'],
  ['in filled circles', '⓿❶❼❶❷❸❹❺❻❼❽'],
  ['superscript', '⁰¹⁷¹²³⁴⁵⁶⁷⁸'],
  ['subscript', '₀₁₇₁₂₃₄₅₆₇₈'],
  ['as keycaps', [...'01712345678'].map((digit) => `${digit}\ufe0f\u20e3`).join('')],
  ['email', 'write to rina@mail.example'],
  ['email with a fullwidth @', 'rina＠mail.example'],
  ['email with a small @', 'rina﹫mail.example'],
  ['email with [at]', 'rina [at] mail [dot] com'],
  ['email with (at)', 'rina(at)mail.com'],
  ['https', 'https://nusrat.example'],
  ['hxxps', 'hxxps nusrat example'],
  ['www', 'www.nusrat.example'],
  ['.com', 'nusrat.com'],
  ['.com.bd', 'find nusrat.com.bd'],
  ['.me', 'see nusrat.me'],
  ['.xyz', 'see nusrat.xyz'],
  ['.বাংলা', 'নুসরাত, nusrat.বাংলা'],
  ['ideographic full stop', 'nusrat。com'],
  ['one dot leader', 'nusrat․com'],
  ['fullwidth full stop', 'nusrat．com'],
  ['Cyrillic ending', 'nusrat.соm'],
  ['t.me', 't.me/nusrat'],
  ['wa.me', 'wa.me/8801712345678'],
]

/** Ways that are saved and shown to an administrator, with what is marked. */
const listed: [way: string, text: string, marked?: string][] = [
  ['four signs between digits', '7911 -- 1234 -- 56', '7911 -- 1234 -- 56'],
  ['more signs between digits', '017 ----- 12 ----- 345678', '345678'],
  ['letters for digits', 'Ol7l2345678', 'Ol7l2345678'],
  ['English words', 'Zero one seven one two three four five six seven eight'],
  ['English words without spaces', 'zeroonesevenonetwothreefour'],
  ['English words of two digits', 'oh seventeen twelve thirty four fifty six seventy eight'],
  ['words and digits', '01seven1two3four5six7'],
  ['Bangla words', 'শূন্য এক সাত এক দুই তিন চার পাঁচ ছয় সাত আট'],
  ['Bangla words for English ones', 'জিরো ওয়ান সেভেন ওয়ান টু থ্রি ফোর ফাইভ সিক্স সেভেন এইট'],
  ['Banglish words', 'shunno ek shat ek dui tin char pach choy shat at'],
  ['two sentences', 'My number begins 01712. The rest is 345678.', '01712'],
  ['@ between spaces', 'nusrat @ mail.example', 'nusrat @ mail.example'],
  ['at the rate', 'nusrat at the rate mail'],
  ['dot com', 'nusrat at mail dot com', 'dot com'],
  ['a space before the ending', 'nusrat . com'],
  ['a space after the dot', 'nusrat. com'],
  ['.online', 'see nusrat.online'],
  ['.tv', 'see nusrat.tv'],
  ['Facebook', 'Facebook: Nusrat Jahan Mim', 'Facebook'],
  ['fb', 'fb nusrat.mim', 'fb'],
  ['Instagram', 'insta nusrat.mim', 'insta'],
  ['Telegram', 'telegram nusratmim', 'telegram'],
  ['Discord', 'Discord nusrat#1234', 'Discord'],
  ['imo', 'I am on IMO', 'IMO'],
  ['WhatsApp', 'whats app me', 'whats app'],
  ['WhatsApp in Bangla', 'হোয়াটসঅ্যাপে আছি'],
  ['imo in Bangla', 'ইমোতে খুঁজুন'],
  ['Gmail', 'nusrat.mim on gmail', 'gmail'],
  ['a handle', 'I am @nusrat.mim', '@nusrat.mim'],
  ['a name with an underscore', 'look for nusrat_mim99', 'nusrat_mim99'],
  ['a number in base64', 'MDE3MTIzNDU2Nzg=', 'MDE3MTIzNDU2Nzg='],
  ['an address in base64', 'cmluYUBtYWlsLmV4YW1wbGU'],
]

const honest = [
  '2012, 2014, 2018',
  'SSC 2012, HSC 2014, BSc 2018, MSc 2020',
  '2012 2014 2018 2020',
  'Studied 2015-2019, then 2019 to 2021',
  'Taka 25000-30000 a month',
  'Tk 50,000 to 1,00,000',
  'Tk 50,000 - 1,00,000',
  'A&B @ home',
  '5 ft 4 in, 55 kg',
  `5'4" to 5'8"`,
  '163-170 cm',
  'Born on 12.05.1998',
  '12.05.1998 14.06.2000',
  '01/5/1998, 2014',
  '1998-05-12',
  'ISBN 978-984-12-3456-7',
  '978 0 306 40615 7',
  'House 12/3, Road 5, Block C, Mirpur 10, Dhaka 1216',
  'House 45 Road 12 Sector 11 Uttara Dhaka 1230',
  'বাড়ি ১২, রোড ৫, ধানমন্ডি, ঢাকা ১২০৯',
  'ক্লাস ৮ পর্যন্ত। এসএসসি ২০১৪।',
  'আমরা ৩ ভাই ২ বোন, বাবা ২০১৯ সালে অবসর নিয়েছেন।',
  'আমার জন্ম ১৯৯৮ সালে, উচ্চতা ৫ ফুট ৪ ইঞ্চি।',
  'ওজন ৫৫ কেজি, বয়স ২৫ থেকে ৩০',
  '2 brothers (34, 28), 1 sister (22)',
  '01 brother, 02 sisters',
  '01 brother, 3 sisters. Born 1998, SSC 2015.',
  'GPA 5.00 in 2014 and 4.83 in 2016',
  'M.Com from Dhaka University, B.Com 2010',
  'B.Sc. (Hons), M.Sc.',
  'I love my family.Me and my brother live in Dhaka.',
  'Md. Abdul Karim',
  'Nusrat Jahan (Mim)',
  "O'Neill & Sons Ltd.",
  'One of two sisters; three of us are teachers.',
  'Teacher at a school at Sylhet, class 6 to 10',
  '24/7 on duty, 8 to 5',
  'Chattogram–Dhaka, 250 km',
  '১৪৩০ বঙ্গাব্দ',
  'Internationalisation-Department',
]

test('E7 SEC-N7 knows at least 75 ways to write a number, an address or a handle', () => {
  expect(new Set([...refused, ...listed].map(([, text]) => text)).size).toBeGreaterThanOrEqual(75)
  expect(refused.length).toBeGreaterThanOrEqual(33)
})

test.each(refused)('E7 SEC-N7 refuses a contact %s: %s', (_, text) => {
  expect(namesContact(text)).toBe(true)
  expect(namesContact(`আমি ঢাকায় থাকি। ${text} (Dhaka)`)).toBe(true)
})

test.each(listed)('E7 SEC-N7 saves and lists a contact %s: %s', (_, text, marked) => {
  expect(namesContact(text)).toBe(false)
  const around = `আমি ঢাকায় থাকি। ${text} — Dhaka`
  const stretches = [...suspiciousStretches(around), ...splitNumberIn([around])[0]!]
  const words = markedParts(around, stretches).flatMap((part) => (part.isMarked ? part.text : []))
  expect(words.length).toBeGreaterThan(0)
  if (marked) expect(words).toContain(marked)
})

test.each(honest)('E7 SEC-N7 leaves honest text alone: %s', (text) => {
  expect(namesContact(text)).toBe(false)
})

test.each(honest.filter((text) => !/ISBN|978/.test(text)))('E7 SEC-N7 lists no honest text: %s', (text) => {
  expect([suspiciousStretches(text), splitNumberIn([text])]).toEqual([[], [[]]])
})

test('E7 SEC-N7 finds a number that is split over fields, and marks each piece', () => {
  const texts = ['Nusrat 01712', 'Dhaka College', 'Karim 345', 'Rina 678']
  const stretches = splitNumberIn(texts)
  expect(texts.map((text, place) => markedParts(text, stretches[place]!).filter((part) => part.isMarked))).toEqual([
    [{ from: 7, text: '01712', isMarked: true }],
    [],
    [{ from: 6, text: '345', isMarked: true }],
    [{ from: 5, text: '678', isMarked: true }],
  ])
  expect(splitNumberIn(['SSC 2012', '3 brothers', '01 sister', 'GPA 5.00'])).toEqual([[], [], [], []])
})

test('E7 SEC-N7 marks the words as they were typed, between what stays unmarked', () => {
  const text = 'আমি ইমোতে আছি, insta: mim'
  const parts = markedParts(text, suspiciousStretches(text))
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.flatMap((part) => (part.isMarked ? part.text : []))).toEqual(['ইমো', 'insta'])
})

test('E7 SEC-N7 looks through the longest text in a few milliseconds', () => {
  const longest = '০১২ ৩৪@ .oI|l1_a'.repeat(63)
  const began = performance.now()
  namesContact(longest)
  suspiciousStretches(longest)
  splitNumberIn([longest])
  expect(performance.now() - began).toBeLessThan(500)
})
