import * as z from 'zod'
import * as biodata from '#src/features/biodata/contract.ts'
import * as consents from '#src/features/consents/contract.ts'
import * as contactLedger from '#src/features/contact-ledger/contract.ts'
import * as contactRequests from '#src/features/contact-requests/contract.ts'
import * as fit from '#src/features/matching/contract.ts'
import * as find from '#src/features/search/contract.ts'
import * as fields from '#src/platform/schemas/fields.ts'

const exported = { ...biodata, ...find, ...fit, ...consents, ...contactLedger, ...contactRequests, ...fields }

/** The schemas that our contracts export: the API's document calls them by the same names. */
export const wireSchemas = Object.fromEntries(
  Object.entries(exported).filter(([, one]) => one instanceof z.core.$ZodObject || one instanceof z.core.$ZodPipe),
) as Record<string, z.core.$ZodType>
