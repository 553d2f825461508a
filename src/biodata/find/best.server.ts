import { sql } from 'kysely'
import { compiledStatement } from '#src/platform/db/compiled.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Card } from '../contract.ts'
import { enoughPeople, ladder, type Wish, wishes, wishNames } from '../fit/policy.ts'
import { bothWays, closeness, had, points } from '../fit/rule.server.ts'
import { type CardRow, toCard, type Unseen } from '../queries.server.ts'
import type { Sought } from './contract.ts'
import {
  all,
  cards,
  isNewer,
  isSeen,
  isSought,
  type Newer,
  type Shape as SoughtShape,
  statementFor,
  type Values,
} from './sought.server.ts'

/**
 * Where somebody stands in this list. Step 0 are those who meet all wishes, on step n is who misses the nth of the ladder
 * and none after it. `tie` is a number of both people: among equals everybody comes first for somebody.
 */
type Place = readonly [step: number, points: number, tie: number, number: number]
/** With how many people are on the step, and on the first page how many follow those who meet all wishes. */
interface Ranked {
  step: number
  points: number
  tie: number
  people: number
  following?: number
}

type Shape = SoughtShape & { isFirst: boolean }
interface Ranking extends Values {
  limit: number
  viewerId: string
  today: string
  exact: number
  within: number
  afterStep: number | undefined
  afterPoints: number | undefined
  afterTie: number | undefined
  afterNumber: number | undefined
}

/** Whether somebody of another gender than the viewer's is sought; not without a biodata of one's own. */
export async function canBeCompared(db: Db, viewerId: string, { gender }: Sought): Promise<boolean> {
  const own = await db.selectFrom('biodata').select('gender').where('id', '=', viewerId).executeTakeFirst()
  return own !== undefined && (!gender || gender.some((one) => one !== own.gender))
}

const about = (wish: Wish) => sql.ref(`me.${wishes[wish].about === 'birth' ? 'age' : wishes[wish].about}`)
const offMine = (wish: Wish, today: string) => sql`(${had('them', wish, today)} - ${sql.ref(`me.${wish}`)})`
const offTheirs = (wish: Wish) => sql`(${about(wish)} - ${sql.ref(`them.${wish}`)})`

/** Whose age is at most so far from the wished one: `birth - 0` is what the index has. */
const isAged = (off: number, today: string) => {
  const ago = (years: number) =>
    sql`(${today}::date - make_interval(years => me.partner_age + ${sql.lit(years)}))::date`
  return sql`them.birth - 0 > ${ago(off + 1)} and them.birth - 0 <= ${ago(-off)}`
}

/**
 * Whoever searches, and all whom they can see who have what is sought. Here and below, `offset 0` keeps PostgreSQL from
 * working out an age again wherever it is used.
 */
const people = ({ sought, ...whose }: Shape, values: Ranking, farthestAge: number) => sql`
  (select *, ${had('me', 'partnerAge', values.today)} as age from biodata me where id = ${values.viewerId} offset 0) me
  join (
    select * from published_biodata biodata
    where ${all([...sought.map((name) => isSought(name, values)), ...isSeen(whose, values), ...isNewer(whose, values)])}
  ) them on them.gender = case me.gender when 'Male' then 'Female' else 'Male' end and ${isAged(farthestAge, values.today)}`

const theirs = points((wish) => closeness(wish, offTheirs(wish)))
const tie = sql`hashint4(them.number # me.number)`

const afterPlace = ({ isFirst }: Shape, { afterStep, afterPoints, afterTie, afterNumber }: Ranking) =>
  isFirst
    ? sql`true`
    : sql`(step, -points, tie, number) > (${afterStep}::integer, -${afterPoints}::integer, ${afterTie}::integer, ${afterNumber}::integer)`

const inOrder = sql`order by step, points desc, tie, number`

