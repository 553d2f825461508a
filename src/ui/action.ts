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
  refusals?: Partial<Record<string, string>>
  scope?: { id: string }
  /** What to ask for again, whether it was done or refused. */
  stale?: readonly Endpoint[]
}

/** Changes something, and a toast says the result. Any answer may show it: without `stale` all are asked for again. */
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
