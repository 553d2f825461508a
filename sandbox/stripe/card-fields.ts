import { brandOf, lengthsOf, passesLuhn } from './cards.ts'

/** What a person typed, digits only; `expiry` is MMYY. */
export interface CardInput {
  number: string
  expiry: string
  cvc: string
}

export type CardField = keyof CardInput

export interface CardProblem {
  type: 'validation_error'
  field: CardField
  code: string
  message: string
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The digits a field keeps of what stands in it, whether typed, pasted or filled in by the browser. */
export function digitsFor(field: CardField, text: string, number: string): string {
  if (field === 'expiry') return expiryDigits(text)
  return digitsOf(text).slice(0, lengthsOf(brandOf(field === 'number' ? digitsOf(text) : number))[field])
}

/** `5` can only be May, `13` only January of 203x; a browser fills in `12/2034`. */
function expiryDigits(text: string): string {
  const short = digitsOf(text.replace(/^(\d\d)(\D*)20(\d\d)$/, '$1$3'))
  const early = Number(short[0]) > 1 || Number(short.slice(0, 2)) > 12
  return (early ? `0${short}` : short).slice(0, 4)
}

/** How the digits of a field are shown: `4242 4242 …`, `12 / 34`. */
export function shown(field: CardField, digits: string): string {
  if (field === 'number') return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
  if (field === 'expiry') return digits.replace(/^(\d\d)(\d+)$/, '$1 / $2')
  return digits
}

function isFull(field: CardField, card: CardInput): boolean {
  return card[field].length === (field === 'expiry' ? 4 : lengthsOf(brandOf(card.number))[field])
}

/**
 * The first thing wrong with the card, with the codes and words of Stripe.js. A field that is not full yet counts as
 * wrong only if it is among those the person has left.
 */
export function problemOf(card: CardInput, left: ReadonlySet<CardField>, today: Date): CardProblem | undefined {
  const problem = (field: CardField, code: string, message: string): CardProblem => ({
    type: 'validation_error',
    field,
    code,
    message,
  })
  if (isFull('number', card)) {
    if (!passesLuhn(card.number)) return problem('number', 'invalid_number', 'Your card number is invalid.')
  } else if (left.has('number')) {
    return problem('number', 'incomplete_number', 'Your card number is incomplete.')
  }
  if (isFull('expiry', card)) {
    const month = Number(card.expiry.slice(0, 2))
    const year = 2000 + Number(card.expiry.slice(2))
    if (month === 0) {
      return problem('expiry', 'invalid_expiry_month', 'Your card’s expiration month is invalid.')
    }
    if (year < today.getFullYear()) {
      return problem('expiry', 'invalid_expiry_year_past', 'Your card’s expiration year is in the past.')
    }
    if (year > today.getFullYear() + 50) {
      return problem('expiry', 'invalid_expiry_year', 'Your card’s expiration year is invalid.')
    }
    if (year === today.getFullYear() && month < today.getMonth() + 1) {
      return problem('expiry', 'invalid_expiry_month_past', 'Your card’s expiration date is in the past.')
    }
  } else if (left.has('expiry')) {
    return problem('expiry', 'incomplete_expiry', 'Your card’s expiration date is incomplete.')
  }
  if (!isFull('cvc', card) && left.has('cvc')) {
    return problem('cvc', 'incomplete_cvc', 'Your card’s security code is incomplete.')
  }
}

/** Every field full; says nothing about whether what stands there is right. */
export function isComplete(card: CardInput): boolean {
  return isFull('number', card) && isFull('expiry', card) && isFull('cvc', card)
}

/** Whether the cursor should go on to the next field. */
export function isDone(field: CardField, card: CardInput, today: Date): boolean {
  return isFull(field, card) && problemOf(card, new Set(), today)?.field !== field
}
