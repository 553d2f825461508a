import * as z from 'zod/mini'
import { endpoint, pagedEndpoint } from '#src/platform/http/contract.ts'
import { type Decoded, Id, renamed } from '#src/platform/schemas/fields.ts'
import { rights } from './policy.ts'

export const ByRight = z.enum(rights)

export const Look = z.object({ at: z.string(), inFile: z.boolean(), reason: z.nullable(z.string()) })

const viewerFields = {
  /** Of the row: the first of its lines. It names nobody. */
  id: z.string(),
  byRight: ByRight,
  /** Of premium and paying members; null of administrators, and of those who have left. */
  name: z.nullable(z.string()),
  nameInOtherScript: z.nullable(z.string()),
  /** Of the biodata they have, or had. */
  number: z.nullable(z.int()),
  biodataId: z.nullable(Id),
  /** Whom the owner can report or block; null of administrators, and of those who have left. */
  viewerId: z.nullable(Id),
  reportedAt: z.nullable(z.string()),
  hasLeft: z.boolean(),
  times: z.int(),
  /** The latest hundred. */
  looks: z.array(Look),
}
export type ContactViewer = Decoded<typeof viewerFields>

export const contactViewers = pagedEndpoint({
  path: '/me/contact-views',
  summary:
    "Who has seen the caller's contact, by which right and when: one row per person and right, the latest first.",
  access: 'member',
  output: z.array(renamed(viewerFields, { number: 'bioDataId', biodataId: 'bioData_id', viewerId: 'viewer_id' })),
})

export const contactViewSums = endpoint({
  path: '/me/contact-view-sums',
  summary:
    "How many people have seen the caller's contact, how often, how often and by how many in 30 days, and when last.",
  access: 'member',
  output: z.object({
    people: z.int(),
    times: z.int(),
    lately: z.int(),
    peopleLately: z.int(),
    lastAt: z.nullable(z.string()),
  }),
})

export const contactViewFile = endpoint({
  path: '/me/contact-views.csv',
  summary: "Every line about the caller's contact as a file for spreadsheets, the latest first.",
  access: 'member',
  output: z.custom<AsyncIterable<Record<string, unknown>[]>>(),
  columns: { When: 'at', Right: 'byRight', Name: 'name', BioDataId: 'number', 'In a file': 'inFile', Reason: 'reason' },
})
