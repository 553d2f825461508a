import type { Card } from '#src/features/biodata/contract.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { bestCards, findOnLadder, type Place, type Seeker } from './best.server.ts'
import { type BornIn, findCards, type Search } from './queries.server.ts'

/** A place behind the ladder; `step` is the last one listed before it, -1 for none. */
type RestPlace = readonly [step: number, number: number]
const isRestPlace = (place: Place | RestPlace): place is RestPlace => place.length === 2

/** Rows of one read; most of them may have been listed already. */
const mostAtOnce = 1_000

interface BestRow {
  card: Card
  place: Place | RestPlace
  /** Absent for everybody else. */
  part?: { step: number; people: number }
}

/**
 * First the ladder (best.server.ts), then the newest without its people; at most that many rows are read in vain.
 * @param list.steps the last step of the ladder
 */
export async function bestThenRest(
  db: Db,
  viewerId: string,
  seeker: Seeker,
  {
    after,
    steps,
    ...search
  }: Omit<Search, 'order' | 'after'> & { steps: number; after?: Place | RestPlace | undefined },
  bornIn: BornIn,
): Promise<BestRow[]> {
  const { today, limit } = search
  if (after && isRestPlace(after)) return readRest(limit, ...after)
  const ladder = await bestCards(db, viewerId, seeker, { ...search, steps, after })
  const rows = ladder.map(({ card, place, step, people }): BestRow => ({ card, place, part: { step, people } }))
  const isWhole = ladder.length < limit
  return isWhole ? [...rows, ...(await readRest(limit - rows.length, ladder.at(-1)?.step ?? after?.[0] ?? -1))] : rows

  async function readRest(most: number, within: number, before?: number) {
    const rows: BestRow[] = []
    let last = before
    // The more were read in vain, the more are read at once.
    for (let times = 1; rows.length < most; times *= 2) {
      const wanted = Math.min(times * (most - rows.length), mostAtOnce)
      const place = last === undefined ? undefined : { birth: '', number: last }
      const { cards } = await findCards(db, { ...search, order: 'newest', limit: wanted, after: place }, bornIn)
      const numbers = cards.map(({ number }) => number)
      const listed = within < 0 ? undefined : await findOnLadder(db, viewerId, seeker, { today, numbers, within })
      const others = cards.filter(({ number }) => !listed?.has(number))
      rows.push(...others.map(({ birth: _, ...card }): BestRow => ({ card, place: [within, card.number] })))
      if (cards.length < wanted) break
      last = numbers.at(-1)
    }
    return rows.slice(0, most)
  }
}
