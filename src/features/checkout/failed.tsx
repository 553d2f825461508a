import { useMemberTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'

export function Failed({ onRetry, children }: { onRetry: () => unknown; children: string }) {
  const { tryAgain } = useMemberTexts().common
  const retry = (
    <Button look="secondary" small onClick={() => onRetry()}>
      {tryAgain}
    </Button>
  )
  return (
    <Notice tone="danger" action={retry}>
      {children}
    </Notice>
  )
}
