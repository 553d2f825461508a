import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMember } from '#src/accounts/hooks.ts'
import { call } from '#src/platform/http/client.ts'
import { answersOf, ask, askPages } from '#src/platform/http/query.ts'
import { addFavourite, isFavourite, listFavourites, removeFavourite } from './contract.ts'

export const favouriteStatus = (number: number) => ask(isFavourite, { bioDataId: number, email: 'me' })

/** The state of one heart: filled at once when pressed, emptied again if the server refuses. */
export function useHeart(number: number) {
  const client = useQueryClient()
  const status = favouriteStatus(number)
  const { data } = useQuery(status)
  const { email } = useMember()
  const add = useMutation({
    mutationFn: () => call(addFavourite, { bioDataId: number, email }),
    onMutate: () => client.setQueryData(status.queryKey, { isFavorite: true }),
    onError: () => client.setQueryData(status.queryKey, { isFavorite: false }),
    onSuccess: () => client.invalidateQueries(answersOf(listFavourites)),
  })
  return { isFilled: data?.isFavorite ?? false, add }
}

export const ownFavourites = askPages(listFavourites, { limit: 25 })

export function useRemoveFavourite() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(removeFavourite, { id }),
    onSuccess: () =>
      Promise.all([listFavourites, isFavourite].map((endpoint) => client.invalidateQueries(answersOf(endpoint)))),
  })
}
