import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatOption } from '#src/features/biodata/index.ts'
import { call, query } from '#src/platform/http/client.ts'
import { requestOf } from '#src/platform/http/contract.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useNavigate } from '#src/platform/navigation/routing.tsx'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { DownloadIcon } from '#src/ui/art/icons.ts'
import { ChevronDownIcon, DocumentIcon } from '#src/ui/art/member-icons.ts'
import { Button } from '#src/ui/button.tsx'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { SelectField } from '#src/ui/forms/field.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { useSite } from '#src/ui/site.tsx'
import {
  dropImport,
  type Import,
  importProblems,
  nameColumns,
  rowsPerAnswer,
  undoImport,
  viewImport,
  viewRows,
} from './contract.ts'
import { useImport, wrongRows } from './hooks.ts'
import { labelOf, problemWords } from './problem-words.ts'
import { StartForm } from './start-form.tsx'

type Shown = ReturnType<typeof useImport>

/** The numbers are text; the bar repeats them. */
export function Progress({ words, done, of = 1 }: { words: string; done?: number; of?: number }) {
  return (
    <>
      <p role="status" className="font-semibold">
        {words}
      </p>
      <progress className="mt-2 w-full import-progress" value={done} max={Math.max(of, 1)} aria-label={words} />
    </>
  )
}

export function OneImport({ id }: { id: string }) {
  const t = useAdminTexts()
  const one = useImport(id)
  const { status, read, good, added, problems } = one
  return (
    <>
      <FileSection one={one} />
      {status === 'reading' && (
        <section className="section">
          <Progress words={t.imports.reading(read)} />
        </section>
      )}
      {status === 'refused' && <Refused one={one} />}
      {status === 'running' && (
        <section className="section">
          <Progress words={t.imports.running(added, good)} done={added} of={good} />
          <p className="mt-2 text-ink-2">{t.imports.mayLeave}</p>
        </section>
      )}
      {status === 'undoing' && (
        <section className="section">
          <Progress words={t.imports.undoing} />
          <p className="mt-2 text-ink-2">{t.imports.mayLeave}</p>
        </section>
      )}
      {status === 'done' && <Done one={one} />}
      {status === 'undone' && <Notice tone="ok">{t.imports.undone(one.stayed)}</Notice>}
      {(status === 'ready' || (status === 'done' && problems > 0)) && <Problems one={one} />}
      {status === 'ready' && good > 0 && (
        <>
          <GoodRows one={one} />
          <StartForm one={one} />
        </>
      )}
    </>
  )
}

const firstNames = 3

function FileSection({ one }: { one: Shown }) {
  const t = useAdminTexts()
  const navigate = useNavigate()
  const { id, fileName, status, read, headings } = one
  const unknown = headings.filter(({ heading, column }) => !column && heading !== '').map(({ heading }) => heading)
  const known = headings.filter(({ column }) => column).map(({ heading }) => heading)
  const drop = useAction(() => call(dropImport, { id }), { onDone: () => navigate(to.imports()) })
  const isOver = ['done', 'undone', 'running', 'undoing'].includes(status)
  return (
    <section className="section flex flex-wrap items-center gap-4">
      <DocumentIcon className="size-5.5 text-primary" />
      <div className="min-w-36 flex-1 wrap-anywhere">
        <strong>{fileName}</strong>
        {headings.length > 0 && (
          <span className="block text-md text-ink-2">
            {read > 0 && `${t.imports.size(read, headings.length)} `}
            {unknown.length > 0
              ? t.imports.notRead(unknown.join(', '))
              : t.imports.allKnown(known.slice(0, firstNames).join(', '))}
          </span>
        )}
      </div>
      <Button
        look="secondary"
        small
        busy={drop.isPending}
        onClick={() => (isOver ? navigate(to.imports()) : drop.mutate())}
      >
        {t.imports.another}
      </Button>
    </section>
  )
}

/** Most columns whose meaning one would say by hand. */
const mostAsked = 20

function Refused({ one: { id, trouble, headings } }: { one: Shown }) {
  const t = useAdminTexts()
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const again = useAction(() => call(nameColumns, { id, columns: chosen }), {
    stale: [viewImport],
    onDone: focusHeading,
  })
  if (!trouble) return null
  const says = t.imports.troubles[trouble.kind]
  const unknown = headings.filter(({ heading, column }) => !column && heading !== '').slice(0, mostAsked)
  const wanted = trouble.columns.map((column) => ({ value: column, label: column }))
  return (
    <>
      <Notice tone="danger">{typeof says === 'string' ? says : says(trouble.columns.join(', '))}</Notice>
      {trouble.kind === 'missing' && unknown.length > 0 && (
        <section className="section grid gap-4">
          {unknown.map(({ heading }) => (
            <SelectField
              key={heading}
              label={t.imports.columnIs(heading)}
              name={`column-${heading}`}
              value={chosen[heading] ?? ''}
              options={wanted}
              placeholder={t.imports.skipped}
              onChange={(event) => setChosen({ ...chosen, [heading]: event.target.value })}
            />
          ))}
          <div>
            <Button busy={again.isPending} onClick={() => again.mutate()}>
              {t.imports.readAgain}
            </Button>
          </div>
        </section>
      )}
    </>
  )
}

