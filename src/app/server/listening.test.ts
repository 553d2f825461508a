import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from './listening.server.ts'

async function listeningApp(port = 0) {
  const app = Fastify()
  app.get('/', async () => 'served')
  onTestFinished(() => app.close())
  const listening = await listen(app, { host: '127.0.0.1', port })
  return { app, listening, port: (app.server.address() as AddressInfo).port }
}

function crowdAt(port: number, many: number) {
  const crowd = Array.from({ length: many }, () => connect({ port, host: '127.0.0.1' }))
  onTestFinished(() => {
    for (const one of crowd) one.destroy()
  })
  return crowd
}

const connected = (crowd: Socket[]) => Promise.all(crowd.map((one) => once(one, 'connect')))
const askOnce = (one: Socket) => one.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')

// Elsewhere than on Linux one socket listens.
test.runIf(process.platform === 'linux')(
  'Z3: many new connections at once are accepted within a few turns of the event loop',
  async () => {
    const { app, port } = await listeningApp()
    let accepted = 0
    app.server.on('connection', () => accepted++)
    const crowd = crowdAt(port, 320)
    let turns = 0
    for (; accepted < crowd.length; turns++) await nextTurn()
    expect(turns).toBeLessThan(100)
    for (const one of crowd) askOnce(one)
    for (const one of crowd) expect(await text(one)).toMatch(/^HTTP\/1.1 200 .*served/s)
  },
)

test('Y3: connections from before the server stops listening are accepted and answered, however many wait', async () => {
  const { app, listening, port } = await listeningApp()
  const crowd = crowdAt(port, 60)
  await connected(crowd)
  for (const one of crowd) askOnce(one)
  await listening.stop()
  expect(app.server.listening).toBe(false)
  const [late] = crowdAt(port, 1)
  await expect(once(late!, 'connect')).rejects.toThrow('ECONNREFUSED')
  for (const one of crowd) expect(await text(one)).toMatch(/^HTTP\/1.1 200 .*served/s)
  await listening.ended
})

test('Y1: a second server is refused the port of the first', async () => {
  const { port } = await listeningApp()
  await expect(listeningApp(port)).rejects.toThrow('EADDRINUSE')
})
