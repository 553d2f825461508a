import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { partsOf } from '#src/features/admin-list/index.ts'
import { countWaiting } from '#src/features/administration/contract.ts'
import { base64Of } from '#src/features/import/hooks.ts'
import { confirmTransfers, mostStatementBytes, readStatement } from '#src/features/send-money/contract.ts'
import { CallFailed, call, queriesOf } from '#src/platform/http/client.ts'
import type { ResultOf } from '#src/platform/http/contract.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { type AdminTexts, useAdminTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { type Column, DataTable } from '#src/ui/data-table.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { FileField, isSheet } from '#src/ui/forms/file-field.tsx'
import { NoScript } from '#src/ui/forms/form-card.tsx'
import { Section } from '#src/ui/key-values.tsx'
import type { AdminPage } from '#src/ui/page-module.ts'
import { formatFailure } from '#src/ui/problems.tsx'
import { DeskHead, deskQueries, ForBiodata, Payer, Small, useMoment } from './desk.tsx'

type Statement = ResultOf<typeof readStatement>
type Matched = Statement['matching'][number]
type Outcome = ResultOf<typeof confirmTransfers>['results'][number]['outcome']

export const title: AdminPage['title'] = (t) => t.desk.tabs.statement
export const queries: AdminPage['queries'] = () => deskQueries

/** Why a file is not read. */
function troubleOf(t: AdminTexts, error: unknown) {
  if (!(error instanceof CallFailed) || error.status !== 422)
    return formatFailure(t, error, { 'file-unreadable': t.imports.unreadable })
  const columns = error.errors.flatMap(({ code = '' }) => t.desk.columns[code] ?? [])
  if (columns.length > 0) return t.desk.noColumns(columns.join(', '))
  return t.desk.troubles[error.errors[0]?.code ?? ''] ?? t.desk.troubles.damaged!
}

export default function StatementPage() {
  const t = useAdminTexts()
  const [isReading, setReading] = useState(false)
  const [refused, setRefused] = useState<string>()
  const [found, setFound] = useState<{ fileName: string; statement: Statement }>()
  async function take(file: File | undefined) {
    if (!file || isReading) return
    setFound(undefined)
    if (!isSheet(file)) return setRefused(t.imports.otherKind)
    if (file.size > mostStatementBytes) return setRefused(t.desk.tooLarge(Math.ceil(file.size / 1024 / 1024)))
    if (file.size === 0) return setRefused(t.desk.troubles.empty)
    setRefused(undefined)
    setReading(true)
    try {
      const statement = await call(readStatement, { data: await base64Of(file) })
      setFound({ fileName: file.name, statement })
    } catch (error) {
      setRefused(troubleOf(t, error))
    } finally {
      setReading(false)
    }
  }
  return (
    <>
      <DeskHead />
      <div className="grid grid-cols-1 gap-4">
        <p className="text-ink-2">{t.desk.statementLead}</p>
        <NoScript />
        {refused && <Notice tone="danger">{refused}</Notice>}
        {isReading ? (
          <p role="status" className="section">
            {t.desk.reading}
          </p>
        ) : (
          <FileField
            label={found ? t.desk.another : t.desk.choose}
            hint={`${t.desk.chooseHint} ${t.desk.notKept}`}
            take={take}
          />
        )}
        {found && <Found {...found} />}
      </div>
    </>
  )
}

function Found({ fileName, statement }: { fileName: string; statement: Statement }) {
  const t = useAdminTexts()
  const { matching, otherAmount, unmatched, shown, known, unreadable } = statement
  const { outcomes, done, confirm } = useConfirming(matching)
  const counts = [
    [matching.length, t.desk.matching],
    [otherAmount.length, t.desk.otherAmount],
    [unmatched, t.desk.unmatched],
  ] as const
  const more = unreadable.length - mostNumbers
  return (
    <>
      <Section title={fileName}>
        <p ref={restoreFocus} tabIndex={-1} className="text-ink-2 outline-none">
          {t.desk.incoming(statement.rows)} {known > 0 && t.desk.known(known)}
        </p>
        <dl className="mt-3 desk-counts">
          {counts.map(([n, label]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="font-display text-h3">{t.format.number(n)}</dd>
            </div>
          ))}
        </dl>
        {unreadable.length > 0 && (
          <p className="mt-3 text-danger">
            {t.desk.unreadable(
              [...unreadable.slice(0, mostNumbers), ...(more > 0 ? [t.desk.andMore(more)] : [])].join(', '),
            )}
          </p>
        )}
      </Section>
      {matching.length > 0 && (
        <Rows
          title={t.desk.matching}
          rows={matching}
          known={(row) => {
            const outcome = outcomes.get(row.id)
            return (
              <>
                <For row={row} />
                {outcome && <Result of={outcome} id={row.id} />}
              </>
            )
          }}
        />
      )}
      {matching.length > 0 && <Confirm rows={matching} outcomes={outcomes} done={done} confirm={confirm} />}
      {otherAmount.length > 0 && (
        <Rows
          title={t.desk.otherAmount}
          rows={otherAmount}
          known={(row) => (
            <>
              <For row={row} />
              <Difference row={row} />
              <Link to={to.transfers(row.id)} className="touch font-semibold underline">
                {t.desk.check}
                <span className="sr-only"> {row.transactionId}</span>
              </Link>
            </>
          )}
        />
      )}
      {unmatched > 0 && (
        <Rows
          title={t.desk.unmatched}
          words={`${t.desk.nobody} ${unmatched > shown.length ? t.desk.first(shown.length) : ''}`}
          rows={shown}
          known={({ payer }) => payer && <Small>{t.desk.namedBefore(payer.name)}</Small>}
        />
      )}
    </>
  )
}

