import * as z from 'zod/mini'
import { Person, rowNames } from '#src/features/admin-list/index.ts'
import { presences } from '#src/features/biodata/policy.ts'
import { ByRight, Look } from '#src/features/contact-ledger/contract.ts'
import { RequestStatus } from '#src/features/contact-requests/contract.ts'
import { contactsFor } from '#src/features/contact-requests/policy.ts'
import { biodataFacts, biodataNames } from '#src/features/request-approval/contract.ts'
import { endpoint, pagedEndpoint } from '#src/platform/http/contract.ts'
import { type Decoded, Id, Modified, renamed } from '#src/platform/schemas/fields.ts'

const Moment = z.nullable(z.string())
const waiting = {
  contactRequests: z.int(),
  premiumRequests: z.int(),
  /** Requests with families that the bureau has not reached by telephone yet. */
  familiesToCall: z.int(),
  paymentFindings: z.int(),
  /** Money sent by hand to confirm, and refunds to send by hand. */
  transfers: z.int(),
  refundsToSend: z.int(),
  reported: z.int(),
  suspiciousTexts: z.int(),
  unanswered: z.int(),
}

export const countWaiting = endpoint({
  path: '/waiting',
  summary: 'How many wait for an administrator in each list.',
  access: 'admin',
  output: z.object(waiting),
})

/** The oldest first. */
const Weekly = z.array(z.int())

export const overview = endpoint({
  path: '/overview',
  summary: 'What waits for an administrator, how much there is, and how it grew in the last twelve weeks.',
  access: 'admin',
  output: z.object({
    waiting: z.object(waiting),
    /** Since when the first of those that wait has waited; null where none does. */
    oldest: z.object({ contactRequests: Moment, premiumRequests: Moment, reported: Moment, unanswered: Moment }),
    /** Refunds that failed, among the payments that need a look. */
    failedRefunds: z.int(),
    users: z.int(),
    biodata: z.int(),
    /** Written since yesterday began. */
    newBiodata: z.int(),
    payments: z.array(z.object({ currency: z.string(), number: z.int(), sum: z.number() })),
    /** Of this month by the site's calendar. */
    month: z.array(z.object({ currency: z.string(), received: z.number(), refunded: z.number() })),
    today: z.string(),
    /** The first day of each week. The last one ends today. */
    weeks: z.array(z.string()),
    growth: z.object({ biodata: Weekly, users: Weekly, contactRequests: Weekly, approvals: Weekly }),
  }),
})
export type Overview = z.infer<typeof overview.output>

/** The first steps of a new site, in the order in which they are asked for. */
export const setupSteps = ['mail', 'payment', 'operator', 'secondFactor', 'backup', 'privacy', 'biodata'] as const
const SetupStep = z.enum(setupSteps)
export type SetupStep = z.infer<typeof SetupStep>

/** As the audit log writes them. */
const setupNotes = ['read privacy text', 'hid setup', 'showed setup'] as const

export const readSetup = endpoint({
  path: '/setup',
  summary: 'Which first steps of a new site are done, and whether the caller has put the list away.',
  access: 'admin',
  output: z.object({
    done: z.array(SetupStep),
    admins: z.int(),
    adminsWithoutFactor: z.int(),
    isHidden: z.boolean(),
  }),
})

export const noteSetup = endpoint({
  method: 'PATCH',
  path: '/setup',
  summary: 'Says that the privacy text was read for this site, or puts the list away or back. It is recorded.',
  access: 'admin',
  input: z.object({ note: z.enum(setupNotes, 'must be one of the notes') }),
  output: Modified,
})

const personFields = {
  id: Id,
  name: z.string(),
  email: z.string(),
  isVerified: z.boolean(),
  since: z.string(),
  /** When a session of theirs was last used; null where none is left. */
  lastHere: z.nullable(z.string()),
  isAdmin: z.boolean(),
  isPremium: z.boolean(),
  suspended: z.nullable(z.object({ at: z.string(), because: z.string() })),
  biodata: z.nullable(
    renamed(
      { ...biodataFacts, presence: z.enum(presences), unpublished: z.boolean(), contactFor: z.enum(contactsFor) },
      biodataNames,
    ),
  ),
  requests: z.array(
    renamed(
      {
        id: Id,
        /** Asked by this person, or for their contact. */
        isMade: z.boolean(),
        otherId: z.nullable(Id),
        other: z.nullable(z.string()),
        number: z.nullable(z.int()),
        status: RequestStatus,
        date: z.string(),
        price: z.number(),
        currency: z.string(),
        payment: z.string(),
      },
      rowNames,
    ),
  ),
  payments: z.array(
    z.object({ date: z.string(), price: z.number(), currency: z.string(), status: z.string(), reference: z.string() }),
  ),
  views: z.array(
    renamed(
      {
        viewer: z.nullable(z.string()),
        nameInOtherScript: z.nullable(z.string()),
        number: z.nullable(z.int()),
        byRight: ByRight,
        times: z.int(),
        looks: z.array(Look),
      },
      rowNames,
    ),
  ),
  /** What administrators did about this person, or this administrator did. */
  history: z.array(
    z.object({ at: z.string(), action: z.string(), actor: z.nullable(z.string()), isCommandLine: z.boolean() }),
  ),
}
export type PersonFacts = Decoded<typeof personFields>

export const personFacts = endpoint({
  path: '/people/:id',
  summary: 'What is known of one person, for administrators; no contact is in it but the email of the account.',
  access: 'admin',
  showsEmails: { list: 'pages of people' },
  input: z.object({ id: Id }),
  output: renamed(personFields, rowNames),
})

const actionFields = {
  id: z.string(),
  at: z.string(),
  action: z.string(),
  /** Null: the command line of the server, or somebody whose account is gone. */
  actor: Person,
  isCommandLine: z.boolean(),
  subject: Person,
  /** The biodata that was asked for, where the subject is who asked. */
  number: z.nullable(z.int()),
  subjectId: z.nullable(Id),
  personId: z.nullable(Id),
}
export type AdminAction = Decoded<typeof actionFields>

export const listActions = pagedEndpoint({
  path: '/admin-actions',
  summary: 'What administrators did, the latest first.',
  access: 'admin',
  showsEmails: { list: 'activity' },
  output: z.array(renamed(actionFields, rowNames)),
})
