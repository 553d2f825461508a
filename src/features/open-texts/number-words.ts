import { foldText } from '#src/platform/named-contact.ts'

/** Words for 0 to 9: English, English in Bangla letters, Bangla, Bangla and Hindi in Latin letters. */
const digitWords = [
  'zero ziro oh nil nought naught জিরো শূন্য shunno shunyo sunno shunya jiro',
  'one ওয়ান এক ek',
  'two টু দুই দুটি dui doi',
  'three থ্রি তিন tin teen',
  'four ফোর চার char chaar',
  'five ফাইভ পাঁচ pach paach panch paanch',
  'six সিক্স ছয় chhoy choy soy',
  'seven সেভেন সাত shat saat sat',
  'eight এইট আট aat at aath',
  'nine নাইন নয় noy nou nau',
].map((words) => words.split(' '))

const englishTeens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')
const englishTens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** 10 to 99, for each of which Bangla has one word. */
const banglaTens = `
দশ এগারো বারো তেরো চৌদ্দ পনেরো ষোলো সতেরো আঠারো উনিশ
বিশ একুশ বাইশ তেইশ চব্বিশ পঁচিশ ছাব্বিশ সাতাশ আটাশ ঊনত্রিশ
ত্রিশ একত্রিশ বত্রিশ তেত্রিশ চৌত্রিশ পঁয়ত্রিশ ছত্রিশ সাঁইত্রিশ আটত্রিশ ঊনচল্লিশ
চল্লিশ একচল্লিশ বিয়াল্লিশ তেতাল্লিশ চুয়াল্লিশ পঁয়তাল্লিশ ছেচল্লিশ সাতচল্লিশ আটচল্লিশ ঊনপঞ্চাশ
পঞ্চাশ একান্ন বায়ান্ন তিপ্পান্ন চুয়ান্ন পঞ্চান্ন ছাপ্পান্ন সাতান্ন আটান্ন ঊনষাট
ষাট একষট্টি বাষট্টি তেষট্টি চৌষট্টি পঁয়ষট্টি ছেষট্টি সাতষট্টি আটষট্টি ঊনসত্তর
সত্তর একাত্তর বাহাত্তর তিয়াত্তর চুয়াত্তর পঁচাত্তর ছিয়াত্তর সাতাত্তর আটাত্তর ঊনআশি
আশি একাশি বিরাশি তিরাশি চুরাশি পঁচাশি ছিয়াশি সাতাশি আটাশি ঊননব্বই
নব্বই একানব্বই বিরানব্বই তিরানব্বই চুরানব্বই পঁচানব্বই ছিয়ানব্বই সাতানব্বই আটানব্বই নিরানব্বই`
  .trim()
  .split(/\s+/)
/** Words that sound like digits: honest texts are full of them. */
const soundAlikes = { won: 1, too: 2, to: 2, tree: 3, for: 4, fife: 5, siks: 6, sevn: 7, ate: 8 }

const fold = (word: string) => foldText(word).folded
const values = new Map<string, string>([
  ...digitWords.flatMap((words, value) => words.map((word) => [fold(word), String(value)] as const)),
  ...englishTeens.map((word, n) => [word, String(10 + n)] as const),
  ...englishTens.map((word, n) => [word, String(20 + 10 * n)] as const),
  ...banglaTens.map((word, n) => [fold(word), String(10 + n)] as const),
])
const repeats = new Map([...['double', fold('ডাবল')].map((word) => [word, 2] as const), ['triple', 3] as const])

const anyOf = (words: Iterable<string>) => [...words].toSorted((a, b) => b.length - a.length).join('|')

/** Every word for a number or a part of one, for a pattern without boundaries: `zeroone`. The longest come first. */
export const numberWord = anyOf([...values.keys(), ...repeats.keys()])

const spoken = (more: Iterable<string>) =>
  new RegExp(`\\d+|(?<![\\p{L}\\p{Mc}])(?:${numberWord}|${anyOf(more)})(?![\\p{L}\\p{Mc}])`, 'giu')
const patterns = [/\d+/g, spoken(['hundred']), spoken(Object.keys(soundAlikes))]

export interface Piece {
  digits: string
  /** In UTF-16 units of the text as it was typed. */
  stretch: readonly [from: number, to: number]
}

/** The pieces of numbers in a text, read in three ways: digits alone, with number words, and with words that sound like them. */
export function numberPiecesIn(text: string): Piece[][] {
  const { folded, origins } = foldText(text)
  return patterns.map((pattern) => {
    const pieces: Piece[] = []
    let times = 1
    let tens = ''
    for (const { index, 0: found } of folded.matchAll(pattern)) {
      const word = found.toLowerCase()
      const value = /^\d/.test(word) ? word : (values.get(word) ?? soundAlikes[word as 'to'])
      const stretch = [origins[index]!, origins[index + found.length]!] as const
      // "Thirty four" are two digits.
      const before = pieces.at(-1)
      if (tens && before && /^\d$/.test(String(value)))
        Object.assign(before, { digits: `${tens}${value}`, stretch: [before.stretch[0], stretch[1]] })
      else if (value !== undefined) pieces.push({ digits: String(value).repeat(times), stretch })
      tens = englishTens.includes(word) ? String(value)[0]! : ''
      times = repeats.get(word) ?? 1
    }
    return pieces
  })
}
