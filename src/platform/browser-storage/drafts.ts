import { attempt, keyOfPerson } from './storage.ts'

/** How many of the needed fields are filled in and right. */
export interface Progress {
  filled: number
  needed: number
}

export interface Draft<T> {
  typed: T
  /** When it was last typed in, in milliseconds. */
  at: number
  progress?: Progress | undefined
  /** Its person has signed out and asked for it to wait. */
  isToWait?: true
}

const prefix = 'draft:'
const keyOf = (email: string) => keyOfPerson(prefix, email)

/** After these days a draft is given up (REQUIREMENTS R8). */
export const draftDays = 30

const parse = (key: string) => attempt(() => JSON.parse(localStorage.getItem(key)!) as Draft<unknown> | null)

/** Removes all drafts that are too old, also other people's. */
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

export const letDraftWait = (email: string) =>
  attempt(() => {
    const draft = parse(keyOf(email))
    if (draft) localStorage.setItem(keyOf(email), JSON.stringify({ ...draft, isToWait: true }))
  })

/** Takes these inputs out of the drafts of people whose session or account has ended elsewhere (REQUIREMENTS E5). */
export const clearDraftsOfOthers = (email: string | undefined, inputs: readonly string[]) =>
  attempt(() => {
    for (const key of Object.keys(localStorage)) {
      const draft = key.startsWith(prefix) && key !== (email && keyOf(email)) ? parse(key) : undefined
      if (!draft || draft.isToWait || !Object.keys(Object(draft.typed)).some((name) => inputs.includes(name))) continue
      const left = Object.entries(draft.typed as object).filter(([name]) => !inputs.includes(name))
      if (left.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify({ ...draft, typed: Object.fromEntries(left) }))
    }
  })

export const forgetDraft = (email: string) => attempt(() => localStorage.removeItem(keyOf(email)))
