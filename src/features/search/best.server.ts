import { type RawBuilder, sql } from 'kysely'
import type { Card } from '#src/features/biodata/contract.ts'
import { type CardRow, toCard } from '#src/features/biodata/index.server.ts'
import { type NumberWish, wishes, wishNames } from '#src/features/biodata/index.ts'
import { staleAfterDays } from '#src/features/biodata/policy.ts'
import {
  areMet,
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
  wholeShare,
  wishOf,
} from '#src/features/matching/index.server.ts'
import { enoughPeople, ladderOf } from '#src/features/matching/policy.ts'
import { dayOf, daysBefore } from '#src/platform/clock.ts'
import { all, type Db } from '#src/platform/db/open.server.ts'
import type { Found, OwnWishes } from './contract.ts'
import { findCards } from './queries.server.ts'
import { type Asked, cards, isListed, isSought, soughtFields } from './sought.server.ts'

/** Step 0 meets all, step n misses the nth of the ladder and none after. By `tie` everybody is first for somebody. */
type Place = readonly [step: number, points: number, tie: number, number: number]
/** Behind the ladder; `step` is the last one listed before it, -1 for none. */
type RestPlace = readonly [step: number, number: number]
const isRestPlace = (place: Place | RestPlace): place is RestPlace => place.length === 2

/** Below all shares. */
export const fewestPoints = wholeShare + 1

/** `people` are on the step; `bothWays`, where it is the first, are met in all their wishes too and take requests. */
type Ranked = CardRow & { step: number; points: number; tie: number; people: number; bothWays: number | null }

type Seeker = NonNullable<Awaited<ReturnType<typeof findSeeker>>>

/** `ladder`: the order in which wishes may be missed. `steps`: how many may be, where few people meet all. */
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

export const has = (who: Side, today: string) => (wish: NumberWish) =>
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
const seekerOf = (viewerId: string, today: string) => sql`
  (select *, ${had('me', 'partnerAge', today)} as age
    from ${sideOf('me', sql`biodata.id = ${viewerId}`)} me offset 0) me`

/** Of the other gender. */
export const aged = (years: number, today: string) =>
  sql`them.gender = case me.gender when 'Male' then 'Female' else 'Male' end and ${isAged(years, today)}`

/** Nobody further from the wished age is on a step of the ladder. */
const mostYearsOff = wishes.partnerAge.tolerance - 1

/** Nobody can ask for their contact now. */
const isClosed = sql<boolean>`them.number in (select number from biodata where contact_for = 'nobody' and published)`
/** A day: people who were not heard of since. */
export const staleBefore = (now: Date) => dayOf(daysBefore(now, staleAfterDays))

/** They stand behind everybody else of their step (docs/fit.md). `staleBefore`: and those who were not heard of since. */
const isBehindOthers = ({ staleBefore }: Pick<List, 'staleBefore'>) =>
  staleBefore ? sql<boolean>`(coalesce(them.confirmed_on < ${staleBefore}::date, true) or ${isClosed})` : isClosed
const openFirst = (list: Pick<List, 'staleBefore'>, points: RawBuilder<unknown>) =>
  sql`${points} - case when ${isBehindOthers(list)} then ${sql.lit(fewestPoints)} else 0 end`

const theirsOf = (today: string) => shareOfMusts('them', (wish) => closeness(wish, 'them', 'me', has('me', today)))
const bothOf = (today: string) =>
  bothWays(
    share('me', (wish) => closeness(wish, 'me', 'them', has('them', today))),
    theirsOf(today),
  )

/** The step of the last wish that they miss; wishes that do not count are on none. */
const stepOn = ({ ladder }: Seeker, today: string) => {
  const missed = wishNames.map(
    (wish) =>
      sql`case when ${isMet(wish, 'me', 'them', has('them', today))} then 0 else ${ladder.indexOf(wish) + 1}::integer end`,
  )
  return sql`greatest(${sql.join(missed)})`
}

