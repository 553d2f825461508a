import { expect, test } from 'vitest'
import { languageFile } from '#src/texts/languages.server.ts'
import { stateOf, withoutContact } from './request-road.tsx'

const t = languageFile('en').texts
const at = '2026-11-25T12:00:00.000Z'

test.each([
  ['is on its way', false, t.requests.paidBack],
  ['was refunded', true, t.requests.withdrawn],
])(
  'K6 says that a request has ended whose biodata was deleted while it waited, once its fee %s',
  (_what, done, said) => {
    const request = { biodataId: undefined, status: 'pending', refund: { done, at } } as const
    expect(stateOf(request)).toBe('withdrawn')
    expect(withoutContact(t, request)).toBe(said)
  },
)

test('K4 keeps every other state as it is on the wire', () => {
  const biodataId = '00000000-0000-4000-8000-000000000001'
  for (const status of ['pending', 'approve', 'withdrawn', 'refused'] as const)
    expect(stateOf({ biodataId, status, refund: undefined })).toBe(status)
  expect(stateOf({ biodataId: undefined, status: 'approve', refund: undefined })).toBe('approve')
  expect(withoutContact(t, { biodataId, status: 'pending', refund: undefined })).toBe('Approval is pending')
})
