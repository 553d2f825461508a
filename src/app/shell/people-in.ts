import type { InfiniteData } from '@tanstack/react-query'
import type { Card } from '#src/features/biodata/contract.ts'
import { keyOfId } from '#src/features/safety/withdrawals/policy.ts'
import type { ListPage } from '#src/platform/http/contract.ts'

const isId = /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/

function collect(value: object, found: Set<number>) {
  // An id beside the number of a biodata is the same person's, or names no person.
  const isNumbered = 'number' in value && typeof value.number === 'number'
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'number' && /number$/i.test(name)) found.add(inner)
    else if (typeof inner === 'string' && isId.test(inner) && !(isNumbered && /^(id|biodataId)$/.test(name)))
      found.add(keyOfId(inner))
    else if (inner && typeof inner === 'object') collect(inner, found)
  }
}

const known = new WeakMap<object, ReadonlySet<number>>()

/** Whom an answer names, by what a withdrawal calls them; an id of something else than a person may be among them. */
export function peopleIn(answer: unknown): ReadonlySet<number> {
  if (!answer || typeof answer !== 'object') return new Set()
  const people = known.get(answer) ?? new Set<number>()
  if (!known.has(answer)) collect(answer, people as Set<number>)
  known.set(answer, people)
  return people
}

export type Cards = Card[] | InfiniteData<ListPage<Card>>

/** A list of cards without these people, and as many fewer in it. */
export function without(cards: Cards, gone: ReadonlySet<number>): Cards {
  const left = (some: Card[]) => some.filter(({ number }) => !gone.has(number))
  if (Array.isArray(cards)) return left(cards)
  const count = (pages: ListPage<Card>[]) => pages.reduce((sum, { items }) => sum + items.length, 0)
  const pages = cards.pages.map((page) => ({ ...page, items: left(page.items) }))
  const fewer = count(cards.pages) - count(pages)
  return { ...cards, pages: pages.map((page) => ({ ...page, ...(page.total && { total: page.total - fewer }) })) }
}
