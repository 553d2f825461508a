import * as z from 'zod/mini'
import { bySelf, endpoint } from '#src/platform/http/contract.ts'
import { asPerson, Ignored, Inserted } from '#src/platform/schemas/fields.ts'

/** The code of a sign-in of which only half is done: the account has a second factor. */
export const needsCode = 'second_factor'

export const sessionDays = 30

/** Whether the biodata is still right: `asked` now, or `paused` because of no answer. */
export const questions = ['asked', 'paused'] as const

export const currentSession = endpoint({
  path: '/session',
  summary: 'Who is signed in, and how one can sign in.',
  access: 'visitor',
  output: z.object({
    user: z.nullable(
      z.object({
        email: z.string(),
        name: z.string(),
        isAdmin: z.boolean(),
        isPremium: z.boolean(),
        isVerified: z.boolean(),
        needsSecondFactor: z.boolean(),
        isPaused: z.boolean(),
        question: z.nullable(z.enum(questions)),
        isPutAway: z.boolean(),
        hasBiodata: z.boolean(),
        isGuardian: z.boolean(),
        /** So many notifications since the list was last opened; 10 for more than nine. */
        news: z.int(),
      }),
    ),
    /** Which ways the server offers; without `mail` no forgotten password can be set anew. */
    ways: z.object({ google: z.boolean(), oidc: z.boolean(), mail: z.boolean(), passkey: z.boolean() }),
  }),
})

export const recordUser = endpoint({
  method: 'POST',
  path: '/user',
  summary: "Answers the caller's user record, which exists since the sign-up.",
  ...bySelf,
  input: z.object({ ...asPerson, name: Ignored, role: Ignored, bioDataId: Ignored }),
  output: Inserted,
})
