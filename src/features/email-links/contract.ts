import * as z from 'zod/mini'
import { endpoint } from '#src/platform/http/contract.ts'
import { languages } from '#src/platform/language.ts'
import { Email, Modified } from '#src/platform/schemas/fields.ts'

const Token = z.string('must be filled in').check(z.maxLength(100))
const Password = z.string('must be filled in').check(z.maxLength(1000))

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/forgot-password',
  summary: 'Mails a link for a new password. The answer is the same for an email nobody has.',
  access: 'visitor',
  input: z.object({ email: Email, language: z.optional(z.enum(languages, `must be ${languages.join(' or ')}`)) }),
  output: z.object({ accepted: z.boolean() }),
})

export const mailedLink = endpoint({
  path: '/mailed-link',
  summary: 'What a link from a mail is still good for; asking does not use it up.',
  access: 'visitor',
  input: z.object({ token: z.optional(Token) }),
  output: z.object({
    purpose: z.nullable(z.enum(['verify', 'reset'])),
    isOwn: z.boolean(),
    hasPassword: z.boolean(),
  }),
  takesAnyQuery: true,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/reset-password',
  summary: 'Sets a new password with a link from a mail, ends all sessions and answers whose it was.',
  access: 'visitor',
  input: z.object({ token: Token, password: Password }),
  output: z.object({ email: z.string() }),
  problems: ['conflict'],
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/verify-email',
  summary:
    'Confirms an email with a link from a mail. A person who is not signed in to the account says its password; otherwise everything that was set up with the address before is thrown out, and `resetToken` sets a new password.',
  access: 'visitor',
  input: z.object({ token: Token, password: z.optional(Password) }),
  output: z.object({ modifiedCount: z.int(), resetToken: z.nullable(z.string()) }),
  problems: ['conflict'],
})

export const sendVerification = endpoint({
  method: 'POST',
  path: '/me/verification-mail',
  summary: 'Mails the caller a link that confirms the email; 0 when it is confirmed already.',
  access: 'member',
  output: Modified,
})
