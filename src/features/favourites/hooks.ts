import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMember } from '#src/features/identity/hooks.ts'
import { call } from '#src/platform/http/client.ts'
import { pagedQuery, queriesOf } from '#src/platform/http/query.ts'
import { addFavourite, type Favourite, listFavourites, removeFavourite } from './contract.ts'

type Favoured = Pick<Favourite, 'number' | 'name' | 'address' | 'occupation'>

export function useAddFavourite(
  { number, name, address, occupation }: Favoured,
  meanwhile: { onMutate?: () => Promise<void>; onError?: (error: Error) => void } = {},
) {
  const client = useQueryClient()
  const { email } = useMember()
  return useMutation({
    ...meanwhile,
    mutationFn: () => call(addFavourite, { number, email, name, address, occupation }),
    onSuccess: () => void client.invalidateQueries(queriesOf(listFavourites)),
  })
}

export const ownFavourites = pagedQuery(listFavourites, { limit: 25 })

export function useRemoveFavourite() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(removeFavourite, { id }),
    // Every answer, because the profile says it too.
    onSuccess: () => client.invalidateQueries(),
  })
}
