import * as z from 'zod/mini'
import { endpoint } from '#src/platform/http/contract.ts'
import { languages } from '#src/platform/language.ts'

const text = z.optional(z.string())

export const viewOperator = endpoint({
  path: '/operator',
  summary: 'Who runs the site, in one language.',
  access: 'visitor',
  input: z.object({ language: z.enum(languages) }),
  output: z.object({
    language: z.enum(languages),
    ...{ name: text, person: text, address: text, hours: text, registration: text, phone: text, whatsApp: text },
  }),
})
