import { expect, test } from 'vitest'
import type { Viewer } from '#src/platform/http/viewer.ts'
import { contactVisibility } from './policy.ts'

const member = (more: object = {}): Viewer => ({
  kind: 'member',
  userId: 'somebody',
  sessionId: 'a session',
  isVerified: true,
  language: 'en',
  email: 'a@b.c',
  name: 'A',
  isAdmin: false,
  isPremium: false,
  ...more,
})

test.each<[string, Viewer, { status: 'pending' | 'approve' } | undefined, string]>([
  ['a visitor', { kind: 'visitor' }, undefined, 'withheld'],
  ['a visitor, whatever a request says', { kind: 'visitor' }, { status: 'approve' }, 'withheld'],
  ['another member', member(), undefined, 'withheld'],
  ['a member who paid', member(), { status: 'pending' }, 'pending'],
  ['a member whose request is approved', member(), { status: 'approve' }, 'shown'],
  ['a premium member', member({ isPremium: true }), undefined, 'shown'],
  ['an administrator', member({ isAdmin: true }), undefined, 'shown'],
  ['the owner', member({ userId: 'owner' }), undefined, 'shown'],
])('D2: to %s the contact is %4$s', (_who, viewer, request, expected) => {
  expect(contactVisibility(viewer, 'owner', request)).toBe(expected)
})
