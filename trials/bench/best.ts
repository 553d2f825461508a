import { wishNames } from '#src/features/biodata/wishes.ts'
import { wholeShare } from '#src/features/matching/index.server.ts'
import { bestCards, findSeeker } from '#src/features/search/best.server.ts'
import { staleBefore } from '#src/features/search/index.server.ts'
import { dayOf, systemClock } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { openDatabase } from '#src/platform/db/open.server.ts'
import type { Line, Part } from './report.ts'
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
  yield* await withPeople(drawn.from, exposureOf)

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
  const list = {
    sought: {},
    today: today(),
    limit,
    excluded: [],
    steps: wishNames.length,
    staleBefore: staleBefore(new Date()),
  }
  return bestCards(db, id, seeker!, list)
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

/** How evenly people are shown among the first ten of a list, and how those fit whose list it is. */
async function exposureOf(db: Db): Promise<Line[]> {
  const mostly: number[] = []
  const shown: number[] = []
  const fits: number[] = []
  for (const gender of ['Male', 'Female'] as const) {
    const times = new Map<string, number>()
    const all: number[] = []
    const seekers = await drawSeekers(db, drawn.ofEach, gender)
    for (const { id } of seekers)
      for (const row of await listOf(db, id, 10)) {
        times.set(row.card.id, (times.get(row.card.id) ?? 0) + 1)
        all.push(fitOf(row))
      }
    mostly.push((100 * Math.max(...times.values())) / seekers.length)
    shown.push(times.size)
    fits.push((100 * all.reduce((sum, fit) => sum + fit, 0)) / all.length)
  }
  const both = ([toMen, toWomen]: number[], digits: number) =>
    `${toMen!.toFixed(digits)} to men, ${toWomen!.toFixed(digits)} to women`
  return [
    {
      what: `of 100 lists, in how many the most shown of ${drawn.from} people is among ten`,
      unit: '',
      rounds: [Math.max(...mostly)],
      target: { atMost: 5 },
    },
    { what: 'people shown at all', unit: '', rounds: [shown[0]! + shown[1]!], note: both(shown, 0) },
    { what: 'mean fit of the first ten', unit: '%', rounds: [(fits[0]! + fits[1]!) / 2], note: both(fits, 2) },
  ]
}

/** 0 to 1. Who meets all wishes is ranked by what they wish themselves, the others by how both fit (search/best.server.ts). */
function fitOf({ step, place }: { step: number; place: readonly number[] }) {
  const share = place[1]! / wholeShare
  return step === 0 ? (2 * share) / (1 + share) : share
}
