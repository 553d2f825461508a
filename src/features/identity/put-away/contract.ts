import * as z from 'zod/mini'
import { endpoint } from '#src/platform/http/contract.ts'
import { Deleted, Modified } from '#src/platform/schemas/fields.ts'

export const viewPutAway = endpoint({
  method: 'GET',
  path: '/me/put-away',
  summary: "What the caller's account wrote before its email was proved, and is put away since; null where nothing is.",
  access: 'member',
  input: z.object({}),
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
  method: 'PATCH',
  path: '/me/put-away',
  summary: 'The caller says that it is theirs: everything is as it was before, and the biodata is published again.',
  access: 'member',
  input: z.object({}),
  output: Modified,
})

export const removePutAway = endpoint({
  method: 'DELETE',
  path: '/me/put-away',
  summary:
    'The caller says that it is not theirs: all of it is deleted, with the biodata unless they have saved it since.',
  access: 'member',
  input: z.object({}),
  output: Deleted,
})
