import type { Db } from '#src/platform/db/open.server.ts'
import type { Unseen } from '../queries.server.ts'
import { type Own, otherGender } from '../visit.server.ts'
import type { Sought } from './contract.ts'
import { type BornIn, findCards } from './queries.server.ts'

/** The newest are never read on by their years of birth. */
const inNoYear: BornIn = async () => new Map()

/** Of those who are looked for, cards of those who are new to a member, the newest first, at most `limit`. */
export const findNewCards = (
  db: Db,
  { newerThan: than, upTo, own }: { newerThan: number; upTo?: number; own: Own | undefined },
  sought: Sought,
  today: string,
  limit: number,
  unseen: Unseen,
) =>
  findCards(
    db,
    {
      sought: otherGender(sought, own),
      order: 'newest',
      today,
      limit,
      unseen: own ? [...unseen, own.number] : unseen,
      newer: { than, ...(upTo !== undefined && { upTo }) },
    },
    inNoYear,
  )
