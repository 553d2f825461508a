import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Base } from '#src/platform/http/mount.server.ts'
import { Problem, refusal } from '#src/platform/http/problem.ts'
import type { Viewer } from '#src/platform/http/viewer.ts'
import { attemptKey, forgetAttempts, limits, takeAttempt } from '#src/platform/limits/throttle.server.ts'
import { verifyPassword } from './password.server.ts'
import { passwordFault, passwordFaults } from './password-rule.server.ts'
import { passwordOf } from './queries.server.ts'

export interface Auth {
  ways: { google: boolean; oidc: boolean; mail: boolean; passkey: boolean }
  cookieName: string
  viewerOf(request: FastifyRequest): Promise<Viewer>
  passwords: ReturnType<typeof passwordChecks>
  /** Failed sign-ins stop counting for a client that has proved to be this person. */
  forgetTries(email: string): Promise<void>
  mount(app: FastifyInstance): void
}

export function passwordChecks({ db, clock, config }: Base) {
  return {
    /** @throws Problem 422 for a new password that is against the rule */
    refuseWeak(password: string, person: { email: string; name: string }) {
      const fault = passwordFault(password, { ...person, brand: config.brand.name })
      if (fault) throw refusal('password', fault, passwordFaults[fault])
    },

    /** @throws Problem 422 unless `typed`, in this field, is the person's password; 409 without one; 429 @returns its hash */
    async confirm(userId: string, typed: string, field: string) {
      const stored = await passwordOf(db, userId)
      if (!stored) throw new Problem('conflict', { code: 'no-password', detail: 'This account has no password yet.' })
      const key = attemptKey('confirm', userId)
      await takeAttempt(db, key, limits.passwordConfirmations, clock())
      if (!(await verifyPassword({ hash: stored, password: typed })))
        throw refusal(field, 'wrong-password', 'is not your password')
      await forgetAttempts(db, [key])
      return stored
    },
  }
}
