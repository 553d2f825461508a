import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { inBangladesh } from '#src/platform/clock.ts'
import { queriesOf, query } from '#src/platform/http/query.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'
import { useSite } from '#src/ui/site.tsx'
import { type Overview, overview } from './contract.ts'
import { WeekChart } from './week-chart.tsx'

export const title: MemberPage['title'] = (t) => t.admin.overviewTitle
export const queries: MemberPage['queries'] = () => [query(overview, {})]

export default function OverviewPage() {
  const t = useMemberTexts()
  const { brand } = useSite()
  const { data } = useSuspenseQuery(query(overview, {}))
  const client = useQueryClient()
  // It leads to where its counts are changed: an administrator who comes back from there would read those from before.
  useEffect(() => () => void client.invalidateQueries({ ...queriesOf(overview), refetchType: 'none' }), [client])
  const {
    contactRequests,
    premiumRequests,
    paymentFindings,
    reported,
    suspiciousTexts,
    users,
    biodata,
    payments,
    today,
    weeks,
    growth,
  } = data
  const totals = [
    [t.admin.users, t.format.number(users)],
    [t.admin.biodata, t.format.number(biodata)],
    ...(payments.length === 0 ? [[t.admin.payments, t.format.number(0)]] : []),
    ...payments.flatMap(({ currency, number, sum }) => [
      [t.admin.paymentsIn(currency), t.format.number(number)],
      [t.admin.paid(currency), t.format.money(sum, currency)],
    ]),
  ]
  const charts = [
    [t.admin.newBiodata, growth.biodata],
    [t.admin.newUsers, growth.users],
    [t.admin.contactRequests, growth.contactRequests],
    [t.admin.approvals, growth.approvals],
  ] as const
  return (
    <>
      <h1 className="text-title">{t.admin.overviewTitle}</h1>
      <p className="pb-4 text-ink-2">{t.format.date(today)}</p>
      <h2 className="pb-3 text-h2">{t.admin.forYou}</h2>
      {paymentFindings > 0 && (
        <div className="mb-4">
          <Notice>
            <RowLink to={to.paymentFindings}>{t.findings.open(paymentFindings)}</RowLink>
          </Notice>
        </div>
      )}
      {reported > 0 && (
        <div className="mb-4">
          <Notice>
            <RowLink to={to.reports}>{t.safety.openReports(reported)}</RowLink>
          </Notice>
        </div>
      )}
      {suspiciousTexts > 0 && (
        <div className="mb-4">
          <Notice>
            <RowLink to={to.suspiciousTexts}>{t.suspicious.open(suspiciousTexts)}</RowLink>
          </Notice>
        </div>
      )}
      <div className="grid gap-4 wide-halves">
        <Queue
          title={t.admin.contactRequests}
          waiting={contactRequests}
          today={today}
          link={to.approveRequests}
          wish={({ number, biodataId }) =>
            t.admin.asksFor(
              <RowLink key={number} to={to.details(biodataId)}>
                {brand.idPrefix + number}
              </RowLink>,
            )
          }
        />
        <Queue
          title={t.admin.premiumRequests}
          waiting={premiumRequests}
          today={today}
          link={to.approvePremium}
          wish={({ number }) => t.admin.wantsPremium(brand.idPrefix + number)}
        />
      </div>
      <h2 className="text-h2 overview-heading">{t.admin.totals}</h2>
      <dl className="grid gap-4 overview-figures">
        {totals.map(([label, value]) => (
          <div key={label} className="panel p-5 figure">
            <dt className="text-md text-ink-2">{label}</dt>
            <dd className="font-display text-h3 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className="text-h2 overview-heading">{t.admin.growth}</h2>
      <div className="grid items-start gap-4 wide-halves">
        {charts.map(([label, counts]) => (
          <WeekChart key={label} title={label} weeks={weeks} counts={counts} />
        ))}
      </div>
    </>
  )
}

type Waiting = Overview['contactRequests']

function Queue({
  title,
  waiting,
  today,
  link,
  wish,
}: {
  title: string
  waiting: Waiting
  /** `YYYY-MM-DD`, by the site's clock. */
  today: string
  link: string
  /** What somebody who waits wants, in words that follow the name. */
  wish: (request: Waiting['first'][number]) => ReactNode
}) {
  const t = useMemberTexts()
  return (
    <div className="grid content-start gap-3 panel p-5">
      <div className="flex items-center justify-between gap-3">
        <h3 className="plain-heading text-lg">{title}</h3>
        <span className="font-display text-h3">{t.format.number(waiting.total)}</span>
      </div>
      {waiting.total === 0 ? (
        <p className="text-ink-2">
          {t.admin.nothingWaits} {waiting.lastApproval && t.admin.lastApproved(t.format.dateTime(waiting.lastApproval))}
        </p>
      ) : (
        <>
          <ul>
            {waiting.first.map((request) => (
              <li key={request.date + request.number} className="border-t py-2.5">
                <p className="wrap-anywhere">
                  {request.ownBiodataId ? (
                    <RowLink to={to.details(request.ownBiodataId)}>{request.name}</RowLink>
                  ) : (
                    request.name
                  )}{' '}
                  {wish(request)}
                </p>
                <p className="text-md text-ink-2">
                  {t.admin.waits(daysBetween(inBangladesh(request.date).day, today))}
                </p>
              </li>
            ))}
          </ul>
          <ButtonLink to={link} small className="justify-self-start" aria-label={`${t.admin.review}: ${title}`}>
            {t.admin.review}
          </ButtonLink>
        </>
      )}
    </div>
  )
}

const daysBetween = (from: string, to: string) => Math.max(0, (Date.parse(to) - Date.parse(from)) / 86_400_000)
