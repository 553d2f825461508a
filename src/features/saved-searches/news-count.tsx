import { useQuery } from '@tanstack/react-query'
import { query } from '#src/platform/http/client.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { countNews } from './contract.ts'
import { mostCounted } from './policy.ts'

/** As often as a look at people is written down. */
const refetchAfterMs = 15 * 60_000
const lazily = { staleTime: refetchAfterMs, refetchInterval: refetchAfterMs, refetchOnWindowFocus: true } as const

/** Only the living page asks, so no page waits for it. */
export function NewsCount() {
  const t = useMemberTexts()
  const { people = 0 } = useQuery({ ...query(countNews, {}), ...lazily }).data ?? {}
  if (people === 0) return null
  const count = people < mostCounted ? t.format.digits(people) : `${t.format.digits(mostCounted - 1)}+`
  return (
    <Pill tone="rani" className="ml-auto">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{t.searches.countNew(count)}</span>
    </Pill>
  )
}
