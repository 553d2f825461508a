import { useMutation } from '@tanstack/react-query'
import { makePasskey } from '#src/features/identity/index.ts'
import { codeOf } from '#src/platform/http/client.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { formatFailure } from '#src/ui/problems.tsx'

export function AddPasskey({ onAdded }: { onAdded: () => Promise<void> }) {
  const t = useMemberTexts()
  const add = useMutation({
    mutationFn: makePasskey,
    onSuccess() {
      toast.success(t.secondFactor.added)
      return onAdded()
    },
    onError(error) {
      const texts: Record<string, string> = t.secondFactor.passkeyProblems
      toast.error(texts[codeOf(error)] ?? formatFailure(t, error))
    },
  })
  return (
    <Button small look="secondary" className="mt-3" busy={add.isPending} onClick={() => add.mutate()}>
      {t.secondFactor.addPasskey}
    </Button>
  )
}
