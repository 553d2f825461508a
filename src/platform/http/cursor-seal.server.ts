import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { badCursor } from './paging.server.ts'

const cipher = 'aes-256-gcm'
const [nonceBytes, tagBytes] = [12, 16]
/** Bytes: how long a place is would tell how many digits its numbers have. */
const block = 64

/**
 * Seals the places of lists as cursors: a place may be what the answer keeps back (a birth date, private wishes).
 * The same place is sealed alike, by a nonce made of it (as in RFC 5297), so that cached answers of all servers agree.
 * The key follows from the site's secret; another secret refuses all earlier cursors.
 */
export function cursorSeal(secret: string) {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'cursors', 64))
  const [key, nonceKey] = [bytes.subarray(0, 32), bytes.subarray(32)]

  return {
    seal(list: string, place: string) {
      const plain = Buffer.from(place)
      const padded = Buffer.alloc(Math.ceil(plain.length / block) * block, ' ')
      plain.copy(padded)
      const nonce = createHmac('sha256', nonceKey).update(`${list}\n`).update(padded).digest().subarray(0, nonceBytes)
      const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(list))
      return Buffer.concat([nonce, sealing.update(padded), sealing.final(), sealing.getAuthTag()]).toString('base64url')
    },

    /** @throws Problem 422 when it was not sealed here for this list */
    open(list: string, cursor: string) {
      const bytes = Buffer.from(cursor, 'base64url')
      if (bytes.length < nonceBytes + block + tagBytes || bytes.toString('base64url') !== cursor) throw badCursor()
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(list))
        .setAuthTag(bytes.subarray(-tagBytes))
      try {
        return Buffer.concat([opening.update(bytes.subarray(nonceBytes, -tagBytes)), opening.final()]).toString()
      } catch {
        throw badCursor()
      }
    },
  }
}
export type CursorSeal = ReturnType<typeof cursorSeal>
