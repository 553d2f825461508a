import type { Excluded } from '#src/features/biodata/index.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Sought } from './contract.ts'
import { type BornIn, findCards } from './queries.server.ts'
import { type Own, otherGender } from './visit.server.ts'

/** The newest are never read on by their years of birth. */
const inNoYear: BornIn = async () => new Map()

export const findNewCards = (
  db: Db,
  { newerThan: than, upTo, own }: { newerThan: number; upTo?: number; own: Own | undefined },
  sought: Sought,
  today: string,
  limit: number,
  excluded: Excluded,
) =>
  findCards(
    db,
    {
      sought: otherGender(sought, own),
      order: 'newest',
      today,
      limit,
      excluded: own ? [...excluded, own.number] : excluded,
      newer: { than, ...(upTo !== undefined && { upTo }) },
    },
    inNoYear,
  )
