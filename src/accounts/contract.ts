import * as z from 'zod/mini'
import { endpoint } from '#src/platform/http/contract.ts'
import { asPerson, Id, Ignored, OwnEmail } from '#src/platform/http/fields.ts'

/** Which ways of signing in the server offers; without `mail` no forgotten password can be set anew. */
const SignInWays = z.object({ google: z.boolean(), oidc: z.boolean(), mail: z.boolean() })

export const currentSession = endpoint({
  method: 'GET',
  path: '/session',
  summary: 'Who is signed in, and how one can sign in.',
  access: 'visitor',
  input: z.object({}),
  output: z.object({
    user: z.nullable(
      z.object({
        email: z.string(),
        name: z.string(),
        isAdmin: z.boolean(),
        isPremium: z.boolean(),
        isVerified: z.boolean(),
      }),
    ),
    ways: SignInWays,
  }),
})

export const checkAdmin = endpoint({
  method: 'GET',
  path: '/user/admin/:email',
  summary: 'Whether the caller is an administrator; administrators may ask about anybody.',
  access: 'member',
  self: { input: 'email', orAdmin: true },
  input: z.object({ email: OwnEmail }),
  output: z.object({ admin: z.boolean() }),
})

export const recordUser = endpoint({
  method: 'POST',
  path: '/user',
  summary: "Answers the caller's user record, which exists since the sign-up.",
  access: 'member',
  self: { input: 'email' },
  input: z.object({ ...asPerson, name: Ignored, role: Ignored, bioDataId: Ignored }),
  output: z.object({ insertedId: Id }),
})

/** `type: 'premium'` on the wire, absent otherwise. */
export const Premium = z.codec(z.optional(z.literal('premium')), z.boolean(), {
  decode: (type) => type === 'premium',
  encode: (premium) => (premium ? ('premium' as const) : undefined),
})
