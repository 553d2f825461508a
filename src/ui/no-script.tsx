import { useTexts } from '#src/platform/i18n/texts.tsx'
import { Notice } from './notice.tsx'

/** Tells readers without JavaScript why what needs it is not here, and what works all the same. */
export function NoScript() {
  const t = useTexts()
  return (
    <noscript>
      <Notice>{t.common.noScript}</Notice>
    </noscript>
  )
}
