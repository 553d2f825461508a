import * as z from 'zod/mini'
import { type Endpoint, endpoint } from './contract.ts'

/** What to look for: words of a name or an email, or a biodata's number. */
export const searchInput = {
  // Names are stored so; some keyboards write ড় and য় as one sign, others as two.
  search: z.optional(
    z
      .string()
      .check(z.normalize('NFC'), z.maxLength(100), z.regex(/^\P{Cc}*$/u, 'must not contain control characters')),
  ),
}

/** The order of a list: `name`, or `-name` for the other way round. */
export const sortInput = <const K extends string>(...keys: K[]) => ({
  sort: z.optional(
    z.enum(
      keys.flatMap((key) => [key, `-${key}` as const]),
      `must be ${keys.join(', ')}, or one with a -`,
    ),
  ),
})

/** An endpoint for administrators whose answer is a file, made while it is sent; the handler gives batches of rows. */
export const csvEndpoint = <In extends z.core.$ZodType, const Columns extends Record<string, string>>(
  declared: Pick<Endpoint<In>, 'path' | 'summary' | 'input'> & { columns: Columns },
) => ({
  ...endpoint({
    ...declared,
    method: 'GET',
    access: 'admin',
    output: z.custom<AsyncIterable<Record<Columns[keyof Columns], string | number | boolean>[]>>(),
  }),
  columns: declared.columns,
})
