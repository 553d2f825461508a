import type { Order, Place } from './place.server.ts'
import { factsOfRange, factsOfYears, greatestNumber, yearOf } from './sought.server.ts'

/** So many numbers are one fact, see `biodata_facts` in migrations/0003-lists.sql. */
const togetherAre = 10_000

interface Chunk {
  /** Everybody in the chunk has one of these. */
  facts: readonly string[]
  /** Inclusive; the next chunk begins behind. */
  end: Place
  isLast: boolean
  /** In numbers or in people. */
  extent: number
}

/** At least `extent` numbers. */
export function nextNumbers({ number: below }: Place, extent: number): Chunk {
  const from = Math.max(0, Math.floor((below - extent) / togetherAre)) * togetherAre
  return {
    facts: factsOfRange('number', from / togetherAre, Math.floor((below - 1) / togetherAre)),
    end: { birth: '', number: from },
    isLast: from === 0,
    extent: below - from,
  }
}

/** Up to the year `last`, with at least `extent` people. */
export function nextYears(
  order: Order,
  { birth }: Place,
  extent: number,
  bornIn: Map<number, number>,
  last: number,
): Chunk {
  const step = order === 'oldest' ? 1 : -1
  const first = yearOf(birth)
  let [year, people] = [first, bornIn.get(first) ?? 0]
  while ((last - year) * step > 0 && people < extent) {
    year += step
    people += bornIn.get(year) ?? 0
  }
  return {
    facts: factsOfYears(Math.min(first, year), Math.max(first, year)),
    end:
      order === 'oldest'
        ? { birth: `${year + 1}-01-01`, number: 0 }
        : { birth: `${year - 1}-12-31`, number: greatestNumber },
    isLast: (last - year) * step <= 0,
    extent: people,
  }
}
