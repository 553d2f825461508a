import { type RawBuilder, sql } from 'kysely'
import type { Card } from '#src/features/biodata/contract.ts'
import { type CardRow, type Excluded, toCard } from '#src/features/biodata/index.server.ts'
import type { Gender } from '#src/features/biodata/index.ts'
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
} from '#src/features/matching/index.server.ts'
import { enoughPeople, ladderOf, whole } from '#src/features/matching/policy.ts'
import { all, compiledStatement } from '#src/platform/db/compiled.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Sought } from './contract.ts'
import {
  cards,
  isNewer,
  isNotExcluded,
  isSought,
  type Newer,
  type Shape as SoughtShape,
  statementFor,
  type Values,
} from './sought.server.ts'

/** Step 0 meets all, step n misses the nth of the ladder and none after. By `tie` everybody is first for somebody. */
export type Place = readonly [step: number, points: number, tie: number, number: number]
/** `people` are on the step. */
interface Ranked {
  step: number
  points: number
  tie: number
  people: number
}

type Shape = SoughtShape & { isFirst: boolean }
interface Ranking extends Values {
  limit: number
  viewerId: string
  today: string
  exact: number
  steps: number[]
  within: number
  afterStep: number | undefined
  afterPoints: number | undefined
  afterTie: number | undefined
  afterNumber: number | undefined
}

/** `ladder` says in which order wishes may be missed. */
export interface Seeker {
  gender: Gender
  ladder: Wish[]
  /** How many may be missed where few meet all: all, unless the seeker has said that fewer may. */
  steps: number
}

export async function findSeeker(db: Db, id: string): Promise<Seeker | undefined> {
  const of = (has: (wish: Wish, by: Side) => RawBuilder<boolean>) =>
    sql<boolean[]>`array[${sql.join(wishNames.map((wish) => has(wish, 'me')))}]`
  const own = await db
    .selectFrom(sideOf('me', sql`biodata.id = ${id}`).as('me'))
    .leftJoin('visits', 'visits.userId', 'me.id')
    .select(['gender', 'leftOut', of(isWished).as('wished'), of(isMust).as('musts')])
    .executeTakeFirst()
  if (!own) return undefined
  const wished = wishNames.flatMap((wish, place) => (own.wished[place] ? [{ wish, isMust: own.musts[place]! }] : []))
  const ladder = ladderOf(wished)
  const leftOut = own.leftOut ? ladder.indexOf(own.leftOut) : -1
  return { gender: own.gender, ladder, steps: leftOut < 0 ? ladder.length : leftOut }
}

const has = (who: Side, today: string) => (wish: NumberWish) =>
  wish === 'partnerAge' && who === 'me' ? sql`me.age` : had(who, wish, today)

const closenessToMine = (today: string) => (wish: Wish) => closeness(wish, 'me', 'them', has('them', today))

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
const seekerAnd = (
  people: RawBuilder<unknown>,
  { today, viewerId }: Pick<Ranking, 'today' | 'viewerId'>,
  yearsOff: number,
) => sql`
  (select *, ${had('me', 'partnerAge', today)} as age
    from ${sideOf('me', sql`biodata.id = ${viewerId}`)} me offset 0) me
  join (${people}) them
    on them.gender = case me.gender when 'Male' then 'Female' else 'Male' end and ${isAged(yearsOff, today)}`

const people = ({ sought, ...whose }: Shape, values: Ranking, yearsOff: number) =>
  seekerAnd(
    sql`select * from listed_biodata biodata
      where ${all([...sought.map((name) => isSought(name, values)), ...isNotExcluded(whose, values), ...isNewer(whose, values)])}`,
    values,
    yearsOff,
  )

/** Nobody further from the wished age is on a step of the ladder. */
const mostYearsOff = wishes.partnerAge.tolerance - 1

const close = (wish: Wish) => sql.ref(`close.${wish}`)
const closenesses = (today: string) => sql`
  cross join lateral (select ${sql.join(
    wishNames.map((wish) => sql`${closenessToMine(today)(wish)} as ${sql.ref(wish)}`),
  )} offset 0) close`

/** The step of the last wish that they miss. */
const stepOn = (steps: readonly number[]) => {
  const missed = wishNames.map(
    (wish, place) =>
      sql`case when ${close(wish)} < ${sql.lit(whole(wish))} then (${steps}::integer[])[${sql.lit(place + 1)}] else 0 end`,
  )
  return sql`greatest(${sql.join(missed)})`
}

const theirs = (today: string) => shareOfMusts('them', (wish) => closeness(wish, 'them', 'me', has('me', today)))
const tie = sql`hashint4(them.number # me.number)`

