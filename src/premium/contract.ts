import * as z from 'zod/mini'
import { bulkInput, bulkOutput } from '#src/platform/http/bulk.ts'
import { endpoint, pagedEndpoint } from '#src/platform/http/contract.ts'
import { type Decoded, Id, OwnEmail, renamed } from '#src/platform/http/fields.ts'
import { csvEndpoint, searchInput, sortInput } from '#src/platform/http/lists.ts'
import { pageInput } from '#src/platform/http/page.ts'

export const checkPremium = endpoint({
  method: 'GET',
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
  access: 'member',
  self: { input: 'email' },
  input: z.object({ email: OwnEmail }),
  output: z.object({ modifiedCount: z.int() }),
})

const requestFields = { id: Id, name: z.string(), email: z.string(), number: z.int(), date: z.string() }
export type PremiumRequest = Decoded<typeof requestFields>

const filters = { ...searchInput, ...sortInput('name', 'email', 'number', 'date') }

export const listPremiumRequests = pagedEndpoint({
  method: 'GET',
  path: '/premium-requests',
  summary: 'Premium requests that wait for approval, the oldest first unless sorted otherwise.',
  access: 'admin',
  input: z.object({ ...pageInput, ...filters }),
  output: z.array(renamed(requestFields, { id: '_id', number: 'bioDataId' })),
})

export const lastPremiumApproval = endpoint({
  method: 'GET',
  path: '/premium-requests/last-approval',
  summary: 'When somebody was last made premium; null where nobody ever was.',
  access: 'admin',
  input: z.object({}),
  output: z.object({ at: z.nullable(z.string()) }),
})

export const exportPremiumRequests = csvEndpoint({
  path: '/premium-requests.csv',
  summary: 'The same list as a file for spreadsheets. That it was taken is recorded.',
  input: z.object(filters),
  columns: { Name: 'name', Email: 'email', BioDataId: 'number', Requested: 'date' },
})

export const makePremium = endpoint({
  method: 'PATCH',
  path: '/users/premium/:id',
  summary: 'Makes a user and the biodata premium, asked for or not.',
  access: 'admin',
  input: z.object({ id: Id }),
  output: z.object({ modifiedCount: z.int() }),
  problems: ['not-found'],
})

export const makeEachPremium = endpoint({
  method: 'PATCH',
  path: '/users/premium',
  summary: 'Makes up to 100 users premium, each on its own.',
  access: 'admin',
  input: bulkInput,
  output: bulkOutput,
})
