import { useSuspenseQuery } from '@tanstack/react-query'
import { ownSecondFactor } from '#src/features/second-factor/contract.ts'
import { call, query } from '#src/platform/http/client.ts'
import type { Endpoint, InputOf, ResultOf } from '#src/platform/http/contract.ts'
import { useAction } from '#src/ui/action.ts'
import { type Errors, useCheckedForm } from '#src/ui/forms/form.tsx'
import { ownAccount } from './contract.ts'

export const account = query(ownAccount, {})
export const secondFactor = query(ownSecondFactor, {})
export const useAccount = () => useSuspenseQuery(account).data

interface ChangeForm<E extends Endpoint, Typed extends Record<string, string>> {
  toastText: string
  check: (typed: Typed) => Errors<Typed>
  inputOf: (typed: Typed) => InputOf<E>
  refusals: Record<string, Errors<Typed>>
  onDone?: (result: ResultOf<E>) => void
}

/** A form that changes something about the account. What the server says about a field stands there, the rest is a toast. */
export function useChangeForm<E extends Endpoint, Typed extends Record<string, string>>(
  endpoint: E,
  { toastText, check, inputOf, refusals, onDone }: ChangeForm<E, Typed>,
) {
  const refuse = (code: string) => {
    const refused = refusals[code]
    if (refused) form.refuse(refused)
    return refused !== undefined
  }
  const change = useAction((input: InputOf<E>) => call(endpoint, input), { toastText, refuse })
  const form = useCheckedForm<Typed>(check, (typed) => {
    if (!change.isPending) change.mutate(inputOf(typed), { onSuccess: onDone })
  })
  return { form, change }
}
