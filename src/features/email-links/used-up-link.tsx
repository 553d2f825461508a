import type { ReactNode } from 'react'
import { useAccountTexts } from '#src/texts/texts.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { FormCard } from '#src/ui/forms/form-card.tsx'

/** In place of a page whose link has expired or was used; `isNews` when it turned out after a press. */
export function UsedUpLink({ isNews, why, children }: { isNews: boolean; why: string; children: ReactNode }) {
  const t = useAccountTexts()
  return (
    <FormCard title={t.links.reset.expiredTitle}>
      <p ref={isNews ? restoreFocus : undefined} tabIndex={-1} role="status">
        {why}
      </p>
      {children}
    </FormCard>
  )
}
