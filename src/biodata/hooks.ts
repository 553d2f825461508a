import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ConsentKind, consentVersion } from '#src/consents/policy.ts'
import { useAddFavourite } from '#src/favourites/hooks.ts'
import { call } from '#src/platform/http/client.ts'
import { queriesOf, query } from '#src/platform/http/query.ts'
import { requestPremium } from '#src/premium/contract.ts'
import { useMember } from '#src/sign-in/hooks.ts'
import { type FullForm, type Profile, save, viewOwn, viewProfile } from './profile-contract.ts'

export const ownBiodata = query(viewOwn, {})

/** Saves one's own biodata. It may stand in any list, card or count, so every answer is asked for again. */
export function useSaveBiodata() {
  const client = useQueryClient()
  const { email } = useMember()
  return useMutation({
    mutationFn: ({ form, agreed }: { form: FullForm; agreed?: ConsentKind[] | undefined }) =>
      call(save, { ...emptied(form), email, ...(agreed && { consent: { version: consentVersion, to: agreed } }) }),
    onSuccess: () => client.invalidateQueries(),
  })
}

/** What was emptied is sent as empty: what is not sent stays as it was. */
const emptied = (form: FullForm) =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, value ?? ''])) as unknown as FullForm

export function useRequestPremium() {
  const client = useQueryClient()
  const { email } = useMember()
  return useMutation({
    mutationFn: () => call(requestPremium, { email }),
    onSuccess: () => client.invalidateQueries(queriesOf(viewOwn)),
  })
}

/** A profile as our pages ask for it: a contact that takes a press is not in it. */
export const profileOf = (id: string) => query(viewProfile, { id, contact: 'later' })

/** Marks a profile as favourite: shown at once, and if the server refuses, as it was before and asked for again. */
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
