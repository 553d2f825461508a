import { decodeQR } from 'qr/decode.js'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { QrCode } from './second-factor-section.tsx'

/** What a camera sees of the code: each square as four by four pixels. */
function seen(text: string) {
  const svg = renderToStaticMarkup(<QrCode text={text} label="QR code" />)
  const side = Number(svg.match(/viewBox="0 0 (\d+) \1"/)![1])
  const width = side * 4
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let pixel = 0; pixel < 16; pixel++) {
      const [column, row] = [Number(x) * 4 + (pixel % 4), Number(y) * 4 + (pixel >> 2)]
      data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
    }
  return { width, height: width, data }
}

const address =
  'otpauth://totp/Nikhad:admin%40demo.example?secret=MJUV64JQJFWGET3PGVGEY5CGINCHCQ2TLF3GG42X&issuer=Nikhad&digits=6&period=30'

test.each(['Nikhad', address, 'নিখাদ '.repeat(40)])('M8: a decoder reads %s back from its QR code', (text) => {
  expect(decodeQR(seen(text))).toBe(text)
})

test('M8: a QR code holds 858 bytes and more, and says when it cannot hold a text', () => {
  expect(decodeQR(seen('x'.repeat(858)))).toBe('x'.repeat(858))
  expect(() => seen('x'.repeat(2954))).toThrow(RangeError)
})
