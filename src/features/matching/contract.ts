import * as z from 'zod/mini'
import { wishNames } from '#src/features/biodata/index.ts'
import { fitWords, verdicts } from './policy.ts'

const Met = z.object({ met: z.int(), of: z.int() })
/** How many wishes of the caller (`yours`), and of those that the other side shows, are met whole. */
const summary = { word: z.enum(fitWords), yours: Met, theirs: Met }

export const FitSummary = z.object(summary)
export type FitSummary = z.infer<typeof FitSummary>

const name = z.enum(wishNames)
const Verdict = z.enum(verdicts)
/**
 * How a person and the caller fit, with the verdict on every wish: all of the caller's, and those that the person shows. No
 * value of either.
 */
export const Fit = z.object({
  ...summary,
  wishes: z.array(z.object({ name, yours: z.optional(Verdict), theirs: z.optional(Verdict) })),
})
export type Fit = z.infer<typeof Fit>

/**
 * A verdict with what is compared: what is wished, from and to or several options, and what the person it is wished of has,
 * in years, inches or kilograms, or an option.
 */
const Quoted = z.object({
  verdict: Verdict,
  from: z.optional(z.int()),
  to: z.optional(z.int()),
  value: z.optional(z.int()),
  wished: z.optional(z.array(z.string())),
  has: z.optional(z.string()),
})
export type Quoted = z.infer<typeof Quoted>

/** With what is compared: only in a profile, which shows the facts and the wishes anyway. */
export const QuotedFit = z.object({
  ...summary,
  wishes: z.array(z.object({ name, yours: z.optional(Quoted), theirs: z.optional(Quoted) })),
})
export type QuotedFit = z.infer<typeof QuotedFit>

/**
 * A wish that somebody misses: of a number what they have, and how far below (less than 0) or above it that is; of a set
 * what they have, nothing where they have not said it.
 */
export const Missed = z.object({
  name,
  value: z.optional(z.int()),
  off: z.optional(z.int()),
  has: z.optional(z.string()),
})
export type Missed = z.infer<typeof Missed>
