import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FullForm } from '#src/features/biodata/index.ts'
import { type AskedKind, consentVersion } from '#src/features/consents/policy.ts'
import type { ContactFor } from '#src/features/contact-requests/policy.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { call } from '#src/platform/http/client.ts'
import { save } from './contract.ts'

export interface Agreed {
  to: AskedKind[]
  contactFor: ContactFor | undefined
}

/** It may stand in any list, card or count, so every answer is asked for again. */
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
