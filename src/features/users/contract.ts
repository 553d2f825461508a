import * as z from 'zod/mini'
import { endpoint } from '#src/platform/http/contract.ts'
import { OwnEmail } from '#src/platform/schemas/fields.ts'

/** `type: 'premium'` on the wire, absent otherwise. */
export const Premium = z.codec(z.optional(z.literal('premium')), z.boolean(), {
  decode: (type) => type === 'premium',
  encode: (premium) => (premium ? ('premium' as const) : undefined),
})

export const checkAdmin = endpoint({
  path: '/user/admin/:email',
  summary: 'Whether the caller is an administrator; administrators may ask about anybody.',
  access: 'member',
  self: { input: 'email', orAdmin: true },
  input: z.object({ email: OwnEmail }),
  output: z.object({ admin: z.boolean() }),
})
