import { expect, test } from 'vitest'
import { isPhotoLink, ownPortrait } from './policy.ts'

const origin = 'http://127.0.0.1:3000'

test.each([
  ['https://photos.example/me.jpg', true],
  ['HTTPS://photos.example/me.jpg', false],
  ['http://photos.example/me.jpg', false],
  ['https://photos.example/a b.jpg', false],
  ['https://me@photos.example/', false],
  ['https://', false],
  [`https://photos.example/${'x'.repeat(2048)}`, false],
  ['data:image/svg+xml,<svg/>', false],
  ['', false],
  // The site's own drawing, under whatever address the site has; nothing else of it, and no other site's.
  [ownPortrait(origin), true],
  [`${origin}/favicon.svg`, false],
  [ownPortrait('http://127.0.0.1:3001'), false],
  [`${ownPortrait(origin)}?x`, false],
])('A2 E6: as a photo %j is accepted: %s', (text, isAccepted) => {
  expect(isPhotoLink(text, origin)).toBe(isAccepted)
})
