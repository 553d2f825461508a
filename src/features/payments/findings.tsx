import { useQueryClient } from '@tanstack/react-query'
import { type PagedList, PagedTable, ShortDay } from '#src/features/admin-list/components.ts'
import { call } from '#src/platform/http/client.ts'
import { pagedQuery, queriesOf } from '#src/platform/http/query.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { EmailText } from '#src/ui/contact-text.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { OneTimeAction } from '#src/ui/forms/one-time-action.tsx'
import { useSite } from '#src/ui/site.tsx'
import { allPayments, type Finding, listFindings, refundTrouble, settleFinding } from './contract.ts'

export const findings = pagedQuery(listFindings, { limit: 25 })

export function Findings({ list }: { list: PagedList<Finding> }) {
  const t = useMemberTexts()
  return (
    <PagedTable
      list={list}
      caption={t.findings.title}
      columns={[
        {
          key: 'what',
          label: t.findings.what,
          rowHeader: true,
          inCard: 'title',
          // Sentences, not a name: the other columns are given what they need.
          className: 'finding-what',
          cell: ({ kind, detail, providerRef }) => (
            <>
              {t.findings.kinds[kind]} {detail && (t.findings.refusals[detail] ?? t.findings.otherRefusal(detail))}
              <code className="block text-sm font-normal wrap-anywhere text-ink-2">{providerRef}</code>
            </>
          ),
        },
        {
          key: 'amount',
          label: t.findings.amount,
          className: 'whitespace-nowrap',
          cell: ({ price, currency }) => t.format.money(price, currency),
        },
        {
          key: 'who',
          label: t.findings.who,
          className: 'finding-payer',
          cell: (finding) => <Payer finding={finding} />,
        },
        { key: 'when', label: t.findings.when, cell: ({ date }) => <ShortDay of={date} /> },
        {
          key: 'action',
          inCard: 'button',
          isLabelHidden: true,
          label: t.findings.action,
          cell: (finding) => <Settle finding={finding} />,
        },
      ]}
    />
  )
}

function Payer({ finding: { kind, person, number } }: { finding: Finding }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const nobody = kind === 'unknown' ? t.findings.notKnown : t.admin.goneAccount
  return (
    <div className="whole-words">
      {person ? <RowLink to={to.person(person.id)}>{person.name}</RowLink> : nobody}
      {person && (
        <span className="block text-sm text-ink-2">
          <EmailText address={person.email} />
        </span>
      )}
      {number !== null && (
        <span className="block text-sm text-ink-2">{t.findings.forBiodata(brand.idPrefix + number)}</span>
      )}
    </div>
  )
}

function Settle({ finding }: { finding: Finding }) {
  const t = useMemberTexts()
  const client = useQueryClient()
  const isOfMoney = refundTrouble.includes(finding.kind)
  const words = isOfMoney ? t.findings.givenBack : t.findings.settle
  return (
    <OneTimeAction
      isDone={finding.done}
      doneText={t.findings.settledState}
      label={`${words}: ${finding.providerRef}`}
      {...(isOfMoney && { question: t.findings.givenBackQuestion })}
      act={async () => {
        await call(settleFinding, { id: finding.id })
        await Promise.all([
          // The row keeps its place until the list is opened again.
          client.invalidateQueries({ ...queriesOf(listFindings), refetchType: 'none' }),
          client.invalidateQueries(queriesOf(allPayments.rows)),
        ])
      }}
      said={t.findings.settled}
    >
      {words}
    </OneTimeAction>
  )
}
