import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { addFavourite, listFavourites } from '#src/features/favourites/contract.ts'
import { mostFavourites } from '#src/features/favourites/policy.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { call, queriesOf } from '#src/platform/http/client.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { HeartIcon } from '#src/ui/art/member-icons.ts'
import { classNames } from '#src/ui/class-names.ts'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { formatFailure } from '#src/ui/problems.tsx'
import type { Profile } from './contract.ts'
import { profileOf } from './hooks.ts'

/** Marks a biodata as favourite. It never takes the mark away (REQUIREMENTS D3); the list of favourites does. */
export function Heart({ profile }: { profile: Profile }) {
  const t = useMemberTexts()
  const client = useQueryClient()
  const { email } = useMember()
  const { id, number, name, division: address, occupation, isFavourite: isFilled = false } = profile
  const { queryKey } = profileOf(id)
  const fill = (isFavourite: boolean) => client.setQueryData(queryKey, (known) => known && { ...known, isFavourite })
  const add = useMutation({
    mutationFn: () => call(addFavourite, { number, email, name, address, occupation }),
    async onMutate() {
      // An answer from before the press would empty the heart again.
      await client.cancelQueries({ queryKey })
      fill(true)
    },
    onSuccess: () => void client.invalidateQueries(queriesOf(listFavourites)),
    onError(error) {
      fill(false)
      void client.invalidateQueries({ queryKey })
      const why = formatFailure(t, error, { 'too-many-favourites': t.favourites.full(mostFavourites) })
      toast.error(`${t.biodata.favouriteFailed} ${why}`)
    },
  })
  useEffect(toast.prepare, [])
  const label = isFilled ? t.biodata.inFavourites : t.biodata.addFavourite
  return (
    <button
      type="button"
      aria-pressed={isFilled}
      aria-label={label}
      title={isFilled ? t.biodata.favouriteHint : label}
      onClick={() => isFilled || add.mutate()}
      className="grid heart no-print"
    >
      <HeartIcon className={classNames('heart-icon', isFilled && 'fill-current')} />
    </button>
  )
}
