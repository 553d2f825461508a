import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#src/platform/config/config.server.ts'

/** Undefined for a closed connection (SEC-N14) and for what is no address. Gateways append ports and brackets. */
export function addressIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const [, bracketed] = text.match(/^\[([^\]]+)\](?::\d+)?$/) ?? []
  const [, beforePort] = text.match(/^([\d.]+):\d+$/) ?? []
  const address = (bracketed ?? beforePort ?? text).replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(address) ? address : undefined
}

/** The smallest first. Providers give a home a /56 and an organisation a /48: one person has many /64 (SEC-N3). */
export function networksOf(address: string | undefined): Record<string, string> {
  if (!address || isIP(address) !== 6) return { v4: address ?? 'unknown' }
  // One address has many spellings; a URL's host has one. A zone names a link of this machine and no network.
  const [head = '', tail = ''] = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const [left, right] = [head, tail].map((part) => (part ? part.split(':') : []))
  const zeros = Array(Math.max(0, 8 - left!.length - right!.length)).fill('0')
  const groups = [...left!, ...zeros, ...right!].slice(0, 4)
  const ofHome = (Number.parseInt(groups[3]!, 16) & 0xff00).toString(16)
  return {
    v64: groups.join(':'),
    v56: `${[...groups.slice(0, 3), ofHome].join(':')}::/56`,
    v48: `${groups.slice(0, 3).join(':')}::/48`,
  }
}

/** How many times the limit of a /64, where a limit has no figures of its own; R2 is about the same for profiles. */
const widths: Record<string, number> = { v4: 1, v64: 1, v56: 4, v48: 16 }

/** The smallest first, each with how many times the limit of the smallest it has. */
export const widthsOf = (address: string | undefined) =>
  Object.entries(networksOf(address)).map(([size, name]) => ({ name, times: widths[size]! }))

export const networkOf = (address: string | undefined) => widthsOf(address)[0]!.name

/** Behind a proxy that is not trusted all visitors would count as one, and soon be refused as too fast. */
export function noticeProxies(app: FastifyInstance, { trustProxy }: Pick<Config, 'trustProxy'>) {
  if (trustProxy) return
  let isSaid = false
  app.addHook('onRequest', async (request) => {
    if (isSaid || request.headers['x-forwarded-for'] === undefined) return
    isSaid = true
    request.log.warn(
      'Requests come through a proxy. Set TRUST_PROXY to its address, or limits count all visitors as one.',
    )
  })
}
