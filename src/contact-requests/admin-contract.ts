import * as z from 'zod/mini'
import { type Decoded, Id } from '#src/platform/http/fields.ts'
import { adminList, bulkAction, lastApprovalEndpoint, rowAction } from '#src/platform/http/lists.ts'

const fields = {
  id: Id,
  /** Who asks. */
  name: z.string(),
  email: z.string(),
  /** The biodata of who asks; absent where there is none. */
  ownBiodataId: z.optional(Id),
  /** The biodata asked for. */
  number: z.int(),
  biodataId: Id,
  status: z.enum(['pending', 'approve']),
  date: z.string(),
}
export type Asked = Decoded<typeof fields>

export const allRequests = adminList({
  path: '/contact-requests',
  summary: "Everybody's contact requests, newest first unless sorted otherwise.",
  fields,
  names: { id: '_id', number: 'bioDataId', biodataId: 'bioData_id', ownBiodataId: 'ownBioData_id' },
  sortKeys: ['name', 'email', 'number', 'date'],
  filters: { status: z.optional(z.enum(['pending', 'approve'], 'must be pending or approve')) },
  columns: { Name: 'name', Email: 'email', BioDataId: 'number', Status: 'status', Requested: 'date' },
})

export const lastApproval = lastApprovalEndpoint(
  '/contact-requests/last-approval',
  'When a contact request was last approved; null where none ever was.',
)

export const approveRequest = rowAction(
  '/contact-request-approver/:id',
  'Approves a contact request; 0 when it was approved, or withdrawn, before.',
)
export const approveEach = bulkAction(
  '/contact-request-approver',
  'Approves up to 100 contact requests, each on its own.',
)
