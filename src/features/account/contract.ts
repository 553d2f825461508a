import * as z from 'zod/mini'
import { noticeDetails } from '#src/features/notifications/contract.ts'
import { forWhom } from '#src/features/users/contract.ts'
import { bySelf, confirmed, endpoint } from '#src/platform/http/contract.ts'
import { asPerson, Deleted, Id, line, Modified } from '#src/platform/schemas/fields.ts'

const Password = z.string('must be filled in').check(z.maxLength(1000))

const moment = z.codec(z.string(), z.date(), {
  decode: (text) => new Date(text),
  encode: (at) => at.toISOString(),
})
const text = z.string()
const number = z.int()
const isTrue = z.boolean()
const textOrNull = z.nullable(text)
const numberOrNull = z.nullable(number)
const momentOrNull = z.nullable(moment)
const rows = <Row extends z.core.$ZodShape>(row: Row) => z.array(z.object(row))

const guardianship = {
  ...{ relation: text, invitedAt: moment, acceptedAt: momentOrNull, endedAt: momentOrNull },
  ...{ mayAnswer: isTrue, isContact: isTrue, mayConfirm: isTrue, mayEdit: isTrue },
}

const checkedNumber = { reportedAt: moment, outcome: textOrNull, decidedAt: momentOrNull }

export const ownAccount = endpoint({
  path: '/me',
  summary: "The caller's account and where it is signed in.",
  access: 'member',
  output: z.object({
    name: text,
    email: text,
    photoUrl: z.optional(text),
    /** For whom they write a biodata; null before they said it. */
    forWhom: z.nullable(z.enum(forWhom)),
    gender: z.nullable(z.enum(['Male', 'Female'])),
    isVerified: isTrue,
    hasPassword: isTrue,
    /** `lastUsed` is the day in Bangladesh. */
    sessions: rows({ id: Id, browser: textOrNull, system: textOrNull, lastUsed: text, isCurrent: isTrue }),
  }),
})

export const changeSelf = endpoint({
  method: 'PATCH',
  path: '/me',
  summary: "Changes name or photo link of the caller's account; the biodata has its own.",
  ...bySelf,
  input: z.object({
    name: z.optional(line(100)),
    photoUrl: z.optional(z.string('must be a link').check(z.trim())),
    ...asPerson,
  }),
  output: Modified,
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/me/password',
  summary: "Changes the caller's password and ends the other sessions.",
  ...bySelf,
  input: z.object({ current: Password, password: Password, ...asPerson }),
  output: Modified,
  problems: ['conflict'],
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/me/sessions/:id',
  summary: "Ends one of the caller's sessions.",
  ...confirmed,
  input: z.object({ id: Id }),
  output: Deleted,
})

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/me/other-sessions',
  summary: "Ends all of the caller's sessions but this one.",
  ...confirmed,
  output: Deleted,
})

