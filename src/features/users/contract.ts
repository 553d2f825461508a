import * as z from 'zod/mini'
import { bySelf, endpoint } from '#src/platform/http/contract.ts'
import { asPerson, Modified, OwnEmail } from '#src/platform/schemas/fields.ts'

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

/** For whom a biodata is written, and which gender that person has where the answer says it. */
export const genderFor = {
  myself: undefined,
  daughter: 'Female',
  son: 'Male',
  sister: 'Female',
  brother: 'Male',
  relative: undefined,
} as const
export type ForWhom = keyof typeof genderFor
export const forWhom = Object.keys(genderFor) as [ForWhom, ...ForWhom[]]

export const sayForWhom = endpoint({
  method: 'PATCH',
  path: '/me/for-whom',
  summary:
    'Says for whom the caller writes a biodata. A new form begins with the gender, and for oneself with the name.',
  ...bySelf,
  input: z.object({
    ...asPerson,
    forWhom: z.enum(forWhom, `must be one of: ${forWhom.join(', ')}`),
    /** Needed where the answer does not say it, and otherwise not read. */
    gender: z.optional(z.enum(['Male', 'Female'], 'must be Male or Female')),
  }),
  output: Modified,
})
