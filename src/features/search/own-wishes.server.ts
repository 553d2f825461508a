import { sql } from 'kysely'
import {
  isNumber,
  type NumberWish,
  numberWishes,
  setWishes,
  type Wish,
  wishLimits,
  wishNames,
} from '#src/features/biodata/index.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { findSeeker } from './best.server.ts'
import type { OwnWishes } from './contract.ts'

type NumberEnds = { [W in NumberWish as `${W}${'Least' | 'Most'}`]: number }

export async function findOwnWishes(db: Db, id: string): Promise<OwnWishes | null> {
  const seeker = await findSeeker(db, id)
  const row = await db
    .selectFrom(['biodata', sql<NumberEnds>`wishes_of(biodata, false)`.as<'wishes'>('wishes')])
    .select(numberWishes.flatMap((wish) => [`wishes.${wish}Least`, `wishes.${wish}Most`] as const))
    .select(setWishes.map((wish) => `biodata.${wish}` as const))
    .where('biodata.id', '=', id)
    .executeTakeFirst()
  if (!seeker || !row) return null
  const said = (name: Wish): OwnWishes['wishes'][number] => {
    if (!isNumber(name)) return { name, wished: row[name] ?? [] }
    // An age at which nobody may be looked for is not wished either.
    const from = Math.max(name === 'partnerAge' ? wishLimits.partnerAge.least : 0, row[`${name}Least`])
    return { name, from, to: row[`${name}Most`] }
  }
  return { gender: seeker.gender, wishes: wishNames.filter((wish) => seeker.ladder.includes(wish)).map(said) }
}
