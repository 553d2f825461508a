import { foldText, isHarmlessRow, namesContact } from '#src/platform/named-contact.ts'
import { numberPiecesIn, numberWord, type Piece } from './number-words.ts'

/** A stretch of a text, in UTF-16 units. */
type Stretch = readonly [from: number, to: number]

const services =
  "imo|insta(?:gram)?|tele ?gram|face ?book|fb|wh?at'?s? ?ap+|wapp|viber|messenger|discord|snap ?chat|skype|linked ?in|g[ -]?mail|yahoo|hot ?mail|outlook|proton ?mail|icloud|tik ?tok|you ?tube|twitter|we ?chat|botim|likee"
const servicesInBangla =
  'ইমো(?!শ)|হোয়াটসঅ্যাপ|হোয়াটস অ্যাপ|হোয়াটসএপ|হোয়াটস এপ|হোয়াটস্যাপ|ওয়াটসঅ্যাপ|ওয়াটসআপ|ফেসবুক|ফেইসবুক|ফেবু|এফবি|এফ বি|টেলিগ্রাম|ইনস্টা|ইন্সটা|ইন্সট্রা|মেসেঞ্জার|মেসেনজার|ভাইবার|জিমেইল|জি-মেইল|জি মেইল|ইউটিউব|টিকটক|ডট কম|ডট নেট|এট দ্য রেট|এট দি রেট|অ্যাট দ্য রেট'
const endings =
  'online|tv|site|shop|club|live|store|ly|gg|cc|biz|dev|blog|uk|ai|asia|pro|vip|pk|ae|qa|eu|ca|cn|ru|su|email|chat|group|website|space'

const service = new RegExp(`(?<![\\p{L}\\d])(?:${services})(?![\\p{L}\\d])`, 'iu')
const leet: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', $: 's', '@': 'a', '!': 'i', '|': 'l' }
/** Digits and signs that stand for letters. Also the other reading of 1. */
const spelled = (word: string) =>
  ['i', 'l'].map((one) => word.replace(/[0345$@!|]/g, (sign) => leet[sign]!).replace(/1/g, one))
const namesService = (word: string) =>
  !service.test(word) && [...spelled(word), word.replace(/[^a-z]/gi, '')].some((plain) => service.test(plain))

