import { bestCards, findSeeker } from '#src/biodata/find/best.server.ts'
import { wishNames } from '#src/biodata/fit/policy.ts'
import { dayOf, systemClock } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import type { Part } from './report.ts'
import type { Sizes } from './sizes.ts'
import { openPostgres } from './stage.ts'

/** Whose lists are asked for, one after the other. */
const seekers = 40
/** Of how many people the lists are drawn that tell how evenly people are shown. */
const drawn = { from: 10_000, ofEach: 500 }

/** Best match: how long the database works for a list, and how often the same people come first (docs/fit.md). */
export async function* measureBest({ people, many, folder }: Sizes, say: (what: string) => void): ReturnType<Part> {
  await using undo = new AsyncDisposableStack()
  const postgres = await openPostgres({ folder, say })
  undo.defer(() => postgres.close())
  for (const [count, atMost] of [
    [people, 60],
    [many, 150],
  ] as const) {
    const times = await withPeople(count, (db) => timesOf(db, seekers))
    const sorted = times.toSorted((one, other) => one - other)
    yield {
      what: `best match of ${count} people, median of ${seekers} members`,
      unit: 'ms',
      rounds: [sorted[seekers >> 1]!],
      target: { atMost },
      note: `nine in ten within ${sorted[Math.floor(seekers * 0.9)]!.toFixed(0)}, slowest ${sorted.at(-1)!.toFixed(0)} ms`,
    }
  }
  yield await withPeople(drawn.from, exposureOf)

  async function withPeople<T>(count: number, measure: (db: Db) => Promise<T>) {
    const { connection } = await postgres.peopled(count)
    const { db } = openDatabase({ ...connection, max: 1 })
    try {
      return await measure(db)
    } finally {
      await db.destroy()
    }
  }
}

const today = () => dayOf(systemClock())

/** Drawn by their ids, which tell nothing of them. */
const drawSeekers = (db: Db, count: number, gender?: 'Male' | 'Female') =>
  db
    .selectFrom('publishedBiodata')
    .select('id')
    .$if(gender !== undefined, (all) => all.where('gender', '=', gender!))
    .orderBy('id')
    .limit(count)
    .execute()

const listOf = async (db: Db, id: string, limit: number) => {
  const seeker = await findSeeker(db, id)
  return (await bestCards(db, id, seeker!, {}, today(), limit, [], wishNames.length)).rows
}

/** The whole question for the first page: ranking, counts and cards. The first few plan and warm. */
async function timesOf(db: Db, count: number) {
  const times: number[] = []
  for (const [place, { id }] of (await drawSeekers(db, count + 5)).entries()) {
    const begun = performance.now()
    await listOf(db, id, 20)
    if (place >= 5) times.push(performance.now() - begun)
  }
  return times
}

/** In how many of the lists whoever is most often among the first ten of them stands. */
async function exposureOf(db: Db) {
  const times = new Map<string, number>()
  let mostly = 0
  for (const gender of ['Male', 'Female'] as const) {
    times.clear()
    const seekers = await drawSeekers(db, drawn.ofEach, gender)
    for (const { id } of seekers)
      for (const { card } of await listOf(db, id, 10)) times.set(card.id, (times.get(card.id) ?? 0) + 1)
    mostly = Math.max(mostly, Math.max(...times.values()) / seekers.length)
  }
  return {
    what: `of 100 lists, in how many the most shown of ${drawn.from} people is among ten`,
    unit: '',
    rounds: [100 * mostly],
    target: { atMost: 5 },
  }
}
