import { useSuspenseQuery } from '@tanstack/react-query'
import { inBangladesh } from '#src/platform/clock.ts'
import { query } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import type { AdminPage } from '#src/ui/page-module.ts'
import { useSite } from '#src/ui/site.tsx'
import { type Overview, overview } from './contract.ts'
import { WeekChart } from './week-chart.tsx'

export const title: AdminPage['title'] = (t) => t.dashboard.adminDashboard
export const queries: AdminPage['queries'] = () => [query(overview, {})]

type Waiting = Overview['contactRequests']['first'][number]

export default function OverviewPage() {
  const t = useAdminTexts()
  const { brand } = useSite()
  const { data } = useSuspenseQuery(query(overview, {}))
  const { payments, today, growth } = data
  const notices = [
    [data.paymentFindings, to.paymentFindings, t.findings.open],
    [data.reported, to.reports, t.reports.open],
    [data.suspiciousTexts, to.suspiciousTexts, t.suspicious.open],
  ] as const
  const queues = [
    {
      title: t.admin.contactRequests,
      waiting: data.contactRequests,
      link: to.approveRequests,
      wish: ({ number, biodataId }: Waiting) =>
        t.admin.asksFor(
          <RowLink key={number} to={to.details(biodataId)}>
            {brand.idPrefix + number}
          </RowLink>,
        ),
    },
    {
      title: t.admin.premiumRequests,
      waiting: data.premiumRequests,
      link: to.approvePremium,
      wish: ({ number }: Waiting) => t.admin.wantsPremium(brand.idPrefix + number),
    },
  ]
  const totals = [
    [t.admin.users, t.format.number(data.users)],
    [t.biodata.pageTitle, t.format.number(data.biodata)],
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
      <h1 className="text-title">{t.dashboard.adminDashboard}</h1>
      <p className="pb-4 text-ink-2">{t.format.date(today)}</p>
      <h2 className="pb-3 text-h2">{t.admin.forYou}</h2>
      {notices.map(
        ([number, address, format]) =>
          number > 0 && (
            <div key={address} className="mb-4">
              <Notice>
                <RowLink to={address}>{format(number)}</RowLink>
              </Notice>
            </div>
          ),
      )}
      <div className="grid gap-4 wide-halves">
        {queues.map(({ title, waiting, link, wish }) => (
          <div key={link} className="grid content-start gap-3 panel p-5">
            <div className="flex items-center justify-between gap-3">
              <h3 className="plain-heading text-lg">{title}</h3>
              <span className="font-display text-h3">{t.format.number(waiting.total)}</span>
            </div>
            {waiting.total === 0 ? (
              <p className="text-ink-2">
                {t.admin.nothingWaits}{' '}
                {waiting.lastApproval && t.admin.lastApproved(t.format.dateTime(waiting.lastApproval))}
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
                        {t.requests.waits(daysBetween(inBangladesh(request.date).day, today))}
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
        ))}
      </div>
      <h2 className="text-h2 overview-heading">{t.home.counters}</h2>
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
          <WeekChart key={label} title={label} weeks={data.weeks} counts={counts} />
        ))}
      </div>
    </>
  )
}

const daysBetween = (from: string, to: string) => Math.max(0, (Date.parse(to) - Date.parse(from)) / 86_400_000)
