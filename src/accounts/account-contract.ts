import * as z from 'zod/mini'
import { endpoint } from '#src/platform/http/contract.ts'
import { asPerson, Email, Id, line } from '#src/platform/http/fields.ts'

const Token = z.string('must be filled in').check(z.maxLength(100))
const Password = z.string('must be filled in').check(z.maxLength(1000))
const done = z.object({ modifiedCount: z.int() })

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/forgot-password',
  summary: 'Mails a link for a new password. The answer is the same for an email nobody has.',
  access: 'visitor',
  input: z.object({ email: Email, language: z.optional(z.enum(['en', 'bn'], 'must be en or bn')) }),
  output: z.object({ accepted: z.boolean() }),
  problems: ['too-fast', 'unavailable'],
})

export const mailedLink = endpoint({
  method: 'GET',
  path: '/mailed-link',
  summary: 'What a link from a mail is still good for; asking does not use it up.',
  access: 'visitor',
  input: z.object({ token: z.optional(Token) }),
  output: z.object({
    purpose: z.nullable(z.enum(['verify', 'reset'])),
    /** Whether the caller is signed in to the account it is for. */
    isOwn: z.boolean(),
    hasPassword: z.boolean(),
  }),
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
    'Confirms an email with a link from a mail. Whoever is not signed in to the account says its password; otherwise everything that was set up with the address before is thrown out, and `resetToken` sets a new password.',
  access: 'visitor',
  input: z.object({ token: Token, password: z.optional(Password) }),
  output: z.object({ modifiedCount: z.int(), resetToken: z.nullable(z.string()) }),
  problems: ['conflict', 'too-fast'],
})

export const sendVerification = endpoint({
  method: 'POST',
  path: '/me/verification-mail',
  summary: 'Mails the caller a link that confirms the email; 0 when it is confirmed already.',
  access: 'member',
  input: z.object({}),
  output: done,
  problems: ['too-fast', 'unavailable'],
})

export const ownAccount = endpoint({
  method: 'GET',
  path: '/me',
  summary: "The caller's account and where it is signed in.",
  access: 'member',
  input: z.object({}),
  output: z.object({
    name: z.string(),
    email: z.string(),
    /** Absent when the account has no photo. */
    photoUrl: z.optional(z.string()),
    isVerified: z.boolean(),
    hasPassword: z.boolean(),
    sessions: z.array(
      z.object({
        id: Id,
        browser: z.nullable(z.string()),
        system: z.nullable(z.string()),
        /** The day in Bangladesh. */
        lastUsed: z.string(),
        isCurrent: z.boolean(),
      }),
    ),
  }),
})

export const changeSelf = endpoint({
  method: 'PATCH',
  path: '/me',
  summary: "Changes name or photo link of the caller's account; the biodata has its own.",
  access: 'member',
  self: { input: 'email' },
  input: z.object({
    name: z.optional(line(100, 'must be filled in')),
    photoUrl: z.optional(z.string('must be a link').check(z.trim())),
    ...asPerson,
  }),
  output: done,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/me/password',
  summary: "Changes the caller's password and ends the other sessions.",
  access: 'member',
  self: { input: 'email' },
  input: z.object({ current: Password, password: Password, ...asPerson }),
  output: done,
  problems: ['too-fast', 'conflict'],
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/me/sessions/:id',
  summary: "Ends one of the caller's sessions.",
  access: 'member',
  input: z.object({ id: Id }),
  output: z.object({ deletedCount: z.int() }),
  problems: ['not-found'],
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/me/other-sessions',
  summary: "Ends all of the caller's sessions but this one.",
  access: 'member',
  input: z.object({}),
  output: z.object({ deletedCount: z.int() }),
})

const moment = z.string()
const text = z.nullable(z.string())
/** Everything that is stored about a person, by our own names; secrets are left out, and what belongs to others. */
export const exportSelf = endpoint({
  method: 'GET',
  path: '/me/export',
  summary: 'Everything held about the caller.',
  access: 'member',
  download: 'my-data.json',
  input: z.object({}),
  output: z.object({
    account: z.object({
      id: Id,
      name: z.string(),
      email: z.string(),
      emailVerified: z.boolean(),
      image: text,
      language: z.string(),
      role: z.string(),
      createdAt: moment,
      updatedAt: moment,
    }),
    signIns: z.array(z.object({ providerId: z.string(), accountId: z.string(), createdAt: moment })),
    sessions: z.array(
      z.object({ ipAddress: text, userAgent: text, createdAt: moment, updatedAt: moment, expiresAt: moment }),
    ),
    /** The whole row: nothing in it is anybody else's, and a field that is new must not be missing here. */
    biodata: z.nullable(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
    premium: z.nullable(z.object({ status: z.string(), requestedAt: moment, approvedAt: text })),
    favourites: z.array(z.object({ number: z.int(), createdAt: moment })),
    contactRequests: z.array(
      z.object({ number: z.int(), status: z.string(), deleted: z.boolean(), requestedAt: moment, approvedAt: text }),
    ),
    payments: z.array(
      z.object({
        provider: z.string(),
        providerRef: text,
        amount: z.int(),
        currency: z.string(),
        status: z.string(),
        refundBecause: text,
        createdAt: moment,
      }),
    ),
    mails: z.array(z.object({ kind: z.string(), status: z.string(), createdAt: moment, sentAt: text })),
    administration: z.array(z.object({ at: moment, action: z.string() })),
  }),
})

export const deleteSelf = endpoint({
  method: 'POST',
  path: '/me/deletion',
  summary:
    "Deletes the caller's account and everything that belongs to it, for good. `confirmation` is the password; of an account without one the email, in a session that began within the last 15 minutes.",
  access: 'member',
  self: { input: 'email' },
  input: z.object({ confirmation: Password, ...asPerson }),
  output: z.object({ deletedCount: z.int() }),
  problems: ['too-fast', 'conflict'],
})
