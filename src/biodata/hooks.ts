import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ConsentKind, consentVersion } from '#src/consents/policy.ts'
import { call } from '#src/platform/http/client.ts'
import { queriesOf, query } from '#src/platform/http/query.ts'
import { requestPremium } from '#src/premium/contract.ts'
import { useMember } from '#src/sign-in/hooks.ts'
import { type BiodataForm, save, viewOwn } from './profile-contract.ts'

export const ownBiodata = query(viewOwn, {})

/** Saves one's own biodata. It may stand in any list, card or count, so every answer is asked for again. */
export function useSaveBiodata() {
  const client = useQueryClient()
  const { email } = useMember()
  return useMutation({
    mutationFn: ({ form, agreed }: { form: BiodataForm; agreed?: ConsentKind[] | undefined }) =>
      call(save, { ...form, email, ...(agreed && { consent: { version: consentVersion, to: agreed } }) }),
    onSuccess: () => client.invalidateQueries(),
  })
}

export function useRequestPremium() {
  const client = useQueryClient()
  const { email } = useMember()
  return useMutation({
    mutationFn: () => call(requestPremium, { email }),
    onSuccess: () => client.invalidateQueries(queriesOf(viewOwn)),
  })
}
