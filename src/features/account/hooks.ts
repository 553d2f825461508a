import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { currentSession } from '#src/features/identity/contract.ts'
import { ownSecondFactor } from '#src/features/second-factor/contract.ts'
import { call, codeOf } from '#src/platform/http/client.ts'
import type { Endpoint, InputOf, ResultOf } from '#src/platform/http/contract.ts'
import { queriesOf, query } from '#src/platform/http/query.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { useCheckedForm } from '#src/ui/forms/checked-form.ts'
import { formatFailure } from '#src/ui/problems.tsx'
import { ownAccount } from './contract.ts'

export const account = query(ownAccount, {})
export const secondFactor = query(ownSecondFactor, {})
export const useAccount = () => useSuspenseQuery(account).data

/** `refuse` says by the code of a refusal whether it shows that itself. */
export function useChange<E extends Endpoint>(
  endpoint: E,
  done: string | undefined,
  refuse?: (code: string) => boolean,
) {
  const t = useMemberTexts()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<E>) => call(endpoint, input),
    async onSuccess() {
      if (done) toast.success(done)
      const changed = [ownAccount, ownSecondFactor, currentSession]
      await Promise.all(changed.map((endpoint) => client.invalidateQueries(queriesOf(endpoint))))
    },
    onError(error) {
      if (!refuse?.(codeOf(error))) toast.error(formatFailure(t, error))
    },
  })
}

type Errors<Typed> = { [Name in keyof Typed]?: string | undefined }

/** A form that changes something about the account. What the server says about a field stands there, the rest is a toast. */
export function useChangeForm<E extends Endpoint, Typed extends Record<string, string>>(
  endpoint: E,
  {
    done,
    check,
    inputOf,
    refusals,
    onDone,
  }: {
    done: string
    check: (typed: Typed) => Errors<Typed>
    inputOf: (typed: Typed) => InputOf<E>
    refusals: Record<string, Errors<Typed>>
    onDone?: (result: ResultOf<E>) => void
  },
) {
  const change = useChange(endpoint, done, (code) => {
    const refused = refusals[code]
    if (refused) form.refuse(refused)
    return refused !== undefined
  })
  const form = useCheckedForm<Typed>(check, (typed) => {
    if (!change.isPending) change.mutate(inputOf(typed), { onSuccess: onDone })
  })
  return { form, change }
}
