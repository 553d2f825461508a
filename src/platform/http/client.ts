import {
  type Query as CachedQuery,
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  type UseSuspenseInfiniteQueryOptions,
} from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  type Endpoint,
  type InputOf,
  type ListPage,
  mostPages,
  nameOf,
  problemType,
  type ResultOf,
  requestOf,
} from './contract.ts'
import type { FieldError, ProblemBody } from './problem.ts'

interface Sending {
  /** It is sent even if the page goes. */
  keepalive?: boolean
  /** Cancels it, where the browser can. */
  signal?: AbortSignal
}

/** Over HTTP in the browser, in process while the server renders. */
export type Caller = <E extends Endpoint>(endpoint: E, input: InputOf<E>, sending?: Sending) => Promise<ResultOf<E>>

/** The server refused, or could not be reached (`status` 0, code `offline`), or did not answer in time (0, `timed-out`). */
export class CallFailed extends Error {
  readonly status: number
  readonly code: string
  readonly errors: FieldError[]
  /** When trying again makes sense, ISO 8601, if the server said so. */
  readonly until: string | undefined

  constructor(problem: Partial<ProblemBody> & { status: number; code: string; until?: string | undefined }) {
    super(problem.detail ?? problem.title ?? problem.code)
    this.status = problem.status
    this.code = problem.code
    this.errors = problem.errors ?? []
    this.until = problem.until
  }
}

/** What is no answer of a server, so without its status: `code` picks the text, and `title` is said in it. */
export const failure = (code: string, title?: string) => new CallFailed({ status: 0, code, title })

export const momentAfter = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

export const codeOf = (error: unknown) => (error instanceof CallFailed ? error.code : 'failed')

/** `by` lets the person confirm that it is they, where a call is refused for that (`asksPassword`); answers whether they did. */
export const confirming: { by?: () => Promise<boolean> } = {}

/** Browsers wait for minutes, or without end. The server answers within eight seconds; the rest is for slow lines. */
const timeoutMs = 30_000

