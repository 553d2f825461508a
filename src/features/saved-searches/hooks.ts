import { useMember } from '#src/features/identity/hooks.ts'
import { find, findNew, type Sought } from '#src/features/search/contract.ts'
import { call, query } from '#src/platform/http/client.ts'
import { type ActionOptions, useAction } from '#src/ui/action.ts'
import { changeSearch, countNews, listSearches, removeSearch, saveSearch, seeNews, viewNews } from './contract.ts'
import type { HowOften } from './policy.ts'

export const ownSearches = query(listSearches, {})

export const newsOf = (all: boolean) => query(viewNews, all ? { all } : {})

/** Asks for the lists again also where the change is refused: another tab may have taken the last place. */
function useChange<Change>(send: (change: Change, email: string) => Promise<unknown>, options?: ActionOptions<Change>) {
  const { email } = useMember()
  const stale = [listSearches, viewNews, countNews]
  return useAction((change: Change) => send(change, email), { stale, ...options })
}

export const useSaveSearch = (options: ActionOptions<{ name: string; search: string }>) =>
  useChange((search, email) => call(saveSearch, { ...search, email }), options)

/** One after the other: of two presses the second has to win. */
export const useChangeSearch = (id: string, options: ActionOptions<{ name?: string; howOften?: HowOften }>) =>
  useChange((change, email) => call(changeSearch, { id, email, ...change }), {
    scope: { id: `search ${id}` },
    ...options,
  })

export const useRemoveSearch = (id: string) =>
  useChange((isLeaving: boolean, email) => call(removeSearch, { id, email }, { keepalive: isLeaving }))

export const useSeeNews = (options: ActionOptions<void>) =>
  useChange((_, email) => call(seeNews, { email }), { stale: [viewNews, countNews, findNew, find], ...options })

export const newsAmong = (sought: Sought) => query(findNew, sought)
