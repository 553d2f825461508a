import { expect, test } from 'vitest'
import type { Viewer } from '#src/platform/http/viewer.ts'
import { member } from '#tests/world.server.ts'
import { contactVisibility, rightToContact } from './policy.ts'

test.each<[string, Viewer, { status: 'pending' | 'approve' | 'refused' } | undefined, string, string]>([
  ['a visitor', { kind: 'visitor' }, undefined, 'withheld', 'closed'],
  ['a visitor, whatever a request says', { kind: 'visitor' }, { status: 'approve' }, 'withheld', 'closed'],
  ['another member', member(), undefined, 'withheld', 'closed'],
  ['a member who paid', member(), { status: 'pending' }, 'pending', 'closed'],
  ['a member whose request is approved', member(), { status: 'approve' }, 'shown', 'closed'],
  ['a member whose request was refused', member(), { status: 'refused' }, 'withheld', 'closed'],
  ['a premium member', member({ isPremium: true }), undefined, 'shown', 'closed'],
  ['an administrator', member({ isAdmin: true }), undefined, 'shown', 'shown'],
  ['the owner', member({ userId: 'owner' }), undefined, 'own', 'own'],
])('D2 R3: to %s the contact is %4$s, and %5$s where it is for nobody', (_who, viewer, request, checked, nobody) => {
  expect(contactVisibility(viewer, { id: 'owner', contactFor: 'checked' }, request)).toBe(checked)
  expect(contactVisibility(viewer, { id: 'owner', contactFor: 'nobody' }, request)).toBe(nobody)
})

test('R1 R2: a person who sees a contact does so by one right, what was paid for by that of the payment', () => {
  const owner = { id: 'owner', contactFor: 'checked' } as const
  const approved = { status: 'approve' } as const
  expect(rightToContact(member({ userId: 'owner', isAdmin: true }), owner, undefined)).toBe('owner')
  expect(rightToContact(member({ isAdmin: true, isPremium: true }), owner, approved)).toBe('administrator')
  expect(rightToContact(member({ isPremium: true }), owner, undefined)).toBe('premium')
  for (const isPremium of [true, false]) expect(rightToContact(member({ isPremium }), owner, approved)).toBe('request')
})
