import * as z from 'zod/mini'
import { AttestedList } from '#src/features/attestations/contract.ts'
import { cardSchemas, wireNames } from '#src/features/biodata/contract.ts'
import { contactSchemas, openSchemas, type WishSecrecy, wishFields, wishSecrecy } from '#src/features/biodata/index.ts'
import { contactsFor } from '#src/features/contact-requests/policy.ts'
import { Fit, memberCardSchemas, QuotedFit } from '#src/features/matching/contract.ts'
import { premiumStatuses } from '#src/features/premium/policy.ts'
import { relations } from '#src/features/users/policy.ts'
import { bioDataId, endpoint } from '#src/platform/http/contract.ts'
import { type Decoded, Id, OwnEmail, renamed } from '#src/platform/schemas/fields.ts'

/** See contactVisibility. `available`: a press shows it. `limited`: 24 hours are full, it opens at `contactFrom`. */
const Visibility = z.enum(['own', 'shown', 'pending', 'withheld', 'closed', 'available', 'limited'])

/** Of a guardian, whose number `phone` is then. */
const phoneOf = z.optional(z.enum(relations))

const profileFields = {
  ...openSchemas,
  /** Those that are shown; of one's own all. */
  ...wishFields,
  ...cardSchemas,
  /** Only for the owner, as the next two. */
  premiumStatus: z.optional(z.enum(premiumStatuses)),
  contactFor: z.optional(z.enum(contactsFor)),
  isPublished: z.optional(z.boolean()),
  contact: z.optional(Visibility),
  contactFrom: z.optional(z.string()),
  /** Within 24 hours, from the last ten on. */
  contactsLeft: z.optional(z.int()),
  profilesLeft: z.optional(z.int()),
  /** Its day; absent where the site asks nobody, or nobody has confirmed it yet. */
  confirmedOn: z.optional(z.string()),
  /** What the bureau has seen or heard of this person. */
  attested: z.optional(AttestedList),
  /** Absent of one's own. */
  isFavourite: z.optional(z.boolean()),
  /** The family is asked before the contact is shown; absent of one's own. */
  asksFirst: z.optional(z.boolean()),
  /** Null where the caller has no biodata, absent where there is nothing to compare. */
  fit: z.optional(z.nullable(QuotedFit)),
  /** Absent unless `contact` is `shown` or `own`. */
  email: z.optional(z.string()),
  ...contactSchemas,
  phoneOf,
  /** Who keeps this biodata, if not the person. */
  keptBy: z.optional(z.enum(relations)),
}
const Profile = renamed(profileFields, wireNames)
export type Profile = Decoded<typeof profileFields>
export type OwnProfile = Profile & WishSecrecy

export const viewProfile = endpoint({
  path: '/bioData/:id',
  summary:
    'One biodata; contact information only for those entitled to it. So many in an hour and in a day. With `contact=later` premium members and administrators get it without the contact, which is then neither recorded nor counted.',
  access: 'member',
  input: renamed({ id: Id, contact: z.optional(z.enum(['later'], 'must be later')) }, {}),
  output: Profile,
})

export const showContact = endpoint({
  method: 'POST',
  path: '/bioData/:id/contact',
  summary:
    'Shows the contact of a biodata to those entitled to it; recorded, and counted for premium members. An administrator who has seen 30 in an hour gives the password again.',
  access: 'member',
  input: renamed({ id: Id }, {}),
  output: renamed({ email: z.optional(z.string()), ...contactSchemas, phoneOf }, wireNames),
  problems: ['forbidden'],
})

/** What somebody who is about to pay may know. */
const numberedCardSchemas = {
  ...cardSchemas,
  ...{ name: memberCardSchemas.name, nameInOtherScript: memberCardSchemas.nameInOtherScript },
  contact: Visibility,
  contactFrom: z.optional(z.string()),
  asksFirst: z.optional(z.boolean()),
  /** As in the profile. */
  confirmedOn: z.optional(z.string()),
  /** Nobody has confirmed it for so long that somebody who pays should know. */
  isUnconfirmed: z.optional(z.literal(true)),
  fit: z.optional(z.nullable(Fit)),
}
export type NumberedCard = Decoded<typeof numberedCardSchemas>

export const viewCard = endpoint({
  path: '/bioData-card/:bioDataId',
  summary:
    'The card with this number and what the caller gets of its contact, or null. It counts as reading the profile.',
  access: 'member',
  input: z.object({ bioDataId }),
  output: z.nullable(renamed(numberedCardSchemas, wireNames)),
  isList: true,
})

export const numberOf = endpoint({
  path: '/bioData/:id/number',
  summary: 'The public number of a biodata, which is all that a link to it tells people who are not signed in.',
  access: 'visitor',
  input: renamed({ id: Id }, {}),
  output: renamed({ number: z.int() }, wireNames),
})

export const viewOwn = endpoint({
  path: '/viewBioData',
  summary: "The caller's own biodata, or null.",
  access: 'member',
  self: { input: 'email', orAdmin: true },
  input: z.object({ email: z.optional(OwnEmail) }),
  output: z.nullable(renamed({ ...profileFields, ...wishSecrecy }, wireNames)),
})

export const similar = endpoint({
  path: '/bioData/:id/similar',
  summary:
    'Up to three other cards of the same gender: the next in best match where the caller can be compared, else those with the nearest numbers.',
  access: 'member',
  input: renamed({ id: Id }, {}),
  output: z.array(renamed(memberCardSchemas, wireNames)),
  isList: true,
})
