import { attempt, keyOfPerson } from './storage.ts'

const key = 'list'

interface List {
  people: { id: string; name: string }[]
  /** Absent where the list does not begin with the first of all. */
  total?: number | undefined
}

const keyOf = (email: string) => keyOfPerson('', email)

/** The list that a member saw last in this tab: a profile leads on to the next one (REQUIREMENTS D1). */
export const rememberList = (email: string, list: List) =>
  attempt(() => sessionStorage.setItem(key, JSON.stringify({ of: keyOf(email), ...list })))

function lastList(email: string | undefined): List | undefined {
  const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
  if (typeof kept !== 'object' || kept === null || !('of' in kept) || !('people' in kept)) return undefined
  return email !== undefined && kept.of === keyOf(email) && Array.isArray(kept.people) ? (kept as List) : undefined
}

/** Undefined for people who were not on that list. */
export const placeInList = (email: string, id: string) =>
  attempt(() => {
    const { people, total } = lastList(email) ?? { people: [] }
    const place = people.findIndex((person) => person.id === id)
    if (place < 0) return undefined
    return { previous: people[place - 1], next: people[place + 1], n: place + 1, total }
  })

export const forgetListOfOthers = (email: string | undefined) =>
  attempt(() => {
    if (!lastList(email)) sessionStorage.removeItem(key)
  })
