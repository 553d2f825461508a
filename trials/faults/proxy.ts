import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A line between server and database that can be slow, cut or dead. */
export async function proxyTo(socketPath: string) {
  const pairs = new Set<{ near: Socket; far: Socket; isDead: boolean }>()
  const line = {
    /** Milliseconds that everything takes longer, each way. */
    slow: 0,
    /** New connections are accepted and hear nothing. */
    isDead: false,
    /** New connections are closed at once. */
    isClosed: false,
  }
  const server = createServer({ pauseOnConnect: true }, (near) => {
    if (line.isClosed) return void near.resetAndDestroy()
    const far = connect(socketPath)
    const pair = { near, far, isDead: line.isDead }
    pairs.add(pair)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      let before: Promise<unknown> = Promise.resolve()
      from.on('data', (bytes) => {
        const wait = line.slow ? delay(line.slow) : undefined
        // In the order they came, however long each takes.
        before = Promise.all([before, wait]).then(() => pair.isDead || to.destroyed || to.write(bytes))
      })
      from.on('error', () => {})
      from.on('close', () => {
        pairs.delete(pair)
        if (!pair.isDead || from === near) to.destroy()
      })
    }
    near.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    line,
    /** Every connection is reset. */
    cut() {
      for (const { near, far } of pairs) {
        near.resetAndDestroy()
        far.destroy()
      }
    },
    /** Every connection stays open and carries nothing any more, as when a machine or a cable in between is gone. */
    silence() {
      for (const pair of pairs) pair.isDead = true
    },
    async close() {
      for (const { near, far } of pairs) {
        near.destroy()
        far.destroy()
      }
      server.close()
      await once(server, 'close')
    },
  }
}
