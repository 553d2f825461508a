import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#src/platform/http/client.ts'
import { pagedQuery, queriesOf, query } from '#src/platform/http/query.ts'
import { useMember } from '#src/sign-in/hooks.ts'
import { addFavourite, type Favourite, isFavourite, listFavourites, removeFavourite } from './contract.ts'

export const favouriteStatus = (number: number) => query(isFavourite, { bioDataId: number, email: 'me' })

/** What of a biodata is kept with a favourite. */
export type Favoured = Pick<Favourite, 'number' | 'name' | 'address' | 'occupation'>

/** Marks a favourite: known at once, and as it was before if the server refuses. */
export function useAddFavourite({ number, name, address, occupation }: Favoured) {
  const client = useQueryClient()
  const { queryKey } = favouriteStatus(number)
  const { email } = useMember()
  return useMutation({
    mutationFn: () => call(addFavourite, { number, email, name, address, occupation }),
    async onMutate() {
      // An answer from before the press would empty the heart again.
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, { isFavorite: true })
      return { before }
    },
    onError(_error, _nothing, known) {
      if (known?.before) client.setQueryData(queryKey, known.before)
      else client.resetQueries({ queryKey })
    },
    onSuccess: () => void client.invalidateQueries(queriesOf(listFavourites)),
  })
}

/** The state of one heart. */
export function useHeart(biodata: Favoured) {
  const { data } = useQuery(favouriteStatus(biodata.number))
  return { isFilled: data?.isFavorite ?? false, add: useAddFavourite(biodata) }
}

export const ownFavourites = pagedQuery(listFavourites, { limit: 25 })

export function useRemoveFavourite() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(removeFavourite, { id }),
    onSuccess: () =>
      Promise.all([listFavourites, isFavourite].map((endpoint) => client.invalidateQueries(queriesOf(endpoint)))),
  })
}
