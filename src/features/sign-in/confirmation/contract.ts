import * as z from 'zod/mini'
import { endpoint } from '#src/platform/http/contract.ts'

/** So many minutes the password counts as just given (REQUIREMENTS M8). */
export const confirmedMinutes = 10

export const confirmSelf = endpoint({
  method: 'POST',
  path: '/me/confirmation',
  summary: `Confirms with the password that it is the caller. For ${confirmedMinutes} minutes no call asks for it again; a sign-in counts the same.`,
  access: 'member',
  input: z.object({ password: z.string('must be filled in').check(z.maxLength(1000)) }),
  output: z.object({ confirmed: z.boolean() }),
  problems: ['conflict'],
})

export const waysToConfirm = endpoint({
  path: '/me/ways-to-confirm',
  summary: 'With what the caller can confirm that it is they.',
  access: 'member',
  output: z.object({ password: z.boolean(), passkey: z.boolean() }),
})
