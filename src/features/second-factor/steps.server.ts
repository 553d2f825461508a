import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from '#src/platform/config/config.server.ts'
import { requireConfirmed } from '#src/platform/http/checks.server.ts'
import type { Base } from '#src/platform/http/mount.server.ts'
import { invalid, Problem } from '#src/platform/http/problem.ts'
import type { Viewer } from '#src/platform/http/viewer.ts'
import { attemptKey, forgetAttempts, limits, takeAttempt } from '#src/platform/limits/throttle.server.ts'
import { appCodeIn, backupCodeIn } from './codes.server.ts'
import { passkeyWasAdded, spendAppCode } from './queries.server.ts'

export const codeTries = (userId: string) => attemptKey('second factor', userId)

/** Passkeys belong to a name; browsers make none for a number. */
export const takesPasskeys = ({ origin }: Pick<Config, 'origin'>) => !/^(\[|[\d.]+$)/.test(new URL(origin).hostname)

/** A key alone may have been found with the phone it is in: the device has to know its owner, by a finger or a PIN. */
const requireVerified = async (isVerified: boolean | undefined) => {
  if (!isVerified) throw new APIError('UNAUTHORIZED', { code: 'USER_VERIFICATION_REQUIRED' })
}

export function stepPlugins({ origin, brand }: Pick<Config, 'origin' | 'brand'>) {
  const codes = twoFactor({ issuer: brand.name, schema: { twoFactor: { modelName: 'secondFactors' } } })
  return [
    {
      ...codes,
      // An issuer proves who somebody is as a password does: it opens no more than half of an account with an app.
      hooks: {
        after: codes.hooks.after.map(({ matcher, handler }) => ({
          matcher: (context: Parameters<typeof matcher>[0]) =>
            matcher(context) || /^\/(callback\/|sign-in\/social$)/.test(context.path ?? ''),
          handler,
        })),
      },
    },
    passkey({
      rpID: new URL(origin).hostname,
      rpName: brand.name,
      origin,
      schema: { passkey: { modelName: 'passkeys', fields: { credentialID: 'credentialId' } } },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      advanced: { webAuthnChallengeCookie: 'passkey' },
      registration: {
        afterVerification: ({ verification }) => requireVerified(verification.registrationInfo?.userVerified),
      },
      authentication: {
        afterVerification: ({ verification }) => requireVerified(verification.authenticationInfo.userVerified),
      },
    }),
  ]
}

const Sent = {
  code: z.object({ code: z.string().check(z.minLength(1), z.maxLength(50)) }),
  key: z.object({ response: z.looseObject({ id: z.optional(z.unknown()) }) }),
}

type Step = (request: FastifyRequest) => Promise<{ body?: object; succeed?: () => Promise<void> }>

/** What is done before better-auth answers at a path: what it is sent then, and what follows from its success. */
export function secondSteps(
  { config, db, clock }: Base,
  sessions: {
    viewerOf(request: FastifyRequest): Promise<Viewer>
    halfSignedIn(request: FastifyRequest): Promise<string | null>
  },
): Record<string, Step> {
  /** Only the code is passed on: better-auth would also trust a device for a month, or leave the session out. */
  const showCode = async (request: FastifyRequest, isOfApp: boolean) => {
    const { data: sent } = z.safeParse(Sent.code, request.body)
    if (!sent) throw invalid('code', 'must be filled in')
    const { code } = sent
    const userId = await sessions.halfSignedIn(request)
    if (!userId) throw new Problem('signed-out', { code: 'INVALID_TWO_FACTOR_COOKIE', detail: 'No sign-in waits here' })
    await takeAttempt(db, codeTries(userId), limits.secondFactorCodes, clock())
    // better-auth takes the same code as often as it comes while it is valid.
    if (isOfApp && (await spendAppCode(db, config.secret, userId, code, clock())) === 'used')
      throw new Problem('signed-out', { code: 'INVALID_CODE', detail: 'Invalid code' })
    return {
      body: { code: isOfApp ? appCodeIn(code) : backupCodeIn(code) },
      succeed: () => forgetAttempts(db, [codeTries(userId)]),
    }
  }

  function sentKey({ body }: FastifyRequest) {
    const { data: sent } = z.safeParse(Sent.key, body)
    if (!sent) throw invalid('response', 'must be the answer of a passkey')
    return sent
  }

  async function requireMember(request: FastifyRequest) {
    const viewer = await sessions.viewerOf(request)
    if (viewer.kind === 'visitor') throw new Problem('signed-out')
    requireConfirmed(viewer)
    return viewer
  }

  return {
    '/two-factor/verify-totp': (request) => showCode(request, true),
    '/two-factor/verify-backup-code': (request) => showCode(request, false),
    '/passkey/verify-authentication': async (request) => ({ body: sentKey(request) }),
    '/passkey/generate-register-options': async (request) => (await requireMember(request)) && {},
    '/passkey/verify-registration': async (request) => {
      const viewer = await requireMember(request)
      const body = sentKey(request)
      return { body, succeed: () => passkeyWasAdded(db, viewer, body.response.id) }
    },
  }
}
