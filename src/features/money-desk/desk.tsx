import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { countWaiting } from '#src/features/administration/contract.ts'
import { paymentOptions } from '#src/features/contact-requests/contract.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { query } from '#src/platform/http/client.ts'
import type { ResultOf } from '#src/platform/http/contract.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link, useLocation } from '#src/platform/navigation/routing.tsx'
import { type AdminTexts, useAdminTexts } from '#src/texts/texts.tsx'
import { EmailText } from '#src/ui/contact-text.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'

const counts = query(countWaiting, {})
const options = query(paymentOptions, {})
/** What each of the five pages asks for beside its own. */
export const deskQueries = [counts, options]

type Tab = keyof AdminTexts['desk']['tabs']
type Counted = keyof ResultOf<typeof countWaiting>
const tabs: [tab: Tab, address: string, waiting?: Counted][] = [
  ['transfers', to.transfers(), 'transfers'],
  ['refunds', to.refundsToSend, 'refundsToSend'],
  ['looks', to.paymentFindings, 'paymentFindings'],
  ['statement', to.statement],
  ['all', to.payments],
]
const ofEverySite: Tab[] = ['looks', 'all']

export const useCount = (name: Counted) => useSuspenseQuery(counts).data[name]

/** Heading and tabs. Those of money sent by hand are absent where there is none, and none waits. */
export function DeskHead() {
  const t = useAdminTexts()
  const { pathname } = useLocation()
  const { data: waiting } = useSuspenseQuery(counts)
  const { ways } = useSuspenseQuery(options).data
  const isByHand = ways.some(({ kind }) => kind === 'send') || waiting.transfers + waiting.refundsToSend > 0
  const shown = tabs.filter(([tab, address]) => isByHand || ofEverySite.includes(tab) || address === pathname)
  return (
    <>
      <h1 tabIndex={-1} className="pb-2 text-title outline-none">
        {t.dashboard.payments}
      </h1>
      <nav aria-label={t.dashboard.payments} className="desk-tabs">
        {shown.map(([tab, address, name]) => {
          const n = name ? waiting[name] : 0
          return (
            <Link key={tab} to={address} aria-current={address === pathname ? 'page' : undefined}>
              {t.desk.tabs[tab]}
              {n > 0 && (
                <Pill tone="rani" className="waiting-count">
                  <span aria-hidden="true">{t.format.number(n)}</span>
                  <span className="sr-only">{t.dashboard.waiting(n)}</span>
                </Pill>
              )}
            </Link>
          )
        })}
      </nav>
    </>
  )
}

type Price = { price: number; currency: string }
export const useMoney = () => {
  const t = useAdminTexts()
  return ({ price, currency }: Price) => t.format.money(price, currency)
}

/** Shorter than `dateTime`, for columns. */
export const useMoment = () => {
  const t = useAdminTexts()
  return (moment: string) => {
    const { hour, minute } = inBangladesh(moment)
    return `${t.format.shortDate(moment)}, ${t.format.time(`${hour}:${minute}`)}`
  }
}

export const Small = ({ children }: { children: ReactNode }) => (
  <span className="block text-sm font-normal text-ink-2">{children}</span>
)

export const Code = ({ of }: { of: string }) => (
  <code className="text-sm font-normal wrap-anywhere text-ink-2">{of}</code>
)

export function ForBiodata({ number }: { number: number | null | undefined }) {
  const t = useAdminTexts()
  const { brand } = useSite()
  return typeof number === 'number' && <Small>{t.findings.forBiodata(brand.idPrefix + number)}</Small>
}

/** Whose account is gone has no page. */
export function Payer({ of, gone }: { of: { id: string; name: string; email?: string } | null; gone?: string }) {
  const t = useAdminTexts()
  if (!of) return gone ?? t.admin.goneAccount
  return (
    <>
      <RowLink to={to.person(of.id)}>{of.name}</RowLink>
      {of.email && (
        <Small>
          <EmailText address={of.email} />
        </Small>
      )}
    </>
  )
}
