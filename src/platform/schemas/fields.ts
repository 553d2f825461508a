import * as z from 'zod/mini'
import { latinDigits } from '#src/platform/digits.ts'

export type Shape = Record<string, z.core.$ZodType>
export type Renaming<S extends Shape> = { [K in keyof S]?: string }

/** Makes the keys optional whose value may be undefined, as z.object does. */
type Loose<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: T[K]
}
export type Decoded<S extends Shape> = Loose<{ [K in keyof S]: z.output<S[K]> }>

/**
 * Other names on the wire: `renamed({ gender: Gender }, { gender: 'gander' })` reads `{ "gander": … }` and is
 * `{ gender: … }` to us. Drops fields not in `shape` in both directions; those that were not sent are not there.
 */
export function renamed<S extends Shape>(shape: S, names: Renaming<S>) {
  const pairs = Object.keys(shape).map((ours) => [ours, names[ours] ?? ours] as const)
  const wire = z.object(Object.fromEntries(pairs.map(([ours, theirs]) => [theirs, shape[ours]!])))
  return z.codec(wire, z.custom<Decoded<S>>(), {
    decode: (sent) =>
      Object.fromEntries(
        pairs.filter(([, theirs]) => theirs in sent).map(([ours, theirs]) => [ours, sent[theirs]]),
      ) as Decoded<S>,
    encode: (value) =>
      Object.fromEntries(pairs.map(([ours, theirs]) => [theirs, (value as Record<string, unknown>)[ours]])),
  })
}

const missing = 'must be filled in'
const written = (most: number, forbidden: RegExp) =>
  z.string(missing).check(
    z.trim(),
    z.normalize('NFC'),
    z.maxLength(most, `must have at most ${most} characters`),
    z.refine((text) => text.isWellFormed() && !forbidden.test(text), 'must not contain control characters'),
  )

/** Text of one line: no control or direction-override characters (they break lists, mails and logs). */
export const line = (most: number) =>
  written(most, /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u).check(
    // Letters that nobody sees (U+200B, U+3164 …) belong into names, between others; alone they are no name.
    z.refine((text) => /[^\p{Default_Ignorable_Code_Point}\p{Z}\u2800]/u.test(text), missing),
  )

/** Text of several lines: of control characters only those that end a line or set it in. */
export const text = (most: number) =>
  written(most, /[^\P{Cc}\n\r\t]|[\u202A-\u202E\u2066-\u2069]/u).check(z.minLength(1, missing))

const longestEmail = 254
/** A local part without quotes (RFC 5322, dot-atom), and a host name: what else a mail program reads differently. */
const emailPattern =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d](?:[a-z\d-]*[a-z\d])?$/

/** Trimmed and in lower case. ASCII only: letters that look like these could imitate another person's address. */
export const Email = z
  .string('must be an email address')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(longestEmail, 'must have at most 254 characters'),
    z.regex(emailPattern, 'must be an email address'),
  )

export const isEmail = (typed: string) =>
  typed.trim().length <= longestEmail && emailPattern.test(typed.trim().toLowerCase())

/** Where the specification puts the caller's email; `me` says the same and keeps the address out of logs. */
export const OwnEmail = z.union([z.literal('me'), Email], 'must be an email address')

/** For writes: the person the page was made for. If another one has signed in since, the server refuses (`self`). */
export const asPerson = { email: z.optional(OwnEmail) }

/** What the specification has clients send and the server knows better: accepted whatever it is, never read. */
export const Ignored = z.optional(z.unknown()).check(z.describe('Ignored: the server knows it.'))

/** Whole numbers arrive as text in a query and as numbers in a body; both are read. */
export const wholeNumber = (least: number, most: number) =>
  z.codec(
    z.union(
      [z.string().check(z.overwrite(latinDigits), z.regex(/^-?\d{1,9}$/, 'must be a whole number')), z.number()],
      'must be a whole number',
    ),
    z
      .int('must be a whole number')
      .check(z.gte(least, `must be ${least} or more`), z.lte(most, `must be ${most} or less`)),
    { decode: Number, encode: (n) => n },
  )

export const Id = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, 'is not an id'))

/** How many rows a change has changed: 0 when all was so before. */
export const Modified = z.object({ modifiedCount: z.int() })
export const Deleted = z.object({ deletedCount: z.int() })
/** The row that was made, or was there. */
export const Inserted = z.object({ insertedId: Id })
