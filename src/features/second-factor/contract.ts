import * as z from 'zod/mini'
import { confirmed, endpoint } from '#src/platform/http/contract.ts'
import { Deleted, Id } from '#src/platform/schemas/fields.ts'

const Code = z.string('must be filled in').check(z.minLength(1, 'must be filled in'), z.maxLength(50, 'is too long'))
const BackupCodes = z.object({ backupCodes: z.array(z.string()) })

export const ownSecondFactor = endpoint({
  path: '/me/second-factor',
  summary: 'What the caller needs, beside the password, to sign in.',
  access: 'member',
  output: z.object({
    isOn: z.boolean(),
    backupCodesLeft: z.int(),
    /** `since` is the day in Bangladesh. */
    passkeys: z.array(z.object({ id: Id, keeper: z.nullable(z.string()), since: z.string() })),
  }),
})

export const beginApp = endpoint({
  method: 'POST',
  path: '/me/second-factor',
  summary: 'Begins to set up an authenticator app, with a new secret. It counts once a code of it was confirmed.',
  ...confirmed,
  /** The secret in base 32, to be typed; `otpauth:`, for a QR code or a link. */
  output: z.object({ secret: z.string(), address: z.string() }),
  problems: ['conflict'],
})

export const turnAppOn = endpoint({
  method: 'POST',
  path: '/me/second-factor/confirmation',
  summary:
    'Turns the authenticator app on with one of its codes, and ends the other sessions. Backup codes are told once.',
  ...confirmed,
  input: z.object({ code: Code }),
  output: BackupCodes,
})

export const renewBackupCodes = endpoint({
  method: 'POST',
  path: '/me/second-factor/backup-codes',
  summary: 'Makes new backup codes; the old ones are of no use any more.',
  ...confirmed,
  output: BackupCodes,
  problems: ['conflict'],
})

export const turnAppOff = endpoint({
  method: 'POST',
  path: '/me/second-factor/removal',
  summary: 'Removes the authenticator app, with one of its codes or a backup code.',
  ...confirmed,
  input: z.object({ code: Code }),
  output: Deleted,
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/me/passkeys/:id',
  summary: "Removes one of the caller's passkeys.",
  ...confirmed,
  input: z.object({ id: Id }),
  output: Deleted,
})
