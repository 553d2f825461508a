import * as z from 'zod/mini'
import { type EmailList, type Endpoint, endpoint, type InputOf, pagedEndpoint } from '#src/platform/http/contract.ts'
import { pageInput } from '#src/platform/http/paging.ts'
import { type Decoded, Id, Modified, type Renaming, renamed, type Shape } from '#src/platform/schemas/fields.ts'
import { text } from '#src/platform/schemas/text.ts'

/** What to look for: words of a name or an email, or a biodata's number. */
const searchInput = {
  // Names are stored so; some keyboards write ড় and য় as one sign, others as two.
  search: z.optional(
    z
      .string()
      .check(z.normalize('NFC'), z.maxLength(100), z.regex(/^\P{Cc}*$/u, 'must not contain control characters')),
  ),
}

/** The order of a list: `name`, or `-name` for the other way round. */
const sortInput = <const K extends string>(keys: readonly K[]) => ({
  sort: z.optional(
    z.enum(
      keys.flatMap((key) => [key, `-${key}` as const]),
      `must be ${keys.join(', ')}, or one with a -`,
    ),
  ),
})

/** `columns`: headings of the file with their fields; `filters`: further inputs; `list`: its name in the audit log. */
export function adminList<S extends Shape, const K extends string, F extends Shape = Record<never, never>>({
  path,
  list,
  summary,
  fields,
  names,
  sortKeys,
  filters = {} as F,
  columns,
}: {
  path: `/${string}`
  list: EmailList
  summary: string
  fields: S
  names: Renaming<S>
  sortKeys: readonly K[]
  filters?: F
  columns: Readonly<Record<string, keyof S & string>>
}) {
  const wanted = { ...searchInput, ...sortInput(sortKeys), ...filters }
  const shared = { method: 'GET', access: 'admin' } as const
  return {
    sortKeys,
    rows: pagedEndpoint({
      ...shared,
      path,
      summary,
      showsEmails: { list },
      input: z.object({ ...pageInput, ...wanted }),
      output: z.array(renamed(fields, names)),
    }),
    /** Made while it is sent; the handler gives batches of rows. */
    file: {
      ...endpoint({
        ...shared,
        path: `${path}.csv`,
        summary: 'The same list as a file for spreadsheets. That it was taken is recorded.',
        asksPassword: true,
        input: z.object(wanted),
        output: z.custom<AsyncIterable<Decoded<S>[]>>(),
      }),
      columns,
    },
  }
}

export type ListQuery<L extends { rows: Endpoint }> = Partial<InputOf<L['rows']>> & { limit: number }

export const lastApprovalEndpoint = (path: Endpoint['path'], summary: string) =>
  endpoint({
    method: 'GET',
    path,
    summary,
    access: 'admin',
    input: z.object({}),
    output: z.object({ at: z.nullable(z.string()) }),
  })

/** What an administrator does to one row of a list; 0 when it was done before. */
export const rowAction = (
  path: `/${string}/:id`,
  summary: string,
  { id = Id, asksPassword = false }: { id?: z.ZodMiniType<string>; asksPassword?: boolean } = {},
) =>
  endpoint({
    method: 'PATCH',
    path,
    summary,
    access: 'admin',
    asksPassword,
    input: z.object({ id }),
    output: Modified,
    problems: ['not-found'],
  })

/** Takes back what an administrator did to a row; 0 when it was not so. */
export const undoAction = (path: `/${string}/:id`, summary: string, asksPassword = false) =>
  endpoint({
    method: 'DELETE',
    path,
    summary,
    access: 'admin',
    asksPassword,
    input: z.object({ id: Id }),
    output: Modified,
    problems: ['not-found', 'conflict'],
  })

/** The longest reason that an administrator can give; the database knows it too. */
export const longestReason = 500
const reason = text(longestReason)

export const reasonedAction = (path: `/${string}/:id${string}`, summary: string) =>
  endpoint({
    method: 'PATCH',
    path,
    summary,
    access: 'admin',
    input: z.object({ id: Id, reason }),
    output: Modified,
    problems: ['not-found', 'conflict'],
  })

const outcome = {
  id: Id,
  /** `before`: somebody else had done it. `failed`: it may work when tried again. */
  outcome: z.enum(['done', 'before', 'missing', 'failed']),
}
export type Outcome = Decoded<typeof outcome>

export const mostAtOnce = 100
const ids = z
  .array(Id, 'must be a list of ids')
  .check(z.minLength(1, 'must not be empty'), z.maxLength(mostAtOnce, `must be ${mostAtOnce} at most`))
export const outcomes = { results: z.array(renamed(outcome, { id: '_id' })) }
const results = z.object(outcomes)

export const bulkAction = (path: Endpoint['path'], summary: string) =>
  endpoint({ method: 'PATCH', path, summary, access: 'admin', input: z.object({ ids }), output: results })

export const reasonedBulkAction = (path: Endpoint['path'], summary: string) =>
  endpoint({ method: 'PATCH', path, summary, access: 'admin', input: z.object({ ids, reason }), output: results })
