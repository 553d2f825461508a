import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requestOf } from '#src/platform/http/contract.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link, useNavigate } from '#src/platform/navigation/routing.tsx'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { DownloadIcon } from '#src/ui/art/icons.ts'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { FileField, isSheet } from '#src/ui/forms/file-field.tsx'
import { NoScript } from '#src/ui/forms/form-card.tsx'
import { Section } from '#src/ui/key-values.tsx'
import type { AdminPage } from '#src/ui/page-module.ts'
import { importTemplate } from './contract.ts'
import { imports, oneImport, useSending, wrongRows } from './hooks.ts'
import { OneImport, Progress } from './one-import.tsx'
import { mostFileBytes } from './policy.ts'

interface Props {
  id: string | undefined
}

export const parse: AdminPage<Props>['parse'] = ({ search }) => ({
  id: search.get('id')?.match(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i)?.[0],
})
export const title: AdminPage<Props>['title'] = (t) => t.imports.title
export const queries: AdminPage<Props>['queries'] = ({ id }) => (id ? [oneImport(id), wrongRows(id)] : [imports])

export default function ImportPage({ id }: Props) {
  const t = useAdminTexts()
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3 mb-5">
        <div>
          <h1 tabIndex={-1} className="text-title">
            {t.imports.title}
          </h1>
          <p className="text-ink-2">{t.imports.lead}</p>
        </div>
        <a className="btn btn-secondary btn-small" href={requestOf(importTemplate, {}).url} download="">
          <DownloadIcon />
          {t.imports.template}
        </a>
      </div>
      <div className="grid grid-cols-1 gap-4">
        <NoScript />
        {id ? <OneImport key={id} id={id} /> : <Choose />}
      </div>
    </>
  )
}

function Choose() {
  const t = useAdminTexts()
  const navigate = useNavigate()
  const { percent, send } = useSending()
  const [refused, setRefused] = useState<string>()
  async function take(file: File | undefined) {
    if (!file || percent !== undefined) return
    if (!isSheet(file)) return setRefused(t.imports.otherKind)
    if (file.size > mostFileBytes) return setRefused(t.imports.tooLarge(Math.ceil(file.size / 1024 / 1024)))
    if (file.size === 0) return setRefused(t.imports.troubles.empty)
    setRefused(undefined)
    try {
      navigate(to.imports(await send(file)))
    } catch (error) {
      toast.failed(t, error, { 'file-unreadable': t.imports.unreadable })
    }
  }
  return (
    <>
      {refused && <Notice tone="danger">{refused}</Notice>}
      {percent === undefined ? (
        <FileField label={t.imports.choose} hint={t.imports.chooseHint} take={take} />
      ) : (
        <section className="section">
          <Progress words={t.imports.sending(percent)} done={percent} of={100} />
        </section>
      )}
      <Earlier />
    </>
  )
}

function Earlier() {
  const t = useAdminTexts()
  // One comes back from an import that has changed meanwhile.
  const { data: list } = useSuspenseQuery({ ...imports, refetchOnMount: 'always' })
  if (list.length === 0) return null
  return (
    <Section title={t.imports.earlier}>
      <ul className="mt-2 divide-y">
        {list.map(({ id, fileName, status, by, madeAt, added }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 wrap-anywhere">
            <div>
              <Link to={to.imports(id)} className="touch font-semibold underline">
                {fileName}
              </Link>
              <span className="block text-md text-ink-2">
                {t.imports.by(by ?? t.admin.goneAccount, t.format.dateTime(madeAt))}
              </span>
            </div>
            <span className="text-md">{status === 'done' ? t.imports.done(added) : t.imports.states[status]}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
