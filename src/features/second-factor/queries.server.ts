import { endOtherSessions, endSessions, tellOfChange } from '#src/features/identity/index.server.ts'
import type { Mail } from '#src/features/mail/index.ts'
import { holdSession, type SignedIn } from '#src/features/users/index.server.ts'
import { record } from '#src/platform/db/audit.server.ts'
import type { Db, Trx } from '#src/platform/db/open.server.ts'
import { countWritten } from '#src/platform/db/rows.server.ts'
import { backupCodeIn, decrypted, decryptedCodes, encrypted, makeBackupCodes, stepOfCode } from './codes.server.ts'

type Change = Extract<Mail, { kind: 'second-factor' }>['change']

/** Makes a change and tells its person, or neither. Nobody is told where `make` returns nothing. */
const changing = <T>(db: Db, userId: string, change: Change, make: (trx: Trx) => Promise<T>) =>
  db.transaction().execute(async (trx) => {
    const made = await make(trx)
    if (made) await tellOfChange(trx, userId, { kind: 'second-factor', change })
    return made
  })

const appOf = (db: Db, userId: string) =>
  db.selectFrom('secondFactors').selectAll().where('userId', '=', userId).executeTakeFirst()

/** The app that counts, if there is one; without a secret and codes where they were encrypted with another key. */
async function countingApp(db: Db, key: string, userId: string) {
  const app = await appOf(db, userId)
  if (!app?.verified) return undefined
  return { secret: await decrypted(key, app.secret), codes: await decryptedCodes(key, app.backupCodes) }
}

export async function secondFactorOf(db: Db, key: string, userId: string) {
  const app = await countingApp(db, key, userId)
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'aaguid', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  return { isOn: app !== undefined, backupCodesLeft: app?.codes.length ?? 0, passkeys }
}

/** Keeps the secret of an app that does not count yet. @returns false when one counts already */
export async function beginApp(db: Db, key: string, userId: string, secret: string) {
  const kept = { secret: await encrypted(key, secret), backupCodes: await encrypted(key, '[]') }
  const begun = await db
    .insertInto('secondFactors')
    .values({ userId, ...kept })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(kept).where('secondFactors.verified', '=', false))
    .executeTakeFirst()
  return begun.numInsertedOrUpdatedRows === 1n
}

/** Ends sessions without the app. @returns the backup codes, undefined for a wrong code or nothing to turn on */
export async function turnAppOn(db: Db, key: string, { userId, sessionId }: SignedIn, typed: string, now: Date) {
  const app = await appOf(db, userId)
  if (!app || app.verified) return undefined
  const secret = await decrypted(key, app.secret)
  const step = secret && (await stepOfCode(secret, typed, now))
  if (!step) return undefined
  const { codes, backupCodes } = await makeBackupCodes(key)
  return changing(db, userId, 'app on', async (trx) => {
    // Begun anew meanwhile, it is another secret.
    const turned = await countWritten(trx)`
      update second_factors set verified = true, last_step = ${step}, backup_codes = ${backupCodes}
      where user_id = ${userId} and not verified and secret = ${app.secret}`
    if (!turned) return undefined
    await trx.updateTable('users').set({ twoFactorEnabled: true }).where('id', '=', userId).execute()
    await endOtherSessions(trx, userId, sessionId)
    return codes
  })
}

/** @returns `wrong` for another text, `used` for a code that was used before or cannot be compared */
export async function spendAppCode(db: Db, key: string, userId: string, typed: string, now: Date) {
  const app = await countingApp(db, key, userId)
  if (!app) return 'wrong'
  // The site has another key by now: better-auth would fail where we refuse.
  if (app.secret === undefined) return 'used'
  const step = await stepOfCode(app.secret, typed, now)
  if (step === undefined) return 'wrong'
  // Also of two who show it at once, one is later.
  const spent = await countWritten(db)`
    update second_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step}`
  return spent ? 'spent' : 'used'
}

/** Uses up a code of the app. Backup codes go with the app, so none is used up before. */
export const turnsAppOff = async (db: Db, key: string, userId: string, typed: string, now: Date) =>
  (await spendAppCode(db, key, userId, typed, now)) === 'spent' ||
  (await countingApp(db, key, userId))?.codes.includes(backupCodeIn(typed))

export async function renewBackupCodes(db: Db, key: string, userId: string) {
  const { codes, backupCodes } = await makeBackupCodes(key)
  return changing(db, userId, 'backup codes', async (trx) => {
    const renewed = await countWritten(trx)`
      update second_factors set backup_codes = ${backupCodes} where user_id = ${userId} and verified`
    return renewed ? codes : undefined
  })
}

async function forgetApp(db: Db, userId: string) {
  const removed = await countWritten(db)`delete from second_factors where user_id = ${userId} and verified`
  await db.updateTable('users').set({ twoFactorEnabled: false }).where('id', '=', userId).execute()
  return removed
}

export const turnAppOff = (db: Db, userId: string) => changing(db, userId, 'app off', (trx) => forgetApp(trx, userId))

/** Removes a passkey whose session has ended: nobody else may keep a way in (SEC-N5). @throws Problem 401 then */
export async function passkeyWasAdded(db: Db, viewer: SignedIn, credentialId: unknown) {
  const { userId } = viewer
  try {
    await changing(db, userId, 'passkey added', async (trx) => {
      await holdSession(trx, viewer)
      return true
    })
  } catch (error) {
    await countWritten(db)`delete from passkeys where user_id = ${userId} and credential_id = ${String(credentialId)}`
    throw error
  }
}

export const removePasskey = (db: Db, userId: string, id: string) =>
  changing(db, userId, 'passkey removed', (trx) => {
    return countWritten(trx)`delete from passkeys where id = ${id} and user_id = ${userId}`
  })

/** The operator's last resort: app, passkeys and all sessions go. @returns whether there was anything */
export const removeSecondFactor = (db: Db, userId: string) =>
  changing(db, userId, 'all removed', async (trx) => {
    const apps = await forgetApp(trx, userId)
    const passkeys = await countWritten(trx)`delete from passkeys where user_id = ${userId}`
    if (apps + passkeys === 0) return false
    await endSessions(trx, userId)
    await record(trx, null, 'removed second factor', userId)
    return true
  })

/** Every app or none. @throws Error when one is read by neither key @returns how many were changed */
export const reencryptApps = (db: Db, keyBefore: string, key: string) =>
  db.transaction().execute(async (trx) => {
    const apps = await trx.selectFrom('secondFactors').select(['id', 'secret', 'backupCodes']).forUpdate().execute()
    let changed = 0
    for (const { id, secret, backupCodes } of apps) {
      if ((await decrypted(key, secret)) !== undefined) continue
      const plain = await decrypted(keyBefore, secret)
      if (plain === undefined)
        throw new Error('AUTH_SECRET_BEFORE is not what the second factors were encrypted with. Nothing was changed.')
      const codes = (await decrypted(keyBefore, backupCodes)) ?? '[]'
      const anew = { secret: await encrypted(key, plain), backupCodes: await encrypted(key, codes) }
      await trx.updateTable('secondFactors').set(anew).where('id', '=', id).execute()
      changed++
    }
    return changed
  })
