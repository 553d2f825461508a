import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import compressing from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from './errors.server.ts'

export interface Answer {
  status: number
  headers: Record<string, string | number | undefined>
  body: string
  /** How many lists of people it shows. */
  lists?: number
}

interface Entry {
  answer: Promise<Answer>
  /** By `performance.now()`. */
  until: number
  body?: string
  compressed: Compressed
}
type Compressed = Map<Encoding, Promise<Buffer>>
type Encoding = keyof typeof compress

/** Concurrent readers share one answer; it is at most a second old. */
const ttlMs = 1_000
/** A client can ask for new addresses without end. */
const maxEntries = 500
/** Bytes: what fits into the first packets of a connection arrives no sooner when it is smaller. */
const worthCompressing = 4_096

/** Compressing one answer as well as possible takes a core about 0.3 s. */
const recompressPauseMs = 1_000

const brotli = (text: string, quality: number, postfixBits = 0) =>
  promisify(brotliCompress)(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_NPOSTFIX]: postfixBits },
  })
/** Which of these is smallest differs from page to page; of the home page they differ by 67 bytes. */
const morePostfixBits = [1, 2]
const compress = {
  br: (text: string) => brotli(text, brotliQuality),
  gzip: (text: string) => promisify(gzip)(text),
}
const brotliQuality = 5

export const compressAnswers = (app: FastifyInstance) =>
  app.register(compressing, {
    threshold: worthCompressing,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  })

/**
 * Answers that are the same for everybody, made once for all who ask within a second. A client that sends a cookie gets
 * its own, only answers of 200 are kept, and a change on this server empties it at once: so it holds nobody's own data.
 * Clients that wait for another answer than 200 get their own, which may be about the first that asked; only that
 * something is away is told to all. An answer that comes out the same again keeps its compressed form.
 */
export function responseCache(app: FastifyInstance, isOn = true) {
  const kept = new Map<string, Entry>()
  // Before the answer: who has changed something, and looks, sees it.
  app.addHook('onSend', async ({ method }) => {
    if (method !== 'GET' && method !== 'HEAD') kept.clear()
  })

  const isBest = new WeakSet<Compressed>()
  let restsUntil = 0
  /** So that what is sent from now on takes less of the line; nobody waits for it. */
  async function compressBest(compressed: Compressed, body: string) {
    if (isBest.has(compressed) || performance.now() < restsUntil) return
    isBest.add(compressed)
    restsUntil = Number.POSITIVE_INFINITY
    let best = await brotli(body, constants.BROTLI_MAX_QUALITY)
    for (const bits of morePostfixBits) {
      const tried = await brotli(body, constants.BROTLI_MAX_QUALITY, bits)
      if (tried.length < best.length) best = tried
    }
    compressed.set('br', Promise.resolve(best))
    restsUntil = performance.now() + recompressPauseMs
  }

  function makeRoom(now: number) {
    if (kept.size < maxEntries) return
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key)
    if (kept.size >= maxEntries) kept.clear()
  }

  function keep(key: string, make: () => Promise<Answer>, before: Entry | undefined) {
    const now = performance.now()
    makeRoom(now)
    const entry: Entry = { answer: make(), until: now + ttlMs, compressed: new Map() }
    const forget = () => kept.get(key) === entry && kept.delete(key)
    entry.answer.then(({ status, body }) => {
      if (status !== 200) return forget()
      entry.body = body
      if (before?.body === body) entry.compressed = before.compressed
    }, forget)
    kept.set(key, entry)
    return entry
  }

  return {
    isForAnybody: ({ method, headers }: FastifyRequest) =>
      isOn && method === 'GET' && headers.cookie === undefined && headers.authorization === undefined,

    /** Sends what is kept under `key`, if `admit` does not refuse it to who asks, or else what `make` makes for them. */
    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      key: string,
      make: () => Promise<Answer>,
      admit: (answer: Answer) => void,
    ) {
      const there = kept.get(key)
      const joined = there && there.until > performance.now() ? await there.answer.catch(unlessAway) : undefined
      const isShared = joined?.status === 200
      if (isShared) admit(joined)
      const found = there && isShared ? there : keep(key, make, there)
      const { status, headers, body } = await found.answer
      reply.code(status).headers(headers)
      const encoding = body.length < worthCompressing ? undefined : encodingFor(request)
      if (!encoding) return reply.send(body)
      const compressed = found.compressed.get(encoding) ?? compress[encoding](body)
      found.compressed.set(encoding, compressed)
      if (encoding === 'br') compressBest(found.compressed, body)
      return reply.header('content-encoding', encoding).send(await compressed)
    },
  }
}
/** A database in trouble is not asked by everybody who waits for it. */
function unlessAway(error: unknown) {
  if (isUnavailable(error)) throw error
  return undefined
}

export type ResponseCache = ReturnType<typeof responseCache>

function encodingFor({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
  return /\bbr\b(?!\s*;\s*q=0)/.test(accepted) ? 'br' : /\bgzip\b(?!\s*;\s*q=0)/.test(accepted) ? 'gzip' : undefined
}
