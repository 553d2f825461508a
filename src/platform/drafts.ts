import { keyOfPerson } from './person-key.ts'
import { attempt } from './storage.ts'

/** What somebody typed and did not send yet. */
export interface Draft<T> {
  typed: T
  /** When it was last typed in, in milliseconds. */
  at: number
}

const prefix = 'draft:'
const keyOf = (email: string) => keyOfPerson(prefix, email)

/** Days: who has not come back by then has given it up (REQUIREMENTS R8). */
export const draftDays = 30

const parse = (key: string) => attempt(() => JSON.parse(localStorage.getItem(key)!) as Draft<unknown> | null)

/** The draft of a person in this browser; those of anybody that are too old are removed. */
export function readDraft<T>(email: string): Draft<T> | undefined {
  attempt(() => {
    for (const key of Object.keys(localStorage)) {
      const isOver = key.startsWith(prefix) && !((parse(key)?.at ?? 0) > Date.now() - draftDays * 86_400_000)
      if (isOver) localStorage.removeItem(key)
    }
  })
  return (parse(keyOf(email)) as Draft<T> | null) ?? undefined
}

/** @returns whether it could be kept */
export const writeDraft = <T>(email: string, draft: Draft<T>) =>
  attempt(() => {
    localStorage.setItem(keyOf(email), JSON.stringify(draft))
    return true
  }) ?? false

export const forgetDraft = (email: string) => attempt(() => localStorage.removeItem(keyOf(email)))
