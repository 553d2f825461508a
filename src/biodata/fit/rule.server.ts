import { type RawBuilder, sql } from 'kysely'
import { type Wish, wishes, wishNames } from './policy.ts'

// The rule of docs/fit.md as SQL, in whole numbers: so it is the same wherever it is worked out, and fast for many people.

/** How many points of it a closeness of each field gives, so that all are whole. */
const unit = wishNames.reduce((unit, wish) => leastCommonMultiple(unit, wishes[wish].tolerance), 1)
/** Who meets all wishes of somebody has so many points with them. */
export const mostPoints = unit * wishNames.reduce((sum, wish) => sum + wishes[wish].weight, 0)

function leastCommonMultiple(a: number, b: number) {
  let multiple = a
  while (multiple % b !== 0) multiple += a
  return multiple
}

/** The two rows of biodata that are compared. */
export type Side = 'me' | 'them'

/** What somebody has of what a wish is about: completed years, inches, kilograms. */
export function had(who: Side, wish: Wish, today: string) {
  const { about } = wishes[wish]
  const column = sql.ref(`${who}.${about}`)
  return about === 'birth' ? sql`extract(year from age(${today}::date, ${column}))::integer` : column
}

/** How close to a wish somebody comes who is `off` its units away from it, see {@link verdictOf}. */
export function closeness(wish: Wish, off: RawBuilder<unknown>) {
  const { tolerance } = wishes[wish]
  return sql<number>`least(${sql.lit(tolerance)}, greatest(0, ${sql.lit(2 * tolerance)} - abs(${off})))`
}

/** How far somebody meets all wishes of another: each counts as much as it weighs. */
export const points = (closenessTo: (wish: Wish) => RawBuilder<unknown>) =>
  sql<number>`(${sql.join(
    wishNames.map((wish) => {
      const { weight, tolerance } = wishes[wish]
      return sql`${sql.lit((weight * unit) / tolerance)} * ${closenessTo(wish)}`
    }),
    sql` + `,
  )})`

/** The harmonic mean of both directions: what pleases one side only is no fit. */
export const bothWays = (yours: RawBuilder<unknown>, theirs: RawBuilder<unknown>) =>
  sql<number>`coalesce(2 * ${yours} * ${theirs} / nullif(${yours} + ${theirs}, 0), 0)`
