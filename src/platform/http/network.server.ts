import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#src/platform/config/config.server.ts'

/**
 * The address in what a connection or a proxy's X-Forwarded-For says: gateways append ports and brackets. IPv4 written
 * as IPv6 is IPv4. Undefined when there is none: whatever else was sent is not believed, nor stored, nor counted by. A
 * connection that the client has closed has no address either (SEC-N14).
 */
export function addressIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const [, bracketed] = text.match(/^\[([^\]]+)\](?::\d+)?$/) ?? []
  const [, beforePort] = text.match(/^([\d.]+):\d+$/) ?? []
  const address = (bracketed ?? beforePort ?? text).replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(address) ? address : undefined
}

/**
 * The networks that an address belongs to, the smallest first. The last half of an IPv6 address is the visitor's own to
 * change. Providers give a home line a /56 and an organisation a /48, so one person has many /64 networks (SEC-N3).
 */
export type Networks = { v4: string } | { v64: string; v56: string; v48: string }

export function networksOf(address: string | undefined): Networks {
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

/**
 * How many times as much a network may do as a /64 or an IPv4 address, where a limit has no figures of its own. R2 has
 * about the same proportions for profiles.
 */
const widths = { v4: 1, v64: 1, v56: 4, v48: 16 }

/** The networks of an address, the smallest first, each with how many times the limit of the smallest it has. */
export const widthsOf = (address: string | undefined) =>
  Object.entries(networksOf(address)).map(([size, name]) => ({ name, times: widths[size as keyof typeof widths] }))

/** The smallest network of an address: an IPv4 address itself, or an IPv6 /64. */
export function networkOf(address: string | undefined): string {
  const networks = networksOf(address)
  return 'v4' in networks ? networks.v4 : networks.v64
}

/**
 * Says once that somebody passes requests on whose word about the visitor's address is not believed: all visitors would
 * be counted as one, and soon refused as too fast.
 */
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
