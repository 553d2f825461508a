import * as z from 'zod/mini'
import { bySelf, endpoint } from '#src/platform/http/contract.ts'
import { asPerson, Modified, OwnEmail } from '#src/platform/schemas/fields.ts'
import { type Relation, relations } from './policy.ts'

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

const KeptBy = z.enum(['myself', ...relations], 'must be myself or a relation')

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

/** Who may keep a biodata for somebody, by what they are to that person. */
export const keepersFor: Record<ForWhom, readonly Relation[]> = {
  myself: [],
  daughter: ['mother', 'father'],
  son: ['mother', 'father'],
  sister: ['sister', 'brother'],
  brother: ['sister', 'brother'],
  relative: ['uncle', 'other'],
}

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
    /** What the caller is to that person; unsaid it stays as it was. */
    keptBy: z.optional(z.enum(relations, `must be one of: ${relations.join(', ')}`)),
  }),
  output: Modified,
})

export const viewKeptBy = endpoint({
  path: '/me/kept-by',
  summary: "Who keeps the caller's biodata.",
  access: 'member',
  output: z.object({ keptBy: KeptBy }),
})

export const sayKeptBy = endpoint({
  method: 'PATCH',
  path: '/me/kept-by',
  summary: "Says who keeps the caller's biodata, which its readers are told: `myself`, or what they are to the person.",
  ...bySelf,
  input: z.object({ ...asPerson, keptBy: KeptBy }),
  output: Modified,
})
