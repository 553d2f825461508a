import { useQueryClient } from '@tanstack/react-query'
import { useAddFavourite } from '#src/features/favourites/hooks.ts'
import { query } from '#src/platform/http/query.ts'
import { type Profile, viewOwn, viewProfile } from './contract.ts'

export const ownBiodata = query(viewOwn, {})

/** Without a contact that takes a press. */
export const profileOf = (id: string) => query(viewProfile, { id, contact: 'later' })

/** Shown at once; if the server refuses, as it was before and asked for again. */
export function useFillHeart({ id, number, name, division, occupation }: Profile) {
  const client = useQueryClient()
  const { queryKey } = profileOf(id)
  const fill = (isFavourite: boolean) => client.setQueryData(queryKey, (known) => known && { ...known, isFavourite })
  return useAddFavourite(
    { number, name, address: division, occupation },
    {
      async onMutate() {
        // An answer from before the press would empty the heart again.
        await client.cancelQueries({ queryKey })
        fill(true)
      },
      onError() {
        fill(false)
        void client.invalidateQueries({ queryKey })
      },
    },
  )
}
