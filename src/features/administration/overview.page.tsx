import { useSuspenseQuery } from '@tanstack/react-query'
import { answerDays } from '#src/features/safety/contract.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { query } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { type Icon, StarIcon } from '#src/ui/art/icons.ts'
import {
  DocumentIcon,
  EditIcon,
  MailIcon,
  PaymentIcon,
  PhoneIcon,
  ReportIcon,
  UndoIcon,
} from '#src/ui/art/member-icons.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import type { AdminPage } from '#src/ui/page-module.ts'
import { overview } from './contract.ts'
import { Setup, setup } from './setup.tsx'
import { Sparkline, WeekChart } from './week-chart.tsx'

export const title: AdminPage['title'] = (t) => t.dashboard.adminDashboard
export const queries: AdminPage['queries'] = () => [query(overview, {}), setup]

export default function OverviewPage() {
  const t = useAdminTexts()
  const { data } = useSuspenseQuery(query(overview, {}))
  const { payments, month, today, growth } = data
  const { isHidden } = useSuspenseQuery(setup).data
  // A site that nobody waits on is set up first.
  const isSetupFirst = !isHidden && Object.values(data.waiting).every((n) => n === 0)
  const currencies = [...new Set([...payments, ...month].map(({ currency }) => currency))]
  const figures: [label: string, value: string, note?: string][] = [
    [t.admin.users, t.format.number(data.users)],
    [t.biodata.pageTitle, t.format.number(data.biodata)],
    ...currencies.flatMap((currency): typeof figures => {
      const { received = 0, refunded = 0 } = month.find((one) => one.currency === currency) ?? {}
      const all = payments.find((one) => one.currency === currency)
      return [
        [
          t.admin.received(currency),
          t.format.money(received, currency),
          all && t.admin.receivedInAll(t.format.money(all.sum, currency), all.number),
        ],
        [t.admin.refunded(currency), t.format.money(refunded, currency)],
      ]
    }),
  ]
  const smaller = [
    [t.admin.newUsers, growth.users],
    [t.admin.contactRequests, growth.contactRequests],
    [t.admin.approvals, growth.approvals],
  ] as const
  return (
    <>
      <h1 className="text-title">{t.dashboard.adminDashboard}</h1>
      <p className="pb-4 text-ink-2">{t.format.date(today)}</p>
      <div className="grid items-start gap-4 overview-columns">
        {isSetupFirst && <Setup />}
        <div className="overview-main grid min-w-0 gap-4">
          <h2 className="text-h2">{t.admin.forYou}</h2>
          <Queues />
          {/* A date without its day, which every language says first. */}
          <h2 className="pt-4 text-h2">{t.admin.glance(t.format.date(today).replace(/^\S+\s/, ''))}</h2>
          <dl className="grid grid-cols-2 gap-4">
            {figures.map(([label, value, note]) => (
              <div key={label} className="panel p-5 figure">
                <dt className="text-md text-ink-2">
                  {label}
                  {note && <span className="block">{note}</span>}
                </dt>
                <dd className="font-display text-h3 wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
          <h2 className="pt-4 text-h2">{t.admin.growth}</h2>
          <WeekChart title={t.admin.newBiodata} weeks={data.weeks} counts={growth.biodata} />
          <ul className="panel px-5 py-2 divide-y">
            {smaller.map(([label, counts]) => (
              <li key={label} className="flex items-center justify-between gap-4 py-3">
                <p className="min-w-0">
                  {t.admin.chartSummary(
                    label,
                    counts.reduce((sum, n) => sum + n, 0),
                    counts.at(-1)!,
                  )}
                </p>
                <Sparkline counts={counts} />
              </li>
            ))}
          </ul>
        </div>
        {!isSetupFirst && <Setup />}
      </div>
    </>
  )
}

type Queue = { title: string; n: number; link: string; icon: Icon; hint: string; isRead?: true }

/** What waits, and how long the first has waited. Lists that are seldom filled are absent when they are empty. */
function Queues() {
  const t = useAdminTexts()
  const { data } = useSuspenseQuery(query(overview, {}))
  const { waiting, oldest, failedRefunds, newBiodata, today } = data
  const waits = (since: string | null) =>
    since ? t.admin.oldest(daysBetween(inBangladesh(since).day, today)) : t.admin.nothingWaits
  const queues: Queue[] = [
    {
      ...{ title: t.admin.contactRequests, n: waiting.contactRequests, link: to.approveRequests, icon: MailIcon },
      hint: waits(oldest.contactRequests),
    },
    {
      ...{ title: t.admin.premiumRequests, n: waiting.premiumRequests, link: to.approvePremium, icon: StarIcon },
      hint: waits(oldest.premiumRequests),
    },
    ...[
      {
        ...{ title: t.calling.queue, n: waiting.familiesToCall, icon: PhoneIcon },
        ...{ link: `${to.approveRequests}?status=forwarded`, hint: t.calling.queueHint },
      },
      {
        ...{ title: t.dashboard.reports, n: waiting.reported, link: to.reports, icon: ReportIcon },
        hint: oldest.reported ? t.reports.answerBy(t.format.date(dayAfter(oldest.reported, answerDays))) : '',
      },
      {
        ...{ title: t.numbers.title, n: waiting.unanswered, link: to.unanswered, icon: PhoneIcon },
        hint: waits(oldest.unanswered),
      },
      {
        ...{ title: t.desk.queues.transfers, n: waiting.transfers, link: to.transfers(), icon: PaymentIcon },
        hint: t.desk.look,
      },
      {
        ...{ title: t.desk.queues.refunds, n: waiting.refundsToSend, link: to.refundsToSend, icon: UndoIcon },
        hint: t.desk.queues.refundsHint,
      },
      {
        ...{ title: t.findings.title, n: waiting.paymentFindings, link: to.paymentFindings, icon: PaymentIcon },
        hint: failedRefunds > 0 ? t.findings.failedRefunds(failedRefunds) : t.findings.noFailedRefunds,
      },
      {
        ...{ title: t.dashboard.suspicious, n: waiting.suspiciousTexts, link: to.suspiciousTexts, icon: EditIcon },
        hint: t.suspicious.hint,
      },
      {
        ...{ title: t.admin.newSinceYesterday, n: newBiodata, link: `${to.browse}?order=newest`, icon: DocumentIcon },
        ...{ hint: t.admin.newHint, isRead: true as const },
      },
    ].filter(({ n }) => n > 0),
  ]
  const first = queues.find(({ n }) => n > 0)
  return (
    <ul className="panel queues">
      {queues.map((queue) => {
        const { title, n, link, icon: QueueIcon, hint, isRead } = queue
        const words = isRead ? t.person.readIt : t.admin.review
        return (
          <li key={link}>
            <QueueIcon className="size-5.5 text-primary" />
            <div className="min-w-0">
              <h3 className="plain-heading text-base">{title}</h3>
              <p className="text-md text-ink-2">{hint}</p>
            </div>
            <span className="font-display text-h3">{t.format.number(n)}</span>
            {n > 0 && (
              <ButtonLink
                to={link}
                small
                look={queue === first ? 'primary' : 'secondary'}
                aria-label={t.actions.named(words, title)}
              >
                {words}
              </ButtonLink>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const dayMs = 86_400_000
const daysBetween = (from: string, to: string) => Math.max(0, (Date.parse(to) - Date.parse(from)) / dayMs)
const dayAfter = (moment: string, days: number) =>
  new Date(Date.parse(inBangladesh(moment).day) + days * dayMs).toISOString().slice(0, 10)
