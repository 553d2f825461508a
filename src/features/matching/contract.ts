import * as z from 'zod/mini'
import { cardSchemas } from '#src/features/biodata/contract.ts'
import { openSchemas, wishNames } from '#src/features/biodata/index.ts'
import type { Decoded } from '#src/platform/schemas/fields.ts'
import { fitWords, verdicts } from './policy.ts'

export const Met = z.object({ met: z.int(), of: z.int() })
/** Wishes that are met whole: of the caller (`yours`), and of those that the other side shows. */
const summary = { word: z.enum(fitWords), yours: Met, theirs: Met }

const name = z.enum(wishNames)
/** On a card: which wishes of the caller are missed, without what the person has. */
const CardFit = z.object({ ...summary, differs: z.array(name) })
export type CardFit = z.infer<typeof CardFit>

const { name: wholeName, nameInOtherScript, maritalStatus, feet, inch, profession, education, district } = openSchemas
/**
 * What members read on a card beside what anybody does (REQUIREMENTS C2). Names are whole, or the first one and an
 * initial, by the owner's choice.
 * `isFavourite` is absent of one's own, `fit` as in a profile.
 */
export const memberCardSchemas = {
  ...cardSchemas,
  ...{ name: wholeName, nameInOtherScript, maritalStatus, feet, inch, profession, education, district },
  isFavourite: z.optional(z.boolean()),
  isClosed: z.optional(z.literal(true)),
  fit: z.optional(z.nullable(CardFit)),
}
export type MemberCard = Decoded<typeof memberCardSchemas>

const Verdict = z.enum(verdicts)
/** What is wished, from and to or options, and what the other has: in years, inches or kilograms, or an option. */
const Quoted = z.object({
  verdict: Verdict,
  from: z.optional(z.int()),
  to: z.optional(z.int()),
  value: z.optional(z.int()),
  wished: z.optional(z.array(z.string())),
  has: z.optional(z.string()),
})
export type Quoted = z.infer<typeof Quoted>

const fitWith = <Side extends z.ZodMiniType>(side: Side) =>
  z.object({
    ...summary,
    wishes: z.array(z.object({ name, yours: z.optional(side), theirs: z.optional(side) })),
  })
/** With the verdict on all wishes of the caller and those that the person shows. No value of either. */
export const Fit = fitWith(Verdict)
export type Fit = z.infer<typeof Fit>
/** Only in a profile, which shows the facts and the wishes anyway. */
export const QuotedFit = fitWith(Quoted)
export type QuotedFit = z.infer<typeof QuotedFit>

/** `off` is how far below (less than 0) or above the number is; of a set only what they have, if they have said it. */
export const Missed = z.object({
  name,
  value: z.optional(z.int()),
  off: z.optional(z.int()),
  has: z.optional(z.string()),
})
export type Missed = z.infer<typeof Missed>
