import type { EmailList, Endpoint } from './contract.ts'
import { mostPerPage } from './paging.ts'
import type { Member, Viewer } from './viewer.ts'

export interface CountEmails {
  /** @throws Problem 429 when they have read many, and have not given the password lately */
  take(admin: Member, rows: number): Promise<void>
  record(admin: Member, list: EmailList): Promise<void>
}

/** What an administrator reads there of other people's emails, and how many rows; undefined where it is nothing. */
export function emailsIn({ showsEmails, paged }: Endpoint, viewer: Viewer, input: unknown) {
  if (!showsEmails || viewer.kind !== 'member' || !viewer.isAdmin) return undefined
  const { list, unless } = showsEmails
  const asked = input as { limit?: number } & Record<string, unknown>
  if (unless && asked[unless] === 'true') return undefined
  if (paged) asked.limit ??= mostPerPage
  return { list, admin: viewer, rows: asked.limit ?? 1 }
}
