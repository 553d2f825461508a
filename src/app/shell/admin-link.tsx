import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { countWaiting } from '#src/features/administration/contract.ts'
import { query } from '#src/platform/http/client.ts'
import type { ResultOf } from '#src/platform/http/contract.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { NavLink } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { Pill } from '#src/ui/pill.tsx'

const counts = query(countWaiting, {})

/** The lists of the menu in which something can wait. */
const counted: [path: string, names: (keyof ResultOf<typeof countWaiting>)[]][] = [
  [to.approvePremium, ['premiumRequests']],
  [to.approveRequests, ['contactRequests']],
  [to.payments, ['transfers', 'refundsToSend', 'paymentFindings']],
  [to.reports, ['reported', 'unanswered']],
  [to.suspiciousTexts, ['suspiciousTexts']],
]

/** Only the living page asks, so no page waits for it. */
function useWaiting(path: string) {
  const { data } = useQuery(counts)
  const [, names = []] = counted.find(([list]) => path === list || path.startsWith(`${list}/`)) ?? []
  return names.reduce((sum, name) => sum + (data?.[name] ?? 0), 0)
}

/** Asks for the counts again after each decision: lists keep their rows then, so all answers are only marked as stale. */
export function FreshCounts() {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        const isStale = event.type === 'updated' && event.action.type === 'invalidate'
        if (isStale && event.query.queryKey[0] === counts.queryKey[0])
          void client.refetchQueries(counts, { cancelRefetch: false })
      }),
    [client],
  )
  return null
}

function CountPill({ n, id }: { n: number; id?: string }) {
  const t = useMemberTexts()
  return (
    <Pill tone="rani" className="waiting-count">
      <span aria-hidden="true">{t.format.number(n)}</span>
      <span id={id} className="sr-only">
        {t.dashboard.waiting(n)}
      </span>
    </Pill>
  )
}

export function WaitingAt({ path }: { path: string }) {
  const n = useWaiting(path)
  return n > 0 && <CountPill n={n} />
}

/** The name of the link is its label alone. What it lists and how many wait there describe it. */
export function AdminLink({ to: path, label, className }: { to: string; label: string; className: string }) {
  const t = useMemberTexts()
  const id = useId()
  const n = useWaiting(path)
  const waitsForApproval = path === to.approvePremium || path === to.approveRequests
  const described = [waitsForApproval && `${id}-lists`, n > 0 && `${id}-waiting`].filter(Boolean).join(' ')
  return (
    <div className="admin-link">
      <NavLink to={path} className={className} aria-describedby={described || undefined}>
        {label}
      </NavLink>
      {waitsForApproval && <small id={`${id}-lists`}>{t.dashboard.waitingForApproval}</small>}
      {n > 0 && <CountPill n={n} id={`${id}-waiting`} />}
    </div>
  )
}
