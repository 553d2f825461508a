import { useMutation, useQueryClient } from '@tanstack/react-query'
import { codeOf } from '#src/platform/http/client.ts'
import { useTexts } from '#src/texts/texts.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { formatFailure } from '#src/ui/problems.tsx'

interface Options<Input> {
  toastText?: string | ((input: Input) => string)
  /** After every answer was asked for again: what was pressed may be gone. */
  onDone?: () => void
  /** Shows a refusal elsewhere, and says by its code whether it does. */
  refuse?: (code: string) => boolean
  /** Actions of one scope run one after the other. */
  scope?: { id: string }
}

/** Changes something of the person's. It may stand in any answer, so every one is asked for again. A toast says the result. */
export function useAction<Input, Result>(
  act: (input: Input) => Promise<Result>,
  { toastText, onDone, refuse, ...options }: Options<Input> = {},
) {
  const t = useTexts()
  const client = useQueryClient()
  return useMutation({
    ...options,
    mutationFn: act,
    async onSuccess(_, input) {
      if (toastText) toast.success(typeof toastText === 'function' ? toastText(input) : toastText)
      await client.invalidateQueries()
      onDone?.()
    },
    onError(error) {
      if (!refuse?.(codeOf(error))) toast.error(formatFailure(t, error))
    },
  })
}
