import * as z from 'zod/mini'
import { invalid } from './problem.ts'

/** Rows in an answer to a client that does not page. */
export const mostPerAnswer = 1000

export const badCursor = () => invalid('after', 'is not a cursor that this list gave out')

/** The sort keys of the last row, packed. Clients get it sealed (cursor-seal.server.ts, mount.server.ts). */
export const cursor = {
  pack: (...keys: (string | number)[]) => JSON.stringify(keys),
  /** @throws Problem 422 when it is the place of another list */
  unpack<T>(text: string | undefined, shape: z.core.$ZodType<T>): T | undefined {
    if (text === undefined) return undefined
    try {
      return z.parse(shape, JSON.parse(text))
    } catch {
      throw badCursor()
    }
  },
}

/** The usual sort keys: a moment as PostgreSQL writes it, and an id to tell equal moments apart. */
const Moment = z.string().check(
  z.regex(/^[12]\d{3}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d)?$/),
  z.refine((text) => z.safeParse(z.iso.date(), text.slice(0, 10)).success),
)
export const TimeAndId = z.tuple([Moment, z.uuid()])
export const TextAndId = z.tuple([
  z.string().check(
    z.maxLength(300),
    z.refine((text) => text.isWellFormed() && !text.includes('\0')),
  ),
  z.uuid(),
])
export const NumberAndId = z.tuple([z.string().check(z.regex(/^\d{1,9}$/)), z.uuid()])

/** The moment of a row, and the running number of a line among those of the same moment. */
export const TimeAndRunningId = z.tuple([Moment, z.string().check(z.regex(/^\d{1,18}$/))])

export const RunningId = z.tuple([z.int().check(z.gte(1))])

/** Cuts a page out of rows that were fetched with one row too many. */
export function pageOf<T>(rows: T[], size: number, cursorOf: (last: T) => string, total?: number) {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, next: rows.length > size && last !== undefined ? cursorOf(last) : undefined, total }
}
