import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { maxLagMs, type Position, positionOf } from '#src/platform/db/replica.server.ts'

const cookie = 'nikhad.written'
/** Seconds: a replica that is used has everything older than this anyway, also where a clock or a line is slow. */
const keptSeconds = Math.ceil(maxLagMs / 1000) + 2
const timeoutMs = 500
/** Beyond every log, so that only the primary answers. */
const unknown: Position = 2n ** 64n

/** A client that wrote gets the log's position in a cookie, to see its change. A false one costs a few milliseconds. */
export function rememberWriting(app: FastifyInstance, db: Db, { origin }: Pick<Config, 'origin'>) {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  app.addHook('onSend', async ({ method }, reply) => {
    if (method === 'GET' || method === 'HEAD' || reply.statusCode >= 400) return
    // What was changed is changed: its answer does not wait for a database that has gone since.
    const late = delay(timeoutMs, unknown, { ref: false })
    const position = await Promise.race([positionOf(db).catch(() => unknown), late])
    reply.header('set-cookie', `${cookie}=${position}; Path=/; Max-Age=${keptSeconds}; HttpOnly; SameSite=Lax${secure}`)
  })
}

/** What the sender of a request has written lies below it; undefined when they have not just now. */
export function writtenBy({ headers }: FastifyRequest): Position | undefined {
  const [, position] = headers.cookie?.match(/(?:^|;\s*)nikhad\.written=(\d{1,20})(?:;|$)/) ?? []
  return position === undefined ? undefined : BigInt(position)
}
