import * as z from 'zod/mini'
import { rowNames } from '#src/features/admin-list/index.ts'
import { relations, withWhoms } from '#src/features/users/policy.ts'
import { bioDataId, bySelf, endpoint, pagedEndpoint, pageInput } from '#src/platform/http/contract.ts'
import { wallets } from '#src/platform/money.ts'
import {
  asPerson,
  type Decoded,
  Email,
  Id,
  Ignored,
  Inserted,
  line,
  Modified,
  renamed,
} from '#src/platform/schemas/fields.ts'
import { transferFields } from './transfer-fields.ts'
import { UnansweredState } from './unanswered-contract.ts'

/** What a payer used in place of a card; `gateway` is another address that led back. */
const PaidWith = z.enum(['gateway', ...wallets])
export type PaidWith = z.infer<typeof PaidWith>

/** Ways to pay: typed on our page, at another address that leads back, or sent by hand to one of `payTo`. */
const wayFields = { id: z.string(), price: z.number(), currency: z.string(), sandbox: z.boolean() }
const Way = z.union([
  z.object({ ...wayFields, kind: z.literal('card'), publishableKey: z.string() }),
  z.object({ ...wayFields, kind: z.literal('redirect') }),
  z.object({
    ...wayFields,
    kind: z.literal('send'),
    payTo: z.array(z.object({ wallet: z.enum(wallets), number: z.string(), holder: z.string() })),
  }),
])
export type Way = z.infer<typeof Way>

export const paymentOptions = endpoint({
  path: '/payment-options',
  summary:
    'The contact request fee, and the ways to pay it, the first one chosen at first. None: payment is switched off. `price` is the ' +
    'first one’s; `requiresBiodata` tells whether payers need a published biodata.',
  access: 'member',
  output: z.object({ price: z.number(), currency: z.string(), ways: z.array(Way), requiresBiodata: z.boolean() }),
})

export const isPaid = endpoint({
  path: '/check-payment',
  summary: "Whether the caller has paid for a biodata's contact; administrators may ask about anybody.",
  access: 'member',
  self: { input: 'userEmail', orAdmin: true },
  input: z.object({ bioDataId, userEmail: z.optional(z.union([z.literal('me'), Email])) }),
  /** `page`: the reference of the page of the caller’s last payment by hand for it, if there is one of the last days. */
  output: z.object({ isPaid: z.boolean(), page: z.optional(z.string()) }),
})

export const beginPayment = endpoint({
  method: 'POST',
  path: '/create-payment-intent',
  summary:
    'Begins, or takes up again, the payment of the fee. The amount is the server’s; a price that differs is refused. A member who has paid ' +
    'a fee without naming a biodata gets its transaction instead: sent to /payments it is for this one.',
  access: 'member',
  input: z.object({ price: z.optional(z.number('must be a number')), bioDataId: z.optional(bioDataId) }),
  output: z.union([z.object({ clientSecret: z.string() }), z.object({ transactionId: z.string() })]),
  asksOutside: true,
  problems: ['not-found', 'conflict'],
})

export const beginRedirect = endpoint({
  method: 'POST',
  path: '/payment-redirects',
  summary:
    'Begins, or takes up again, the payment of the fee at another address: `redirectTo`. `way` is one of /payment-options. The payer ' +
    'comes back to a page that knows what became of it.',
  access: 'member',
  input: z.object({ way: line(30), bioDataId }),
  output: z.object({ redirectTo: z.string() }),
  asksOutside: true,
  problems: ['not-found', 'conflict'],
})

export const beginTransfer = endpoint({
  method: 'POST',
  path: '/payment-transfers',
  summary:
    'Begins, or takes up again, the payment of the fee by hand. `reference` is written beside the money; `page` is the reference of the ' +
    'page that knows what became of it. `told`: the payer has told of a transfer that nobody has confirmed yet. `missing` is what is left ' +
    'to send of the fee; the rest is what the payer told last.',
  access: 'member',
  input: z.object({ bioDataId }),
  output: z.object({
    ...transferFields,
    page: z.string(),
    price: z.number(),
    currency: z.string(),
    told: z.boolean(),
  }),
  asksOutside: true,
  problems: ['not-found', 'conflict'],
})

export const recordPayment = endpoint({
  method: 'POST',
  path: '/payments',
  summary:
    'Makes a paid payment a contact request. Everything but the transaction is taken from the provider and the session.',
  ...bySelf,
  input: renamed(
    {
      providerRef: line(255),
      bioDataId: z.optional(bioDataId),
      ...asPerson,
      name: Ignored,
      price: Ignored,
      date: Ignored,
      status: Ignored,
    },
    { providerRef: 'transactionId' },
  ),
  output: Inserted,
  asksOutside: true,
  problems: ['not-found', 'conflict', 'payment-required'],
})

