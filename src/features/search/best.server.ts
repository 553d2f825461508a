import { type RawBuilder, sql } from 'kysely'
import type { Card } from '#src/features/biodata/contract.ts'
import { type CardRow, toCard } from '#src/features/biodata/index.server.ts'
import { type NumberWish, type Wish, wishes, wishNames } from '#src/features/biodata/index.ts'
import {
  bothWays,
  closeness,
  had,
  isMet,
  isMust,
  isWished,
  type Side,
  share,
  shareOfMusts,
  sideOf,
  wishOf,
} from '#src/features/matching/index.server.ts'
import { enoughPeople, ladderOf, whole } from '#src/features/matching/policy.ts'
import { all, type Db } from '#src/platform/db/open.server.ts'
import type { Found, OwnWishes } from './contract.ts'
import { findCards } from './queries.server.ts'
import { type Asked, cards, isListed, isSought, soughtFields } from './sought.server.ts'

/** Step 0 meets all, step n misses the nth of the ladder and none after. By `tie` everybody is first for somebody. */
type Place = readonly [step: number, points: number, tie: number, number: number]
/** Behind the ladder; `step` is the last one listed before it, -1 for none. */
type RestPlace = readonly [step: number, number: number]
const isRestPlace = (place: Place | RestPlace): place is RestPlace => place.length === 2

/** `people` are on the step. */
type Ranked = CardRow & { step: number; points: number; tie: number; people: number }

type Seeker = NonNullable<Awaited<ReturnType<typeof findSeeker>>>

/**
 * `ladder` says in which order wishes may be missed; `steps` how many where few meet all: all, unless the seeker has said
 * that fewer may.
 */
export async function findSeeker(db: Db, id: string) {
  const stated = wishNames.map(
    (wish) => sql`case when ${isWished(wish, 'me')} then json_build_object(
      'name', ${sql.lit(wish)}, 'isMust', ${isMust(wish, 'me')}, ${wishOf(wish, 'me')}) end`,
  )
  type Stated = OwnWishes['wishes'][number] & { isMust: boolean }
  const own = await db
    .selectFrom(sideOf('me', sql`biodata.id = ${id}`).as('me'))
    .leftJoin('visits', 'visits.userId', 'me.id')
    .select(['gender', 'leftOut', sql<(Stated | null)[]>`json_build_array(${sql.join(stated)})`.as('stated')])
    .executeTakeFirst()
  if (!own) return undefined
  const wishes = own.stated.filter((wish) => wish !== null)
  const ladder = ladderOf(wishes)
  const leftOut = own.leftOut ? ladder.indexOf(own.leftOut) : -1
  return { gender: own.gender, wishes, ladder, steps: leftOut < 0 ? ladder.length : leftOut }
}

const has = (who: Side, today: string) => (wish: NumberWish) =>
  wish === 'partnerAge' && who === 'me' ? sql`me.age` : had(who, wish, today)

/** At most so many years too young or too old: `birth - 0` is what the index has. */
const isAged = (years: number, today: string) => {
  const ago = (age: RawBuilder<unknown>) => sql`(${today}::date - make_interval(years => ${age}))::date`
  const [least, most] = [
    sql`me.partner_age_least - ${sql.lit(years)}`,
    sql`me.partner_age_most + ${sql.lit(years + 1)}`,
  ]
  return sql`them.birth - 0 > ${ago(most)} and them.birth - 0 <= ${ago(least)}`
}

/** Here and below, `offset 0` keeps PostgreSQL from working out an age again wherever it is used. */
const seekerAnd = (people: RawBuilder<unknown>, viewerId: string, today: string, yearsOff: number) => sql`
  (select *, ${had('me', 'partnerAge', today)} as age
    from ${sideOf('me', sql`biodata.id = ${viewerId}`)} me offset 0) me
  join (${people}) them
    on them.gender = case me.gender when 'Male' then 'Female' else 'Male' end and ${isAged(yearsOff, today)}`

/** Nobody further from the wished age is on a step of the ladder. */
const mostYearsOff = wishes.partnerAge.tolerance - 1

const close = (wish: Wish) => sql.ref(`close.${wish}`)
const closenesses = (today: string) => sql`
  cross join lateral (select ${sql.join(
    wishNames.map((wish) => sql`${closeness(wish, 'me', 'them', has('them', today))} as ${sql.ref(wish)}`),
  )} offset 0) close`

/** The step of the last wish that they miss; wishes that do not count are on none. */
const stepOn = ({ ladder }: Seeker) => {
  const steps = wishNames.map((wish) => ladder.indexOf(wish) + 1)
  const missed = wishNames.map(
    (wish, place) =>
      sql`case when ${close(wish)} < ${sql.lit(whole(wish))} then (${steps}::integer[])[${sql.lit(place + 1)}] else 0 end`,
  )
  return sql`greatest(${sql.join(missed)})`
}

interface List extends Asked {
  limit: number
  /** The last step of the ladder that stands before everybody else. */
  steps: number
}

/**
 * Best fit first (matching/index.server.ts), then up the ladder to `steps`.
 * @param list.after the place of the last card that was shown
 */