/** Of rows that could not be read. */
const mostNumbers = 50

function useConfirming(matching: Matched[]) {
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [done, setDone] = useState<number>()
  async function confirm(ids: string[]) {
    const rows = new Map(matching.map(({ id, amount, sent }) => [id, { id, amount, at: sent }]))
    let n = 0
    for (const part of partsOf(ids)) {
      setDone(n)
      // What a lost connection leaves unknown is asked for again: confirming twice counts once.
      const failed = part.map((id) => ({ id, outcome: 'failed' as const }))
      const { results } = await call(confirmTransfers, { rows: part.map((id) => rows.get(id)!) }).catch(() => ({
        results: failed,
      }))
      n += part.length
      setOutcomes((before) => new Map([...before, ...results.map(({ id, outcome }) => [id, outcome] as const)]))
    }
    setDone(undefined)
    await client.invalidateQueries({ refetchType: 'none' })
    await client.invalidateQueries(queriesOf(countWaiting))
  }
  return { outcomes, done, confirm }
}

interface ConfirmProps {
  rows: Matched[]
  outcomes: ReadonlyMap<string, Outcome>
  /** While it goes on. */
  done: number | undefined
  confirm: (ids: string[]) => Promise<void>
}

function Confirm({ rows, outcomes, done, confirm }: ConfirmProps) {
  const t = useAdminTexts()
  const left = rows.map(({ id }) => id).filter((id) => (outcomes.get(id) ?? 'failed') === 'failed')
  const confirmed = [...outcomes.values()].filter((outcome) => outcome === 'paid').length
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="font-semibold">
        {done !== undefined
          ? t.desk.confirming(done, rows.length)
          : outcomes.size > 0 && (
              <span ref={restoreFocus} tabIndex={-1}>
                {t.desk.confirmedOf(confirmed, rows.length)}
              </span>
            )}
      </p>
      {left.length > 0 && (
        <Button busy={done !== undefined} onClick={() => void confirm(left)}>
          {t.desk.confirmMatching(left.length)}
        </Button>
      )}
    </div>
  )
}

type Shown = Statement['shown'][number]

function Rows<Row extends Shown>(props: {
  title: string
  words?: string
  rows: readonly Row[]
  known?: (row: Row) => ReactNode
}) {
  const { title, words, rows, known } = props
  const t = useAdminTexts()
  const moment = useMoment()
  const columns: Column<Row>[] = [
    {
      label: t.desk.id,
      inCard: 'title',
      cell: ({ transactionId }) => <code className="wrap-anywhere">{transactionId}</code>,
    },
    { label: t.findings.amount, inCard: 'end', cell: ({ price }) => t.format.money(price, 'BDT') },
    { label: t.desk.time, inCard: 'fact', cell: ({ at }) => moment(at) },
    ...(known ? [{ label: t.desk.what, cell: known }] : []),
  ]
  return (
    <section className="grid grid-cols-1 gap-2">
      <h2 className="text-h3">{title}</h2>
      {words && <p className="text-ink-2">{words}</p>}
      <DataTable caption={title} rows={rows} rowKey={({ row }) => `${row} ${title}`} columns={columns} />
    </section>
  )
}

function For({ row: { payer, number } }: { row: Matched }) {
  return (
    <div className="min-w-0">
      <Payer of={payer} />
      <ForBiodata number={number} />
    </div>
  )
}

function Difference({ row: { price, missing, trouble } }: { row: Matched }) {
  const t = useAdminTexts()
  const poisha = Math.round(price * 100) - Math.round(missing * 100)
  const sum = t.format.money(Math.abs(poisha) / 100, 'BDT')
  const words = poisha === 0 || trouble ? t.desk.doubt : poisha < 0 ? t.desk.less(sum) : t.desk.more(sum)
  return <Small>{words}</Small>
}

function Result({ of, id }: { of: Outcome; id: string }) {
  const t = useAdminTexts()
  const words = t.desk.results[of]
  if (of === 'failed' || of === 'second')
    return (
      <Link to={to.transfers(id)} className="touch font-semibold text-danger underline">
        {words}
      </Link>
    )
  return <span className="font-semibold text-ok">{words}</span>
}