/** Everything that is stored about a person, by our own names; secrets are left out, and what belongs to others. */
export const exportSelf = endpoint({
  path: '/me/export',
  summary: 'Everything held about the caller.',
  ...confirmed,
  download: 'my-data.json',
  output: z.object({
    account: z.object({
      id: Id,
      name: text,
      email: text,
      emailVerified: isTrue,
      image: textOrNull,
      language: text,
      role: text,
      biodataFor: textOrNull,
      biodataGender: textOrNull,
      keptBy: textOrNull,
      createdAt: moment,
      updatedAt: moment,
    }),
    signIns: rows({ providerId: text, accountId: text, createdAt: moment }),
    sessions: rows({
      ipAddress: textOrNull,
      userAgent: textOrNull,
      createdAt: moment,
      updatedAt: moment,
      expiresAt: moment,
    }),
    /** The whole row: nothing in it is anybody else's, and a field that is new must not be missing here. */
    biodata: z.nullable(z.record(text, z.union([text, z.number(), isTrue, z.null(), moment, z.array(text)]))),
    premium: z.nullable(z.object({ status: text, requestedAt: moment, approvedAt: momentOrNull })),
    favourites: rows({ number, note: textOrNull, createdAt: moment }),
    removedFavourites: rows({ number, at: moment }),
    contactRequests: rows({
      number,
      status: text,
      deleted: isTrue,
      requestedAt: moment,
      approvedAt: momentOrNull,
      introduction: textOrNull,
      answer: textOrNull,
      answeredAt: momentOrNull,
      firstSeenAt: momentOrNull,
    }),
    /** What the person was asked of contacts that they had seen, and said. */
    contactFeedback: rows({
      number,
      askedAt: moment,
      closedAt: momentOrNull,
      didAnswer: z.nullable(isTrue),
      wasRight: textOrNull,
      note: textOrNull,
    }),
    introductions: rows({ number, words: text, writtenAt: moment }),
    /** Requests for the person's own contact that they were asked about. */
    asked: rows({
      number: z.nullable(number),
      forwardedAt: moment,
      answerBy: momentOrNull,
      answer: textOrNull,
      answeredAt: momentOrNull,
      firstSeenAt: momentOrNull,
    }),
    /** What the bureau heard of the person's family about such requests. */
    calls: rows({ on: text, withWhom: textOrNull, said: text, note: textOrNull }),
    payments: rows({
      provider: text,
      providerRef: textOrNull,
      amount: number,
      currency: text,
      status: text,
      refundBecause: textOrNull,
      createdAt: moment,
    }),
    receipts: rows({ provider: text, id: text, amount: number, currency: text, receivedAt: moment }),
    /** Money that the person says was sent by hand. */
    transfers: rows({ wallet: text, transactionId: text, lastDigits: textOrNull, state: text, claimedAt: moment }),
    refunds: rows({ amount: number, currency: text, state: text, madeAt: moment, doneAt: momentOrNull }),
    mails: rows({ kind: text, status: text, createdAt: moment, sentAt: momentOrNull }),
    consents: rows({ what: text, version: number, givenAt: moment, takenBackAt: momentOrNull }),
    /** Whether it is still right, while that is asked. */
    confirmQuestion: z.nullable(z.object({ askedAt: moment, toldAt: momentOrNull, pausedAt: momentOrNull })),
    /** What the person has said of their marriage, and the number of the other's biodata while it is there. */
    marriage: z.nullable(z.object({ foundHere: text, number: numberOrNull, saidAt: moment })),
    /** Without what belongs to the other one of the two. */
    guardians: rows({ name: text, email: textOrNull, ...guardianship }),
    wards: rows({ number, phone: textOrNull, ...guardianship }),
    /** By which an administrator brought the biodata here. */
    imported: z.nullable(z.object({ agreedHow: textOrNull, agreedOn: textOrNull, doneAt: momentOrNull })),
    /** What the bureau has seen or heard of the person, with its note; who noted it is left out. */
    attestations: rows({
      kind: text,
      how: text,
      withWhom: textOrNull,
      on: text,
      endsOn: text,
      note: textOrNull,
      notedAt: moment,
      endedAt: momentOrNull,
      endedBecause: textOrNull,
      endedWords: textOrNull,
    }),
    contactViews: rows({
      at: moment,
      byRight: text,
      name: textOrNull,
      number: numberOrNull,
      inFile: isTrue,
      reason: textOrNull,
    }),
    blocks: rows({ number: numberOrNull, at: moment }),
    /** Texts that were noted because they may say how one is reached, and which an administrator found fine. */
    textsToReview: rows({ field: text, foundAt: moment, fineAt: momentOrNull }),
    reports: rows({
      number: numberOrNull,
      reason: text,
      words: textOrNull,
      at: moment,
      outcome: textOrNull,
      answer: textOrNull,
      answeredAt: momentOrNull,
    }),
    /** Numbers that the person said nobody answers, and that somebody said so of theirs. */
    unansweredReports: rows({ number, note: textOrNull, ...checkedNumber }),
    reportsOfNumber: rows(checkedNumber),
    savedSearches: rows({ name: text, search: text, howOften: text, createdAt: moment, toldAt: momentOrNull }),
    /** The last look at people, the end of the visit before, and the wish from which on best match leaves people out. */
    visits: z.nullable(z.object({ lookedAt: moment, since: momentOrNull, leftOut: textOrNull })),
    notifications: rows({
      kind: text,
      ...noticeDetails,
      madeAt: moment,
      seenAt: momentOrNull,
      readAt: momentOrNull,
    }),
    notificationPreferences: rows({ kind: text, channel: text, wanted: isTrue }),
    pushSubscriptions: rows({ service: text, madeAt: moment }),
    profilesRead: rows({ number: numberOrNull, at: moment }),
    /** Whom searches have shown in the last day, and how many questions were asked, without what they were. */
    cardsFound: rows({ numbers: z.array(number), questions: number, at: moment }),
    putAway: z.nullable(
      z.object({
        at: moment,
        name: text,
        image: textOrNull,
        hadBiodata: isTrue,
        wasPublished: isTrue,
        searches: rows({ name: text, search: text, howOften: text }),
        premiumAskedAt: momentOrNull,
        pushSubscriptions: number,
      }),
    ),
    administration: rows({ at: moment, action: text }),
  }),
})

export const deleteSelf = endpoint({
  method: 'POST',
  path: '/me/deletion',
  summary:
    "Deletes the caller's account and everything that belongs to it, for good. `confirmation` is the password; of an account without one the email, in a session that began within the last 15 minutes.",
  ...bySelf,
  input: z.object({ confirmation: Password, ...asPerson }),
  output: Deleted,
  problems: ['conflict'],
})
