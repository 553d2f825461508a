import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface Received {
  /** What the SMTP dialogue said, whatever the headers say. */
  recipients: string[]
  mail: Email
}

/** A real SMTP server that keeps what it receives. Set `refuse` to make it say no. */
export async function mailServer() {
  const received: Received[] = []
  const world = {
    received,
    url: '',
    /** How often somebody connected. */
    connections: 0,
    isSenderRefused: false,
    /** Milliseconds that it takes its time for each mail. */
    slow: 0,
    refuse: (_recipient: string): { code: number; message: string } | undefined => undefined,
    /** It ends a connection without a word where more begin. */
    mailsPerConnection: Number.POSITIVE_INFINITY,
    stop: async () => {},
    start: async () => {},
  }
  let port = 0
  world.start = async () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onConnect: (_session, done) => {
        world.connections++
        done()
      },
      onAuth: (_auth, _session, done) => done(new Error('Invalid username or password')),
      onMailFrom: (_address, { transaction }, done) => {
        if (transaction > world.mailsPerConnection) return hangUp()
        done(world.isSenderRefused ? Object.assign(new Error('not for this sender'), { responseCode: 550 }) : null)
      },
      onRcptTo: ({ address }, _session, done) => {
        const refusal = world.refuse(address)
        done(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : null)
      },
      onData: async (stream, session, done) => {
        // A sender that dies in the middle has sent nothing.
        const bytes = await buffer(stream).catch(() => undefined)
        if (!bytes) return
        const mail = await PostalMime.parse(bytes)
        await delay(world.slow)
        received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), mail })
        done()
      },
    })
    server.on('error', () => {})
    const sockets = new Set<Socket>()
    server.server.on('connection', (socket) => sockets.add(socket))
    const hangUp = () => {
      for (const socket of sockets) socket.destroy()
    }
    await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
    port = (server.server.address() as AddressInfo).port
    world.url = `smtp://127.0.0.1:${port}`
    world.stop = () => new Promise<void>((stopped) => server.close(() => stopped()))
  }
  await world.start()
  return world
}
