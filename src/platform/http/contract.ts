import * as z from 'zod/mini'
import { wholeNumber } from '#src/platform/schemas/fields.ts'
import type { ProblemName } from './problem.ts'

/** The coarse gate, checked before anything else. Rules about single rows live in each feature's policy.ts. */
export type Access = 'visitor' | 'member' | 'admin'

/** The media type of every error answer, RFC 9457. A client that accepts it by name knows the codes in it. */
export const problemType = 'application/problem+json'

/** Lists that hold emails of people, as the audit log names them. */
export type EmailList =
  | 'users'
  | 'biodata'
  | 'premium requests'
  | 'contact requests'
  | 'payments'
  | 'payment findings'
  | 'reports'
  | 'activity'
  | 'pages of people'

/** Route, validation, OpenAPI entry, typed client and in-process call follow from it. Schemas may be codecs. */
export interface Endpoint<
  In extends z.core.$ZodType = z.core.$ZodType,
  Out extends z.core.$ZodType = z.core.$ZodType,
  A extends Access = Access,
  Paged extends boolean = boolean,
> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/${string}`
  summary: string
  access: A
  /** It asks for the password again, unless that was given, or the person signed in, a few minutes ago (REQUIREMENTS M8). */
  asksPassword?: boolean
  /** Names the input that carries an email which must be the caller's own; an administrator's may differ if `orAdmin`. */
  self?: { input: string; orAdmin?: boolean }
  /** Path parameters, then the query (GET, DELETE) or the JSON body (POST, PATCH), as one object; `{}` unless declared. */
  input: In
  /** An allow-list: what is not named here never leaves the server. */
  output: Out
  /** The answer is an array with a `Link` to the next page and, where it is known, `X-Total-Count`. */
  paged: Paged
  /** The answer is a file of this name to people who open the address in a browser. */
  download?: string
  /** The answer is a file for spreadsheets: headings, and the field of a row below each. An allow-list, too. */
  columns?: Readonly<Record<string, string>>
  /** Emails of others: at most 100 rows, counted and recorded (REQUIREMENTS G5, M4), unless input `unless` is true. */
  showsEmails?: { list: EmailList; unless?: string }
  /** It shows several people, which is counted (REQUIREMENTS R2); a number is how many at most, where no `limit` is sent. */
  isList?: true | number
  /** It names nobody, is kept for a second (response-cache.server.ts) and may come from db/replica.server.ts. */
  isSameForVisitors?: boolean
  /** It asks somebody outside (the payment provider), and while it waits for them the server could do other work. */
  asksOutside?: boolean
  /** Bytes of a body, where 64 KB are too few. */
  bodyLimit?: number
  /** Its address comes out of a mail, to which programs add parameters of their own; elsewhere an unknown one is refused. */
  takesAnyQuery?: boolean
  /** Besides 401, 403, 404 and 422, which follow from `access`, `self`, an `:id` and `input`, and 429 and 503. */
  problems?: readonly Exclude<ProblemName, 'invalid' | 'too-fast' | 'unavailable'>[]
}

type Declared<In extends z.core.$ZodType, Out extends z.core.$ZodType, A extends Access> = Omit<
  Endpoint<In, Out, A>,
  'method' | 'input' | 'paged'
> & { method?: Endpoint['method']; input?: In }
const nothing = z.object({})

export function endpoint<Out extends z.core.$ZodType, A extends Access, In extends z.core.$ZodType = typeof nothing>(
  declared: Declared<In, Out, A>,
): Endpoint<In, Out, A, false> {
  return { method: 'GET', input: nothing as z.core.$ZodType as In, ...declared, paged: false }
}

/** A biodata's public running number; beyond this the database has none. */
export const bioDataId = wholeNumber(1, 2_147_483_647)

/** Most rows one page of a list holds (REQUIREMENTS G5); of a list of people's emails one answer, in any case. */
export const mostPerPage = 100
/** As many pages of a list are in one address: the server makes them all for one request. */
export const mostPages = 20

/** The two inputs every list has. Without `limit` an answer holds at most 1,000 rows, 100 with people's emails. */
export const pageInput = {
  limit: z.optional(wholeNumber(1, mostPerPage)),
  after: z.optional(z.string().check(z.maxLength(1000))),
}

const page = z.object(pageInput)

/** An endpoint whose answer is one page of a list. Another input holds `pageInput`, too. */
export function pagedEndpoint<
  Out extends z.core.$ZodType<unknown[], unknown[]>,
  A extends Access,
  In extends z.core.$ZodType = typeof page,
>(declared: Declared<In, Out, A>): Endpoint<In, Out, A, true> {
  return { method: 'GET', input: page as z.core.$ZodType as In, ...declared, paged: true }
}

/** For changes that a page makes for one person: another who has signed in since is refused. Goes with `asPerson`. */
export const bySelf = { access: 'member', self: { input: 'email' } } as const
/** For what needs the password as well. */
export const confirmed = { access: 'member', asksPassword: true } as const

export interface ListPage<T> {
  items: T[]
  /** Cursor of the next page; absent on the last one. */
  next?: string | undefined
  total?: number | undefined
  /** In its place, where counting all would read too much: so many, and perhaps more. */
  atLeast?: number | undefined
  /** How many more rows of lists the reader may be shown for now, once these are few (REQUIREMENTS R2). */
  left?: number | undefined
}

/** What a caller passes, and what a handler receives: our own names, decoded. */
export type InputOf<E extends Endpoint> = z.output<E['input']>
export type ResultOf<E extends Endpoint> = E['paged'] extends true
  ? ListPage<z.output<E['output']> extends (infer T)[] ? T : never>
  : z.output<E['output']>

export const nameOf = (endpoint: Pick<Endpoint, 'method' | 'path'>) => `${endpoint.method} ${endpoint.path}`

export const isInQuery = ({ method }: Endpoint) => method === 'GET' || method === 'DELETE'

export function requestOf(endpoint: Endpoint, wire: Record<string, unknown>) {
  const rest = { ...wire }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (!isInQuery(endpoint)) return { url: `/api${path}`, body: rest }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) {
    for (const one of [value].flat()) if (one !== undefined && one !== '') query.append(name, String(one))
  }
  // Not by its `size`, which is younger than phones in use.
  const asked = String(query)
  return { url: `/api${path}${asked && '?'}${asked}` }
}
