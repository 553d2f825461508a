import * as z from 'zod/mini'
import { endpoint, pagedEndpoint } from '#src/platform/http/contract.ts'
import { type Decoded, Id, Modified, renamed } from '#src/platform/http/fields.ts'
import { csvEndpoint, searchInput, sortInput } from '#src/platform/http/lists.ts'
import { pageInput } from '#src/platform/http/page.ts'
import { Premium } from './contract.ts'

const userFields = {
  id: Id,
  name: z.string(),
  email: z.string(),
  role: z.enum(['user', 'admin']),
  number: z.int(),
  premium: Premium,
  since: z.string(),
}
export type User = Decoded<typeof userFields>

const filters = { ...searchInput, ...sortInput('name', 'email', 'date') }

export const listUsers = pagedEndpoint({
  method: 'GET',
  path: '/users',
  summary: 'All users, newest first unless sorted otherwise.',
  access: 'admin',
  input: z.object({ ...pageInput, ...filters }),
  output: z.array(renamed(userFields, { id: '_id', number: 'bioDataId', premium: 'type' })),
})

export const exportUsers = csvEndpoint({
  path: '/users.csv',
  summary: 'The same list as a file for spreadsheets. That it was taken is recorded.',
  input: z.object(filters),
  columns: { Name: 'name', Email: 'email', Role: 'role', BioDataId: 'number', Premium: 'premium', Since: 'since' },
})

export const makeAdmin = endpoint({
  method: 'PATCH',
  path: '/users/admin/:id',
  summary: 'Makes a user an administrator.',
  access: 'admin',
  input: z.object({ id: Id }),
  output: Modified,
  problems: ['not-found'],
})
