import * as z from 'zod/mini'
import { type Endpoint, type InputOf, problemType, type ResultOf, requestOf } from './contract.ts'
import type { FieldError, ProblemBody } from './problem.ts'

/** Over HTTP in the browser, in process while the server renders. With `keepalive` it is sent even if the page goes. */
export type Caller = <E extends Endpoint>(endpoint: E, input: InputOf<E>, keepalive?: boolean) => Promise<ResultOf<E>>

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

/** The moment so many seconds from now, ISO 8601. */
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
  keepalive?: boolean,
): Promise<{ response: Response; answer: unknown }> {
  let response: Response
  let text: string
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    response = await fetch(url, {
      method,
      credentials: 'same-origin',
      keepalive,
      signal,
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

export const call: Caller = async (endpoint, input, keepalive) => {
  const wire = z.encode(endpoint.input, input) as Record<string, unknown>
  const { url, body } = requestOf(endpoint, wire)
  const { response, answer } = await fetchJson(endpoint.method, url, body, keepalive)
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
