import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AdminListPage, listQueries } from '#src/features/admin-list/components.ts'
import { call, pagedQuery, query } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { ChevronDownIcon } from '#src/ui/art/member-icons.ts'
import { EmailText } from '#src/ui/contact-text.tsx'
import { DataTable, RowLink } from '#src/ui/data-table.tsx'
import { OneTimeAction } from '#src/ui/forms/one-time-action.tsx'
import type { AdminPage } from '#src/ui/page-module.ts'
import { PagedTable, rowsOf } from '#src/ui/paged-table.tsx'
import { useSite } from '#src/ui/site.tsx'
import { allPayments, type Finding, listFindings, monthlySums, refundTrouble, settleFinding } from './contract.ts'
import { PaymentPill } from './payment-pill.tsx'

const list = listQueries(allPayments, () => '-date', {
  statuses: ['all', 'succeeded', 'refund_due', 'refunded', 'disputed', 'mismatch', 'created'],
})
const findings = pagedQuery(listFindings, { limit: 25 })
const sums = query(monthlySums, {})

export const title: AdminPage['title'] = (t) => t.dashboard.payments
export const queries: AdminPage['queries'] = (address) => [...list.queries(address), findings, sums]

type Price = { price: number; currency: string }

const Small = ({ children }: { children: ReactNode }) => (
  <span className="block text-sm font-normal text-ink-2">{children}</span>
)

const Reference = ({ of }: { of: string }) => <code className="text-sm font-normal wrap-anywhere text-ink-2">{of}</code>

function ForBiodata({ number }: { number: number | null | undefined }) {
  const t = useAdminTexts()
  const { brand } = useSite()
  return typeof number === 'number' && <Small>{t.findings.forBiodata(brand.idPrefix + number)}</Small>
}

export default function PaymentsPage() {
  const t = useAdminTexts()
  const { takesPayments } = useSite()
  const money = ({ price, currency }: Price) => t.format.money(price, currency)
  return (
    <AdminListPage
      list={list}
      title={t.dashboard.payments}
      before={
        <>
          <NeedsALook money={money} />
          <ByMonth />
        </>
      }
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
              {payerId ? <RowLink to={to.person(payerId)}>{name}</RowLink> : t.admin.goneAccount}
              {email && (
                <Small>
                  <EmailText address={email} />
                </Small>
              )}
              <ForBiodata number={number} />
            </>
          ),
        },
        { label: t.findings.amount, inCard: 'end', cell: money },
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
          cell: ({ providerRef }) => <Reference of={providerRef} />,
        },
      ]}
    />
  )
}

function NeedsALook({ money }: { money: (row: Price) => string }) {
  const t = useAdminTexts()
  const list = useSuspenseInfiniteQuery(findings)
  if (rowsOf(list).length === 0) return null
  return (
    <section className="mb-6" aria-labelledby="looks">
      <h2 id="looks" className="pb-3 text-h2">
        {t.findings.title}
      </h2>
      <PagedTable
        list={list}
        caption={t.findings.title}
        columns={[
          {
            label: t.findings.what,
            inCard: 'title',
            // Sentences, not a name: the other columns are given what they need.
            className: 'finding-what',
            cell({ kind, detail, providerRef }) {
              const why = detail ? t.findings.refusals[detail] : undefined
              return (
                <>
                  {t.findings.kinds[kind]} {detail && (why ?? t.findings.otherRefusal)}
                  {/* A code that has no words here is for looking the payment up. */}
                  <Small>
                    {t.money.reference}: <Reference of={detail && !why ? `${providerRef}, ${detail}` : providerRef} />
                  </Small>
                </>
              )
            },
          },
          {
            label: t.findings.amount,
            className: 'whitespace-nowrap',
            cell: (finding) => (
              <div>
                {money(finding)}
                <Small>
                  {t.findings.when}: {t.format.shortDate(finding.date)}
                </Small>
              </div>
            ),
          },
          {
            label: t.findings.who,
            className: 'finding-payer',
            cell: ({ kind, person, number }) => (
              <div className="whole-words">
                {person ? (
                  <>
                    <RowLink to={to.person(person.id)}>{person.name}</RowLink>
                    <Small>
                      <EmailText address={person.email} />
                    </Small>
                  </>
                ) : kind === 'unknown' ? (
                  t.findings.notKnown
                ) : (
                  t.admin.goneAccount
                )}
                <ForBiodata number={number} />
              </div>
            ),
          },
          {
            inCard: 'button',
            isLabelHidden: true,
            label: t.findings.action,
            cell: (finding) => <Settle finding={finding} />,
          },
        ]}
      />
    </section>
  )
}

function Settle({ finding: { id, kind, done, providerRef } }: { finding: Finding }) {
  const t = useAdminTexts()
  const isOfMoney = refundTrouble.includes(kind)
  const words = isOfMoney ? t.findings.givenBack : t.findings.settle
  return (
    <OneTimeAction
      isDone={done}
      doneText={t.findings.settledState}
      label={`${words}: ${providerRef}`}
      {...(isOfMoney && { question: t.findings.givenBackQuestion })}
      act={() => call(settleFinding, { id })}
      stale={[allPayments.rows]}
      toastText={t.findings.settled}
    >
      {words}
    </OneTimeAction>
  )
}

function ByMonth() {
  const t = useAdminTexts()
  const { data } = useSuspenseQuery(sums)
  if (data.length === 0) return null
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
            // A date without its day, which every language says first.
            cell: ({ month, currency }) => `${t.format.date(`${month}-01`).replace(/^\S+\s/, '')}, ${currency}`,
          },
          { label: t.money.number, cell: ({ paid }) => t.format.number(paid.number) },
          { label: t.money.paid, cell: ({ paid, currency }) => t.format.money(paid.sum, currency) },
          {
            label: t.money.wentBack,
            cell: ({ wentBack, currency }) =>
              `${t.format.money(wentBack.sum, currency)} (${t.format.number(wentBack.number)})`,
          },
        ]}
      />
    </details>
  )
}
