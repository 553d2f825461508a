import { sql } from 'kysely'
import { ends, type Gender, isNumber, matters, type WishForm, wishNames } from '#src/features/biodata/index.ts'
import { areMet } from '#src/features/matching/index.server.ts'
import { countCards } from '#src/features/safety/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import { all, type Db } from '#src/platform/db/open.server.ts'
import { oneRow } from '#src/platform/db/rows.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { blockedFor, type Member } from '#src/platform/http/viewer.ts'
import { aged, has } from './best.server.ts'
import type { People } from './contract.ts'
import { isListed } from './sought.server.ts'

/** A form asks after each change: beyond this it says "at least". */
const mostMeeting = 1_000

/** @throws unknown what is no reading limit */
export function isReadingLimit(error: unknown) {
  if (error instanceof Problem && error.status === 429) return true
  throw error
}

const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A range that has no two ends counts as little as one that does not matter. */
function rowOf(gender: Gender, wishes: WishForm) {
  const open = wishNames.filter((wish) => isNumber(wish) && ends(wish).some((end) => wishes[end] === undefined))
  const unimportant = Object.fromEntries(open.map((wish) => [matters(wish), 'any']))
  const values = Object.entries({ gender, ...wishes, ...unimportant })
  return JSON.stringify(Object.fromEntries(values.map(([name, value]) => [columnOf(name), value])))
}

/**
 * How many people meet wishes that nobody has saved yet, as {@link bestCards} counts for saved ones; null once the
 * viewer's lists are limited for now.
 */
export async function countMeeting(
  db: Db,
  viewer: Member,
  { gender, ...wishes }: WishForm & { gender: Gender },
  now: Date,
): Promise<People | null> {
  const row = rowOf(gender, wishes)
  const isLimited = await countCards(db, viewer, { numbers: [], questions: [['meeting', row]] }, now).then(
    () => false,
    isReadingLimit,
  )
  if (isLimited) return null
  const today = dayOf(now)
  const { people } = await oneRow<{ people: number }>(db)`
    select count(*)::integer as people from (
      select from (
        select biodata.gender, wishes.* from jsonb_populate_record(null::biodata, ${row}::jsonb) biodata
        cross join lateral wishes_of(biodata, false) wishes offset 0
      ) me cross join (
        select * from listed_biodata biodata where ${all(isListed({ sought: {}, today, excluded: blockedFor(viewer) }))}
      ) them
      where ${aged(0, today)} and ${areMet(
        wishNames.filter((wish) => wish !== 'partnerAge'),
        'me',
        'them',
        has('them', today),
      )} limit ${sql.lit(mostMeeting)}
    ) found`
  return people < mostMeeting ? { people } : { people, isAtLeast: true }
}
