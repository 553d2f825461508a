import { foldText, isHarmlessRow, namesContact } from '#src/platform/named-contact.ts'

/** What stands for the name of an account, and for a number in pieces, where a field of the biodata is named. */
export const accountName = 'account'
export const inSeveral = 'several'

/** A stretch of a text, in UTF-16 units. */
type Stretch = readonly [from: number, to: number]

const digits = ['zero|oh|nil', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const tens = [
  'ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen',
  'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|double|triple',
]
const bangla = 'শূন্য|জিরো|এক|ওয়ান|দুই|দুটি|টু|তিন|থ্রি|চার|ফোর|পাঁচ|ফাইভ|ছয়|সিক্স|সাত|সেভেন|আট|এইট|নয়|নাইন|ডাবল'
const banglish =
  'shunno|shunyo|sunno|jiro|ek|dui|doi|tin|char|pach|paach|panch|chhoy|choy|soy|shat|saat|sat|aat|at|noy|nou'
/** Bangla as a folded text has it. */
const folded = (words: string) =>
  words
    .split('|')
    .map((word) => foldText(word).folded)
    .join('|')
const numberWord = [...tens, ...digits, folded(bangla), banglish].join('|')

const services =
  'imo|insta(?:gram)?|tele ?gram|face ?book|fb|whats ?app|viber|messenger|discord|snap ?chat|skype|linked ?in|g-?mail|yahoo|hot ?mail|outlook|proton ?mail'
const servicesInBangla = 'ইমো(?!শ)|হোয়াটসঅ্যাপ|হোয়াটস অ্যাপ|ফেসবুক|ফেইসবুক|টেলিগ্রাম|ইনস্টা|মেসেঞ্জার|ভাইবার|জিমেইল|ডট কম'
const endings = 'online|tv|site|shop|club|live|store|ly|gg|cc|biz|dev|blog|uk'

/** What may be a way to reach somebody, in a folded text. Each of them is honest now and then. */
const suspicious: readonly { pattern: RegExp; isHarmless?: (row: string) => boolean }[] = [
  { pattern: /\d(?:[^\p{L}\d]{0,4}\d){8,}/gu, isHarmless: isHarmlessRow },
  {
    pattern: new RegExp(`(?:\\d|${numberWord})(?:[^\\p{L}\\d]{0,4}(?:\\d|${numberWord})){6,}`, 'giu'),
    isHarmless: hasFewWords,
  },
  { pattern: /[\doOlI|SB](?:[\s\p{Pd}().+/_*]{0,2}[\doOlI|SB]){9,}/gu, isHarmless: (row) => !isDisguisedNumber(row) },
  { pattern: new RegExp(`(?<![\\p{L}\\d])(?:${services})(?![\\p{L}\\d])`, 'giu') },
  { pattern: new RegExp(folded(servicesInBangla), 'gu') },
  { pattern: /(?<!\S)@[a-z][\w.]{2,}|[\w.]+\s*@\s+[\w-]+\s?\.\w+/giu },
  {
    pattern:
      /\bat\s+the\s+rate\b|\bdot\s?(?:com|net|org|me|bd)\b|\w{2,}\s+\.\s*(?:com|net|org)\b|\w{2,}\.\s+(?:com|net|org)\b/giu,
  },
  { pattern: new RegExp(`[a-z\\d-]{2,}\\.(?:${endings})(?![\\p{L}\\d])`, 'giu') },
  { pattern: /(?<![\p{L}\d])[a-z][a-z\d]*_[\w.]+/giu },
  { pattern: /[A-Za-z\d+/_-]{12,}={0,2}/g, isHarmless: (word) => !hidesContact(word) },
]

/** A year beside one word for a number is no number in words. */
function hasFewWords(row: string) {
  return (row.match(new RegExp(numberWord, 'giu')) ?? []).length < 3
}

/** Letters that stand for digits in a number: `Ol7l2345678`. */
function isDisguisedNumber(row: string) {
  const plain = row.replace(/o/gi, '0').replace(/[lI|]/g, '1').replace(/S/g, '5').replace(/B/g, '8').replace(/\D/g, '')
  return row.replace(/\D/g, '').length >= 5 && /^(?:88)?01[3-9]\d{8}$/.test(plain)
}

/** Whether a word is a contact in base64. */
function hidesContact(word: string) {
  if (!/[A-Z\d]/.test(word)) return false
  const hidden = atobOrNothing(word.replace(/-/g, '+').replace(/_/g, '/'))
  return /^[ -~]+$/.test(hidden) && namesContact(hidden)
}

function atobOrNothing(word: string) {
  try {
    return atob(word)
  } catch {
    return ''
  }
}

/** Where a text may say how to reach its writer, in order and apart from each other. */
export function suspiciousStretches(text: string): Stretch[] {
  const { folded: plain, origins } = foldText(text)
  const found = suspicious.flatMap(({ pattern, isHarmless }) =>
    [...plain.matchAll(pattern)]
      .filter(([row]) => !isHarmless?.(row))
      .map(({ index, 0: row }): Stretch => [origins[index]!, origins[index + row.length]!]),
  )
  return joined(found)
}

function joined(stretches: readonly Stretch[]) {
  const whole: [number, number][] = []
  for (const [from, to] of stretches.toSorted(([a], [b]) => a - b)) {
    const last = whole.at(-1)
    if (!last || last[1] < from) whole.push([from, to])
    else last[1] = Math.max(last[1], to)
  }
  return whole
}

/** A number that is written in pieces: in two sentences, or in several fields. Empty where there is none. */
export function splitNumberIn(texts: readonly string[]): Stretch[][] {
  const pieces = texts.flatMap((text, place) => {
    const { folded: plain, origins } = foldText(text)
    return [...plain.matchAll(/\d+/g)]
      .filter(([piece]) => !isHarmlessRow(piece))
      .map(({ index, 0: piece }) => ({
        ...{ piece, place },
        stretch: [origins[index]!, origins[index + piece.length]!] as Stretch,
      }))
  })
  for (let first = 0; first < pieces.length; first++)
    for (let after = first + 2, number = pieces[first]!.piece; after <= pieces.length && number.length < 13; after++) {
      number += pieces[after - 1]!.piece
      if (!/^(?:88)?01[3-9]\d{8}$/.test(number)) continue
      const whole = pieces.slice(first, after)
      return texts.map((_, place) => whole.filter((piece) => piece.place === place).map(({ stretch }) => stretch))
    }
  return texts.map(() => [])
}

/** A text in parts, each with where it begins, of which some are marked. */
export function markedParts(text: string, stretches: readonly Stretch[]) {
  const ends = [...joined(stretches), [text.length, text.length] as Stretch]
  let at = 0
  return ends.flatMap(([from, to]) => {
    const parts = [
      { from: at, text: text.slice(at, from), isMarked: false },
      { from, text: text.slice(from, to), isMarked: true },
    ]
    at = to
    return parts.filter((part) => part.text !== '')
  })
}