/** Those who meet all wishes. How both fit follows from what they wish themselves alone, which is faster to sort by. */
const exactPeople = compiledStatement<Shape, Ranking, CardRow & Ranked>((shape, values) => {
  const { partnerAge, ...others } = wishes
  const meets = Object.entries(others).map(
    ([wish, { tolerance }]) => sql`abs(${offMine(wish as Wish, values.today)}) <= ${sql.lit(tolerance)}`,
  )
  return sql`
    select ${cards}, step, points, tie, people from (
      select * from (
        select them.number, 0 as step, ${theirs} as points, ${tie} as tie,
          (count(*) over ())::integer as people
        from ${people(shape, values, partnerAge.tolerance)} where ${all(meets)}
      ) ranked where ${afterPlace(shape, values)} ${inOrder} limit ${values.limit}
    ) page join biodata using (number) ${inOrder}`
})

/** Those who miss some, step by step until there are enough. */
const otherPeople = compiledStatement<Shape, Ranking, CardRow & Ranked>((shape, values) => {
  const { today, exact, within } = values
  const close = (wish: Wish) => sql.ref(`close.${wish}`)
  const step = sql`case ${sql.join(
    ladder.toReversed().map((wish) => {
      const missed = sql`${close(wish)} < ${sql.lit(wishes[wish].tolerance)}`
      return sql`when ${missed} then ${sql.lit(ladder.indexOf(wish) + 1)}`
    }),
    sql` `,
  )} end`
  return sql`
    select ${cards}, step, points, tie, people, following from (
      select *, (count(*) over ())::integer as following from (
        select *, (count(*) over (partition by step))::integer as people, count(*) over (order by step) as so_far
        from (
          select them.number, ${step} as step, ${bothWays(points(close), theirs)} as points, ${tie} as tie
          from ${people(shape, values, 2 * wishes.partnerAge.tolerance - 1)}
          cross join lateral (select ${sql.join(
            wishNames.map((wish) => sql`${closeness(wish, offMine(wish, today))} as ${sql.ref(wish)}`),
          )} offset 0) close
        ) each where step <= ${within}
      ) ranked
      where ${exact}::integer + so_far - people < ${sql.lit(enoughPeople)} and ${afterPlace(shape, values)}
      ${inOrder} limit ${values.limit}
    ) page join biodata using (number) ${inOrder}`
})

/**
 * Cards of people of the other gender, who fits best first: those who meet all wishes of the viewer, ordered by how both fit
 * (fit/rule.server.ts). Where they are too few, others follow, step by step up the ladder, the last step being `within`.
 * @param after the place of the last card that was shown
 * @param newer only some of the newest
 * @returns without `after` also how many people the list has
 */
export async function bestCards(
  db: Db,
  viewerId: string,
  sought: Sought,
  today: string,
  limit: number,
  unseen: Unseen,
  within: number,
  after?: Place,
  newer?: Newer,
): Promise<{ rows: { card: Card; place: Place; step: number; people: number }[]; total: number | undefined }> {
  const [afterStep, afterPoints, afterTie, afterNumber] = after ?? []
  const { shape: soughtShape, values } = statementFor(sought, today, unseen, newer)
  const shape = { ...soughtShape, isFirst: after === undefined }
  const ranking = { ...values, limit, viewerId, today, exact: 0, within, afterStep, afterPoints, afterTie, afterNumber }
  const first = afterStep ? [] : await exactPeople(db, shape, ranking)
  const exact = first[0]?.people ?? (after ? await countExact() : 0)
  const others = exact < enoughPeople && within > 0 ? await otherPeople(db, shape, { ...ranking, exact }) : []
  const rows = [...first, ...others].slice(0, limit).map(({ step, points, tie, people, following: _, ...row }) => ({
    card: toCard(today, row),
    place: [step, points, tie, row.number] as const,
    step,
    people,
  }))
  return { rows, total: after ? undefined : exact + (others[0]?.following ?? 0) }

  /** On a page without any of them. */
  async function countExact() {
    const [best] = await exactPeople(db, { ...shape, isFirst: true }, { ...ranking, limit: 1 })
    return best?.people ?? 0
  }
}