export async function bestCards(
  db: Db,
  viewerId: string,
  seeker: Seeker,
  list: List & { after?: Place | undefined },
): Promise<{ card: Card; place: Place; step: number; people: number }[]> {
  const { today, limit, steps, after } = list
  const theirs = shareOfMusts('them', (wish) => closeness(wish, 'them', 'me', has('me', today)))
  const tie = sql`hashint4(them.number # me.number)`
  const sought = sql`select * from listed_biodata biodata
    where ${all([...soughtFields(list.sought).map((name) => isSought(name, list)), ...isListed(list)])}`
  const peopleOff = (years: number) => seekerAnd(sought, viewerId, today, years)
  const inOrder = sql`order by step, points desc, tie, number`

  const first = after?.[0] ? [] : await meetingAll(limit, after)
  // A page without any of them does not say how many they are.
  const exact = first[0]?.people ?? (after ? ((await meetingAll(1))[0]?.people ?? 0) : 0)
  const others = exact < enoughPeople && steps > 0 ? await missingSome() : []
  return [...first, ...others].slice(0, limit).map(({ step, points, tie, people, ...row }) => ({
    card: toCard(today, row),
    place: [step, points, tie, row.number] as const,
    step,
    people,
  }))

  /** So how both fit follows from their own wishes alone, which is faster to sort by. The index answers the age. */
  function meetingAll(most: number, behind?: Place) {
    const meets = wishNames
      .filter((wish) => wish !== 'partnerAge')
      .map((wish) => isMet(wish, 'me', 'them', has('them', today)))
    // Ranked before they are counted, so that what is kept of each for the count is small.
    return page(
      most,
      behind,
      sql`select *, (count(*) over ())::integer as people from (
        select them.number, 0 as step, ${theirs} as points, ${tie} as tie from ${peopleOff(0)} where ${all(meets)} offset 0
      ) each`,
    )
  }

  function missingSome() {
    return page(
      limit,
      after,
      sql`select *, (count(*) over (partition by step))::integer as people, count(*) over (order by step) as so_far from (
        select them.number, ${stepOn(seeker)} as step, ${bothWays(share('me', close), theirs)} as points, ${tie} as tie
        from ${peopleOff(mostYearsOff)} ${closenesses(today)}
      ) each where step between 1 and ${steps}`,
      sql`${exact}::integer + so_far - people < ${sql.lit(enoughPeople)}`,
    )
  }

  async function page(most: number, behind: Place | undefined, ranked: RawBuilder<unknown>, isOnStep = sql`true`) {
    const [step, points, tie, number] = behind ?? []
    const isBehind = behind
      ? sql`(step, -points, tie, number) > (${step}::integer, -${points}::integer, ${tie}::integer, ${number}::integer)`
      : sql`true`
    const { rows } = await sql<Ranked>`
      select ${cards}, step, points, tie, people from (
        select * from (${ranked}) ranked where ${isOnStep} and ${isBehind} ${inOrder} limit ${most}
      ) page join biodata using (number) ${inOrder}`.execute(db)
    return rows
  }
}

/** Rows of one read of everybody else; most of them may have been listed already. */
const mostAtOnce = 1_000

/** Of a list in any order; `place` is for its cursor. */
export interface Row {
  card: Card
  place: readonly (string | number)[]
  part?: Found['part']
}

/** First the ladder, then the newest without its people; at most that many rows are read in vain. */
export async function bestThenRest(
  db: Db,
  viewerId: string,
  seeker: Seeker,
  { after, steps, ...asked }: List & { after?: Place | RestPlace | undefined },
): Promise<Row[]> {
  const { today, limit } = asked
  const { ladder } = seeker
  const further = steps < ladder.length ? ladder.slice(0, steps + 1) : undefined
  if (after && isRestPlace(after)) return readRest(limit, ...after)
  const best = await bestCards(db, viewerId, seeker, { ...asked, steps, after })
  const rows = best.map(
    ({ card, place, step, people }): Row => ({
      card,
      place,
      part: { mayMiss: ladder.slice(0, step), people, further },
    }),
  )
  const isWhole = best.length < limit
  return isWhole ? [...rows, ...(await readRest(limit - rows.length, best.at(-1)?.step ?? after?.[0] ?? -1))] : rows

  async function readRest(most: number, within: number, before?: number) {
    const rows: Row[] = []
    let last = before
    // The more were read in vain, the more are read at once.
    for (let times = 1; rows.length < most; times *= 2) {
      const wanted = Math.min(times * (most - rows.length), mostAtOnce)
      const after = last === undefined ? undefined : [last]
      const { cards } = await findCards(db, { ...asked, order: 'newest', limit: wanted, after })
      const numbers = cards.map(({ number }) => number)
      const listed = within < 0 ? new Set() : await onLadder(numbers, within)
      const others = cards.filter(({ number }) => !listed.has(number))
      rows.push(
        ...others.map(
          (card): Row => ({ card, place: [within, card.number], part: { mayMiss: [], isRest: true, further } }),
        ),
      )
      if (cards.length < wanted) break
      last = cards.at(-1)?.number
    }
    return rows.slice(0, most)
  }

  async function onLadder(numbers: readonly number[], within: number) {
    const people = sql`select * from listed_biodata where number = any(${numbers}::integer[]) offset 0`
    const { rows } = await sql<{ number: number }>`
      select them.number from ${seekerAnd(people, viewerId, today, mostYearsOff)} ${closenesses(today)}
      where ${stepOn(seeker)} <= ${within}`.execute(db)
    return new Set(rows.map(({ number }) => number))
  }
}
