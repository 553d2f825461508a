import { once } from 'node:events'
import { connect } from 'node:net'
import { othersAsk, type Visitors, visitorsAt } from '#tests/floods.ts'
import type { Figure } from './report.ts'
import type { Target } from './target.ts'

/** So many networks, each of which keeps asking for so many pages at once that are drawn anew. */
function together(visitors: Visitors, networks: number, atOnce: number) {
  let isOver = false
  const asker = async (network: number) => {
    while (!isOver) await visitors.ask(`203.0.113.${network}`, `/about?x=${Math.random()}`)
  }
  const all = Array.from({ length: networks * atOnce }, (_, n) => asker(n % networks))
  return async () => {
    isOver = true
    await Promise.all(all)
  }
}

/** One connection on which so many requests are sent before the first is answered, again and again. */
async function pipelined({ port }: Target, requests: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const send = () => {
    for (let n = 0; n < requests; n++)
      socket.write(`GET /about?x=${Math.random()} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n`)
  }
  send()
  const again = setInterval(send, 500)
  socket.resume()
  return async () => {
    clearInterval(again)
    socket.destroy()
  }
}

/** Connections on which large answers are asked for and never read. */
async function unread({ port }: Target, connections: number) {
  const sockets = Array.from({ length: connections }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) {
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.pause()
    for (let n = 0; n < 8; n++)
      socket.write('GET /api/openapi.json HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n')
  }
  return async () => {
    for (const socket of sockets) socket.destroy()
  }
}

/**
 * Whether other people are answered while somebody wants every place (SEC-N1, SEC-N4, Z3). What one network or one member
 * can do is in src/app/server/crowds.test.ts.
 */
export async function* places(target: Target): AsyncGenerator<Figure> {
  const { port, origin } = target
  const attacks: [string, (visitors: Visitors) => Promise<() => Promise<unknown>>][] = [
    ['200 requests on one connection before the first answer', () => pipelined(target, 200)],
    ['40 connections whose answers are never read', () => unread(target, 40)],
    ...[
      [3, 14],
      [12, 3],
      [30, 2],
    ].map(([networks, atOnce]): (typeof attacks)[number] => [
      `${networks} networks with ${atOnce} pages each at once`,
      async (visitors) => together(visitors, networks!, atOnce!),
    ]),
  ]
  for (const [name, begin] of attacks) {
    const attacker = visitorsAt({ port, origin })
    const others = visitorsAt({ port, origin })
    const end = await begin(attacker)
    const answers = await othersAsk(others)
    await end()
    attacker.close()
    others.close()
    const found = answers.filter((status) => status === 200).length
    // Against a crowd only the proxy helps (docs/decisions/008-places-per-network.md).
    yield { attack: name, found, of: 32, ...(!name.startsWith('30 ') && { promised: { atLeast: 32 } }) }
  }
}
