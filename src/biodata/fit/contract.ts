import * as z from 'zod/mini'
import { fitWords, verdicts, wishNames } from './policy.ts'

const Met = z.object({ met: z.int(), of: z.int() })
/** How many wishes of the caller (`yours`) and of the other side are met whole. */
const summary = { word: z.enum(fitWords), yours: Met, theirs: Met }

export const FitSummary = z.object(summary)
export type FitSummary = z.infer<typeof FitSummary>

const Verdict = z.enum(verdicts)
/** How a person and the caller fit, with the verdict on every wish; no wish and no value of the other side. */
export const Fit = z.object({
  ...summary,
  wishes: z.array(z.object({ name: z.enum(wishNames), yours: Verdict, theirs: Verdict })),
})
export type Fit = z.infer<typeof Fit>

/** What is wished, from and to, and what the person it is wished of has, in years, inches or kilograms. */
const Quoted = z.object({ verdict: Verdict, from: z.int(), to: z.int(), value: z.int() })
export type Quoted = z.infer<typeof Quoted>

/** With what is compared: only in a profile, which shows the other side's wishes and facts anyway. */
export const QuotedFit = z.object({
  ...summary,
  wishes: z.array(z.object({ name: z.enum(wishNames), yours: Quoted, theirs: Quoted })),
})
export type QuotedFit = z.infer<typeof QuotedFit>

/** A wish that somebody misses, what they have, and how far below (less than 0) or above it that is. */
export const Missed = z.object({ name: z.enum(wishNames), value: z.int(), off: z.int() })
export type Missed = z.infer<typeof Missed>
