import * as z from 'zod/mini'
import { endpoint } from '#src/platform/http/contract.ts'

const Password = z.string().check(z.describe('8 to 128 characters, and not one of the common ones.'))
const Email = z.email()

const User = z.object({
  id: z.uuid(),
  name: z.string(),
  email: Email,
  image: z.nullable(z.string()),
  emailVerified: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
const SignedIn = z.object({ user: User })
const NeedsCode = z.object({
  twoFactorRedirect: z.literal(true).check(z.describe('The account has a second factor: its code comes next.')),
})
const Code = z.object({ code: z.string() })
/** WebAuthn has its own standard for these, and browsers read them whole. */
const PasskeyOptions = z.looseObject({ challenge: z.string() })
const Credential = z.looseObject({ id: z.string(), type: z.string() })

/** better-auth answers these; the OpenAPI document lists them. Each needs `Origin` and answers the session's cookie. */
export const accountCalls = [
  endpoint({
    method: 'POST',
    path: '/auth/sign-up/email',
    summary: 'Makes an account with a password, and signs in to it.',
    access: 'visitor',
    input: z.object({ name: z.string(), email: Email, password: Password, image: z.optional(z.string()) }),
    output: SignedIn,
  }),
  endpoint({
    method: 'POST',
    path: '/auth/sign-in/email',
    summary: 'Signs in with email and password.',
    access: 'visitor',
    input: z.object({ email: Email, password: z.string(), rememberMe: z.optional(z.boolean()) }),
    output: z.union([SignedIn, NeedsCode]),
    problems: ['signed-out', 'forbidden'],
  }),
  endpoint({
    method: 'POST',
    path: '/auth/sign-in/social',
    summary: 'Answers the address of the window in which Google or another issuer signs somebody in.',
    access: 'visitor',
    input: z.object({
      provider: z.enum(['google', 'oidc']),
      callbackURL: z.optional(z.string()),
      errorCallbackURL: z.optional(z.string()),
      disableRedirect: z.optional(z.boolean()),
    }),
    output: z.object({ url: z.string(), redirect: z.boolean() }),
    problems: ['not-found'],
  }),
  endpoint({
    method: 'POST',
    path: '/auth/sign-out',
    summary: 'Ends the session of this browser.',
    access: 'visitor',
    input: z.object({}),
    output: z.object({ success: z.boolean() }),
  }),
  endpoint({
    method: 'POST',
    path: '/auth/two-factor/verify-totp',
    summary: 'Completes a sign-in with a code of the authenticator app.',
    access: 'visitor',
    input: Code,
    output: SignedIn,
    problems: ['signed-out'],
  }),
  endpoint({
    method: 'POST',
    path: '/auth/two-factor/verify-backup-code',
    summary: 'Completes a sign-in with a backup code, which is used up.',
    access: 'visitor',
    input: Code,
    output: SignedIn,
    problems: ['signed-out'],
  }),
  endpoint({
    method: 'GET',
    path: '/auth/passkey/generate-authenticate-options',
    summary: 'Begins a sign-in with a passkey.',
    access: 'visitor',
    input: z.object({}),
    output: PasskeyOptions,
  }),
  endpoint({
    method: 'POST',
    path: '/auth/passkey/verify-authentication',
    summary: 'Signs in with what a passkey has signed.',
    access: 'visitor',
    input: z.object({ response: Credential }),
    output: z.looseObject({}),
    problems: ['signed-out'],
  }),
  endpoint({
    method: 'GET',
    path: '/auth/passkey/generate-register-options',
    summary: 'Begins to add a passkey to the account.',
    access: 'member',
    asksPassword: true,
    input: z.object({}),
    output: PasskeyOptions,
  }),
  endpoint({
    method: 'POST',
    path: '/auth/passkey/verify-registration',
    summary: 'Adds the passkey that a device has made.',
    access: 'member',
    asksPassword: true,
    input: z.object({ response: Credential, name: z.optional(z.string()) }),
    output: z.object({}),
  }),
]
