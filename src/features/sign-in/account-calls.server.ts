import * as z from 'zod/mini'
import { type Endpoint, endpoint } from '#src/platform/http/contract.ts'

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
const code = { code: z.string() }
/** WebAuthn has its own standard for these, and browsers read them whole. */
const PasskeyOptions = z.looseObject({ challenge: z.string() })
const Credential = z.looseObject({ id: z.string(), type: z.string() })

export const signInAtIssuer = {
  provider: z.enum(['google', 'oidc']),
  callbackURL: z.optional(z.string()),
  errorCallbackURL: z.optional(z.string()),
  disableRedirect: z.optional(z.boolean()),
}

type Rest = Pick<Endpoint, 'output' | 'problems' | 'asksPassword'> & { input?: z.core.$ZodShape }

const accountCall = (method: 'GET' | 'POST', path: string, summary: string, { input = {}, ...rest }: Rest) => {
  const access = rest.asksPassword ? 'member' : 'visitor'
  return endpoint({ method, path: `/auth${path}`, summary, access, input: z.object(input), ...rest })
}

/** better-auth answers these; the OpenAPI document lists them. Each needs `Origin` and answers the session's cookie. */
export const accountCalls = [
  accountCall('POST', '/sign-up/email', 'Makes an account with a password, and signs in to it.', {
    input: { name: z.string(), email: Email, password: Password, image: z.optional(z.string()) },
    output: SignedIn,
  }),
  accountCall('POST', '/sign-in/email', 'Signs in with email and password.', {
    input: { email: Email, password: z.string(), rememberMe: z.optional(z.boolean()) },
    output: z.union([SignedIn, NeedsCode]),
    problems: ['signed-out', 'forbidden'],
  }),
  accountCall(
    'POST',
    '/sign-in/social',
    'Answers the address of the window in which Google or another issuer signs somebody in.',
    {
      input: signInAtIssuer,
      output: z.object({ url: z.string(), redirect: z.boolean() }),
      problems: ['not-found'],
    },
  ),
  accountCall('POST', '/sign-out', 'Ends the session of this browser.', {
    output: z.object({ success: z.boolean() }),
  }),
  accountCall('POST', '/two-factor/verify-totp', 'Completes a sign-in with a code of the authenticator app.', {
    input: code,
    output: SignedIn,
    problems: ['signed-out'],
  }),
  accountCall('POST', '/two-factor/verify-backup-code', 'Completes a sign-in with a backup code, which is used up.', {
    input: code,
    output: SignedIn,
    problems: ['signed-out'],
  }),
  accountCall('GET', '/passkey/generate-authenticate-options', 'Begins a sign-in with a passkey.', {
    output: PasskeyOptions,
  }),
  accountCall('POST', '/passkey/verify-authentication', 'Signs in with what a passkey has signed.', {
    input: { response: Credential },
    output: z.looseObject({}),
    problems: ['signed-out'],
  }),
  accountCall('GET', '/passkey/generate-register-options', 'Begins to add a passkey to the account.', {
    asksPassword: true,
    output: PasskeyOptions,
  }),
  accountCall('POST', '/passkey/verify-registration', 'Adds the passkey that a device has made.', {
    asksPassword: true,
    input: { response: Credential, name: z.optional(z.string()) },
    output: z.object({}),
  }),
]