export const usualWait = endpoint({
  path: '/contact-requests/usual-wait',
  summary: 'Days within which half of the requests of the last thirty days were decided; null for fewer than five.',
  access: 'member',
  output: z.object({ days: z.nullable(z.int()) }),
})

/**
 * `forwarded`: the family is asked; `declined`: it did not say yes in time. `refused`: an administrator said no. `withdrawn`:
 * it ended otherwise, and the contact is closed.
 */
export const RequestStatus = z.enum(['pending', 'forwarded', 'approve', 'declined', 'withdrawn', 'refused'])
export type RequestStatus = z.infer<typeof RequestStatus>

const requestFields = {
  id: Id,
  name: z.string(),
  email: z.string(),
  price: z.number(),
  number: z.int(),
  /** Absent once the biodata is deleted. */
  biodataId: z.optional(Id),
  /** Empty then, and while the caller does not find the person: hidden, or one has blocked the other. */
  biodataName: z.string(),
  biodataNameInOtherScript: z.optional(z.string()),
  providerRef: z.string(),
  date: z.string(),
  status: RequestStatus,
  deleted: z.boolean(),
  approvedAt: z.optional(z.string()),
  /** Since when the family is asked, whose answer counts until then. Without an answer the status stays `pending`. */
  forwardedAt: z.optional(z.string()),
  answerBy: z.optional(z.string()),
  /** The call in which a family that the bureau keeps has answered it. */
  byTelephone: z.optional(z.object({ on: z.string(), withWhom: z.enum(withWhoms) })),
  /** With `contacts=later`: the contact is open. */
  isOpen: z.optional(z.literal(true)),
  /** Declined because nobody answered in time. */
  isOver: z.optional(z.boolean()),
  /** When it was refused or withdrawn, and the administrator's words for it. */
  endedAt: z.optional(z.string()),
  endedBecause: z.optional(z.string()),
  currency: z.string(),
  /** Calendar days since it was asked for. */
  waits: z.int(),
  /** Absent for a card. */
  paidWith: z.optional(PaidWith),
  /** Only for the payer: the last digits of the number that the money was sent from by hand. */
  paidFrom: z.optional(z.string()),
  /** Present once the fee is to go back; `done` once the provider has confirmed it, and when that was. */
  refund: z.optional(z.object({ done: z.boolean(), at: z.string() })),
  /** Absent until the request is approved, and while the person is not found or shows the contact to nobody. */
  contactPhone: z.optional(z.string()),
  /** Where the number is a guardian's: whose, of a person of which gender. */
  contactPhoneOf: z.optional(z.object({ relation: z.enum(relations), gender: z.enum(['Male', 'Female']) })),
  /** Also absent while the site sends mails and the email is not confirmed. */
  contactEmail: z.optional(z.string()),
  /** What the asker can say, or has said, of a number that nobody answers. */
  unanswered: z.optional(UnansweredState),
}
export type ContactRequest = Decoded<typeof requestFields>

export const listRequests = pagedEndpoint({
  path: '/payments',
  summary:
    "The caller's contact requests; for administrators everybody's, without contacts, unless `mine` is asked for. With `contacts=later` only where each stands: nothing is looked at.",
  access: 'member',
  showsEmails: { list: 'contact requests', unless: 'mine' },
  input: z.object({
    ...pageInput,
    mine: z.optional(z.enum(['true', 'false'], 'must be true or false')),
    contacts: z.optional(z.enum(['later'], 'must be later')),
  }),
  output: z.array(
    renamed(requestFields, {
      ...rowNames,
      ...{ biodataName: 'bioDataName', biodataNameInOtherScript: 'bioDataNameInOtherScript' },
    }),
  ),
})

const hiding = { method: 'PATCH', access: 'member', input: z.object({ id: Id }), output: Modified } as const

export const deleteRequest = endpoint({
  ...hiding,
  path: '/delete-request/:id',
  summary: "Hides one of the caller's contact requests from the list. What was paid for stays.",
})

export const restoreRequest = endpoint({
  ...hiding,
  path: '/restore-request/:id',
  summary: "Puts one of the caller's hidden contact requests back into the list, as it was.",
  problems: ['conflict'],
})

export const withdrawRequest = endpoint({
  ...bySelf,
  method: 'PATCH',
  path: '/me/contact-requests/:id/withdrawal',
  summary: 'The caller takes back a request that nobody has answered yet. The fee goes back.',
  input: z.object({ id: Id, ...asPerson }),
  output: Modified,
  problems: ['not-found', 'conflict'],
})
