import type { Clock } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { refusal } from '#src/platform/http/problem.ts'
import { limits } from '#src/platform/limits/limits.ts'
import { attemptKey, forgetAttempts, takeAttempt } from '#src/platform/limits/throttle.server.ts'
import { verifyPassword } from './password.server.ts'
import { passwordFault, passwordFaults } from './password-rule.server.ts'

export function passwordChecks({ db, clock, config }: { db: Db; clock: Clock; config: Pick<Config, 'brand'> }) {
  return {
    /** @throws Problem 422 for a new password that is against the rule */
    refuseWeak(password: string, person: { email: string; name: string }) {
      const fault = passwordFault(password, { ...person, brand: config.brand.name })
      if (fault) throw refusal('password', fault, passwordFaults[fault])
    },

    /** @throws Problem 422 unless `typed`, in this field, is the password of which `stored` is the hash; 429 */
    async confirm(userId: string, stored: string, typed: string, field: string) {
      const key = attemptKey('confirm', userId)
      await takeAttempt(db, key, limits.passwordConfirmations, clock())
      if (!(await verifyPassword({ hash: stored, password: typed }))) throw wrongPassword(field)
      await forgetAttempts(db, [key])
    },
  }
}
export type PasswordChecks = ReturnType<typeof passwordChecks>

const wrongPassword = (field: string) => refusal(field, 'wrong-password', 'is not your password')
