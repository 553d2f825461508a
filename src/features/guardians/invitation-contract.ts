import * as z from 'zod/mini'
import { endpoint } from '#src/platform/http/contract.ts'
import { renamed } from '#src/platform/schemas/fields.ts'

// Apart, because what its page shares with pages of members would be loaded by every page with a form.

export const viewInvitation = endpoint({
  path: '/guardian-invitation',
  summary:
    'Who invites with this link, and what a guardian may do then; asking changes nothing. `over`: it works no more.',
  access: 'visitor',
  input: z.object({ token: z.optional(z.string('must be filled in').check(z.maxLength(100))) }),
  output: renamed(
    {
      state: z.enum(['open', 'over', 'unknown']),
      /** Of the person who invites. */
      name: z.optional(z.string()),
      nameInOtherScript: z.optional(z.string()),
      number: z.optional(z.int()),
      gender: z.optional(z.enum(['Male', 'Female'])),
      isOwn: z.optional(z.boolean()),
      /** The number that the caller has confirmed for another ward. */
      phone: z.optional(z.string()),
      mayAnswer: z.optional(z.boolean()),
      isContact: z.optional(z.boolean()),
      mayConfirm: z.optional(z.boolean()),
      mayEdit: z.optional(z.boolean()),
    },
    { number: 'bioDataId', gender: 'gander' },
  ),
  takesAnyQuery: true,
})
