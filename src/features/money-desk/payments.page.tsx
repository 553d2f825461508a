import { useSuspenseQuery } from '@tanstack/react-query'
import { AdminListPage, listQueries } from '#src/features/admin-list/components.ts'
import { PaymentPill } from '#src/features/payments/components.ts'
import { allPayments, monthlySums, type PaymentRow } from '#src/features/payments/contract.ts'
import { query } from '#src/platform/http/client.ts'
import { requestOf } from '#src/platform/http/contract.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { ChevronDownIcon } from '#src/ui/art/member-icons.ts'
import { DataTable } from '#src/ui/data-table.tsx'
import { DownloadLink } from '#src/ui/download-link.tsx'
import type { AdminPage } from '#src/ui/page-module.ts'
import { useSite } from '#src/ui/site.tsx'
import { Code, DeskHead, deskQueries, ForBiodata, Payer, Small, useMoment, useMoney } from './desk.tsx'

const list = listQueries(allPayments, () => '-date', {
  statuses: ['all', 'succeeded', 'claimed', 'review', 'refund_due', 'refunded', 'disputed', 'mismatch', 'created'],
})
const sums = query(monthlySums, {})

export const title: AdminPage['title'] = (t) => t.dashboard.payments
export const queries: AdminPage['queries'] = (address) => [...list.queries(address), sums, ...deskQueries]

export default function PaymentsPage() {
  const t = useAdminTexts()
  const money = useMoney()
  const { takesPayments } = useSite()
  return (
    <AdminListPage
      list={list}
      title={t.dashboard.payments}
      head={<DeskHead />}
      before={<ByMonth />}
      below={(payment) => (payment.receipts.length > 0 ? <Moved of={payment} /> : null)}
      shown={(status) => (status === 'all' ? t.admin.shown.all : t.money.states[status]!)}
      none={t.money.none}
      start={{
        title: t.money.noneYet,
        words: takesPayments ? t.money.noneYetHint : t.money.off,
        ways: [[to.adminDashboard, t.dashboard.adminDashboard]],
      }}
      columns={[
        {
          label: t.findings.who,
          inCard: 'title',
          className: 'payer-cell',
          cell: ({ payerId, name, email, number }) => (
            <>
              <Payer of={payerId ? { id: payerId, name, email } : null} />
              <ForBiodata number={number} />
            </>
          ),
        },
        {
          label: t.findings.amount,
          inCard: 'end',
          cell: (payment) => (
            <>
              {money(payment)}
              <Small>{t.desk.ways[payment.way] ?? payment.way}</Small>
            </>
          ),
        },
        { key: 'date', label: t.money.date, inCard: 'fact', cell: ({ date }) => t.format.shortDate(date) },
        {
          label: t.money.state,
          inCard: 'fact',
          cell: ({ status, because, finding }) => (
            <>
              <PaymentPill status={status} />
              {because && <Small>{t.money.because[because] ?? because}</Small>}
              {finding && <span className="block text-sm font-semibold text-danger">{t.money.looks}</span>}
            </>
          ),
        },
        {
          label: t.money.reference,
          className: 'reference-cell',
          cell: ({ providerRef }) => <Code of={providerRef} />,
        },
      ]}
    />
  )
}

/** The money of a payment, in and out again (REQUIREMENTS K11). */
function Moved({ of: { id, receipts, refunds } }: { of: PaymentRow }) {
  const t = useAdminTexts()
  const money = useMoney()
  const moment = useMoment()
  const summary = [t.desk.receipts(receipts.length), ...(refunds.length > 0 ? [t.desk.refunds(refunds.length)] : [])]
  const rows = [
    ...receipts.map((row) => ({ ...row, key: `in ${row.id}`, kind: t.desk.receipt })),
    ...refunds.map((row, place) => ({
      ...row,
      key: `out ${place}`,
      kind: `${t.desk.refund}, ${t.desk.refundStates[row.state]}`,
    })),
  ]
  return (
    <details className="folded-rows desk-moved">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-md font-semibold">
        {summary.join(', ')}
        <ChevronDownIcon />
      </summary>
      <ul aria-label={summary.join(', ')} className="divide-y text-md" id={`money-${id}`}>
        {rows.map((row) => (
          <li key={row.key} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
            <b className="font-semibold">{row.kind}</b>
            <span>{money(row)}</span>
            <span>{moment(row.at)}</span>
            {row.id && <Code of={row.id} />}
          </li>
        ))}
      </ul>
    </details>
  )
}

function ByMonth() {
  const t = useAdminTexts()
  const { data } = useSuspenseQuery(sums)
  if (data.length === 0) return null
  // A date without its day, which every language says first.
  const nameOf = (month: string) => t.format.date(`${month}-01`).replace(/^\S+\s/, '')
  return (
    <details className="mb-4 panel px-5 py-2 folded-rows" open={data.length < 4}>
      <summary className="flex min-h-11 cursor-pointer items-center justify-between font-semibold">
        {t.money.months}
        <ChevronDownIcon />
      </summary>
      <DataTable
        caption={t.money.months}
        rows={data}
        rowKey={({ month, currency }) => month + currency}
        columns={[
          {
            label: t.money.month,
            cell: ({ month, currency }) => `${nameOf(month)}, ${currency}`,
          },
          { label: t.money.number, cell: ({ paid }) => t.format.number(paid.number) },
          { label: t.money.paid, cell: ({ paid, currency }) => t.format.money(paid.sum, currency) },
          {
            label: t.money.wentBack,
            cell: ({ wentBack, currency }) =>
              `${t.format.money(wentBack.sum, currency)} (${t.format.number(wentBack.number)})`,
          },
          {
            label: t.money.file,
            cell: ({ month }) => (
              <DownloadLink
                href={requestOf(allPayments.file, { month }).url}
                className="btn btn-secondary btn-small"
                aria-label={`${t.admin.exportCsv}: ${nameOf(month)}`}
              >
                {t.admin.exportCsv}
              </DownloadLink>
            ),
          },
        ]}
      />
    </details>
  )
}
