import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { qrModules } from './qr.ts'

const drawn = (text: string) => {
  const rows = qrModules(text).map((row) => row.map(Number).join(''))
  return [rows.length, createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 16)]
}

const address =
  'otpauth://totp/Nikhad:admin%40demo.example?secret=MJUV64JQJFWGET3PGVGEY5CGINCHCQ2TLF3GG42X&issuer=Nikhad&digits=6&period=30'

// Each was read by a decoder when its fingerprint was taken.
test.each([
  [21, '6fd3c9496561d82b', 'Nikhad'],
  [41, '9ec6d9ab6c785e52', address],
  [85, 'eb60f6ee7674be45', 'নিখাদ '.repeat(40)],
])('M8: a QR code of %i squares a side is one that can be read', (size, fingerprint, text) => {
  expect(drawn(text)).toEqual([size, fingerprint])
})

test('M8: a QR code holds 858 bytes and says when it cannot hold more', () => {
  expect(qrModules('x'.repeat(858))).toHaveLength(97)
  expect(() => qrModules('x'.repeat(859))).toThrow(RangeError)
})
