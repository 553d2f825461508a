import * as z from 'zod/mini'
import { endpoint, pagedEndpoint } from '#src/platform/http/contract.ts'
import { type Decoded, Id, OwnEmail, renamed } from '#src/platform/http/fields.ts'
import { pageInput } from '#src/platform/http/page.ts'

/** Which ways of signing in the server offers; without `mail` no forgotten password can be set anew. */
export const SignInWays = z.object({ google: z.boolean(), oidc: z.boolean(), mail: z.boolean() })

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
  summary: "Answers the caller's user record, which exists since the sign-up. The role in the body means nothing.",
  access: 'member',
  self: { input: 'email' },
  input: z.object({}),
  output: z.object({ insertedId: Id }),
})

/** `type: 'premium'` on the wire, absent otherwise. */
export const Premium = z.codec(z.optional(z.literal('premium')), z.boolean(), {
  decode: (type) => type === 'premium',
  encode: (premium) => (premium ? ('premium' as const) : undefined),
})

const userFields = {
  id: Id,
  name: z.string(),
  email: z.string(),
  role: z.enum(['user', 'admin']),
  number: z.int(),
  premium: Premium,
}
export type User = Decoded<typeof userFields>

export const listUsers = pagedEndpoint({
  method: 'GET',
  path: '/users',
  summary: 'All users, newest first.',
  access: 'admin',
  input: z.object({
    ...pageInput,
    search: z.optional(
      z.string().check(z.maxLength(100), z.regex(/^\P{Cc}*$/u, 'must not contain control characters')),
    ),
  }),
  output: z.array(renamed(userFields, { id: '_id', number: 'bioDataId', premium: 'type' })),
})

export const makeAdmin = endpoint({
  method: 'PATCH',
  path: '/users/admin/:id',
  summary: 'Makes a user an administrator.',
  access: 'admin',
  input: z.object({ id: Id }),
  output: z.object({ modifiedCount: z.int() }),
  problems: ['not-found'],
})
