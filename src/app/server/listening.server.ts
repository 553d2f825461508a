import { once } from 'node:events'
import { createServer, Server, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Node accepts one connection per socket and turn; Linux shares them out: docs/decisions/008-places-per-network.md. */
const listeners = process.platform === 'linux' ? 16 : 1

/** Slow connections hold nothing up, but each takes memory. */
const mostConnections = 4_096

/** After so many turns of the event loop without a new connection none is waiting. */
const quietTurns = 3
/** Where connections come without a pause, so many turns are enough. */
const mostTurns = 500

type Where = { host: string; port: number; reusePort?: boolean }

export type Listening = Awaited<ReturnType<typeof listen>>

export async function listen(app: Pick<FastifyInstance, 'listen' | 'server'>, where: Where) {
  const reusePort = listeners > 1
  // A second server of the same user could share the port, too, without a word. An ordinary socket could not.
  if (reusePort) await close(await open(createServer(), where))
  // Fastify passes it on to Node, but its types do not know it.
  const options = { ...where, reusePort }
  await app.listen(options)
  const { server } = app
  const { address, port } = server.address() as { address: string; port: number }
  const toApp = (socket: Socket) => void server.emit('connection', socket)
  const others = await Promise.all(
    Array.from({ length: listeners - 1 }, () =>
      // With the options that node:http has for its own socket.
      open(createServer({ allowHalfOpen: true, noDelay: true }, toApp), { host: address, port, reusePort }),
    ),
  )
  const all: Server[] = [server, ...others]
  for (const each of all) each.maxConnections = mostConnections / listeners

  /** Resolves after `stop`, once the last connection has ended. */
  const { promise: ended, resolve } = Promise.withResolvers<unknown>()
  /** Accepts what waits in the system's queue, then nothing more: closing at once resets connections with a request. */
  async function stop() {
    let quiet = 0
    server.on('connection', () => {
      quiet = 0
    })
    for (let turns = 0; quiet < quietTurns && turns < mostTurns; turns++) {
      quiet++
      await nextTurn()
    }
    resolve(Promise.all(all.map(close)))
  }
  return { stop, ended }
}

async function open(server: Server, where: Where) {
  await once(server.listen(where), 'listening')
  return server
}

function close(server: Server) {
  // The `close` of node:http would also end connections that look idle.
  return new Promise((resolve) => Server.prototype.close.call(server, resolve))
}