/** What may be a way to reach somebody, in a folded text. Each of them is honest now and then. */
const suspicious: readonly { pattern: RegExp; isHarmless?: (row: string) => boolean }[] = [
  { pattern: /\d(?:[^\p{L}\d]{0,4}\d){8,}/gu, isHarmless: isHarmlessRow },
  {
    pattern: new RegExp(`(?:\\d|${numberWord})(?:[^\\p{L}\\d]{0,4}(?:\\d|${numberWord})){6,}`, 'giu'),
    isHarmless: hasFewWords,
  },
  { pattern: /[\doOlI|SB](?:[\s\p{Pd}().+/_*]{0,2}[\doOlI|SB]){9,}/gu, isHarmless: (row) => !isDisguisedNumber(row) },
  { pattern: new RegExp(service, 'giu') },
  // A letter at a time: `f a c e b o o k`, `F.B.`
  { pattern: /(?<![\p{L}\d])[a-z](?:[\s._*·-]{1,2}[a-z])+(?![\p{L}\d])/giu, isHarmless: (row) => !namesService(row) },
  {
    pattern: /(?<![\p{L}\d])[a-z\d@$!|]{2,12}(?![\p{L}\d])/giu,
    isHarmless: (word) => !/[a-z]/i.test(word) || !namesService(word),
  },
  { pattern: /(?<![\p{L}\d])(?:ig|tg|wa|yt)\s?[:=@#]\s?\w/giu },
  { pattern: /\b(?:search|follow|add|dm|knock|inbox|ping) me\b|\bmy (?:id|user ?name|handle) (?:is|on)\b/giu },
  { pattern: new RegExp(foldText(servicesInBangla).folded, 'gu') },
  { pattern: /(?<!\S)@[a-z][\w.]{2,}|[\w.]+\s*@\s+[\w-]+\s?\.\w+/giu },
  {
    pattern:
      /\bat\s+the\s+rate\b|\bdot\s?(?:com|net|org|me|bd|co|info|io|xyz|online)\b|\bxn--|\bhttps?\b|\bwww\b|(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])|\w{2,}\s+\.\s*(?:com|net|org)\b|\w{2,}\.\s+(?:com|net|org)\b/giu,
  },
  { pattern: new RegExp(`[a-z\\d-]{2,}\\.(?:${endings})(?![\\p{L}\\d])`, 'giu') },
  { pattern: /(?<![\p{L}\d])[a-z][a-z\d]*_[\w.]+/giu },
  {
    pattern: /(?<![\p{L}\d])(?!(?:road|house|block|class|sector|ward|flat)\d)[a-z]{4,}\d{3,}(?![\p{L}\d])/giu,
    isHarmless: isPlaceWithCode,
  },
  {
    pattern:
      /(?:[〇零一二三四五六七八九壹贰叁肆伍陆柒捌玖][\s、]?){7,}|(?:(?<![.–—-])[.·–—-]{5}(?![.–—-])[\s/]*){7,}/gu,
  },
  { pattern: /[A-Za-z\d+/_-]{12,}={0,2}/g, isHarmless: (word) => !hidesContact(word) },
]

/** A year beside one word for a number is no number in words. */
function hasFewWords(row: string) {
  return (row.match(new RegExp(numberWord, 'giu')) ?? []).length < 3
}

/** `Dhaka1216`, `Batch2014`. */
function isPlaceWithCode(word: string) {
  return /(?<!\d)(?:1\d\d\d|20\d\d)$/.test(word)
}

/** Letters that stand for digits in a number: `Ol7l2345678`. */
function isDisguisedNumber(row: string) {
  const plain = row.replace(/o/gi, '0').replace(/[lI|]/g, '1').replace(/S/g, '5').replace(/B/g, '8').replace(/\D/g, '')
  return row.replace(/\D/g, '').length >= 5 && mobileNumber.test(plain)
}

function hidesContact(word: string) {
  const hidden = Buffer.from(word, 'base64').toString('latin1')
  return /[A-Z\d]/.test(word) && /^[ -~]+$/.test(hidden) && namesContact(hidden)
}

/** May overlap. */
export function suspiciousStretches(text: string): Stretch[] {
  const { folded: plain, origins } = foldText(text)
  return suspicious.flatMap(({ pattern, isHarmless }) =>
    [...plain.matchAll(pattern)]
      .filter(([row]) => !isHarmless?.(row))
      .map(({ index, 0: row }): Stretch => [origins[index]!, origins[index + row.length]!]),
  )
}

const mobileNumber = /^(?:88)?01[3-9]\d{8}$/
const backwards = (digits: string) => [...digits].toReversed().join('')

/** Texts with pieces whose order is tried in every way: a page need not show them as the form does. */
const mostReordered = 4

function ordersOf<T>(all: readonly T[]): T[][] {
  if (all.length < 2 || all.length > mostReordered) return [[...all]]
  return all.flatMap((first, n) => ordersOf(all.toSpliced(n, 1)).map((rest) => [first, ...rest]))
}

/** The pieces that make a mobile number together, forwards or backwards; empty where none do. */
function numberIn<P extends Pick<Piece, 'digits'>>(pieces: readonly P[]): readonly P[] {
  for (let first = 0; first < pieces.length; first++)
    for (let after = first + 1, number = ''; after <= pieces.length && number.length < 13; after++) {
      number += pieces[after - 1]!.digits
      const isMobile = mobileNumber.test(number) || mobileNumber.test(backwards(number))
      if (isMobile && after - first > 1) return pieces.slice(first, after)
    }
  return []
}

/** A number in pieces, forwards or backwards, in digits or words, over sentences or fields; empty without one. */
export function splitNumberIn(texts: readonly string[]): Stretch[][] {
  const readings = texts.map(numberPiecesIn)
  for (let reading = 0; reading < (readings[0]?.length ?? 0); reading++) {
    const pieces = readings
      .map((ofText, place) =>
        ofText[reading]!.filter(({ digits }) => !isHarmlessRow(digits)).map((piece) => ({ ...piece, place })),
      )
      .filter((ofText) => ofText.length > 0)
    for (const order of ordersOf(pieces)) {
      const whole = numberIn(order.flat())
      if (whole.length > 0)
        return texts.map((_, place) => whole.filter((piece) => piece.place === place).map(({ stretch }) => stretch))
    }
  }
  return texts.map(() => [])
}

/** The text in parts, what the stretches cover as marked ones. */
export function markedParts(text: string, stretches: readonly Stretch[]) {
  const cuts = [0]
  for (const [from, to] of stretches.toSorted(([a], [b]) => a - b))
    if (cuts.length > 1 && cuts.at(-1)! >= from) cuts.push(Math.max(cuts.pop()!, to))
    else cuts.push(from, to)
  return [...cuts, text.length].flatMap((to, place) => {
    const from = cuts[place - 1] ?? 0
    // Every second part lies between the ends of a stretch.
    return from === to ? [] : [{ from, text: text.slice(from, to), isMarked: place % 2 === 0 }]
  })
}