const tieOf = (number: RawBuilder<unknown>) => sql`hashint4(${number} # me.number)`
const tie = tieOf(sql`them.number`)

interface List extends Asked {
  limit: number
  /** The first day that is heard of lately; undefined where nobody is asked. */
  staleBefore: string | undefined
  /** The last step of the ladder that stands before everybody else. */
  steps: number
}

/** Best fit first (matching/index.server.ts), then up the ladder to `steps`. @param list.after the last card's place */
export async function bestCards(
  db: Db,
  viewerId: string,
  seeker: Seeker,
  list: List & { after?: Place | undefined },
): Promise<{ card: Card; place: Place; step: number; people: number; bothWays: number | null }[]> {
  const { today, limit, steps, after } = list
  const isFound = soughtFields(list.sought).map((name) => isSought(name, list, sql`birth - 0`))
  const sought = sql`select * from listed_biodata biodata where ${all([...isFound, ...isListed(list)])}`
  const me = seekerOf(viewerId, today)
  const inOrder = sql`order by step, points desc, tie, number`

  const first = after?.[0] ? [] : await meetingAll(limit, after)
  // A page without any of them does not say how many they are.
  const exact = first[0]?.people ?? (after ? ((await meetingAll(1))[0]?.people ?? 0) : 0)
  const others = exact < enoughPeople && steps > 0 ? await missingSome() : []
  return [...first, ...others].slice(0, limit).map(({ step, points, tie, people, bothWays, ...row }) => ({
    card: toCard(today, row),
    place: [step, points, tie, row.number] as const,
    step,
    people,
    bothWays,
  }))

  /**
   * How both fit follows from their own wishes alone. Where enough people are met in these too, nobody else is compared
   * further: they come first. The index answers the age.
   */
  function meetingAll(most: number, behind?: Place) {
    const others = wishNames.filter((wish) => wish !== 'partnerAge')
    const isFirst = sql`is_met and not ${isBehindOthers(list)}`
    const found = sql`
      select count(*)::integer as people, array_agg(number) as everybody, (count(*) filter (where is_met and not ${isClosed}))::integer as both_ways,
        array_agg(number) filter (where ${isFirst} and ${isBehind(behind, sql.lit(wholeShare))}) as first from (
          select them.number, them.confirmed_on, 0 as step, ${tie} as tie, ${areMet(wishNames, 'them', 'me', has('me', today))} as is_met
          from ${me} cross join (${sought}) them
          where ${aged(0, today)} and ${areMet(others, 'me', 'them', has('them', today))} offset 0
        ) them`
    return page(
      most,
      behind,
      sql`select them.number, 0 as step, ${openFirst(list, theirsOf(today))} as points, ${tie} as tie, people, both_ways from ${me} cross join (${found}) found
        cross join unnest(case when cardinality(first) >= ${most} then array(
          select number from unnest(first) number order by ${tieOf(sql`number`)}, number limit ${most}
        ) else everybody end) chosen
        join listed_biodata them on them.number = chosen`,
    )
  }

  // Most miss more than the first steps let them, so how both fit is worked out after the steps are counted.
  function missingSome() {
    const onStep = sql`
      select step, people, unnest(numbers) as chosen from (
        select step, count(*)::integer as people, array_agg(number) as numbers,
          sum(count(*)) over (order by step) - count(*) as before from (
            select them.number, ${stepOn(seeker, today)} as step from ${me} cross join (${sought}) them
            where ${aged(mostYearsOff, today)} offset 0
          ) each where step between 1 and ${steps} group by step
      ) steps where ${exact}::integer + before < ${sql.lit(enoughPeople)}`
    return page(
      limit,
      after,
      sql`select them.number, step, ${openFirst(list, bothOf(today))} as points, ${tie} as tie, people, null::integer as both_ways
        from ${me} cross join (${onStep}) steps join listed_biodata them on them.number = chosen`,
    )
  }

  async function page(most: number, behind: Place | undefined, ranked: RawBuilder<unknown>) {
    const { rows } = await sql<Ranked>`
      select ${cards}, step, points, tie, people, both_ways from (
        select * from (${ranked}) them where ${isBehind(behind)} ${inOrder} limit ${most}
      ) page join biodata using (number) ${inOrder}`.execute(db)
    return rows
  }
}

