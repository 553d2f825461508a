import * as z from 'zod/mini'
import { relations } from '#src/features/users/policy.ts'
import { endpoint, pagedEndpoint } from '#src/platform/http/contract.ts'
import { type Decoded, Deleted, Id, Modified, renamed, wholeNumber } from '#src/platform/schemas/fields.ts'
import { answers, askings, channels, guardianEvents, kindNames, seenBy, transferOutcomes } from './kinds.ts'
import { mostSubscriptions } from './policy.ts'

export const daysKept = 180

const Kind = z.enum(kindNames, 'must be a kind of notification')

/** What a notification is about; which of these there are goes by its kind. */
export const noticeDetails = {
  answer: z.optional(z.enum(answers)),
  /** The one that was asked for, or of who has seen the contact, unless the reader no longer finds them. */
  number: z.optional(z.int()),
  because: z.optional(z.enum(['suspended', 'not named'])),
  by: z.optional(z.enum(seenBy)),
  what: z.optional(z.enum(askings)),
  request: z.optional(Id),
  /** Whose contact or biodata it is about, where the reader is their guardian. */
  ward: z.optional(z.int()),
  outcome: z.optional(z.enum(transferOutcomes)),
  /** The reference of the page that says what became of a payment. */
  page: z.optional(z.string()),
  undone: z.optional(z.boolean()),
  isPaused: z.optional(z.boolean()),
  isUnanswered: z.optional(z.boolean()),
  guardian: z.optional(z.enum(guardianEvents)),
  /** What the guardian is to the ward. */
  relation: z.optional(z.enum(relations)),
  /** Of the reader's saved search, and how many are new in it. */
  search: z.optional(z.string()),
  found: z.optional(z.int()),
}

const noticeFields = {
  id: z.string(),
  kind: Kind,
  date: z.string(),
  /** By the days of Bangladesh. */
  age: z.enum(['today', 'week', 'earlier']),
  isNew: z.boolean(),
  ...noticeDetails,
}
export type Notice = Decoded<typeof noticeFields>

export const listNotifications = pagedEndpoint({
  path: '/me/notifications',
  summary: `What the caller was told in the last ${daysKept} days, the latest first.`,
  access: 'member',
  output: z.array(renamed(noticeFields, { number: 'bioDataId' })),
})

export const markNotifications = endpoint({
  method: 'PATCH',
  path: '/me/notifications',
  summary:
    "Counts none of the caller's notifications any more (`seen`), or marks them as no longer new (`read`): one, or all.",
  access: 'member',
  input: z.object({
    as: z.enum(['seen', 'read'], 'must be seen or read'),
    id: z.optional(wholeNumber(1, 999_999_999)),
  }),
  output: Modified,
})

export const notificationSettings = endpoint({
  path: '/me/notification-settings',
  summary: 'Which kinds the caller is told by mail and by push; both only where the site sends them.',
  access: 'member',
  output: z.object({
    hasMail: z.boolean(),
    email: z.string(),
    /** The key that browsers subscribe with; null where the site sends no push messages. */
    pushKey: z.nullable(z.string()),
    isWoken: z.boolean(),
    kinds: z.array(z.object({ kind: Kind, mail: z.boolean(), push: z.boolean(), isLocked: z.boolean() })),
  }),
})

export const chooseNotification = endpoint({
  method: 'PATCH',
  path: '/me/notification-settings',
  summary: 'Whether the caller is told this kind this way; what keeps the account safe is always told.',
  access: 'member',
  input: z.object({
    kind: Kind,
    channel: z.enum(channels, 'must be mail or push'),
    wanted: z.boolean('must be true or false'),
  }),
  output: Modified,
})

const BrowserKey = (shape: RegExp) =>
  z.string('must be filled in').check(z.maxLength(100), z.regex(shape, 'must be a key of a browser'))

export const subscribeToPush = endpoint({
  method: 'POST',
  path: '/me/push-subscriptions',
  summary: `This browser is woken by something new, until the caller signs out in it. At most ${mostSubscriptions} browsers of a person: the oldest makes room.`,
  access: 'member',
  input: z.object({
    endpoint: z.string('must be filled in').check(z.maxLength(1000)),
    // A point of P-256 as it is written whole, and 16 bytes (RFC 8291), both in base64.
    p256dh: BrowserKey(/^B[A-P][\w+/-]{85}=*$/),
    auth: BrowserKey(/^[\w+/-]{22}=*$/),
  }),
  output: z.object({ insertedId: Id }),
})

export const unsubscribeFromPush = endpoint({
  method: 'DELETE',
  path: '/me/push-subscriptions',
  summary: 'The browser of this session is no longer woken.',
  access: 'member',
  output: Deleted,
})
