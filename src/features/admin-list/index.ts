import * as z from 'zod/mini'
import { type EmailList, type Endpoint, endpoint, pagedEndpoint, pageInput } from '#src/platform/http/contract.ts'
import { type Decoded, Id, Modified, type Renaming, renamed, type Shape, text } from '#src/platform/schemas/fields.ts'

/** Words of a name or an email, or a biodata's number. */
const search = z
  .string()
  // Names are stored so; some keyboards write ড় and য় as one sign, others as two.
  .check(z.normalize('NFC'), z.maxLength(100), z.regex(/^\P{Cc}*$/u, 'must not contain control characters'))

/** Null where the account is gone. */
export const Person = z.nullable(z.object({ name: z.string(), email: z.string() }))

export const rowNames = {
  id: '_id',
  number: 'bioDataId',
  biodataId: 'bioData_id',
  ownBiodataId: 'ownBioData_id',
  reporterNumber: 'reporterBioDataId',
  reporterBiodataId: 'reporterBioData_id',
  askerId: 'asker_id',
  payerId: 'payer_id',
  providerRef: 'transactionId',
  deleted: 'isDelete',
  premium: 'type',
} as const

/** A list and its file for spreadsheets. */
export function adminList<S extends Shape, const K extends string, F extends Shape = Record<never, never>>(declared: {
  path: `/${string}`
  list: EmailList
  summary: string
  fields: S
  /** `name` sorts by names, and `-name` the other way round. */
  sortKeys: readonly K[]
  filters?: F
  columns: Readonly<Record<string, keyof S & string>>
}) {
  const { path, list, summary, fields, sortKeys, filters = {} as F, columns } = declared
  const orders = sortKeys.flatMap((key) => [key, `-${key}` as const])
  const sort = z.enum(orders, `must be ${sortKeys.join(', ')}, or one with a -`)
  const wanted = { search: z.optional(search), sort: z.optional(sort), ...filters }
  return {
    sortKeys,
    rows: pagedEndpoint({
      access: 'admin',
      path,
      summary,
      showsEmails: { list },
      input: z.object({ ...pageInput, ...wanted }),
      output: z.array(renamed(fields, rowNames as Renaming<S>)),
    }),
    file: {
      ...endpoint({
        access: 'admin',
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

export const lastApprovalEndpoint = (path: Endpoint['path'], summary: string) =>
  endpoint({ path, summary, access: 'admin', output: z.object({ at: z.nullable(z.string()) }) })

const change = { access: 'admin', output: Modified } as const

/** What an administrator does to one row of a list; 0 when it was done before. */
export const rowAction = (path: `/${string}/:id${string}`, summary: string, id: z.ZodMiniType<string> = Id) =>
  endpoint({ ...change, method: 'PATCH', path, summary, input: z.object({ id }) })

/** Takes back what an administrator did to a row; 0 when it was not so. */
export const undoAction = (path: `/${string}/:id`, summary: string) =>
  endpoint({ ...change, method: 'DELETE', path, summary, input: z.object({ id: Id }), problems: ['conflict'] })

/** The longest reason that an administrator can give; the database knows it too. */
export const longestReason = 500
const reason = text(longestReason)

export const reasonedAction = (path: `/${string}/:id${string}`, summary: string) =>
  endpoint({ ...change, method: 'PATCH', path, summary, input: z.object({ id: Id, reason }), problems: ['conflict'] })

const outcome = {
  id: Id,
  /** `before`: somebody else had done it. `failed`: it may work when tried again. */
  outcome: z.enum(['done', 'before', 'missing', 'failed']),
}
export type Outcome = Decoded<typeof outcome>

export const mostAtOnce = 100
export const partsOf = (ids: readonly string[], most = mostAtOnce) =>
  Array.from({ length: Math.ceil(ids.length / most) }, (_, n) => ids.slice(n * most, (n + 1) * most))
export const ids = z
  .array(Id, 'must be a list of ids')
  .check(z.minLength(1, 'must not be empty'), z.maxLength(mostAtOnce, `must be ${mostAtOnce} at most`))
export const outcomes = { results: z.array(renamed(outcome, rowNames)) }
const results = z.object(outcomes)

export const bulkAction = (path: Endpoint['path'], summary: string) =>
  endpoint({ method: 'PATCH', path, summary, access: 'admin', input: z.object({ ids }), output: results })

export const reasonedBulkAction = (path: Endpoint['path'], summary: string) =>
  endpoint({ method: 'PATCH', path, summary, access: 'admin', input: z.object({ ids, reason }), output: results })
