import { memberCards } from '#src/features/matching/index.server.ts'
import { countCards } from '#src/features/safety/index.server.ts'
import type { People } from '#src/features/search/contract.ts'
import {
  findCards,
  findNewCards,
  markAllSeen,
  newerThanFor,
  otherGender,
  ownOf,
  peopleOf,
  recordVisit,
} from '#src/features/search/index.server.ts'
import { holdSession } from '#src/features/users/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { found } from '#src/platform/http/problem.ts'
import { blockedFor } from '#src/platform/http/viewer.ts'
import { languages } from '#src/platform/language.ts'
import { languageFile } from '#src/texts/languages.server.ts'
import * as contract from './contract.ts'
import { automaticName } from './index.ts'
import { mostCounted, mostShown } from './policy.ts'
import { cardsByNumber, deleteSearch, insertSearch, listSearchesOf, updateSearch } from './queries.server.ts'

const usuallyShown = 2
const portraits = 3
const nobody: People = { people: 0 }

const allTexts = languages.map((code) => languageFile(code).texts)

/** A page that saves a search names it by its filters, in the language it has at that moment. */
function withOwnName<Search extends { name: string; search: string }>(saved: Search) {
  const sought = contract.soughtOf(saved.search)
  const isAutomatic = sought && allTexts.some((t) => automaticName(t, sought) === saved.name)
  return { ...saved, name: isAutomatic ? null : saved.name }
}

/** @returns 404 for what is not the member's own */
const changed = (n: number) => found(n || undefined)

export function mountSearches(mount: Mount, { db, clock }: Deps) {
  mount(contract.listSearches, async ({ viewer }) => (await listSearchesOf(db, viewer.userId)).map(withOwnName))

  mount(contract.saveSearch, async ({ viewer, input: { name, search } }) => {
    const sought = contract.soughtOf(search)!
    return db.transaction().execute(async (trx) => {
      await holdSession(trx, viewer)
      return { insertedId: await insertSearch(trx, viewer.userId, { name, search: contract.queryOf(sought) }, clock()) }
    })
  })

  mount(contract.changeSearch, async ({ viewer, input: { id, email: _, ...change } }) => ({
    modifiedCount: changed(await updateSearch(db, viewer.userId, id, change, clock())),
  }))

  mount(contract.removeSearch, async ({ viewer, input: { id } }) => ({
    deletedCount: changed(await deleteSearch(db, viewer.userId, id)),
  }))

  mount(contract.viewNews, async ({ viewer, input: { all } }) => {
    const now = clock()
    const today = dayOf(now)
    const blocked = blockedFor(viewer)
    const [visit, own, saved] = await Promise.all([
      recordVisit(db, viewer.userId, now),
      ownOf(db, viewer.userId),
      listSearchesOf(db, viewer.userId),
    ])
    /** Of all searches together, each once. */
    const fresh = new Map<number, Awaited<ReturnType<typeof findCards>>['cards'][number]>()
    let isCut = false
    const searches = []
    // One after the other: one reader takes not all connections.
    for (const one of saved) {
      const sought = contract.soughtOf(one.search)
      if (!sought) {
        searches.push({ ...withOwnName(one), isOutdated: true, all: nobody, fresh: nobody, newest: [] })
        continue
      }
      const inOrder = { sought: otherGender(sought, own), order: 'newest', today, limit: 0, excluded: blocked } as const
      const everybody = await findCards(db, inOrder)
      // As many as are shown, because they may all be of this one search.
      const ofNew = await findNewCards(db, { ...visit, own }, sought, today, mostShown, blocked)
      const { cards } = ofNew
      for (const card of cards) fresh.set(card.number, card)
      isCut ||= ofNew.total !== cards.length
      const newest = cards.slice(0, portraits)
      searches.push({
        ...withOwnName(one),
        isOutdated: false,
        all: peopleOf(everybody),
        fresh: peopleOf(ofNew),
        newest,
      })
    }
    const shown = [...fresh.values()]
      .toSorted((one, other) => other.number - one.number)
      .slice(0, all ? mostShown : usuallyShown)
    const numbers = [...shown, ...searches.flatMap(({ newest }) => newest)].map(({ number }) => number)
    const questions = saved.map(({ search }) => ['news', search])
    await countCards(db, viewer, { numbers, questions }, now)
    const known = await memberCards(db, viewer, shown, today)
    const cards = known.map(({ missed: _, ...card }) => ({ ...card, isNew: true as const }))
    const people: People = isCut ? { people: fresh.size, isAtLeast: true } : { people: fresh.size }
    return { since: visit.since?.toISOString() ?? null, fresh: people, cards, searches }
  })

  mount(contract.countNews, async ({ viewer }) => {
    const now = clock()
    const [newerThan, saved] = await Promise.all([
      newerThanFor(db, viewer.userId, now),
      listSearchesOf(db, viewer.userId),
    ])
    // Mostly nobody has come, and then nobody is looked for.
    if (saved.length === 0 || newerThan === undefined) return { people: 0 }
    const questions = saved.map(({ search }) => ['news', search])
    await countCards(db, viewer, { numbers: [], questions }, now)
    const own = await ownOf(db, viewer.userId)
    const fresh = new Set<number>()
    for (const { search } of saved) {
      const sought = contract.soughtOf(search)
      if (!sought) continue
      const blocked = blockedFor(viewer)
      const { cards } = await findNewCards(db, { newerThan, own }, sought, dayOf(now), mostCounted, blocked)
      for (const { number } of cards) fresh.add(number)
      if (fresh.size >= mostCounted) return { people: mostCounted }
    }
    return { people: fresh.size }
  })

  mount(contract.seeNews, async ({ viewer }) => {
    await markAllSeen(db, viewer.userId, clock())
    return { modifiedCount: 1 }
  })

  mount(contract.viewCards, async ({ viewer, input: { numbers } }) => {
    const now = clock()
    const today = dayOf(now)
    const cards = await cardsByNumber(db, numbers, today, blockedFor(viewer))
    await countCards(db, viewer, { numbers: cards.map(({ number }) => number), questions: [] }, now)
    return (await memberCards(db, viewer, cards, today)).map(({ missed: _, ...card }) => card)
  })
}
