import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMember } from '#src/features/identity/hooks.ts'
import { find, findNew, type Sought } from '#src/features/search/contract.ts'
import { call } from '#src/platform/http/client.ts'
import { queriesOf, query } from '#src/platform/http/query.ts'
import { changeSearch, countNews, listSearches, removeSearch, saveSearch, seeNews, viewNews } from './contract.ts'
import type { HowOften } from './policy.ts'

export const ownSearches = query(listSearches, {})
export const useOwnSearches = () => useSuspenseQuery(ownSearches).data

export const newsOf = (all: boolean) => query(viewNews, all ? { all } : {})

function useAskAgain() {
  const client = useQueryClient()
  return (...about: Parameters<typeof queriesOf>[0][]) =>
    Promise.all(about.map((endpoint) => client.invalidateQueries(queriesOf(endpoint))))
}

export function useSaveSearch() {
  const askAgain = useAskAgain()
  const { email } = useMember()
  return useMutation({
    mutationFn: (search: { name: string; search: string }) => call(saveSearch, { ...search, email }),
    // Also where it is refused: another tab may have taken the last place.
    onSettled: () => askAgain(listSearches, viewNews, countNews),
  })
}

export function useChangeSearch(id: string) {
  const askAgain = useAskAgain()
  const { email } = useMember()
  return useMutation({
    // One after the other: of two presses the second has to win.
    scope: { id: `search ${id}` },
    mutationFn: (change: { name?: string; howOften?: HowOften }) => call(changeSearch, { id, email, ...change }),
    onSettled: () => askAgain(listSearches, viewNews, countNews),
  })
}

export function useRemoveSearch(id: string) {
  const askAgain = useAskAgain()
  const { email } = useMember()
  return useMutation({
    mutationFn: (isLeaving: boolean) => call(removeSearch, { id, email }, isLeaving),
    onSettled: () => askAgain(listSearches, viewNews, countNews),
  })
}

export function useSeeNews() {
  const askAgain = useAskAgain()
  const { email } = useMember()
  return useMutation({
    mutationFn: () => call(seeNews, { email }),
    onSuccess: () => askAgain(viewNews, countNews, findNew, find),
  })
}

export const newsAmong = (sought: Sought) => query(findNew, sought)
