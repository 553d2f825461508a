import * as z from 'zod/mini'
import { ids, mostAtOnce, Person, rowNames } from '#src/features/admin-list/index.ts'
import { endpoint, pagedEndpoint, pageInput } from '#src/platform/http/contract.ts'
import { type Decoded, Deleted, Id, Inserted, Modified, renamed, text } from '#src/platform/schemas/fields.ts'

/** What somebody is reported for; `taken`: already married or engaged. */
export const reasons = ['taken', 'untrue', 'rude', 'money', 'other'] as const
export type Reason = (typeof reasons)[number]
const Reason = z.enum(reasons, 'must be one of the reasons')
const Outcome = z.enum(['resolved', 'dismissed'], 'must be resolved or dismissed')
export type Outcome = z.infer<typeof Outcome>

/** Within so many days a report is answered: a promise to the reporter. */
export const answerDays = 2

export const longestWords = 2_000
export const longestAnswer = 1_000

/** So many reports of one person are shown and can be answered at once, the open ones first. */
export const mostOfOne = mostAtOnce

export const blockPerson = endpoint({
  method: 'POST',
  path: '/blocks',
  summary:
    'Neither the caller nor this person finds the other from now on. A contact request that waits between the two ends, and its fee goes back. 0 when it was so before.',
  access: 'member',
  input: renamed({ id: Id }, rowNames),
  output: Modified,
  problems: ['not-found'],
})

export const unblockPerson = endpoint({
  method: 'DELETE',
  path: '/blocks/:id',
  summary: "Takes back the caller's block of this person.",
  access: 'member',
  input: z.object({ id: Id }),
  output: Deleted,
})

export const listBlocks = endpoint({
  path: '/blocks',
  summary: 'Whom the caller has blocked, the latest first.',
  access: 'member',
  /** The number is null where the person has no biodata. Nothing else is told of people who are no longer seen. */
  output: z.array(renamed({ id: Id, number: z.nullable(z.int()), date: z.string() }, rowNames)),
})

export const reportPerson = endpoint({
  method: 'POST',
  path: '/reports',
  summary:
    'Reports this person to the administrators, and blocks them too if `block` says so. One report of the same person at a time; `other` needs words.',
  access: 'member',
  input: renamed(
    { id: Id, reason: Reason, words: z.optional(text(longestWords)), block: z.optional(z.boolean()) },
    rowNames,
  ),
  output: Inserted,
  problems: ['not-found', 'conflict'],
})

const saidFields = {
  reason: Reason,
  words: z.nullable(z.string()),
  date: z.string(),
  /** Null until it is answered. */
  outcome: z.nullable(Outcome),
  answer: z.nullable(z.string()),
}

export const listOwnReports = endpoint({
  path: '/me/reports',
  summary: 'What the caller has reported, the latest first, with the answers.',
  access: 'member',
  output: z.array(
    renamed({ id: Id, number: z.nullable(z.int()), ...saidFields, answered: z.nullable(z.string()) }, rowNames),
  ),
})

const reportFields = {
  id: Id,
  reporter: Person,
  reporterNumber: z.nullable(z.int()),
  reporterBiodataId: z.nullable(Id),
  ...saidFields,
}
const reportedFields = {
  id: Id,
  /** Null once the account is gone, as the biodata is where there is none. */
  person: Person,
  number: z.nullable(z.int()),
  biodataId: z.nullable(Id),
  isAdmin: z.boolean(),
  isSuspended: z.boolean(),
  /** By an administrator; null without a biodata. */
  isUnpublished: z.nullable(z.boolean()),
  /** By how many different people, ever. */
  reporters: z.int(),
  reports: z.array(renamed(reportFields, rowNames)),
}
export type Reported = Decoded<typeof reportedFields>
export type Report = Decoded<typeof reportFields>

export const listReported = pagedEndpoint({
  path: '/reports',
  summary:
    'Reported people with what is said of them: those with open reports, who waits longest first, or those whose reports were answered, the latest first. Nobody reads reports of themselves.',
  access: 'admin',
  showsEmails: { list: 'reports' },
  input: z.object({ ...pageInput, state: z.optional(z.enum(['open', 'answered'], 'must be open or answered')) }),
  output: z.array(renamed(reportedFields, rowNames)),
})

export const answerReports = endpoint({
  method: 'PATCH',
  path: '/reports',
  summary:
    'Answers reports of one person: all of those named that are still open. Each reporter reads the answer and is told by mail.',
  access: 'admin',
  input: z.object({ ids, outcome: Outcome, answer: text(longestAnswer) }),
  output: Modified,
  problems: ['not-found', 'conflict'],
})
