import type { InjectOptions } from 'fastify'
import { buildApp } from '#src/app/server/app.server.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import type { payingWorld } from './paying.server.ts'
import type { Person } from './world.server.ts'

type World = Awaited<ReturnType<typeof payingWorld>>

/**
 * A second server on the database of a world.
 * @returns `send` asks both in turn, from `startAt` on (even: the first), `sendToOther` the second; `close` ends the second one and the world
 */
export async function twoServers(world: World, { config, clock }: { config: Config; clock?: () => Date }) {
  const other = await buildApp({
    ...{ config, db: world.db, logLevel: 'silent', cachesResponses: false, places: Number.POSITIVE_INFINITY },
    ...(clock && { clock }),
    providers: [world.till.provider],
  })
  const servers = [world.app, other]
  const ask =
    (next: () => typeof other) =>
    async (by: Person, method: NonNullable<InjectOptions['method']>, url: string, payload?: object) => {
      const headers = { cookie: by.cookie, origin: config.origin }
      const answer = await next().inject({ method, url, headers, ...(payload && { payload }) })
      return { status: answer.statusCode, body: answer.json() }
    }
  let turn = 0
  return {
    send: ask(() => servers[turn++ % 2]!),
    sendToOther: ask(() => other),
    startAt(server: number) {
      turn = server
    },
    async close() {
      await other.close()
      await world.close()
    },
  }
}