const isBehind = (place?: Place, points = sql`points`) =>
  place
    ? sql`(step, -${points}, tie, them.number) > (${place[0]}::integer, -${place[1]}::integer, ${place[2]}::integer, ${place[3]}::integer)`
    : sql`true`

/** Those behind this one in the order of best match, then its first; nobody where nobody meets enough. */
export async function nextBest(
  db: Db,
  viewerId: string,
  { number, gender }: Pick<Card, 'number' | 'gender'>,
  { limit, ...asked }: Omit<List, 'steps' | 'sought'>,
): Promise<Card[]> {
  const seeker = await findSeeker(db, viewerId)
  if (!seeker || seeker.gender === gender) return []
  const { today, excluded } = asked
  const list = { ...asked, sought: {}, steps: seeker.steps, limit }
  const person = sql`select * from listed_biodata where number = ${number} offset 0`
  const { rows } = await sql<Pick<Ranked, 'step' | 'points' | 'tie'>>`
    select step, ${openFirst(list, sql`case step when 0 then ${theirsOf(today)} else ${bothOf(today)} end`)} as points, ${tie} as tie
    from ${seekerOf(viewerId, today)} cross join (${person}) them cross join lateral (select ${stepOn(seeker, today)} as step) placed
    where ${aged(mostYearsOff, today)} and step <= ${seeker.steps}`.execute(db)
  const [place] = rows.map(({ step, points, tie }) => [step, points, tie, number] as const)
  const behind = place ? await bestCards(db, viewerId, seeker, { ...list, after: place }) : []
  const shown = [number, ...behind.map(({ card }) => card.number)]
  const first =
    behind.length < limit
      ? await bestCards(db, viewerId, seeker, {
          ...list,
          excluded: [...excluded, ...shown],
          limit: limit - behind.length,
        })
      : []
  return [...behind, ...first].map(({ card }) => card)
}

/** Rows of one read of everybody else; most of them may have been listed already. */
const mostAtOnce = 1_000

/** Of a list in any order; `place` is for its cursor. */
export interface Row {
  card: Card
  place: readonly (string | number)[]
  part?: Found['part']
}

export type Part = { confirmed: Asked['confirmed']; stale: number; most: number; before: number | undefined }

/** Of the newest first those who are heard of, then the others: two lists, of which each is read on by itself. */
export async function freshFirst(
  staleBefore: string | undefined,
  most: number,
  { stale, number }: { stale: number; number?: number | undefined },
  readPart: (part: Part) => Promise<Row[]>,
): Promise<Row[]> {
  if (!staleBefore) return readPart({ confirmed: undefined, stale: 0, most, before: number })
  const fresh = stale === 0 ? await readPart({ confirmed: { from: staleBefore }, stale: 0, most, before: number }) : []
  const left = most - fresh.length
  if (left <= 0) return fresh
  const before = stale === 0 ? undefined : number
  return [...fresh, ...(await readPart({ confirmed: { before: staleBefore }, stale: 1, most: left, before }))]
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
    ({ card, place, step, people, bothWays }): Row => ({
      card,
      place,
      part: { mayMiss: ladder.slice(0, step), people, bothWays: bothWays ?? undefined, further },
    }),
  )
  const isWhole = best.length < limit
  return isWhole ? [...rows, ...(await readRest(limit - rows.length, best.at(-1)?.step ?? after?.[0] ?? -1))] : rows

  // Not in two halves, of people heard of lately and others: where few match, both would be read to their ends.
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
      select them.number from ${seekerOf(viewerId, today)} cross join (${people}) them
      where ${aged(mostYearsOff, today)} and ${stepOn(seeker, today)} <= ${within}`.execute(db)
    return new Set(rows.map(({ number }) => number))
  }
}
