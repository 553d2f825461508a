import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Clock } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Replica } from '#src/platform/db/replica.server.ts'
import type { Language } from '#src/platform/language.ts'
import { refuseUnknown, requireAdmin, requireConfirmed, requireOwnEmail, unconfirmed } from './checks.server.ts'
import type { Caller } from './client.ts'
import {
  type Access,
  type EmailList,
  type Endpoint,
  type InputOf,
  isInQuery,
  type ListPage,
  mostPerPage,
  nameOf,
  problemType,
  type ResultOf,
} from './contract.ts'
import { csvOf } from './csv.server.ts'
import type { CursorSeal } from './cursor-seal.server.ts'
import { addressIn } from './network.server.ts'
import type { Documented } from './openapi.ts'
import { mostPerAnswer } from './paging.server.ts'
import { invalid, notFound, Problem } from './problem.ts'
import type { Answer, ResponseCache } from './response-cache.server.ts'
import type { Member, Viewer } from './viewer.ts'
import { writtenBy } from './written.server.ts'

type ViewerFor<A extends Access> = A extends 'visitor' ? Viewer : Member
type Handler<E extends Endpoint> = (context: {
  viewer: ViewerFor<E['access']>
  input: InputOf<E>
  address: string | undefined
  language: Language
  /** The database, or its replica for what `isSameForVisitors`. */
  readFrom: Db
}) => Promise<ResultOf<E>> | ResultOf<E>

/** Counts before the list is read; what it returns is told how many were shown. @throws Problem 429 at the limit */
export type CountList = (viewer: Viewer, address: string | undefined, most?: number) => (shown: number) => void

export interface CountEmails {
  /** @throws Problem 429 when they have read many, and have not given the password lately */
  take(admin: Member, rows: number): Promise<void>
  record(admin: Member, list: EmailList): Promise<void>
}

export type Asker = ReturnType<typeof askerOf>

export const askerOf = (request: FastifyRequest) => ({
  address: addressIn(request.ip),
  language: request.language,
  /** What they have changed just now lies below this position of the database's log. */
  written: writtenBy(request),
  /** Their client asks for the password where the server does, and then sends the call again. */
  canConfirm: request.headers.accept?.includes(problemType) ?? false,
})

type Mounted = { tag: string; endpoint: Endpoint; handler: Handler<Endpoint> }

export type Mount = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

export interface Base {
  db: Db
  clock: Clock
  config: Config
}

export interface Deps extends Base {
  /** Begins to refund what is due, and waits for nothing; undefined where payment is switched off. */
  payBack: (() => void) | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Answered however much there is to do: it costs nothing, or waits for somebody outside and not for us. */
    isExempt?: boolean
    /** Another site's form may send somebody here: what it says is not read, and nothing is written. */
    fromAnywhere?: boolean
  }
}

