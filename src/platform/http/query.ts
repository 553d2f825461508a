import {
  type Query as CachedQuery,
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import { type Caller, CallFailed } from './client.ts'
import { type Endpoint, type InputOf, type ListPage, mostPages, nameOf, type ResultOf } from './contract.ts'

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
export const queriesOf = (endpoint: Endpoint) => ({ queryKey: [nameOf(endpoint)] })

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