/** Sends JSON, if there is any, and reads JSON; once more when the person has confirmed that it is they. @throws CallFailed */
export async function fetchJson(
  method: Endpoint['method'],
  url: string,
  body?: object,
  { keepalive, signal: cancelling }: Sending = {},
): Promise<{ response: Response; answer: unknown }> {
  let response: Response
  let text: string
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    response = await fetch(url, {
      method,
      credentials: 'same-origin',
      keepalive,
      signal: (cancelling && AbortSignal.any?.([signal, cancelling])) ?? signal,
      headers: {
        // By this the server knows that it may ask for the password.
        accept: `application/json, ${problemType}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    // An answer that breaks off is none.
    text = await response.text()
  } catch {
    // Not by the error's name, which differs in older browsers.
    throw failure(signal.aborted ? 'timed-out' : 'offline')
  }
  const answer: unknown = await Promise.resolve(text || '{}')
    .then(JSON.parse)
    .catch(() => undefined)
  if (!response.ok) {
    // A proxy refuses in words of its own.
    const problem = (answer ?? {}) as Partial<ProblemBody>
    if (problem.code === 'confirm-password' && (await confirming.by?.())) return fetchJson(method, url, body)
    const wait = response.headers.get('retry-after')
    throw new CallFailed({
      code: 'failed',
      ...problem,
      status: response.status,
      // A proxy may name a date instead of seconds.
      until: Number(wait) > 0 ? momentAfter(Number(wait)) : undefined,
    })
  }
  // Somebody else has answered: the network of a hotel that wants to be logged in to first.
  if (answer === undefined) throw failure('offline')
  return { response, answer }
}

export const call: Caller = async (endpoint, input, sending) => {
  const wire = z.encode(endpoint.input, input) as Record<string, unknown>
  const { url, body } = requestOf(endpoint, wire)
  const { response, answer } = await fetchJson(endpoint.method, url, body, sending)
  const decoded = z.decode(endpoint.output, answer)
  if (!endpoint.paged) return decoded as never
  const next = response.headers.get('link')?.match(/<([^>]*)>; rel="next"/)?.[1]
  const numberIn = (header: string) => {
    const number = response.headers.get(header)
    return number ? Number(number) : undefined
  }
  return {
    items: decoded,
    next: next && (new URL(next, location.href).searchParams.get('after') ?? undefined),
    total: numberIn('x-total-count'),
    atLeast: numberIn('x-total-at-least'),
    left: numberIn('x-ratelimit-remaining'),
  } as never
}

export function query<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
  return queryOptions<ResultOf<E>, CallFailed>({ queryKey: [nameOf(endpoint), input], meta: { endpoint } })
}

export function pagedQuery<E extends Endpoint & { paged: true }>(endpoint: E, input: InputOf<E>) {
  return infiniteQueryOptions<ResultOf<E>, CallFailed, { pages: ResultOf<E>[] }, QueryKey, string | undefined>({
    queryKey: [nameOf(endpoint), input],
    meta: { endpoint },
    initialPageParam: undefined,
    getNextPageParam: (last) => (last as ListPage<unknown>).next,
  })
}

export type PagedQuery<Item> = UseSuspenseInfiniteQueryOptions<
  ListPage<Item>,
  CallFailed,
  { pages: ListPage<Item>[] },
  QueryKey,
  string | undefined
>

export type Query = {
  queryKey: QueryKey
  meta?: Record<string, unknown> | undefined
  initialPageParam?: unknown
  pages?: number
}

/** What a page shows is asked for again at this age: an answer may be a second old, or come from a replica. */
const refetchAtMs = 50_000
/** An answer is not asked for again when a part of the page that shows it begins within this time. */
export const freshForMs = 30_000
/** At least so long, also where an answer is older already. */
const refetchSoonMs = 1_000

const showsEmails = (meta: Query['meta']) => (meta?.endpoint as Endpoint | undefined)?.showsEmails

/** Asks again within a minute (REQUIREMENTS R3, M6), but not for lists with emails: each answer is recorded (M4). */
function refetchInMs({ meta, state }: Pick<CachedQuery, 'meta' | 'state'>) {
  if (showsEmails(meta)) return false
  const ageMs = Date.now() - Math.max(state.dataUpdatedAt, state.errorUpdatedAt)
  return Math.max(refetchSoonMs, refetchAtMs - ageMs)
}

const pagesHere = (data: unknown) => (data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0

/** Fails as the endpoint does. A list that is there in part is left to its page: here all of it would be read again. */
export async function prefetch(client: QueryClient, options: Query) {
  const here = pagesHere(client.getQueryData(options.queryKey))
  if (here > 0 && here < (options.pages ?? 1)) return
  await ('initialPageParam' in options
    ? client.fetchInfiniteQuery(options as never)
    : client.fetchQuery(options as never))
}

/** Everything asked of an endpoint, whatever the input: what to invalidate after a change. */
export const queriesOf = (endpoint: Pick<Endpoint, 'method' | 'path'>) => ({ queryKey: [nameOf(endpoint)] })

/** So many of the answers that no part of the page shows are kept to go back to; an hour of reading would fill a phone. */
const mostUnused = 30

/** `onRefused` learns that the person has signed out, or has lost a right that the page was made for. */
export function createQueryClient(caller: Caller, onRefused?: (code: 'signed-out' | 'forbidden') => void) {
  const notice = (error: unknown) => {
    const code = error instanceof CallFailed ? error.code : undefined
    if (code === 'signed-out') onRefused?.(code)
    if (code === 'forbidden' || code === 'second-factor-required') onRefused?.('forbidden')
  }
  const queryCache = new QueryCache({
    onError(error, query) {
      notice(error)
      // Somebody has stepped back, or something was deleted: the page would go on showing what it was answered before.
      if (error instanceof CallFailed && error.status === 404) query.setState({ data: undefined })
    },
  })
  queryCache.subscribe(({ type }) => {
    if (type !== 'added') return
    const all = queryCache.getAll()
    const unused = all.filter((query) => query.getObserversCount() === 0 && query.state.fetchStatus === 'idle')
    for (const query of unused.slice(0, -mostUnused)) queryCache.remove(query)
  })
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, meta, ...context }) => {
          // The first page's parameter is nothing, or null once it came through the JSON of a page from the server.
          const after = 'pageParam' in context && context.pageParam ? { after: context.pageParam } : {}
          return caller(meta?.endpoint as Endpoint, { ...(queryKey[1] as object), ...after } as never)
        },
        // Longer than its address, a list would come back without its end, where its reader was.
        staleTime: ({ state }) => (pagesHere(state.data) > mostPages ? Number.POSITIVE_INFINITY : freshForMs),
        refetchInterval: refetchInMs,
        refetchOnWindowFocus: ({ meta, state }) => (showsEmails(meta) ? pagesHere(state.data) <= 2 : 'always'),
        networkMode: 'always',
        // A refusal is an answer: asking again would only repeat it. After half a minute without one the person decides.
        retry: (failures, error) =>
          error instanceof CallFailed &&
          error.code !== 'timed-out' &&
          (error.status === 0 || error.status >= 500) &&
          failures < 2,
      },
      // Offline, a query or a mutation fails and says so, instead of waiting without a word until the line is back.
      mutations: { networkMode: 'always' },
    },
    queryCache,
    mutationCache: new MutationCache({ onError: notice }),
  })
}
