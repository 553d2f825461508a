import * as z from 'zod/mini'
import { reasonedAction, rowNames } from '#src/features/admin-list/index.ts'
import { withWhoms } from '#src/features/users/policy.ts'
import { endpoint } from '#src/platform/http/contract.ts'
import { type Decoded, Id, Inserted, renamed, text } from '#src/platform/schemas/fields.ts'
import { attestedKinds, endings, hows, longestNote } from './policy.ts'

const Kind = z.enum(attestedKinds, 'must be one of the kinds')
const How = z.enum(hows, `must be one of: ${hows.join(', ')}`)
const WithWhom = z.enum(withWhoms, 'must be one of the family')

/** What others read of one. */
const Attested = z.object({ kind: Kind, withWhom: z.optional(WithWhom), on: z.string() })
export type Attested = z.infer<typeof Attested>
export const AttestedList = z.array(Attested)

/** `endsOn`: the first day on which nobody else reads it any more. */
const attestationFields = {
  id: Id,
  kind: Kind,
  how: How,
  withWhom: z.nullable(WithWhom),
  on: z.string(),
  endsOn: z.string(),
  ended: z.nullable(z.object({ on: z.string(), because: z.enum(endings), words: z.nullable(z.string()) })),
}
export type Attestation = Decoded<typeof attestationFields>

const notedFields = {
  ...attestationFields,
  note: z.nullable(z.string()),
  /** Null where the account is gone. */
  seenBy: z.nullable(z.string()),
}
export type Noted = Decoded<typeof notedFields>

const onPerson = '/people/:id/attestations'

export const listAttestations = endpoint({
  path: onPerson,
  summary: 'What the bureau has seen or heard of a person, the latest first, and the values to compare with.',
  access: 'admin',
  input: z.object({ id: Id }),
  output: z.object({
    /** Null without a biodata: then there is nothing to attest. */
    compare: z.nullable(
      z.object({
        name: z.string(),
        nameInOtherScript: z.nullable(z.string()),
        birth: z.string(),
        education: z.nullable(z.string()),
        institution: z.nullable(z.string()),
        /** Names the values as they are, the phone too. */
        version: z.string(),
      }),
    ),
    attestations: z.array(renamed(notedFields, rowNames)),
  }),
})

export const noteAttestation = endpoint({
  method: 'POST',
  path: onPerson,
  summary:
    'Notes what was seen or heard, how and when, in place of an earlier note of this kind. `version` is that of the values that were compared; 409 when they have changed, and for one’s own biodata.',
  access: 'admin',
  input: z.object({
    id: Id,
    kind: Kind,
    how: How,
    withWhom: z.optional(WithWhom),
    on: z.iso.date('must be a real date, like 2026-05-31'),
    note: z.optional(text(longestNote)),
    version: z.string('must be filled in').check(z.maxLength(32)),
  }),
  output: Inserted,
  problems: ['conflict'],
})

export const takeAttestationBack = reasonedAction(
  '/attestations/:id',
  'Takes an attestation back, in words that the person reads; 0 when it has ended before.',
)

export const ownAttestations = endpoint({
  path: '/me/attestations',
  summary: 'What the bureau has noted of the caller, what has ended too, the latest first.',
  access: 'member',
  output: z.array(renamed(attestationFields, rowNames)),
})
