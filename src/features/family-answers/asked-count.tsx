import { useQuery } from '@tanstack/react-query'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { waiting } from './hooks.ts'

/** Only the living page asks, so no page waits for it. */
export function AskedCount() {
  const t = useMemberTexts()
  const { count = 0 } = useQuery(waiting).data ?? {}
  if (count === 0) return null
  return (
    <Pill tone="rani" className="ml-auto">
      <span aria-hidden="true">{t.format.digits(count)}</span>
      <span className="sr-only">{t.dashboard.waiting(count)}</span>
    </Pill>
  )
}
