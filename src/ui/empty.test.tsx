import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { artDefs } from '#src/ui/art/art-defs.server.ts'
import { HeartIcon } from '#src/ui/art/member-icons.ts'
import { Empty } from './empty.tsx'

test('F6: the drawing of an empty state is decoration, and what it refers to is defined', () => {
  const html = renderToStaticMarkup(<Empty icon={HeartIcon} title="Nothing yet" />)
  expect(html.match(/<svg[^>]* aria-hidden="true"/g)).toHaveLength(2)
  const used = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(used).toHaveLength(2)
  for (const id of used) expect(artDefs).toContain(`id="${id}"`)
})