/** Every route says who may call it, or the server does not start. It reads JSON only, and no body is no input. */
export function prepareRoutes(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} declares no access`)
  })
  const parse = app.getDefaultJsonParser('error', 'error')
  // A page of another site can send text and forms without being asked back; JSON it cannot.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body, done)
  })
}

/**
 * The one door to the product's data, over HTTP and in process. Both check in this order: signed in (401), allowed
 * (403), own email (403), recent password (403), valid input (422, or 404 for a path that names nothing).
 */
export function createHandlers(
  app: FastifyInstance,
  viewerOf: (request: FastifyRequest) => Promise<Viewer>,
  kept: ResponseCache,
  counts: { list: CountList; emails: CountEmails },
  cursors: CursorSeal,
  databases: { db: Db; replica?: Pick<Replica, 'read'> | undefined },
) {
  const mounted = new Map<string, Mounted>()

  /** Checks in the order above; `wire` is what was sent, in the wire's names. */
  async function answer({ endpoint, handler }: Mounted, viewer: Viewer, sent: object, wire: () => unknown, by: Asker) {
    if (endpoint.access !== 'visitor' && viewer.kind === 'visitor') throw new Problem('signed-out')
    if (endpoint.access === 'admin' && viewer.kind === 'member') requireAdmin(viewer)
    if (endpoint.self && viewer.kind === 'member') requireOwnEmail(endpoint.self, viewer, sent)
    if (endpoint.asksPassword && viewer.kind === 'member') requireConfirmed(viewer)
    const input = opened(endpoint, decodeInput(endpoint, wire))
    const counted = endpoint.isList ? counts.list(viewer, by.address, mostShown(endpoint, input)) : undefined
    const emails = emailsIn(endpoint, viewer, input)
    let shown = 0
    try {
      const { db, replica } = databases
      // A client of the specification knows no password dialog: it is told to wait.
      await emails?.take().catch((error) => {
        throw by.canConfirm && error instanceof Problem ? unconfirmed() : error
      })
      const { address, language } = by
      const asked = { viewer: viewer as Member, input: input as never, address, language }
      const read = async (readFrom: Db) => handler({ ...asked, readFrom })
      const result = await (endpoint.isSameForVisitors && replica ? replica.read(by.written, read) : read(db))
      await emails?.record()
      if (!endpoint.paged) return result
      const page = result as ListPage<unknown>
      shown = page.items.length
      return { ...page, next: page.next && cursors.seal(nameOf(endpoint), page.next) }
    } finally {
      counted?.(shown)
    }
  }

  /** What an administrator reads there of other people's emails. */
  function emailsIn({ showsEmails, paged }: Endpoint, viewer: Viewer, input: unknown) {
    const asked = input as { limit?: number } & Record<string, unknown>
    if (!showsEmails || viewer.kind !== 'member' || !viewer.isAdmin) return undefined
    if (showsEmails.unless && asked[showsEmails.unless] === 'true') return undefined
    if (paged) asked.limit ??= mostPerPage
    return {
      take: () => counts.emails.take(viewer, asked.limit ?? 1),
      record: () => counts.emails.record(viewer, showsEmails.list),
    }
  }

  /** With the place that a cursor stands for: nobody outside sees a place. */
  function opened(endpoint: Endpoint, input: unknown) {
    const { after } = input as { after?: string }
    if (!endpoint.paged || after === undefined) return input
    return { ...(input as object), after: cursors.open(nameOf(endpoint), after) }
  }

  const mountUnder =
    (tag: string): Mount =>
    (endpoint, handler) => {
      const own: Mounted = { tag, endpoint, handler: handler as unknown as Handler<Endpoint> }
      mounted.set(nameOf(endpoint), own)
      app.route({
        method: endpoint.method,
        url: `/api${endpoint.path}`,
        config: { access: endpoint.access, isExempt: endpoint.asksOutside ?? false },
        ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
        handler: async (request, reply) => {
          const viewer = await viewerOf(request)
          const by = askerOf(request)
          const sent = {
            ...(isInQuery(endpoint) ? (request.query as object) : bodyOf(request)),
            ...(request.params as object),
          }
          const wire = () => {
            refuseUnknown(endpoint, request.query as object)
            return sent
          }
          const ask = () => answer(own, viewer, sent, wire, by)
          const make = async () => jsonOf(endpoint, await ask(), request)
          if (endpoint.isSameForVisitors && kept.isForAnybody(request)) {
            const admit = () => endpoint.isList && counts.list(viewer, by.address)
            return kept.send(request, reply, request.url, make, admit)
          }
          const file = endpoint.columns ? endpoint.path.split('/').at(-1) : endpoint.download
          const asFile = file && { 'content-disposition': `attachment; filename="${file}"` }
          if (!endpoint.columns) {
            const { headers, body } = await make()
            return reply.headers({ ...headers, ...asFile }).send(body)
          }
          const result = await ask()
          // Fastify reads what it does not send to a HEAD: contacts would be written down as shown to whom nothing was.
          const lines = request.method === 'HEAD' ? [] : csvOf(endpoint.columns, result as never)
          return reply
            .headers({ ...personal, ...asFile })
            .type('text/csv; charset=utf-8')
            .send(Readable.from(lines))
        },
      })
    }

  const callAs =
    (viewer: Viewer, by: Asker): Caller =>
    async (asked, input) => {
      const found = mounted.get(nameOf(asked))
      if (!found) throw new Error(`${nameOf(asked)} is not mounted`)
      const { endpoint } = found
      const wire = () => z.encode(endpoint.input, input as never)
      // The page asks for the password once it runs in the browser.
      const result = await answer(found, viewer, input as object, wire, { ...by, canConfirm: true })
      if (!endpoint.paged) return throughOutput(endpoint, result) as never
      const page = result as ListPage<unknown>
      return { ...page, items: throughOutput(endpoint, page.items) } as never
    }

  return { mountUnder, callAs, documented: (): Documented[] => [...mounted.values()] }
}

function mostShown({ paged, isList }: Endpoint, input: unknown) {
  const { limit = isList === true ? mostPerAnswer : isList } = input as { limit?: number }
  return paged ? limit : undefined
}

function bodyOf(request: FastifyRequest) {
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) throw invalid('', 'must be a JSON object')
  return body
}

function decodeInput(endpoint: Endpoint, wire: () => unknown) {
  try {
    return z.decode(endpoint.input, wire() as never)
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error
    const errors = error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))
    const inPath = new Set(endpoint.path.split('/').filter((part) => part.startsWith(':')))
    if (errors.some(({ field }) => inPath.has(`:${field}`))) throw notFound()
    throw new Problem('invalid', { errors })
  }
}

/** In process nothing is turned into the wire's names, but the allow-list holds all the same. */
function throughOutput(endpoint: Endpoint, result: unknown) {
  return z.decode(endpoint.output, z.encode(endpoint.output, result) as never)
}

/** Nobody keeps what may be different for somebody else. */
const personal = { 'cache-control': 'private, no-store', vary: 'cookie' }

function jsonOf(endpoint: Endpoint, result: unknown, { url }: FastifyRequest): Answer {
  const page = endpoint.paged ? (result as ListPage<unknown>) : undefined
  return {
    status: 200,
    headers: { ...personal, 'content-type': 'application/json; charset=utf-8', ...(page && linksOf(page, url)) },
    body: JSON.stringify(z.encode(endpoint.output, page ? page.items : result)),
  }
}

function linksOf({ total, atLeast, left, next }: ListPage<unknown>, url: string): Answer['headers'] {
  const [path, query] = url.split('?')
  const search = new URLSearchParams(query)
  search.set('after', next ?? '')
  return {
    ...(total !== undefined && { 'x-total-count': total }),
    ...(atLeast !== undefined && { 'x-total-at-least': atLeast }),
    ...(left !== undefined && { 'x-ratelimit-remaining': left }),
    ...(next && { link: `<${path}?${search}>; rel="next"` }),
  }
}
