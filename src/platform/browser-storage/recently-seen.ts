import { attempt, keyOfPerson } from './storage.ts'

/** As many as can be asked for at once, see `viewCards`. */
export const mostRecent = 12

const prefix = 'seen:'
const keyOf = (email: string) => keyOfPerson(prefix, email)

/** Numbers of those whose details a person has opened in this browser, the last one first. Nothing else of them is kept. */
export const recentlySeen = (email: string): number[] =>
  attempt(() => {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(email)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one) => Number.isInteger(one) && one > 0).slice(0, mostRecent) : []
  }) ?? []

const write = (email: string, numbers: number[]) =>
  attempt(() => {
    if (numbers.length > 0) localStorage.setItem(keyOf(email), JSON.stringify(numbers))
    else localStorage.removeItem(keyOf(email))
  })

export const rememberSeen = (email: string, number: number) =>
  write(email, [number, ...recentlySeen(email).filter((other) => other !== number)].slice(0, mostRecent))

export const forgetSeen = (email: string, number?: number) =>
  write(email, number === undefined ? [] : recentlySeen(email).filter((other) => other !== number))

export const forgetSeenByOthers = (email: string | undefined) =>
  attempt(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(prefix) && key !== (email && keyOf(email))) localStorage.removeItem(key)
  })
