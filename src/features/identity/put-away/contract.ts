import * as z from 'zod/mini'
import { endpoint } from '#src/platform/http/contract.ts'
import { Deleted, Modified } from '#src/platform/schemas/fields.ts'

const own = { path: '/me/put-away', access: 'member' } as const

export const viewPutAway = endpoint({
  ...own,
  summary: "What the caller's account wrote before its email was proved, and is put away since; null where nothing is.",
  output: z.nullable(
    z.object({
      name: z.string(),
      photoUrl: z.nullable(z.string()),
      hasBiodata: z.boolean(),
      searches: z.int(),
      askedForPremium: z.boolean(),
      browsers: z.int(),
    }),
  ),
})

export const bringBack = endpoint({
  ...own,
  method: 'PATCH',
  summary: 'The caller says that it is theirs: everything is as it was before, and the biodata is published again.',
  output: Modified,
})

export const removePutAway = endpoint({
  ...own,
  method: 'DELETE',
  summary:
    'The caller says that it is not theirs: all of it is deleted, with the biodata unless they have saved it since.',
  output: Deleted,
})
