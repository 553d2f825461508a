import type { Query, QueryClient } from '@tanstack/react-query'
import { mostCards, viewCards } from '#src/features/browse/cards-contract.ts'
import { currentSession } from '#src/features/identity/contract.ts'
import { ownKey, recentWithdrawals } from '#src/features/safety/withdrawals/contract.ts'
import { crowdOf, toldFor } from '#src/features/safety/withdrawals/policy.ts'
import { CallFailed, call } from '#src/platform/http/client.ts'
import type { Endpoint } from '#src/platform/http/contract.ts'
import { query } from '#src/platform/http/query.ts'
import { type Cards, peopleIn, without } from './people-in.ts'

/** Milliseconds between two looks of a page that somebody sees. */
const betweenLooks = 4_000
/** Milliseconds after which a look has missed some: a little less than a withdrawal is told for. */
const tooLong = toldFor * 1000 - 5_000

const session = query(currentSession, {})
const own = { ...query(ownKey, {}), staleTime: Number.POSITIVE_INFINITY }

/**
 * A list that may be a second old, or come from a replica, or is long: people who are gone are taken out of it instead.
 */
function isCards({ meta }: Query) {
  // What came with the document and nothing has shown yet has none.
  const endpoint = meta?.endpoint as Endpoint | undefined
  return endpoint?.isSameForVisitors || (endpoint?.paged && endpoint.isList)
}

/**
 * Keeps a page to what may still be seen (REQUIREMENTS R3, R4, M6): every few seconds while somebody sees it, and at once
 * when it is looked at again, it asks of whom something was taken back, and then for what it holds about them. See
 * docs/decisions/011-open-pages.md.
 */
export function followWithdrawals(client: QueryClient) {
  const cache = client.getQueryCache()
  const answers = () => cache.getAll().filter(({ state }) => typeof state.data === 'object' && state.data !== null)

  let told: ReadonlySet<string> = new Set()
  /** What the document was made of is as old as itself. */
  let lookedAt = Date.now() - performance.now()
  /** Answers that were compared with all that was told before. */
  const compared = new WeakSet<object>()
  /** What could not be asked for, and will be at the next look. */
  let owed = { people: new Set<number>(), answers: new Set<string>() }

  async function look() {
    const isAboutPeople = ({ queryKey, state }: Query) =>
      queryKey[0] !== session.queryKey[0] && peopleIn(state.data).size > 0
    if (!answers().some(isAboutPeople)) {
      lookedAt = Date.now()
      return
    }
    const askedAt = Date.now()
    const { crowds, recent } = await call(recentWithdrawals, {})
    const age = Date.now() - lookedAt
    const hasMissed = age > tooLong || age < 0
    const meantBy = (entries: string[]) => {
      const named = new Set(entries.map((entry) => Number.parseInt(entry, 10)))
      return (person: number) => named.has(crowdOf(person, crowds))
    }
    const [isNew, isRecent] = [meantBy(recent.filter((entry) => !told.has(entry))), meantBy(recent)]
    // What came since the last look may have been made before it.
    const meantIn = (data: object) => (compared.has(data) ? isNew : isRecent)

    const known = client.getQueryData(session.queryKey)
    const isMine = known?.user && recent.length > 0 && meantIn(known)((await client.fetchQuery(own)).key)
    const { people, answers: again } = owed
    owed = { people: new Set(), answers: new Set() }
    for (const one of answers()) {
      const data = one.state.data as object
      const all = peopleIn(data)
      const meant = [...all].filter(meantIn(data))
      compared.add(data)
      const isUnsure = hasMissed && all.size > 0 && one.state.fetchStatus === 'idle'
      if (!isCards(one)) {
        if (isMine || isUnsure || meant.length > 0) again.add(one.queryHash)
      } else if (isUnsure && !one.isActive()) one.invalidate()
      else for (const person of isUnsure ? all : meant) people.add(person)
    }
    told = new Set(recent)
    lookedAt = askedAt
    for (const hash of again) void askAgain(cache.get(hash))
    await takeOut([...people])
  }

  /** Asks for an answer anew if something shows it, and forgets it otherwise. */
  async function askAgain(one: Query | undefined) {
    if (!one?.isActive()) return one && cache.remove(one)
    await client.refetchQueries({ queryKey: one.queryKey, exact: true })
    const { error } = one.state
    if (error instanceof CallFailed && (error.status === 0 || error.status === 429 || error.status >= 500))
      owed.answers.add(one.queryHash)
  }

  /** Takes those of them who are found no more out of every list of cards. */
  async function takeOut(people: number[]) {
    for (const person of people) owed.people.add(person)
    for (let from = 0; from < people.length; from += mostCards) {
      const numbers = people.slice(from, from + mostCards)
      const found = new Set((await call(viewCards, { numbers })).map(({ number }) => number))
      const gone = new Set(numbers.filter((number) => !found.has(number)))
      for (const { queryKey, state } of answers().filter(isCards))
        if ([...gone].some((number) => peopleIn(state.data).has(number)))
          client.setQueryData(queryKey, without(state.data as Cards, gone), { updatedAt: state.dataUpdatedAt })
      for (const number of numbers) owed.people.delete(number)
    }
  }

  let next: ReturnType<typeof setTimeout> | undefined
  let isLooking = false
  async function follow() {
    if (isLooking || document.visibilityState === 'hidden') return
    clearTimeout(next)
    isLooking = true
    try {
      if (navigator.onLine) await look()
    } catch (error) {
      // Without an answer, or with a refusal, it is asked for again soon.
      if (!(error instanceof CallFailed)) throw error
    } finally {
      isLooking = false
      next = setTimeout(follow, betweenLooks)
    }
  }
  document.addEventListener('visibilitychange', () => void follow())
  void follow()
}
