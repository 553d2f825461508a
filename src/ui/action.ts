import { useMutation, useQueryClient } from '@tanstack/react-query'
import { codeOf, queriesOf } from '#src/platform/http/client.ts'
import type { Endpoint } from '#src/platform/http/contract.ts'
import { useTexts } from '#src/texts/texts.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'

export interface ActionOptions<Input> {
  toastText?: string | ((input: Input) => string)
  /** After the answers were asked for again: what was pressed may be gone. */
  onDone?: () => void
  /** Shows a refusal elsewhere, and says by its code whether it does. */
  refuse?: (code: string) => boolean
  /** Words for refusals, by their codes. */
  refusals?: Partial<Record<string, string>>
  /** Actions of one scope run one after the other. */
  scope?: { id: string }
  /** What to ask for again, whether it was done or refused. */
  stale?: readonly Endpoint[]
}

/**
 * Changes something of the person's. It may stand in any answer, so without `stale` every one is asked for again once
 * it is done. A toast says the result.
 */
export function useAction<Input, Result>(
  act: (input: Input) => Promise<Result>,
  { toastText, onDone, refuse, refusals, stale, ...options }: ActionOptions<Input> = {},
) {
  const t = useTexts()
  const client = useQueryClient()
  const refetchStale = () => Promise.all(stale!.map((endpoint) => client.invalidateQueries(queriesOf(endpoint))))
  return useMutation({
    ...options,
    mutationFn: act,
    async onSuccess(_, input) {
      if (toastText) toast.success(typeof toastText === 'function' ? toastText(input) : toastText)
      await (stale ? refetchStale() : client.invalidateQueries())
      onDone?.()
    },
    onError(error) {
      if (!refuse?.(codeOf(error))) toast.failed(t, error, refusals)
      return stale && refetchStale()
    },
  })
}
