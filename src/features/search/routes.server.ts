import * as z from 'zod/mini'
import { choiceFilters, wishNames } from '#src/features/biodata/index.ts'
import type { Filter } from '#src/features/browse/contract.ts'
import { type BirthYearCounts, countMatching } from '#src/features/browse/index.server.ts'
import { cardsPerPage } from '#src/features/browse/index.ts'
import { memberCards, wholeShare } from '#src/features/matching/index.server.ts'
import { cardsLeft, countCards } from '#src/features/safety/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { cursor, pageOf } from '#src/platform/http/paging.server.ts'
import { blockedFor } from '#src/platform/http/viewer.ts'
import {
  bestCards,
  bestThenRest,
  fewestPoints,
  findSeeker,
  freshFirst,
  type Part,
  type Row,
  staleBefore,
} from './best.server.ts'
import {
  canBeCompared,
  countMatches,
  type Found,
  find,
  findNew,
  findWithout,
  isChoice,
  rememberSteps,
  type Sought,
  type SoughtField,
  viewOwnWishes,
} from './contract.ts'
import { isReadingLimit } from './meeting.server.ts'
import { countWithout, findCards, findNewCards, peopleOf } from './queries.server.ts'
import { type Asked, soughtFields } from './sought.server.ts'
import { leaveOut, otherGender, ownOf, recordVisit } from './visit.server.ts'

const whole = (most: number) => z.int().check(z.gte(0), z.lte(most))
const BestPlace = z.union([
  z.tuple([whole(wishNames.length), z.int().check(z.gte(-fewestPoints), z.lte(wholeShare)), z.int32(), z.int32()]),
  z.tuple([z.int().check(z.gte(-1), z.lte(wishNames.length)), z.int32()]),
])
/** Where nobody can be compared. */
const UsualPlace = z.tuple([whole(1), z.int32()])
const ByNumber = z.tuple([z.int32()])
const ByAge = z.tuple([z.iso.date().check(z.regex(/^[12]/)), z.int32()])

type Counted = Awaited<ReturnType<typeof findCards>>

/** Visitors choose one value of a few fields; undefined where the search says more. */
function filterIn(sought: Sought): Filter | undefined {
  const { minAge, maxAge } = sought
  const filter = Object.fromEntries(choiceFilters.map((name) => [name, sought[name]?.[0]]))
  const isOne = (name: SoughtField) => isChoice(name) && name in filter && sought[name]?.length === 1
  const isWhole = soughtFields(sought).every((name) => name === 'birth' || isOne(name))
  return isWhole ? { ...filter, minAge, maxAge } : undefined
}

