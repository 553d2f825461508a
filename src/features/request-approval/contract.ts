import * as z from 'zod/mini'
import {
  adminList,
  bulkAction,
  lastApprovalEndpoint,
  outcomes,
  reasonedAction,
  reasonedBulkAction,
  rowAction,
  rowNames,
} from '#src/features/admin-list/index.ts'
import { RequestStatus } from '#src/features/contact-requests/contract.ts'
import { Call } from '#src/features/family-answers/contract.ts'
import { Met } from '#src/features/matching/contract.ts'
import { endpoint } from '#src/platform/http/contract.ts'
import { type Decoded, Id, renamed } from '#src/platform/schemas/fields.ts'

export const judged = ['pending', 'forwarded', 'approve', 'declined', 'refused'] as const
const Judged = z.enum(judged, `must be one of: ${judged.join(', ')}`)

const fields = {
  id: Id,
  askerId: Id,
  name: z.string(),
  email: z.string(),
  ownBiodataId: z.optional(Id),
  /** How many requests they have made, this one too. */
  asked: z.int(),
  number: z.int(),
  biodataId: Id,
  status: Judged,
  /** Which administrator has approved or refused it; absent while it waits, and once that account is gone. */
  decidedBy: z.optional(z.string()),
  /** It waits for a family that has never signed in: the bureau calls it. */
  isForBureau: z.boolean(),
  deleted: z.boolean(),
  date: z.string(),
  /** Calendar days since then. */
  waits: z.int(),
}
export type Asked = Decoded<typeof fields>

export const allRequests = adminList({
  path: '/contact-requests',
  list: 'contact requests',
  summary: "Everybody's contact requests that wait or were decided, newest first unless sorted otherwise.",
  fields,
  sortKeys: ['name', 'email', 'number', 'date'],
  filters: { status: z.optional(Judged) },
  columns: { Name: 'name', Email: 'email', BioDataId: 'number', Status: 'status', Requested: 'date' },
})

/** What administrators read of a biodata beside a request and on the page of a person. */
export const biodataFacts = {
  number: z.int(),
  gender: z.enum(['Male', 'Female']),
  published: z.boolean(),
  age: z.int(),
  division: z.string(),
  occupation: z.string(),
}
export const biodataNames = { number: 'bioDataId', gender: 'gander', division: 'perDivision' } as const

const side = {
  id: Id,
  /** As in the biodata, or of the account where there is none. */
  name: z.string(),
  nameInOtherScript: z.optional(z.string()),
  since: z.string(),
  isVerified: z.boolean(),
  /** Made in the last seven days; of the last ninety, how many were made, received, and of these approved. */
  requests: z.object({ week: z.int(), made: z.int(), received: z.int(), shown: z.int() }),
  biodata: z.nullable(
    renamed(
      {
        ...biodataFacts,
        premium: z.boolean(),
        /** In inches. */
        height: z.int(),
        maritalStatus: z.optional(z.string()),
        education: z.optional(z.string()),
        profession: z.optional(z.string()),
        district: z.optional(z.string()),
        religion: z.optional(z.string()),
      },
      biodataNames,
    ),
  ),
}
export type Side = Decoded<typeof side>

const judgementFields = {
  id: Id,
  number: z.int(),
  status: RequestStatus,
  date: z.string(),
  waits: z.int(),
  /** When and by which administrator it was decided last, and the words that the asker reads. */
  decidedAt: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  because: z.nullable(z.string()),
  deleted: z.boolean(),
  /** How long the caller can still undo their approval; null when they cannot. */
  undoMs: z.nullable(z.int()),
  /** Null for what a premium member asks without a fee. */
  payment: z.nullable(
    renamed(
      { price: z.number(), currency: z.string(), status: z.string(), providerRef: z.nullable(z.string()) },
      rowNames,
    ),
  ),
  /** The asker’s words for the family. */
  introduction: z.nullable(z.string()),
  /** Whether an approval now asks the family first, and until when one that was asked can answer. */
  asksFamily: z.boolean(),
  /** The family to be asked has never signed in: the bureau calls it after an approval. */
  mustBeCalled: z.boolean(),
  answerBy: z.nullable(z.string()),
  /** The bureau calls this family, and what it heard, the latest first. */
  isForBureau: z.boolean(),
  calls: z.array(Call),
  /** Wishes that the asker shows and the asked person meets, and the other way round; null where nothing is compared. */
  match: z.nullable(z.object({ ofAsker: Met, ofAsked: Met })),
  asker: renamed(side, rowNames),
  asked: z.nullable(renamed(side, rowNames)),
}
export type Judgement = Decoded<typeof judgementFields>

export const judgement = endpoint({
  path: '/contact-requests/:id',
  summary: 'A contact request with both people side by side, as an administrator judges it.',
  access: 'admin',
  input: z.object({ id: Id }),
  output: renamed(judgementFields, rowNames),
})

/** Of the panes beside both lists: the row that the address has opened. */
export const openedIn = (search: URLSearchParams) => search.get('request')?.match(/^[0-9a-f-]{36}$/i)?.[0]

export const premiumReview = endpoint({
  path: '/premium-requests/:id',
  summary: 'A person beside their premium request, as an administrator judges it; `waits` is null when none waits.',
  access: 'admin',
  input: z.object({ id: Id }),
  output: z.object({ waits: z.nullable(z.int()), asker: renamed(side, rowNames) }),
})

export const lastApproval = lastApprovalEndpoint(
  '/contact-requests/last-approval',
  'When a contact request was last approved; null where none ever was.',
)

export const approveRequest = rowAction(
  '/contact-request-approver/:id',
  'Approves a contact request, or forwards it to a family that wants to be asked first; 0 when it was approved, refused or withdrawn before.',
)
export const approveEach = bulkAction(
  '/contact-request-approver',
  'Approves up to 100 contact requests, each on its own.',
)

export const undoApproval = endpoint({
  method: 'DELETE',
  path: '/contact-request-approver/:id',
  summary:
    'Undoes an approval of the caller within ten seconds: the request waits again, and its payer is told nothing. `seen`: the payer had seen the contact by then. 409 once it is too late.',
  access: 'admin',
  input: z.object({ id: Id }),
  output: z.object({ modifiedCount: z.int(), seen: z.boolean() }),
  problems: ['conflict'],
})
export const undoEach = {
  ...bulkAction(
    '/contact-requests/undone-approvals',
    'Undoes up to 100 approvals of the caller, each on its own; `before` where it is too late. `seen`: how many payers had seen the contact by then.',
  ),
  output: z.object({ ...outcomes, seen: z.int() }),
}

export const refuseRequest = reasonedAction(
  '/contact-requests/:id/refusal',
  'Refuses a contact request that waits: the fee goes back, and the asker reads the reason. 0 when it no longer waits.',
)
export const refuseEach = reasonedBulkAction(
  '/contact-requests/refusal',
  'Refuses up to 100 contact requests, each on its own, for one reason.',
)
export const takeApprovalBack = reasonedAction(
  '/contact-requests/:id/withdrawal',
  'Closes a contact that was approved, and gives the fee back; the asker reads the reason. 0 when it is not approved.',
)