const afterPlace = ({ isFirst }: Shape, { afterStep, afterPoints, afterTie, afterNumber }: Ranking) =>
  isFirst
    ? sql`true`
    : sql`(step, -points, tie, number) > (${afterStep}::integer, -${afterPoints}::integer, ${afterTie}::integer, ${afterNumber}::integer)`

const inOrder = sql`order by step, points desc, tie, number`

/** All meet the seeker's wishes, so how both fit follows from their own alone, which is faster to sort by. */
const exactPeople = compiledStatement<Shape, Ranking, CardRow & Ranked>((shape, values) => {
  const { today } = values
  // The index answers the age.
  const meets = wishNames
    .filter((wish) => wish !== 'partnerAge')
    .map((wish) => isMet(wish, 'me', 'them', has('them', today)))
  // Ranked before they are counted, so that what is kept of each for the count is small.
  return sql`
    select ${cards}, step, points, tie, people from (
      select * from (
        select *, (count(*) over ())::integer as people from (
          select them.number, 0 as step, ${theirs(today)} as points, ${tie} as tie
          from ${people(shape, values, 0)} where ${all(meets)} offset 0
        ) each
      ) ranked where ${afterPlace(shape, values)} ${inOrder} limit ${values.limit}
    ) page join biodata using (number) ${inOrder}`
})

const otherPeople = compiledStatement<Shape, Ranking, CardRow & Ranked>((shape, values) => {
  const { today, exact, within } = values
  return sql`
    select ${cards}, step, points, tie, people from (
      select * from (
        select *, (count(*) over (partition by step))::integer as people, count(*) over (order by step) as so_far
        from (
          select them.number, ${stepOn(values.steps)} as step,
            ${bothWays(share('me', close), theirs(today))} as points, ${tie} as tie
          from ${people(shape, values, mostYearsOff)} ${closenesses(today)}
        ) each where step between 1 and ${within}
      ) ranked
      where ${exact}::integer + so_far - people < ${sql.lit(enoughPeople)} and ${afterPlace(shape, values)}
      ${inOrder} limit ${values.limit}
    ) page join biodata using (number) ${inOrder}`
})

const peopleOnLadder = compiledStatement<
  object,
  Pick<Ranking, 'viewerId' | 'today' | 'steps' | 'within'> & { numbers: readonly number[] },
  { number: number }
>(
  (_, values) => sql`
    select them.number from ${seekerAnd(
      sql`select * from listed_biodata where number = any(${values.numbers}::integer[]) offset 0`,
      values,
      mostYearsOff,
    )} ${closenesses(values.today)}
    where ${stepOn(values.steps)} <= ${values.within}`,
)

/** Of each wish the step of the ladder on which it may be missed, 0 for those that do not count. */
const stepsOf = ({ ladder }: Seeker) => wishNames.map((wish) => ladder.indexOf(wish) + 1)

export async function findOnLadder(
  db: Db,
  viewerId: string,
  seeker: Seeker,
  { today, numbers, within }: { today: string; numbers: readonly number[]; within: number },
): Promise<ReadonlySet<number>> {
  const rows = await peopleOnLadder(db, {}, { viewerId, today, steps: stepsOf(seeker), within, numbers })
  return new Set(rows.map(({ number }) => number))
}

/**
 * Best fit first (matching/rule.server.ts), then up the ladder to `steps`. Everybody else: rest.server.ts.
 * @param list.after the place of the last card that was shown
 */
export async function bestCards(
  db: Db,
  viewerId: string,
  seeker: Seeker,
  list: {
    sought: Sought
    today: string
    limit: number
    excluded: Excluded
    steps: number
    after?: Place | undefined
    newer?: Newer | undefined
  },
): Promise<{ card: Card; place: Place; step: number; people: number }[]> {
  const { sought, today, limit, excluded, steps: within, after, newer } = list
  const [afterStep, afterPoints, afterTie, afterNumber] = after ?? []
  const { shape: soughtShape, values } = statementFor(sought, today, excluded, newer)
  const shape = { ...soughtShape, isFirst: after === undefined }
  const ranking = {
    ...values,
    ...{ limit, viewerId, today, exact: 0, within, afterStep, afterPoints, afterTie, afterNumber },
    steps: stepsOf(seeker),
  }
  const first = afterStep ? [] : await exactPeople(db, shape, ranking)
  const exact = first[0]?.people ?? (after ? await countExact() : 0)
  const others = exact < enoughPeople && within > 0 ? await otherPeople(db, shape, { ...ranking, exact }) : []
  return [...first, ...others].slice(0, limit).map(({ step, points, tie, people, ...row }) => ({
    card: toCard(today, row),
    place: [step, points, tie, row.number] as const,
    step,
    people,
  }))

  /** On a page without any of them. */
  async function countExact() {
    const [best] = await exactPeople(db, { ...shape, isFirst: true }, { ...ranking, limit: 1 })
    return best?.people ?? 0
  }
}
