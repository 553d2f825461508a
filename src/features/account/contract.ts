import * as z from 'zod/mini'
import { noticeDetails } from '#src/features/notifications/contract.ts'
import { endpoint } from '#src/platform/http/contract.ts'
import { asPerson, Deleted, Id, line, Modified } from '#src/platform/schemas/fields.ts'

const Password = z.string('must be filled in').check(z.maxLength(1000))

export const ownAccount = endpoint({
  method: 'GET',
  path: '/me',
  summary: "The caller's account and where it is signed in.",
  access: 'member',
  input: z.object({}),
  output: z.object({
    name: z.string(),
    email: z.string(),
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
  output: Modified,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/me/password',
  summary: "Changes the caller's password and ends the other sessions.",
  access: 'member',
  self: { input: 'email' },
  input: z.object({ current: Password, password: Password, ...asPerson }),
  output: Modified,
  problems: ['too-fast', 'conflict'],
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/me/sessions/:id',
  summary: "Ends one of the caller's sessions.",
  access: 'member',
  asksPassword: true,
  input: z.object({ id: Id }),
  output: Deleted,
  problems: ['not-found'],
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/me/other-sessions',
  summary: "Ends all of the caller's sessions but this one.",
  access: 'member',
  asksPassword: true,
  input: z.object({}),
  output: Deleted,
})

const moment = z.codec(z.string(), z.date(), {
  decode: (text) => new Date(text),
  encode: (at) => at.toISOString(),
})
const text = z.nullable(z.string())
/** Everything that is stored about a person, by our own names; secrets are left out, and what belongs to others. */
export const exportSelf = endpoint({
  method: 'GET',
  path: '/me/export',
  summary: 'Everything held about the caller.',
  access: 'member',
  asksPassword: true,
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
    biodata: z.nullable(
      z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), moment, z.array(z.string())])),
    ),
    premium: z.nullable(z.object({ status: z.string(), requestedAt: moment, approvedAt: z.nullable(moment) })),
    favourites: z.array(z.object({ number: z.int(), createdAt: moment })),
    removedFavourites: z.array(z.object({ number: z.int(), at: moment })),
    contactRequests: z.array(
      z.object({
        number: z.int(),
        status: z.string(),
        deleted: z.boolean(),
        requestedAt: moment,
        approvedAt: z.nullable(moment),
      }),
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
    mails: z.array(z.object({ kind: z.string(), status: z.string(), createdAt: moment, sentAt: z.nullable(moment) })),
    consents: z.array(
      z.object({ what: z.string(), version: z.int(), givenAt: moment, takenBackAt: z.nullable(moment) }),
    ),
    contactViews: z.array(
      z.object({
        at: moment,
        byRight: z.string(),
        name: text,
        number: z.nullable(z.int()),
        inFile: z.boolean(),
        reason: text,
      }),
    ),
    blocks: z.array(z.object({ number: z.nullable(z.int()), at: moment })),
    /** Texts that were noted because they may say how one is reached, and which an administrator found fine. */
    textsToReview: z.array(z.object({ field: z.string(), foundAt: moment, fineAt: z.nullable(moment) })),
    reports: z.array(
      z.object({
        number: z.nullable(z.int()),
        reason: z.string(),
        words: text,
        at: moment,
        outcome: text,
        answer: text,
        answeredAt: z.nullable(moment),
      }),
    ),
    savedSearches: z.array(
      z.object({
        name: z.string(),
        search: z.string(),
        howOften: z.string(),
        createdAt: moment,
        toldAt: z.nullable(moment),
      }),
    ),
    /** The last look at people, the end of the visit before, and the wish from which on best match leaves people out. */
    visits: z.nullable(z.object({ lookedAt: moment, since: z.nullable(moment), leftOut: z.nullable(z.string()) })),
    notifications: z.array(
      z.object({
        kind: z.string(),
        ...noticeDetails,
        madeAt: moment,
        seenAt: z.nullable(moment),
        readAt: z.nullable(moment),
      }),
    ),
    notificationPreferences: z.array(z.object({ kind: z.string(), channel: z.string(), wanted: z.boolean() })),
    pushSubscriptions: z.array(z.object({ service: z.string(), madeAt: moment })),
    profilesRead: z.array(z.object({ number: z.nullable(z.int()), at: moment })),
    /** Whom searches have shown in the last day, and how many questions were asked, without what they were. */
    cardsFound: z.array(z.object({ numbers: z.array(z.int()), questions: z.int(), at: moment })),
    /** What the account wrote before its email was proved, and is put away since. */
    putAway: z.nullable(
      z.object({
        at: moment,
        name: z.string(),
        image: text,
        hadBiodata: z.boolean(),
        wasPublished: z.boolean(),
        searches: z.array(z.object({ name: z.string(), search: z.string(), howOften: z.string() })),
        premiumAskedAt: z.nullable(moment),
        pushSubscriptions: z.int(),
      }),
    ),
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
  output: Deleted,
  problems: ['too-fast', 'conflict'],
})
