import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#src/platform/config/config.server.ts'

/**
 * The address in what a connection or a proxy's X-Forwarded-For says: gateways append ports and brackets. IPv4 written
 * as IPv6 is IPv4. Undefined when there is none: whatever else was sent is not believed, nor stored, nor counted by.
 */
export function addressIn(text: string): string | undefined {
  const [, bracketed] = text.match(/^\[([^\]]+)\](?::\d+)?$/) ?? []
  const [, beforePort] = text.match(/^([\d.]+):\d+$/) ?? []
  const address = (bracketed ?? beforePort ?? text).replace(/^::ffff:(?=[\d.]+$)/i, '')
  return isIP(address) ? address : undefined
}

/** What limits count by: an IPv4 address, or half of an IPv6 one, whose other half is the visitor's own to change. */
export function networkOf(address: string | undefined): string {
  if (!address) return 'unknown'
  if (isIP(address) === 4) return address
  // One address has many spellings; a URL's host has one.
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [left, right] = [head, tail].map((part) => (part ? part.split(':') : []))
  const zeros = Array(Math.max(0, 8 - left!.length - right!.length)).fill('0')
  return [...left!, ...zeros, ...right!].slice(0, 4).join(':')
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
