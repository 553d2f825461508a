import { isIP } from 'node:net'
import * as z from 'zod'
import type { Words } from '#src/platform/operator.ts'

// What the text of a variable has to be. Every message continues `PORT is "x", but`.

export const text = z.string().trim()

/** A number written in digits: JavaScript alone would take 0x10 and 1e3, too. */
function decimal(digits: RegExp, least: number, most: number, message: string) {
  return text
    .regex(digits, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message)
}
export const number = (least: number, most: number) =>
  decimal(/^-?\d*\.?\d+$/, least, most, `must be a number from ${least} to ${most}`)
export const wholeNumber = (least: number, most: number) =>
  decimal(/^-?\d+$/, least, most, `must be a whole number from ${least} to ${most}`)

export const oneOf = <const V extends string>(...values: V[]) =>
  z.enum(values, `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`)

/** English before the bar and Bangla after it; without a bar both pages show the same words. */
export const inBothLanguages = text.transform((words, context): Words => {
  const [en = '', bn = en, more] = words.split('|').map((part) => part.trim())
  if (en && bn && more === undefined) return { en, bn }
  context.addIssue({ code: 'custom', message: 'must be English words, or English | Bangla' })
  return z.NEVER
})

export const telephone = text.regex(/^\+?[\d ()-]{6,24}$/, 'must be a phone number, like +880 1700-000000')
export const mobile = text.regex(
  /^\+[\d ()-]{8,24}$/,
  'must be a number that begins with + and the country, like +8801700000000',
)

/** `01700-000000, Abdur Rahman`: everything behind the first comma says whose account it is. */
export const payTo = text.transform((words, context) => {
  const [, account, holder] = /^([A-Za-z\d][A-Za-z\d -]{4,33}[A-Za-z\d])\s*,\s*(\S.{0,119})$/.exec(words) ?? []
  if (account && holder) return { number: account, holder }
  context.addIssue({
    code: 'custom',
    message: 'must be a number, a comma and its holder, like 01700-000000, Abdur Rahman',
  })
  return z.NEVER
})

/** The specification's figure is the demo's. */
export const figure = z.union([z.enum(['counted', 'spec', 'hidden']), wholeNumber(0, 100_000_000)], {
  error: 'must be counted, hidden, spec or a whole number',
})

export const email = z.email('must be an address, like site@example.org')

export const postgresAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must look like postgres://user:password@host/name',
})

export const smtpAddress = z.url({
  protocol: /^smtps?$/,
  error: 'must look like smtps://user:password@mail.example.org',
})

export const currency = text.refine(
  (code) => Intl.supportedValuesOf('currency').includes(code.toUpperCase()),
  'must be the three-letter code of a currency, like USD or BDT',
)

export const stripeKey = (begins: string, others: RegExp) =>
  text.refine((key) => !others.test(key), `must be the one of the three keys that begins with ${begins}`)

/** `demo` never listens to, or links to, anything but this machine (REQUIREMENTS X5): its doors are open on purpose. */
export function isLoopback(host: string) {
  const name = host.replace(/^\[|\]$/g, '')
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/** On this machine nobody listens in between. */
function isSecure(url: string) {
  return URL.canParse(url) && (new URL(url).protocol === 'https:' || isLoopback(new URL(url).hostname))
}

function isOrigin(url: string) {
  if (!URL.canParse(url)) return false
  const { pathname, search, hash, username } = new URL(url)
  return pathname === '/' && !search && !hash && !username
}

export const origin = z
  .url({ protocol: /^https?$/, error: 'must look like https://example.org' })
  .refine(isSecure, 'must begin with https://, or passwords and sessions would be read on the way')
  .refine(isOrigin, 'must be scheme and host alone, like https://example.org: the site cannot live below a path')

export const issuer = z
  .url('must be the issuer address of the OpenID Connect provider')
  .refine(isSecure, 'must begin with https://, or passwords and names would be read on the way')

/** The networks that Fastify's proxy-addr knows by name, and addresses with or without a mask. */
const isProxy = (entry: string) =>
  /^(loopback|linklocal|uniquelocal)$/.test(entry) ||
  (/^[^/]+(\/\d{1,3})?$/.test(entry) && isIP(entry.split('/')[0]!) > 0)

export const proxies = text.refine(
  (list) => list.split(',').every((entry) => isProxy(entry.trim())),
  'must be addresses or networks of your proxies, like 127.0.0.1 or 10.0.0.0/8, with commas between',
)
