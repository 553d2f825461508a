import { once } from 'node:events'
import { Agent, type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestTls, Agent as TlsAgent } from 'node:https'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'

/** Where visitors ask: a server that believes a proxy of this machine, or a proxy in front of one. */
export interface Door {
  port: number
  /** As browsers would send it. */
  origin: string
  /** The certificate of a proxy. Through it visitors come from addresses of this machine. */
  certificate?: Buffer
}

interface Asked {
  method?: string
  cookie?: string
  body?: unknown
}
export type Visitors = ReturnType<typeof visitorsAt>

/** An address of this machine that stands for another one. */
function hereFor(address: string) {
  let hash = 7
  for (const letter of address) hash = (hash * 31 + letter.charCodeAt(0)) % 0xffff_ff
  return `127.${1 + (hash >> 17)}.${(hash >> 8) & 255}.${1 + (hash & 127)}`
}

/** Visitors with any addresses, each of whom keeps a connection. */
export function visitorsAt({ port, origin, certificate }: Door) {
  const tls = { servername: 'localhost', ca: certificate }
  const agents = new Map<string, Agent>()
  const sockets = new Set<Socket>()
  const agentOf = (address: string) => {
    const name = certificate ? hereFor(address) : ''
    const kept =
      agents.get(name) ?? (certificate ? new TlsAgent({ keepAlive: true, ...tls }) : new Agent({ keepAlive: true }))
    agents.set(name, kept)
    return kept
  }
  const placeOf = (address: string) => ({
    host: '127.0.0.1',
    port,
    ...(certificate && { localAddress: hereFor(address), ...tls }),
  })
  async function send(address: string, path: string, { method = 'GET', cookie, body }: Asked = {}) {
    const sent = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      host: new URL(origin).host,
      ...(!certificate && { 'x-forwarded-for': address }),
      ...(cookie && { cookie }),
      ...(sent && { origin, 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
    }
    const ask = certificate ? requestTls : requestPlain
    const asking = ask({ ...placeOf(address), agent: agentOf(address), method, path, headers })
    asking.end(sent)
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    return answer
  }
  return {
    /** @returns the status, or what went wrong */
    ask: (address: string, path: string, asked?: Asked): Promise<number | string> =>
      send(address, path, asked).then(
        ({ statusCode = 0 }) => statusCode,
        (error: Error) => error.message,
      ),

    /** @returns the new member's cookies */
    async signUp(address: string, email: string) {
      const body = { name: 'Member', email, password: 'a good password' }
      const { statusCode, headers } = await send(address, '/api/auth/sign-up/email', { method: 'POST', body })
      if (statusCode !== 200) throw new Error(`sign-up of ${email}: ${statusCode}`)
      return { cookie: (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ') }
    },

    /** Sends the beginning of a body, and goes silent. */
    async beginBody(address: string) {
      const socket = certificate ? connectTls({ socket: connect(placeOf(address)), ...tls }) : connect(placeOf(address))
      sockets.add(socket)
      socket.on('error', () => {})
      await once(socket, certificate ? 'secureConnect' : 'connect')
      const forwarded = certificate ? '' : `X-Forwarded-For: ${address}\r\n`
      const head = `POST /api/user HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n${forwarded}Content-Type: application/json\r\n`
      await new Promise<void>((written) => socket.write(`${head}Content-Length: 100\r\n\r\n{`, () => written()))
      return socket
    },

    close() {
      for (const agent of agents.values()) agent.destroy()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** So many askers, each of whom asks again when answered. @returns how to end it, and what was answered how often */
async function keepUp(askers: number, ask: (turn: number) => Promise<number | string>) {
  const answers: Record<string, number> = {}
  let turn = 0
  let isOver = false
  const asker = async () => {
    while (!isOver) {
      const status = await ask(turn++)
      answers[status] = (answers[status] ?? 0) + 1
    }
  }
  const all = Array.from({ length: askers }, asker)
  // It is under way once the first are answered.
  while (Object.keys(answers).length === 0) await nextTurn()
  return async () => {
    isOver = true
    await Promise.all(all)
    return answers
  }
}

const hex = (n: number) => n.toString(16)
/** An address in another /64 each time. */
const inOne = {
  '/56': (turn: number) => `2001:db8:aa00:12${hex(turn % 256).padStart(2, '0')}::${hex(1 + turn)}`,
  '/48': (turn: number) => `2001:db8:aa00:${hex((turn * 257) % 65_536)}::${hex(1 + turn)}`,
}
const prefixes = Object.keys(inOne) as (keyof typeof inOne)[]
const anyAddress = (turn: number) => `198.51.${(turn >> 8) & 255}.${turn & 255}`

interface Flood {
  /** As a test's title names it. */
  name: string
  begin(visitors: Visitors, member: { cookie: string }): Promise<() => Promise<unknown>>
}

/** What one network or one member does to keep others out (SEC-N1, SEC-N4). */
export const floods: Flood[] = [
  {
    name: 'forty unfinished bodies',
    async begin(visitors) {
      const begun = await Promise.all(Array.from({ length: 40 }, () => visitors.beginBody('203.0.113.7')))
      return async () => {
        for (const socket of begun) socket.destroy()
      }
    },
  },
  {
    name: '24 pages at a time that are drawn anew for one address',
    begin: (visitors) => keepUp(24, (turn) => visitors.ask('203.0.113.7', `/about?x=${turn}${Math.random()}`)),
  },
  {
    name: 'one member who asks for the own biodata fourteen times at once, behind many networks',
    begin: (visitors, { cookie }) =>
      keepUp(14, (turn) => visitors.ask(anyAddress(turn), '/api/viewBioData', { cookie })),
  },
  ...prefixes.map(
    (prefix): Flood => ({
      name: `forgotten passwords asked for from every /64 of a ${prefix}`,
      begin: (visitors) =>
        keepUp(24, (turn) =>
          visitors.ask(inOne[prefix](turn), '/api/forgot-password', {
            method: 'POST',
            body: { email: `nobody-${turn}@mail.example` },
          }),
        ),
    }),
  ),
  {
    name: 'wrong passwords tried from every /64 of a /48',
    begin: (visitors) =>
      keepUp(24, (turn) =>
        visitors.ask(inOne['/48'](turn), '/api/auth/sign-in/email', {
          method: 'POST',
          body: { email: `nobody-${turn}@mail.example`, password: 'a wrong password' },
        }),
      ),
  },
]

const looks = ['/api/BioDataCount', '/', '/api/bioData-filter?gander=Female', '/baiDataPage']

/** What other people are answered, one after the other, each from a network of their own. */
export async function othersAsk(visitors: Visitors) {
  const answers: (number | string)[] = []
  for (let i = 0; i < 32; i++) answers.push(await visitors.ask(`192.0.2.${i}`, looks[i % looks.length]!))
  return answers
}
