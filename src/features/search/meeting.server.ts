import { sql } from 'kysely'
import {
  ends,
  type Gender,
  isCounted,
  isNumber,
  matters,
  type WishForm,
  wishNames,
} from '#src/features/biodata/index.ts'
import { areMet } from '#src/features/matching/index.server.ts'
import { countCards } from '#src/features/safety/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import { all, type Db } from '#src/platform/db/open.server.ts'
import { oneRow } from '#src/platform/db/rows.server.ts'
import { Problem } from '#src/platform/http/problem.ts'
import { blockedFor, type Member } from '#src/platform/http/viewer.ts'
import { aged, has } from './best.server.ts'
import type { Meeting, People } from './contract.ts'
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

/** The same without those that would only be nice; undefined where that leaves all of them, or none. */
function mustHaves(wishes: WishForm): WishForm | undefined {
  const stated = wishNames.filter((wish) => isCounted(wishes, wish))
  const nice = stated.filter((wish) => wishes[matters(wish)] !== 'must')
  if (nice.length === 0 || nice.length === stated.length) return undefined
  return { ...wishes, ...Object.fromEntries(nice.map((wish) => [matters(wish), 'any'])) }
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
): Promise<Meeting | null> {
  const row = rowOf(gender, wishes)
  const musts = mustHaves(wishes)
  const mustRow = musts && rowOf(gender, musts)
  const questions = [row, mustRow].flatMap((asked) => (asked ? [['meeting', asked]] : []))
  const isLimited = await countCards(db, viewer, { numbers: [], questions }, now).then(() => false, isReadingLimit)
  if (isLimited) return null
  const today = dayOf(now)
  const found = await countAll(db, viewer, row, today)
  const first = mustRow && (await countFirst(db, viewer, mustRow, today))
  // Everybody counted above meets the must-haves too, however few were read for these.
  return first ? { ...found, mustHaves: { ...first, people: Math.max(first.people, found.people) } } : found
}

const meOf = (row: string) => sql`(
  select biodata.gender, wishes.* from jsonb_populate_record(null::biodata, ${row}::jsonb) biodata
  cross join lateral wishes_of(biodata, false) wishes offset 0
) me`
const listedFor = (viewer: Member, today: string) => sql`(
  select * from listed_biodata biodata where ${all(isListed({ sought: {}, today, excluded: blockedFor(viewer) }))}
) them`
const areAllMet = (today: string) =>
  areMet(
    wishNames.filter((wish) => wish !== 'partnerAge'),
    'me',
    'them',
    has('them', today),
  )

async function countAll(db: Db, viewer: Member, row: string, today: string): Promise<People> {
  const { people } = await oneRow<{ people: number }>(db)`
    select count(*)::integer as people from (
      select from ${meOf(row)} cross join ${listedFor(viewer, today)}
      where ${aged(0, today)} and ${areAllMet(today)} limit ${sql.lit(mostMeeting)}
    ) found`
  return people < mostMeeting ? { people } : { people, isAtLeast: true }
}

/** Must-haves often leave out the age, which alone has an index: more people than this are not read. */
const scanLimit = 10_000

async function countFirst(db: Db, viewer: Member, row: string, today: string): Promise<People | undefined> {
  const { people, scanned } = await oneRow<{ people: number; scanned: number }>(db)`
    select count(*) filter (where is_met)::integer as people, count(*)::integer as scanned from (
      select ${areAllMet(today)} as is_met from ${meOf(row)} cross join lateral (
        select * from ${listedFor(viewer, today)} where ${aged(0, today)} limit ${sql.lit(scanLimit)}
      ) them
    ) found`
  if (people >= mostMeeting) return { people: mostMeeting, isAtLeast: true }
  if (scanned < scanLimit) return { people }
  return people > 0 ? { people, isAtLeast: true } : undefined
}
