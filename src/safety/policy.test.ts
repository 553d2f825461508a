import { expect, test } from 'vitest'
import type { Viewer } from '#src/platform/http/viewer.ts'
import { member } from '#test/world.server.ts'
import { isVisibleTo } from './policy.ts'

test.each<[string, Viewer, { published: boolean }, boolean]>([
  ['a visitor', { kind: 'visitor' }, { published: true }, true],
  ['a visitor', { kind: 'visitor' }, { published: false }, false],
  ['a member', member(), { published: true }, true],
  ['a member', member(), { published: false }, false],
  ['a member who has blocked them, or is blocked', member({ unseen: [7] }), { published: true }, false],
  ['the owner', member({ userId: 'owner' }), { published: false }, true],
  ['an administrator', member({ isAdmin: true }), { published: false }, true],
])('R3 R4: to %s a biodata that is %o is visible: %s', (_who, viewer, state, expected) => {
  expect(isVisibleTo(viewer, { id: 'owner', number: 7, ...state })).toBe(expected)
})
