import * as z from 'zod/mini'
import { rowAction, undoAction } from '#src/features/admin-list/index.ts'
import { endpoint } from '#src/platform/http/contract.ts'
import { Id, renamed, text } from '#src/platform/schemas/fields.ts'

export const unpublish = rowAction('/biodata/unpublished/:id', 'Hides a biodata from everybody but its owner.')
export const publishAgain = undoAction('/biodata/unpublished/:id', 'Shows it again, as its owner wants it shown.')

/** The database checks it too. */
export const longestViewReason = 300

export const viewContact = endpoint({
  method: 'POST',
  path: '/contact-views/:id',
  summary: "Shows somebody's contact to an administrator, for a reason that the owner reads.",
  access: 'admin',
  input: z.object({ id: Id, reason: text(longestViewReason) }),
  output: renamed(
    { email: z.optional(z.string()), phone: z.string(), photoUrl: z.optional(z.string()) },
    { phone: 'phoneNumber' },
  ),
})
