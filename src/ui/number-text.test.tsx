import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NumberText } from './number-text.tsx'
import { type Site, SiteProvider } from './site.tsx'

const drawn = (text: string, idPrefix = 'nik-') =>
  renderToStaticMarkup(
    <SiteProvider value={{ brand: { name: '', nameBn: '', idPrefix } } as Site}>
      <NumberText text={text} />
    </SiteProvider>,
  )

test.each([
  ['Your request for nik-35 is approved.', 'nik-', ['nik-35']],
  ['nik-7, nik-1042-এর জন্য', 'nik-', ['nik-7', 'nik-1042']],
  ['Nobody', 'nik-', []],
  ['About A.B-9.', 'A.B-', ['A.B-9']],
])('W7 S3-14 keeps each number of “%s” in one line, by no other character', (text, idPrefix, numbers) => {
  const html = drawn(text, idPrefix)
  expect([...html.matchAll(/<span class="whitespace-nowrap">([^<]*)</g)].map(([, number]) => number)).toEqual(numbers)
  expect(html.replace(/<[^>]*>/g, '')).toBe(text)
})
