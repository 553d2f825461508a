import * as z from 'zod/mini'
import { rowAction, rowNames } from '#src/features/admin-list/index.ts'
import { pagedEndpoint } from '#src/platform/http/contract.ts'
import { type Decoded, Id, renamed } from '#src/platform/schemas/fields.ts'

/** What stands for the name of an account, and for a number in pieces, where a field of the biodata is named. */
export const accountName = 'account'
export const inSeveral = 'several'

const suspiciousFields = {
  id: Id,
  person: z.object({ _id: Id, name: z.string(), isAdmin: z.boolean() }),
  number: z.nullable(z.int()),
  date: z.string(),
  /** One text; of a number in pieces each text that has one. `field` is a field of the biodata, or `account`. */
  texts: z.array(
    z.object({
      field: z.string(),
      parts: z.array(z.object({ from: z.int(), text: z.string(), isMarked: z.boolean() })),
    }),
  ),
}
export type SuspiciousText = Decoded<typeof suspiciousFields>

export const listSuspicious = pagedEndpoint({
  path: '/suspicious-texts',
  summary:
    'Texts that others read and that may say how their writer is reached, with the words marked; who waits longest first. Nobody judges their own.',
  access: 'admin',
  output: z.array(renamed(suspiciousFields, rowNames)),
})

export const textIsFine = rowAction('/suspicious-texts/:id', 'This text is fine, and is not listed again.')