function Problems({ one: { id, status, good, problems } }: { one: Shown }) {
  const t = useAdminTexts()
  const { brand } = useSite()
  // It was asked for while the file was being read.
  const { data: rows } = useSuspenseQuery({ ...wrongRows(id), refetchOnMount: 'always' })
  return (
    <section className="section">
      <div className="flex flex-wrap items-center justify-between gap-3">
        {status === 'ready' && (
          <h2 className="import-counts">
            <b className="text-ok">{t.format.number(good)}</b> {t.imports.good}, <b>{t.format.number(problems)}</b>{' '}
            {t.imports.wrong}
          </h2>
        )}
        {status !== 'ready' && <h2 className="import-counts">{t.imports.problemRows}</h2>}
        {problems > 0 && (
          <a className="btn btn-secondary btn-small" href={requestOf(importProblems, { id }).url} download="">
            <DownloadIcon />
            {t.imports.download(problems)}
          </a>
        )}
      </div>
      {problems > 0 && <p className="mt-1 text-ink-2">{t.imports.correct}</p>}
      {rows.length > 0 && (
        <table className="mt-4 import-rows">
          <caption className="sr-only">{t.imports.problemRows}</caption>
          <thead>
            <tr>
              <th scope="col">{t.imports.row}</th>
              <th scope="col">{labelOf(t, 'name')}</th>
              <th scope="col">{t.imports.problem}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.row}>
                <td>{t.format.number(row.row)}</td>
                <th scope="row">{row.name}</th>
                <td>
                  {row.problems.map((problem) => {
                    const { title, hint } = problemWords(t, problem, (number) => `${brand.idPrefix}${number}`)
                    return (
                      <div key={`${problem.kind} ${problem.field}`}>
                        {title}
                        {hint && <small className="block text-ink-2">{hint}</small>}
                      </div>
                    )
                  })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {problems > rows.length && <p className="mt-2 text-ink-2">{t.imports.onlyFirst(rowsPerAnswer)}</p>}
    </section>
  )
}

function GoodRows({ one: { id, good, women, men, divisions } }: { one: Shown }) {
  const t = useAdminTexts()
  const [isOpen, setOpen] = useState(false)
  const { data: rows } = useQuery({ ...query(viewRows, { id, are: 'good' }), enabled: isOpen })
  return (
    <details className="section folded-rows" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex items-center justify-between gap-4 cursor-pointer">
        <span>
          <span className="font-display text-h3">{t.imports.look(good)}</span>
          <span className="block text-md text-ink-2">{t.imports.whoIsIn(women, men, divisions)}</span>
        </span>
        <ChevronDownIcon />
      </summary>
      {rows && (
        <>
          <table className="mt-4 import-rows">
            <caption className="sr-only">{t.imports.look(good)}</caption>
            <thead>
              <tr>
                <th scope="col">{t.imports.row}</th>
                <th scope="col">{labelOf(t, 'name')}</th>
                <th scope="col">{labelOf(t, 'birth')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.row}>
                  <td>{t.format.number(row.row)}</td>
                  <th scope="row">
                    {row.name}
                    <small className="block text-ink-2">
                      {formatOption(t, 'gender', row.gender)}, {formatOption(t, 'division', row.division)}
                    </small>
                  </th>
                  <td>{t.format.date(row.birth)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {good > rows.length && <p className="mt-2 text-ink-2">{t.imports.onlyFirst(rowsPerAnswer)}</p>}
        </>
      )}
    </details>
  )
}

function Done({ one: { id, added, agreedHow, agreedOn, canUndo } }: { one: Import }) {
  const t = useAdminTexts()
  const { origin } = useSite()
  const undo = useAction(() => call(undoImport, { id }), { stale: [viewImport], onDone: focusHeading })
  return (
    <Section title={t.imports.done(added)}>
      <p className="mt-2 wrap-anywhere">
        {agreedHow && agreedOn ? t.imports.arePublished(agreedHow, t.format.date(agreedOn)) : t.imports.areDrafts}
      </p>
      {!agreedHow && (
        <p className="mt-2 wrap-anywhere">
          {t.imports.invite(origin + to.forgotPassword, t.dashboard.privacy, t.privacy.agreePublishFirst)}
        </p>
      )}
      {canUndo && added > 0 && (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <AskingButton
            look="secondary"
            small
            busy={undo.isPending}
            question={{
              title: t.imports.undo,
              text: t.imports.undoQuestion(added),
              confirmLabel: t.imports.undo,
              danger: true,
            }}
            act={() => undo.mutate()}
          >
            {t.imports.undo}
          </AskingButton>
          <span className="text-ink-2">{t.imports.undoUntil}</span>
        </div>
      )}
    </Section>
  )
}
