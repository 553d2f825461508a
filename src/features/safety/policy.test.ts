import { expect, test } from 'vitest'
import type { Viewer } from '#src/platform/http/viewer.ts'
import { member } from '#tests/world.server.ts'
import { isVisibleTo } from './policy.ts'

test.each<[string, { published: boolean }, boolean, Viewer]>([
  ['a visitor', { published: true }, true, { kind: 'visitor' }],
  ['a visitor', { published: false }, false, { kind: 'visitor' }],
  ['a member', { published: true }, true, member()],
  ['a member', { published: false }, false, member()],
  ['a member who has blocked them, or is blocked', { published: true }, false, member({ blocked: [7] })],
  ['the owner', { published: false }, true, member({ userId: 'owner' })],
  ['an administrator', { published: false }, true, member({ isAdmin: true })],
])('R3 R4: to %s a biodata that is %o is visible: %s', (_who, state, expected, viewer) => {
  expect(isVisibleTo(viewer, { id: 'owner', number: 7, ...state })).toBe(expected)
})
