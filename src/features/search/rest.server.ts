import type { Card } from '#src/features/biodata/contract.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { bestCards, findOnLadder, type Place, type Seeker } from './best.server.ts'
import { type BornIn, findCards, type Search } from './queries.server.ts'

/**
 * Where somebody stands among everybody else: the last step of the ladder that was listed before them, -1 where nobody was,
 * and their number.
 */
type RestPlace = readonly [step: number, number: number]
const isRestPlace = (place: Place | RestPlace): place is RestPlace => place.length === 2

/** So many cards are read at once at most, where most of them were listed already. */
const mostAtOnce = 1_000

interface BestRow {
  card: Card
  place: Place | RestPlace
  /** The part of the list; absent of everybody else. */
  part?: { step: number; people: number }
}

/**
 * Everybody who is sought, in the order of best match: first the viewer's ladder (best.server.ts), behind it everybody else,
 * the newest first. Those are the plain list without the people of the ladder. As many are read in vain at most as the
 * ladder has people, and they were all shown before.
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
