import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { offerUndo } from '#src/ui/dialogs/held.ts'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { CheckField } from '#src/ui/forms/field.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { PagedTable, rowsOf } from '#src/ui/paged-table.tsx'
import { type Outcome, partsOf } from './index.ts'

/** Rows in one call: few enough that progress shows. */
const perCall = 25

export interface Approval<Row> {
  isApproved?: (row: Row) => boolean
  action: {
    label: string
    inCard?: 'button'
    cell: (row: Row, isDone: boolean, more: { onDone: () => void; place: number }) => ReactNode
  }
  approve: (ids: string[]) => Promise<Outcome[]>
  /** Undoes it where that is possible for a while. @returns those that wait again */
  undo?: (ids: string[]) => Promise<readonly string[]>
  question: (n: number) => string
  done: string
  alsoForMany?: (ids: string[]) => ReactNode
}

type BulkProps<Row extends { id: string }> = ComponentProps<typeof PagedTable<Row>> & { approval: Approval<Row> }

/** Rows keep their place; what became of each stands in its row. */
export function BulkTable<Row extends { id: string; name: string }>({ approval, columns, ...rest }: BulkProps<Row>) {
  const { isApproved, action, approve, undo, question, done: doneText, alsoForMany } = approval
  const t = useAdminTexts()
  const isHydrated = useHydrated()
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: approve,
    onSuccess: () => client.invalidateQueries({ refetchType: 'none' }),
  })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome['outcome']>>(new Map())
  const [told, setTold] = useState<{ done: number; all: number } | { approved: number; failed: number }>()
  const isBusy = told !== undefined && 'all' in told

  const isDone = (row: Row) => isApproved?.(row) || /^(done|before)$/.test(outcomes.get(row.id) ?? '')
  const open = rowsOf(rest.list).filter((row) => !isDone(row) && outcomes.get(row.id) !== 'missing')
  const ids = open.map(({ id }) => id).filter((id) => chosen.has(id))
  const areAllPicked = open.length > 0 && ids.length === open.length

  async function approvePicked() {
    const since = Date.now()
    const results: Outcome[] = []
    for (const part of partsOf(ids, perCall)) {
      setTold({ done: results.length, all: ids.length })
      // What a lost connection leaves unknown is asked for again: approving twice counts once.
      results.push(...(await mutateAsync(part).catch(() => part.map((id): Outcome => ({ id, outcome: 'failed' })))))
      setOutcomes((known) => new Map([...known, ...results.map(({ id, outcome }) => [id, outcome] as const)]))
    }
    const those = (outcomes: RegExp) => results.filter(({ outcome }) => outcomes.test(outcome)).map(({ id }) => id)
    const failed = those(/^(failed|missing)$/)
    setChosen((now) => new Set([...[...now].filter((id) => !ids.includes(id)), ...failed]))
    setTold({ approved: ids.length - failed.length, failed: failed.length })
    if (failed.length === ids.length) return
    const approved = those(/^done$/)
    if (!undo || approved.length === 0) return toast.success(doneText)
    offerUndo({
      toastText: doneText,
      since,
      texts: { undo: t.actions.undo, tooLate: t.actions.tooLate },
      async undo() {
        const again = await undo(approved)
        setOutcomes((known) => new Map([...known].filter(([id]) => !again.includes(id))))
        if (again.length > 0) setTold((now) => (now && 'all' in now ? now : undefined))
      },
    })
  }

  return (
    <>
      {(open.length > 0 || told) && (
        <div className="rounded-card bulk-bar">
          {open.length > 0 && (
            <CheckField
              label={t.admin.selectShown(open.length)}
              checked={areAllPicked}
              disabled={!isHydrated || isBusy}
              onChange={() => setChosen(new Set(areAllPicked ? [] : open.map(({ id }) => id)))}
            />
          )}
          <p role="status" className="text-md font-semibold">
            {isBusy && t.admin.approving(told.done, told.all)}
            {told && !isBusy && (
              <span ref={restoreFocus} tabIndex={-1}>
                {told.approved > 0 && <span className="text-ok">{t.admin.approvedMany(told.approved)} </span>}
                {told.failed > 0 && <span className="text-danger">{t.admin.failedMany(told.failed)}</span>}
              </span>
            )}
          </p>
          {ids.length > 0 && (
            <div className="flex flex-wrap gap-2">
              <AskingButton
                small
                busy={isBusy}
                question={{ title: t.admin.approveMany(ids.length), text: question(ids.length) }}
                act={approvePicked}
              >
                {t.admin.approveMany(ids.length)}
              </AskingButton>
              {alsoForMany?.(ids)}
            </div>
          )}
        </div>
      )}
      <PagedTable
        {...rest}
        columns={[
          {
            label: t.admin.select,
            isLabelHidden: true,
            inCard: 'choice',
            cell: (row) =>
              open.includes(row) && (
                <CheckField
                  id={`choose-${row.id}`}
                  label={t.admin.selectNamed(row.name)}
                  isLabelHidden
                  checked={chosen.has(row.id)}
                  disabled={!isHydrated}
                  onChange={({ target }) =>
                    setChosen(
                      new Set([...[...chosen].filter((id) => id !== row.id), ...(target.checked ? [row.id] : [])]),
                    )
                  }
                />
              ),
          },
          ...columns,
          {
            label: action.label,
            inCard: action.inCard ?? 'end',
            // No wider than its button, whatever its heading says.
            className: 'action-cell',
            cell: (row, place) => {
              const outcome = outcomes.get(row.id)
              return (
                <>
                  {outcome !== 'missing' &&
                    action.cell(row, isDone(row), {
                      place,
                      onDone: () => setOutcomes((known) => new Map(known).set(row.id, 'done')),
                    })}
                  {(outcome === 'failed' || outcome === 'missing') && (
                    <span className="block text-sm font-semibold text-danger">
                      {outcome === 'failed' ? t.admin.rowFailed : t.admin.rowMissing}
                    </span>
                  )}
                </>
              )
            },
          },
        ]}
      />
    </>
  )
}
