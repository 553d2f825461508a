import * as z from 'zod/mini'
import { bulkInput, bulkOutput } from '#src/platform/http/bulk.ts'
import { endpoint, pagedEndpoint } from '#src/platform/http/contract.ts'
import { type Decoded, Id, renamed } from '#src/platform/http/fields.ts'
import { csvEndpoint, searchInput, sortInput } from '#src/platform/http/lists.ts'
import { pageInput } from '#src/platform/http/page.ts'

const requestFields = {
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
export type Asked = Decoded<typeof requestFields>

const filters = {
  ...searchInput,
  ...sortInput('name', 'email', 'number', 'date'),
  status: z.optional(z.enum(['pending', 'approve'], 'must be pending or approve')),
}

export const listEverybodysRequests = pagedEndpoint({
  method: 'GET',
  path: '/contact-requests',
  summary: "Everybody's contact requests, newest first unless sorted otherwise.",
  access: 'admin',
  input: z.object({ ...pageInput, ...filters }),
  output: z.array(
    renamed(requestFields, {
      id: '_id',
      number: 'bioDataId',
      biodataId: 'bioData_id',
      ownBiodataId: 'ownBioData_id',
    }),
  ),
})

export const lastApproval = endpoint({
  method: 'GET',
  path: '/contact-requests/last-approval',
  summary: 'When a contact request was last approved; null where none ever was.',
  access: 'admin',
  input: z.object({}),
  output: z.object({ at: z.nullable(z.string()) }),
})

export const exportRequests = csvEndpoint({
  path: '/contact-requests.csv',
  summary: 'The same list as a file for spreadsheets. That it was taken is recorded.',
  input: z.object(filters),
  columns: { Name: 'name', Email: 'email', BioDataId: 'number', Status: 'status', Requested: 'date' },
})

export const approveRequest = endpoint({
  method: 'PATCH',
  path: '/contact-request-approver/:id',
  summary: 'Approves a contact request; 0 when it was approved, or withdrawn, before.',
  access: 'admin',
  input: z.object({ id: Id }),
  output: z.object({ modifiedCount: z.int() }),
  problems: ['not-found'],
})

export const approveEach = endpoint({
  method: 'PATCH',
  path: '/contact-request-approver',
  summary: 'Approves up to 100 contact requests, each on its own.',
  access: 'admin',
  input: bulkInput,
  output: bulkOutput,
})
