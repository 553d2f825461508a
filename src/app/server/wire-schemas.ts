import * as z from 'zod'
import * as biodata from '#src/features/biodata/contract.ts'
import * as consents from '#src/features/consents/contract.ts'
import * as contactLedger from '#src/features/contact-ledger/contract.ts'
import * as contactRequests from '#src/features/contact-requests/contract.ts'
import * as fit from '#src/features/matching/contract.ts'
import * as find from '#src/features/search/contract.ts'
import * as fields from '#src/platform/schemas/fields.ts'

const exported: [string, unknown][] = Object.entries({
  ...biodata,
  ...find,
  ...fit,
  ...consents,
  ...contactLedger,
  ...contactRequests,
  ...fields,
})

/** The schemas that our contracts export: the API's document calls them by the same names. */
export const wireSchemas: Record<string, z.core.$ZodType> = Object.fromEntries(
  exported.filter(
    (entry): entry is [string, z.core.$ZodType] =>
      entry[1] instanceof z.core.$ZodObject || entry[1] instanceof z.core.$ZodPipe,
  ),
)
