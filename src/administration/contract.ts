import * as z from 'zod/mini'
import { endpoint, pagedEndpoint } from '#src/platform/http/contract.ts'
import { type Decoded, Id, renamed } from '#src/platform/http/fields.ts'
import { pageInput } from '#src/platform/http/paging.ts'

const Waiting = z.object({
  total: z.int(),
  /** When one was last approved; null where none ever was. */
  lastApproval: z.nullable(z.string()),
  /** The three that have waited longest: who asks, with the own biodata if there is one, and the biodata asked for. */
  first: z.array(
    renamed(
      { name: z.string(), ownBiodataId: z.optional(Id), number: z.int(), biodataId: Id, date: z.string() },
      { number: 'bioDataId', biodataId: 'bioData_id', ownBiodataId: 'ownBioData_id' },
    ),
  ),
})
/** One for each of the last twelve weeks, the oldest first. */
const Weekly = z.array(z.int())

export const overview = endpoint({
  method: 'GET',
  path: '/overview',
  summary: 'What waits for an administrator, how much there is, and how it grew in the last twelve weeks.',
  access: 'admin',
  input: z.object({}),
  output: z.object({
    contactRequests: Waiting,
    premiumRequests: Waiting,
    /** Payments that need a look. */
    paymentFindings: z.int(),
    /** People with open reports. */
    reported: z.int(),
    users: z.int(),
    biodata: z.int(),
    payments: z.array(z.object({ currency: z.string(), number: z.int(), sum: z.number() })),
    /** The day it is on the site. */
    today: z.string(),
    /** The first day of each week. The last one ends today. */
    weeks: z.array(z.string()),
    growth: z.object({ biodata: Weekly, users: Weekly, contactRequests: Weekly, approvals: Weekly }),
  }),
})
export type Overview = z.infer<typeof overview.output>

const person = z.nullable(z.object({ name: z.string(), email: z.string() }))
const actionFields = {
  id: z.string(),
  at: z.string(),
  action: z.string(),
  /** Null: the command line of the server, or somebody whose account is gone. */
  actor: person,
  isCommandLine: z.boolean(),
  subject: person,
  /** The biodata that was asked for, where the subject is who asked. */
  number: z.nullable(z.int()),
  subjectId: z.nullable(Id),
}
export type AdminAction = Decoded<typeof actionFields>

export const listActions = pagedEndpoint({
  method: 'GET',
  path: '/admin-actions',
  summary: 'What administrators did, the latest first.',
  access: 'admin',
  input: z.object(pageInput),
  output: z.array(renamed(actionFields, { id: '_id', number: 'bioDataId' })),
})
