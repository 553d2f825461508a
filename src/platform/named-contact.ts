/** Letters of other scripts that look like Latin ones: enough to disguise the ending of an address. */
const lookAlikes: Record<string, string> = Object.fromEntries(
  'аa сc еe оo рp хx уy іi ѕs мm тt кk нh вb οo ոn'.split(' ').map((pair) => [...pair]),
)

/** Filled circles with numbers in them: Unicode gives them no plain form. Each ten begin with 1. */
const circled = new Map([['\u24ff', '0']])
for (const first of [0x2776, 0x2780, 0x278a])
  for (let place = 0; place < 10; place++) circled.set(String.fromCodePoint(first + place), String(place + 1))

/** The digit of any script as 0 to 9. Unicode keeps the ten digits of a script side by side, from zero. */
function digitOf(digit: string) {
  let zero = digit.codePointAt(0)!
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((digit.codePointAt(0)! - zero) % 10)
}

function foldCharacter(character: string) {
  if (/^[\n -~]$/.test(character)) return character
  const plain = circled.get(character) ?? character
  return plain
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Mn}\p{Me}\u2800]/gu, '')
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/。/g, '.')
    .replace(/[\u0370-\u058f]/g, (letter) => lookAlikes[letter.toLowerCase()] ?? letter)
}

/** As readers copy it, for checks only: Bangla loses vowel signs. `origins[i]` is where `folded[i]` was in `text`. */
export function foldText(text: string) {
  let [folded, at] = ['', 0]
  const origins: number[] = []
  for (const character of text) {
    const plain = foldCharacter(character)
    folded += plain
    for (let unit = 0; unit < plain.length; unit++) origins.push(at)
    at += character.length
  }
  return { folded, origins: [...origins, at] }
}

const day = '(?:0?[1-9]|[12]\\d|3[01])'
const month = '(?:0?[1-9]|1[0-2])'
const year = '(?:19|20)\\d\\d'
const date = new RegExp(`^(?:${day}[./-]${month}[./-]${year}|${year}[./-]${month}[./-]${day})$`)
const yearOrAmount = new RegExp(`^(?:${year}|[1-9]\\d{0,4}00)$`)

/** Whether a row of numbers is only years, dates and round amounts, which nobody can be called by. */
export const isHarmlessRow = (row: string) =>
  row
    .replace(/(?<=\d),(?=\d{2,3}(?!\d))/g, '')
    .split(/[\s,;]+/)
    .every((part) => date.test(part) || part.split(/[^\d]+/).every((one) => one === '' || yearOrAmount.test(one)))

/** Nine digits and more, with at most two signs between two of them. */
const longNumber = /\d(?:[\s\p{Pd}().+/]{0,2}\d){8,}/gu
const mobileNumber = /(?<!\d)(?:\+?88)?0[^\p{L}\d]{0,4}1[^\p{L}\d]{0,4}[3-9](?:[^\p{L}\d]{0,4}\d){8}(?!\d)/gu
const bookNumber = /(?<!\d)97[89](?:[\s-]?\d){10}(?!\d)|\bISBN[\s:-]*(?:\d[\s-]?){9}[\dX]\b/gi
/** Commerce degrees, which look like addresses. */
const commerceDegree = /\b[BM]\.Com\b(?![/\w])/gi
const address =
  /\S@\S|[[({<]\s*(?:at|@|dot)\s*[\])}>]|:\/\/|\bhxxps?\b|\bwww\.|[a-z\d-]\.(?:com|net|org|info|bd|io|app|page|link|xyz|বাংলা)(?![\p{L}\d])|[a-z\d-]\.(?:me|co)\//iu
/** Endings that are words too: with a capital they begin a sentence. */
const addressInLowerCase = /[a-z\d-]\.(?:me|co)(?![\p{L}\d])/u

const isAnyOf = (pattern: RegExp, text: string, isHarmless: (row: string) => boolean) =>
  [...text.matchAll(pattern)].some(([row]) => !isHarmless(row))

/** Finds an email address, a link, or a number that can be called. What only may be one: open-texts/policy.ts. */
export function namesContact(text: string) {
  const folded = foldText(text).folded.replace(commerceDegree, '').replace(bookNumber, ',')
  return (
    address.test(folded) ||
    addressInLowerCase.test(folded) ||
    isAnyOf(longNumber, folded, isHarmlessRow) ||
    isAnyOf(mobileNumber, folded, isHarmlessRow)
  )
}
