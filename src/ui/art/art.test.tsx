import { brotliCompressSync } from 'node:zlib'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Portrait } from './art.tsx'
import { artDefs } from './art-defs.server.ts'

const numbers = Array.from({ length: 20 }, (_, place) => 1001 + place * 7)

test('G9: a portrait with a title is a named picture, without one it is hidden from a screen reader', () => {
  expect(renderToStaticMarkup(<Portrait of={{ gender: 'Female', number: 1 }} title="A woman" />)).toContain(
    'role="img" aria-label="A woman"',
  )
  expect(renderToStaticMarkup(<Portrait of={{ gender: 'Female', number: 1 }} />)).toContain('aria-hidden="true"')
})

test('C1: every drawing a portrait refers to is defined once', () => {
  const defined = [...artDefs.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(defined).size).toBe(defined.length)
  for (const number of numbers)
    for (const gender of ['Male', 'Female'] as const) {
      const html = renderToStaticMarkup(<Portrait of={{ gender, number, premium: true }} />)
      for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(defined).toContain(id)
    }
})

test('twenty portraits with their drawings cost a page at most 2.5 KB', () => {
  const html = renderToStaticMarkup(
    numbers.map((number) => (
      <Portrait key={number} of={{ gender: number % 3 ? 'Female' : 'Male', number }} title="Portrait of a woman" />
    )),
  )
  expect(brotliCompressSync(artDefs + html).length).toBeLessThan(2500)
})
