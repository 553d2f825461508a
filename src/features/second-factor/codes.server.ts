import { randomInt } from 'node:crypto'
import { createOTP } from '@better-auth/utils/otp'
import { constantTimeEqual, generateRandomString, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { latinDigits } from '#src/platform/digits.ts'

/** RFC 6238. */
const periodSeconds = 30
/** Without what can be taken for something else when it is read from paper. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A secret as better-auth keeps it, its letters being the bytes of the key: 149 bits, and 40 letters in base 32. */
export const newSecret = () => generateRandomString(25)

/** The address by which an authenticator app takes a secret in (Google Authenticator's "Key Uri Format"). */
export const addressOfSecret = (secret: string, brand: string, email: string) => createOTP(secret).url(brand, email)

/** The present step of 30 s since 1970, or one beside it for a wrong clock; undefined for a wrong code. */
export async function stepOfCode(secret: string, typed: string, now: Date) {
  const present = Math.floor(now.getTime() / 1000 / periodSeconds)
  const code = appCodeIn(typed)
  for (const step of [present - 1, present, present + 1])
    if (constantTimeEqual(bytesOf(await createOTP(secret).hotp(step)), bytesOf(code))) return step
  return undefined
}

export const appCodeIn = (typed: string) => latinDigits(withoutSpaces(typed))

const newBackupCode = () => Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')

/** Ten codes that open the account once each when the device is lost, 49 bits each, and the same encrypted. */
export async function makeBackupCodes(key: string) {
  const codes = Array.from({ length: 10 }, () => backupCodeIn(newBackupCode()))
  return { codes, backupCodes: await encrypted(key, JSON.stringify(codes)) }
}

export const backupCodeIn = (typed: string) =>
  withoutSpaces(typed)
    .toLowerCase()
    .replace(/^(\w{5})-?(\w{5})$/, '$1-$2')

/** As better-auth keeps secrets and backup codes with the site's secret; nothing comes back with another key. */
export const encrypted = (key: string, data: string) => symmetricEncrypt({ key, data })
export const decrypted = (key: string, data: string) => symmetricDecrypt({ key, data }).catch(() => undefined)
export const decryptedCodes = async (key: string, data: string): Promise<string[]> =>
  JSON.parse((await decrypted(key, data)) ?? '[]')

const withoutSpaces = (typed: string) => typed.replace(/\s/g, '')
const bytesOf = (text: string) => new TextEncoder().encode(text)