export function mountFind(mount: Mount, { db, clock, config, census: { bornIn } }: Deps & { census: BirthYearCounts }) {
  const asksForConfirming = config.confirmEveryDays !== undefined
  mount(find, async ({ viewer, input: { limit = cardsPerPage, after, order, steps: asked, onlyNew, ...said } }) => {
    const now = clock()
    const named = asksForConfirming ? said : { ...said, confirmed: undefined }
    const visit = onlyNew ? await recordVisit(db, viewer.userId, now) : undefined
    const own = onlyNew ? await ownOf(db, viewer.userId) : undefined
    const list = {
      // With this filter nobody is behind.
      staleBefore: asksForConfirming && !named.confirmed ? staleBefore(now) : undefined,
      sought: otherGender(named, own),
      today: dayOf(now),
      // One more tells whether there is another page.
      limit: limit + 1,
      excluded: own ? [...blockedFor(viewer), own.number] : blockedFor(viewer),
      newer: visit && { than: visit.newerThan },
    }
    const seeker = order === 'best' ? await findSeeker(db, viewer.userId) : undefined
    const steps = asked ?? seeker?.steps ?? wishNames.length
    let rows: Row[]
    let counted: Counted | undefined
    if (seeker && canBeCompared(seeker, list.sought))
      rows = await bestThenRest(db, viewer.userId, seeker, { ...list, steps, after: cursor.unpack(after, BestPlace) })
    else if (order === 'best') {
      const [stale = 0, number] = cursor.unpack(after, UsualPlace) ?? []
      rows = await freshFirst(list.staleBefore, list.limit, { stale, number }, readNewest)
    } else {
      const plain = order ?? 'newest'
      const place = plain === 'newest' ? cursor.unpack(after, ByNumber) : cursor.unpack(after, ByAge)
      counted = await findCards(db, { ...list, order: plain, after: place, bornIn })
      rows = counted.cards.map((card) => ({ card, place: card.place }))
    }
    async function readNewest({ confirmed, stale, most, before }: Part) {
      const place = before === undefined ? undefined : [before]
      const { cards } = await findCards(db, { ...list, confirmed, order: 'newest', limit: most, after: place, bornIn })
      return cards.map((card): Row => ({ card, place: [stale, card.number] }))
    }
    const { total, atLeast } = after === undefined ? await count(list, counted) : {}
    const { items, ...page } = pageOf(rows, limit, ({ place }) => cursor.pack(...place), total)
    const numbers = items.map(({ card }) => card.number)
    const question = ['find', ...(order === 'best' ? [order, steps] : []), onlyNew, named]
    // Of every page: one that is empty says of those behind its cursor that nobody matches.
    await countCards(db, viewer, { numbers, questions: [question] }, now)
    // Who is shown nobody has looked at nobody.
    if (items.length === 0) return { ...page, items: [], atLeast }
    const listed = items.map(({ card, part }) => ({ ...card, part }))
    const [{ newerThan }, cards, left] = await Promise.all([
      visit ?? recordVisit(db, viewer.userId, now),
      memberCards(db, viewer, listed, list.today),
      cardsLeft(db, viewer, now),
    ])
    const found = cards.map(({ part, missed, ...card }): Found => {
      const isNew = card.number > newerThan && card.id !== viewer.userId
      return {
        ...card,
        ...(isNew && { isNew }),
        ...(part && { part }),
        // Nothing, where one of the two has changed their gender since.
        ...(part && !part.isRest && missed && { missed }),
      }
    })
    return { ...page, items: found, atLeast, left }
  })

  /** From the kept totals, if visitors can look for the same. */
  async function count(asked: Asked, counted: Counted | undefined): Promise<Omit<Counted, 'cards'>> {
    const filter = asked.newer ? undefined : filterIn(asked.sought)
    if (filter) return { total: await countMatching(db, filter, asked.today, asked.excluded) }
    return counted ?? (await findCards(db, { ...asked, order: 'newest', limit: 0 }))
  }

  mount(viewOwnWishes, async ({ viewer }) => (await findSeeker(db, viewer.userId)) ?? null)

  mount(countMatches, async ({ viewer }) => {
    const [now, seeker] = [clock(), await findSeeker(db, viewer.userId)]
    if (!seeker) return { people: null }
    const question = { numbers: [], questions: [['matches', seeker.wishes]] }
    // The page that shows it is about somebody's own biodata, which no limit takes away.
    const isLimited = await countCards(db, viewer, question, now).then(() => false, isReadingLimit)
    if (isLimited) return { people: null }
    // Who stands first does not change how many they are.
    const everybody = { sought: {}, today: dayOf(now), excluded: blockedFor(viewer), staleBefore: undefined }
    const [first] = await bestCards(db, viewer.userId, seeker, { ...everybody, steps: 0, limit: 1 })
    return { people: first?.people ?? 0 }
  })

  mount(rememberSteps, async ({ viewer, input: { steps } }) => {
    const seeker = await findSeeker(db, viewer.userId)
    if (!seeker) return { modifiedCount: 0 }
    await leaveOut(db, viewer.userId, seeker.ladder[steps] ?? null, clock())
    return { modifiedCount: 1 }
  })

  mount(findNew, async ({ viewer, input }) => {
    const now = clock()
    await countCards(db, viewer, { numbers: [], questions: [['new', input]] }, now)
    const [visit, own] = await Promise.all([recordVisit(db, viewer.userId, now), ownOf(db, viewer.userId)])
    const ofNew = await findNewCards(db, { ...visit, own }, input, dayOf(now), 0, blockedFor(viewer))
    return { since: visit.since?.toISOString() ?? null, ...peopleOf(ofNew) }
  })

  mount(findWithout, async ({ viewer, input }) => {
    const now = clock()
    const questions = soughtFields(input).map((name) => ['without', name, input])
    await countCards(db, viewer, { numbers: [], questions }, now)
    return countWithout(db, { sought: input, today: dayOf(now), excluded: blockedFor(viewer) })
  })
}
