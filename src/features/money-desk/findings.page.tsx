import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  acceptRisky,
  allPayments,
  type Finding,
  listFindings,
  refundRisky,
  refundTrouble,
  settleFinding,
} from '#src/features/payments/contract.ts'
import { call, pagedQuery } from '#src/platform/http/client.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { DoneIcon } from '#src/ui/art/icons.ts'
import { Empty } from '#src/ui/empty.tsx'
import { OneTimeAction } from '#src/ui/forms/one-time-action.tsx'
import type { AdminPage } from '#src/ui/page-module.ts'
import { PagedTable, rowsOf } from '#src/ui/paged-table.tsx'
import { Code, DeskHead, deskQueries, ForBiodata, Payer, Small, useMoney } from './desk.tsx'

const findings = pagedQuery(listFindings, { limit: 25 })

export const title: AdminPage['title'] = (t) => t.findings.title
export const queries: AdminPage['queries'] = () => [findings, ...deskQueries]

export default function FindingsPage() {
  const t = useAdminTexts()
  const money = useMoney()
  const list = useSuspenseInfiniteQuery(findings)
  if (rowsOf(list).length === 0)
    return (
      <>
        <DeskHead />
        <Empty icon={DoneIcon} title={t.desk.nothing}>
          {t.desk.nothingHint}
        </Empty>
      </>
    )
  return (
    <>
      <DeskHead />
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
                    {t.money.reference}: <Code of={detail && !why ? `${providerRef}, ${detail}` : providerRef} />
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
                <Payer of={person} {...(kind === 'unknown' && { gone: t.findings.notKnown })} />
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
    </>
  )
}

function Settle({ finding }: { finding: Finding }) {
  const t = useAdminTexts()
  const { id, kind, done, providerRef, isInReview } = finding
  if (isInReview) return <Decide finding={finding} />
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

const verdicts = {
  accept: { endpoint: acceptRisky, words: 'accept', question: 'acceptQuestion', done: 'accepted' },
  giveBack: { endpoint: refundRisky, words: 'giveBack', question: 'giveBackQuestion', done: 'givenBack' },
} as const

/** Money that the provider calls risky. Pressing one button takes the other away. */
function Decide({ finding: { id, providerRef } }: { finding: Finding }) {
  const t = useAdminTexts()
  const [decided, setDecided] = useState<keyof typeof verdicts>()
  const shown = decided ? [decided] : (['accept', 'giveBack'] as const)
  return (
    <div className="row-actions">
      {shown.map((name) => {
        const { endpoint, words, question, done } = verdicts[name]
        return (
          <OneTimeAction
            key={name}
            isDone={false}
            doneText={t.desk[done]}
            label={`${t.desk[words]}: ${providerRef}`}
            question={t.desk[question]}
            act={() => call(endpoint, { id })}
            onDone={() => setDecided(name)}
            stale={[allPayments.rows]}
            toastText={t.desk[done]}
          >
            {t.desk[words]}
          </OneTimeAction>
        )
      })}
    </div>
  )
}
