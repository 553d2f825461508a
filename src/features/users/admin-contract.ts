import * as z from 'zod/mini'
import { adminList, reasonedAction, rowAction, undoAction } from '#src/features/admin-list/index.ts'
import { Id } from '#src/platform/schemas/fields.ts'
import { Premium } from './contract.ts'

export const userStatuses = ['premium', 'admin', 'suspended', 'unconfirmed', 'without-biodata'] as const
const UserStatus = z.enum(userStatuses, `must be one of: ${userStatuses.join(', ')}`)
export type UserStatus = z.infer<typeof UserStatus>

export const users = adminList({
  path: '/users',
  list: 'users',
  summary: 'All users, newest first unless sorted otherwise.',
  fields: {
    id: Id,
    name: z.string(),
    email: z.string(),
    role: z.enum(['user', 'admin']),
    number: z.int(),
    premium: Premium,
    isVerified: z.boolean(),
    isSuspended: z.boolean(),
    /** Found by others; null without a biodata. */
    isPublished: z.nullable(z.boolean()),
    since: z.string(),
  },
  filters: { status: z.optional(UserStatus) },
  sortKeys: ['name', 'email', 'date'],
  columns: { Name: 'name', Email: 'email', Role: 'role', BioDataId: 'number', Premium: 'premium', Since: 'since' },
})

export const makeAdmin = {
  ...rowAction('/users/admin/:id', 'Makes a user an administrator.'),
  asksPassword: true,
}
export const endAdmin = {
  ...undoAction('/users/admin/:id', 'Ends the role of an administrator; 409 for the last one.'),
  asksPassword: true,
}

export const suspend = reasonedAction(
  '/users/suspension/:id',
  'Signs a member out everywhere, hides the biodata and refuses the sign-in with the reason; 409 for administrators.',
)
export const liftSuspension = undoAction('/users/suspension/:id', 'Lets a member in again; all is as it was before.')
