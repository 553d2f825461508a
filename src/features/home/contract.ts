import * as z from 'zod/mini'
import { Card } from '#src/features/biodata/contract.ts'
import { endpoint } from '#src/platform/http/contract.ts'
import { languages } from '#src/platform/language.ts'

const Story = z.object({ quote: z.string(), names: z.string(), place: z.string() })

export const viewFigures = endpoint({
  path: '/site-figures',
  summary:
    'The figures and stories of the home page, as the operator lets them be told. A figure that is hidden is absent.',
  access: 'visitor',
  input: z.object({ language: z.enum(languages) }),
  output: z.object({
    marriages: z.optional(z.int()),
    totalBiodata: z.optional(z.int()),
    /** The day on which they were counted, where one of them was. */
    countedOn: z.optional(z.iso.date()),
    /** Present where the marriages were. */
    countsMarriages: z.optional(z.literal(true)),
    newest: z.optional(z.array(Card)),
    stories: z.array(Story),
  }),
  isSameForVisitors: true,
})
