import * as z from 'zod/mini'
import type { Card } from '#src/features/biodata/contract.ts'
import { wishNames } from '#src/features/biodata/index.ts'
import type { BirthYearCounts } from '#src/features/browse/index.server.ts'
import { countMatching } from '#src/features/browse/index.server.ts'
import { cardsPerPage } from '#src/features/browse/index.ts'
import { fitsOf, missedBy, summaryOf, wholeShare } from '#src/features/matching/index.server.ts'
import { cardsLeft, countCards } from '#src/features/safety/index.server.ts'
import { type Clock, dayOf } from '#src/platform/clock.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Mount } from '#src/platform/http/mount.server.ts'
import { cursor, pageOf } from '#src/platform/http/paging.ts'
import { blockedFor, type Member } from '#src/platform/http/viewer.ts'
import { findSeeker } from './best.server.ts'
import { type Found, find, findNew, findWithout, rememberSteps, viewOwnWishes } from './contract.ts'
import { canBeCompared, filterIn } from './filter.ts'
import { findNewCards } from './news.server.ts'
import { findOwnWishes } from './own-wishes.server.ts'
import { cursorOf, placeIn } from './place.server.ts'
import { findCards, peopleOf, type Search } from './queries.server.ts'
import { bestThenRest } from './rest.server.ts'
import { soughtFields } from './sought.server.ts'
import { leaveOut, otherGender, ownOf, recordVisit, type Visit } from './visit.server.ts'
import { countWithout } from './without.server.ts'

const whole = (most: number) => z.int().check(z.gte(0), z.lte(most))
const BestPlace = z.union([
  z.tuple([whole(wishNames.length), whole(wholeShare), z.int32(), z.int32()]),
  z.tuple([z.int().check(z.gte(-1), z.lte(wishNames.length)), z.int32()]),
])

export function mountFind(
  mount: Mount,
  { db, clock, bornIn }: { db: Db; clock: Clock; bornIn: BirthYearCounts['bornIn'] },
) {
  /** Counts the cards that the viewer is shown. */
  async function shownTo<T extends { card: Card }>(viewer: Member, rows: T[], questions: unknown[], visit?: Visit) {
    const now = clock()
    const numbers = rows.map(({ card }) => card.number)
    // Of every page: one that is empty says of those behind its cursor that nobody matches.
    await countCards(db, viewer, { numbers, questions: [questions] }, now)
    // Who is shown nobody has looked at nobody.
    if (rows.length === 0) return { shown: [] }
    const ids = rows.map(({ card }) => card.id)
    const [{ newerThan }, fits, left] = await Promise.all([
      visit ?? recordVisit(db, viewer.userId, now),
      fitsOf(db, viewer.userId, ids, dayOf(now)),
      cardsLeft(db, viewer, now),
    ])
    const shown = rows.map((row) => {
      const { id, number } = row.card
      const isNew = number > newerThan && id !== viewer.userId
      return { ...row, card: { ...row.card, ...(isNew && { isNew }) }, fit: fits ? fits.get(id) : null }
    })
    return { shown, left }
  }

  /** Undefined for what visitors cannot look for. */
  async function countInAll({ sought, today, excluded, newer }: Omit<Search, 'order'>) {
    const filter = newer ? undefined : filterIn(sought)
    return filter && { total: await countMatching(db, filter, today, excluded), atLeast: undefined }
  }

  const countSought = async (list: Omit<Search, 'order'>) =>
    (await countInAll(list)) ?? (await findCards(db, { ...list, order: 'newest', limit: 0 }, bornIn))

  mount(find, async ({ viewer, input: { limit = cardsPerPage, after, order, steps: asked, onlyNew, ...named } }) => {
    const now = clock()
    const visit = onlyNew ? await recordVisit(db, viewer.userId, now) : undefined
    const own = onlyNew ? await ownOf(db, viewer.userId) : undefined
    const sought = otherGender(named, own)
    const list = {
      sought,
      today: dayOf(now),
      // One more tells whether there is another page.
      limit: limit + 1,
      excluded: own ? [...blockedFor(viewer), own.number] : blockedFor(viewer),
      newer: visit && { than: visit.newerThan },
    }
    const seeker = order === 'best' ? await findSeeker(db, viewer.userId) : undefined
    const steps = asked ?? seeker?.steps ?? wishNames.length
    const questions = ['find', ...(order === 'best' ? [order, steps] : []), onlyNew, named]

    if (seeker && canBeCompared(seeker, list.sought)) {
      const place = cursor.unpack(after, BestPlace)
      const rows = await bestThenRest(db, viewer.userId, seeker, { ...list, steps, after: place }, bornIn)
      const { total, atLeast } = after === undefined ? await countSought(list) : {}
      const { items, ...page } = pageOf(rows, limit, ({ place }) => cursor.pack(...place), total)
      const further = steps < seeker.ladder.length ? seeker.ladder.slice(0, steps + 1) : undefined
      const { shown, left } = await shownTo(viewer, items, questions, visit)
      const found = shown.map(({ card, fit, part }): Found => {
        const told = fit && summaryOf(fit)
        if (!part) return { ...card, fit: told, part: { mayMiss: [], isRest: true, further } }
        const { step, people } = part
        return {
          ...card,
          fit: told,
          part: { mayMiss: seeker.ladder.slice(0, step), people, further },
          // Nothing, where one of the two has changed their gender since.
          ...(fit && { missed: missedBy(fit) }),
        }
      })
      return { ...page, items: found, atLeast, left }
    }

    const plain = !order || order === 'best' ? 'newest' : order
    const place = placeIn(plain, after)
    const { cards, ...looked } = await findCards(db, { ...list, order: plain, after: place }, bornIn)
    const { total, atLeast } = (after === undefined && (await countInAll(list))) || looked
    const { items, ...page } = pageOf(cards, limit, (last) => cursorOf(plain, last), total)
    const rows = items.map((card) => ({ card }))
    const { shown, left } = await shownTo(viewer, rows, questions, visit)
    const found = shown.map(({ card, fit }): Found => ({ ...card, fit: fit && summaryOf(fit) }))
    return { ...page, items: found, atLeast, left }
  })

  mount(viewOwnWishes, ({ viewer }) => findOwnWishes(db, viewer.userId))

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
    return countWithout(db, input, dayOf(now), blockedFor(viewer), bornIn)
  })
}
