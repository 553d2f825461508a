import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMember } from '#src/accounts/hooks.ts'
import { call } from '#src/platform/http/client.ts'
import { answersOf, ask, askPages } from '#src/platform/http/query.ts'
import { addFavourite, isFavourite, listFavourites, removeFavourite } from './contract.ts'

export const favouriteStatus = (number: number) => ask(isFavourite, { bioDataId: number, email: 'me' })

/** Marks a favourite: known at once, taken back if the server refuses. */
export function useAddFavourite(number: number) {
  const client = useQueryClient()
  const { queryKey } = favouriteStatus(number)
  const { email } = useMember()
  return useMutation({
    mutationFn: () => call(addFavourite, { bioDataId: number, email }),
    onMutate: () => client.setQueryData(queryKey, { isFavorite: true }),
    onError: () => client.setQueryData(queryKey, { isFavorite: false }),
    onSuccess: () => void client.invalidateQueries(answersOf(listFavourites)),
  })
}

/** The state of one heart. */
export function useHeart(number: number) {
  const { data } = useQuery(favouriteStatus(number))
  return { isFilled: data?.isFavorite ?? false, add: useAddFavourite(number) }
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
