import { getAuthenticatorName } from '@better-auth/passkey'
import { dayOf } from '#src/platform/clock.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { found, Problem, refusal } from '#src/platform/http/problem.ts'
import { forgetAttempts, limits, takeAttempt } from '#src/platform/limits/throttle.server.ts'
import { addressOfSecret, newSecret } from './codes.server.ts'
import * as contract from './contract.ts'
import * as queries from './queries.server.ts'
import { codeTries } from './steps.server.ts'

export function mountSecondFactor(mount: Mount, { db, clock, config: { secret: key, brand } }: Deps) {
  /** Counts a try at a code of this person before it is made; a right one forgives the others. @throws Problem 422, 429 */
  async function tryCode<T>(userId: string, spend: () => Promise<T>) {
    await takeAttempt(db, codeTries(userId), limits.secondFactorCodes, clock())
    const spent = await spend()
    if (!spent) throw refusal('code', 'INVALID_CODE', 'is not a code of your app, or was used before')
    await forgetAttempts(db, [codeTries(userId)])
    return spent
  }

  mount(contract.ownSecondFactor, async ({ viewer }) => {
    const { passkeys, ...app } = await queries.secondFactorOf(db, key, viewer.userId)
    return {
      ...app,
      passkeys: passkeys.map(({ id, aaguid, createdAt }) => ({
        id,
        keeper: getAuthenticatorName(aaguid) ?? null,
        since: dayOf(createdAt),
      })),
    }
  })

  mount(contract.beginApp, async ({ viewer }) => {
    const secret = newSecret()
    if (!(await queries.beginApp(db, key, viewer.userId, secret)))
      throw new Problem('conflict', { code: 'second-factor-on', detail: 'There is an authenticator app already.' })
    const address = addressOfSecret(secret, brand.name, viewer.email)
    return { secret: new URL(address).searchParams.get('secret')!, address }
  })

  mount(contract.turnAppOn, async ({ viewer, input: { code } }) => ({
    backupCodes: await tryCode(viewer.userId, () => queries.turnAppOn(db, key, viewer, code, clock())),
  }))

  mount(contract.renewBackupCodes, async ({ viewer }) => {
    const backupCodes = await queries.renewBackupCodes(db, key, viewer.userId)
    if (!backupCodes)
      throw new Problem('conflict', { code: 'no-second-factor', detail: 'There is no authenticator app.' })
    return { backupCodes }
  })

  mount(contract.turnAppOff, async ({ viewer: { userId }, input: { code } }) => {
    await tryCode(userId, () => queries.turnsAppOff(db, key, userId, code, clock()))
    return { deletedCount: await queries.turnAppOff(db, userId) }
  })

  mount(contract.removePasskey, async ({ viewer, input: { id } }) => {
    return { deletedCount: found((await queries.removePasskey(db, viewer.userId, id)) || undefined) }
  })
}
