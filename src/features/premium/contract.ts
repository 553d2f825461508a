import * as z from 'zod/mini'
import { adminList, bulkAction, lastApprovalEndpoint, rowAction, undoAction } from '#src/features/admin-list/index.ts'
import { bySelf, endpoint } from '#src/platform/http/contract.ts'
import { Id, Modified, OwnEmail } from '#src/platform/schemas/fields.ts'

export const checkPremium = endpoint({
  path: '/user/premium/:email',
  summary: 'Whether the caller is premium; administrators may ask about anybody.',
  access: 'member',
  self: { input: 'email', orAdmin: true },
  input: z.object({ email: OwnEmail }),
  output: z.object({ premium: z.boolean() }),
})

export const requestPremium = endpoint({
  method: 'PATCH',
  path: '/user/request_premium/:email',
  summary: "Asks for the caller's biodata to become premium; 0 when already asked, or without a biodata.",
  ...bySelf,
  input: z.object({ email: OwnEmail }),
  output: Modified,
})

export const premiumRequests = adminList({
  path: '/premium-requests',
  list: 'premium requests',
  summary: 'Premium requests that wait for approval, the oldest first unless sorted otherwise.',
  fields: { id: Id, name: z.string(), email: z.string(), number: z.int(), date: z.string() },
  sortKeys: ['name', 'email', 'number', 'date'],
  columns: { Name: 'name', Email: 'email', BioDataId: 'number', Requested: 'date' },
})

export const lastPremiumApproval = lastApprovalEndpoint(
  '/premium-requests/last-approval',
  'When somebody was last made premium; null where nobody ever was.',
)

export const makePremium = rowAction('/users/premium/:id', 'Makes a user and the biodata premium, asked for or not.')
export const endPremium = undoAction('/users/premium/:id', 'Ends a premium membership; it can be asked for anew.')
export const makeEachPremium = bulkAction('/users/premium', 'Makes up to 100 users premium, each on its own.')
