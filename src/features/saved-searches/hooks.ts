import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMember } from '#src/features/identity/hooks.ts'
import { find, findNew, type Sought } from '#src/features/search/contract.ts'
import { call } from '#src/platform/http/client.ts'
import { queriesOf, query } from '#src/platform/http/query.ts'
import { changeSearch, countNews, listSearches, removeSearch, saveSearch, seeNews, viewNews } from './contract.ts'
import type { HowOften } from './policy.ts'

export const ownSearches = query(listSearches, {})

export const newsOf = (all: boolean) => query(viewNews, all ? { all } : {})

/** Asks again for `stale`, also where the change is refused: another tab may have taken the last place. */
function useChange<Change>(
  send: (change: Change, email: string) => Promise<unknown>,
  stale: Parameters<typeof queriesOf>[0][] = [listSearches, viewNews, countNews],
  scope?: string,
) {
  const client = useQueryClient()
  const { email } = useMember()
  return useMutation({
    // One after the other: of two presses the second has to win.
    ...(scope && { scope: { id: scope } }),
    mutationFn: (change: Change) => send(change, email),
    onSettled: () => Promise.all(stale.map((endpoint) => client.invalidateQueries(queriesOf(endpoint)))),
  })
}

export const useSaveSearch = () =>
  useChange((search: { name: string; search: string }, email) => call(saveSearch, { ...search, email }))

export const useChangeSearch = (id: string) =>
  useChange(
    (change: { name?: string; howOften?: HowOften }, email) => call(changeSearch, { id, email, ...change }),
    undefined,
    `search ${id}`,
  )

export const useRemoveSearch = (id: string) =>
  useChange((isLeaving: boolean, email) => call(removeSearch, { id, email }, isLeaving))

export const useSeeNews = () =>
  useChange((_: undefined, email) => call(seeNews, { email }), [viewNews, countNews, findNew, find])

export const newsAmong = (sought: Sought) => query(findNew, sought)
