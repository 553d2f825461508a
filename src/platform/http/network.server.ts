import { isIP } from 'node:net'

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
