import { useTexts } from '#src/texts/texts.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'

/** Tells readers without JavaScript why what needs it is not here, and what works all the same. */
export function NoScript() {
  const t = useTexts()
  return (
    <noscript>
      <Notice>{t.common.noScript}</Notice>
    </noscript>
  )
}
