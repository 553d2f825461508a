import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type AskedKind, consentVersion } from '#src/features/consents/policy.ts'
import type { ContactFor } from '#src/features/contact-requests/policy.ts'
import { useAddFavourite } from '#src/features/favourites/hooks.ts'
import { call } from '#src/platform/http/client.ts'
import { queriesOf, query } from '#src/platform/http/query.ts'
import { requestPremium } from '#src/features/premium/contract.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { type Profile, viewOwn, viewProfile } from './contract.ts'
import { save } from '#src/features/edit/contract.ts'
import { type FullForm } from '#src/features/biodata/wishes.ts'

export const ownBiodata = query(viewOwn, {})

/** What the form has asked and was answered yes, and who is to see the contact, where it asked that. */
export interface Agreed {
  to: AskedKind[]
  contactFor: ContactFor | undefined
}

/** Saves one's own biodata. It may stand in any list, card or count, so every answer is asked for again. */
export function useSaveBiodata() {
  const client = useQueryClient()
  const { email } = useMember()
  return useMutation({
    mutationFn: ({ form, consent }: { form: FullForm; consent?: Agreed | undefined }) =>
      call(save, { ...emptied(form), email, ...(consent && { consent: { version: consentVersion, ...consent } }) }),
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
