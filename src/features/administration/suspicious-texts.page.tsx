import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type FieldName, labelsOf } from '#src/features/biodata/index.ts'
import { accountName, listSuspicious, type SuspiciousText, textIsFine } from '#src/features/open-texts/contract.ts'
import { unpublish } from '#src/features/profile/admin-contract.ts'
import { pagedQuery } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { DoneIcon } from '#src/ui/art/icons.ts'
import { ReportIcon } from '#src/ui/art/member-icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { Section } from '#src/ui/key-values.tsx'
import type { AdminPage } from '#src/ui/page-module.ts'
import { MoreRows, rowsOf } from '#src/ui/paged-table.tsx'
import { useSite } from '#src/ui/site.tsx'
import { SuspendButton, useChange } from './change.tsx'

const suspicious = pagedQuery(listSuspicious, { limit: 10 })

export const title: AdminPage['title'] = (t) => t.dashboard.suspicious
export const queries: AdminPage['queries'] = () => [suspicious]

export default function SuspiciousTextsPage() {
  const t = useAdminTexts()
  const list = useSuspenseInfiniteQuery(suspicious)
  const rows = rowsOf(list)
  return (
    <>
      <h1 tabIndex={-1} className="text-title">
        {t.dashboard.suspicious}
      </h1>
      {rows.length === 0 ? (
        <Empty icon={DoneIcon} title={t.suspicious.none}>
          {t.suspicious.noneHint}
        </Empty>
      ) : (
        <>
          <p className="pb-4 text-ink-2 texts-intro">{t.suspicious.lead}</p>
          <div className="grid grid-cols-1 gap-4 wrap-anywhere">
            {rows.map((row) => (
              <OneText key={row.id} row={row} />
            ))}
          </div>
        </>
      )}
      <MoreRows list={list} />
    </>
  )
}

function OneText({ row: { id, person, number, date, texts } }: { row: SuspiciousText }) {
  const t = useAdminTexts()
  const { brand } = useSite()
  const labels = labelsOf(t)
  const finding = useChange(textIsFine, t.suspicious.markedFine, focusHeading)
  const hiding = useChange(unpublish, t.person.unpublished, focusHeading)
  const isInBiodata = texts.some(({ field }) => field !== accountName)
  const label = number === null ? person.name : `${brand.idPrefix}${number}, ${person.name}`
  return (
    <Section icon={ReportIcon} title={label}>
      <p className="field-hint">{t.suspicious.since(t.format.dateTime(date))}</p>
      <dl className="grid gap-3 py-3">
        {texts.map(({ field, parts }) => (
          <div key={field}>
            <dt className="text-md text-ink-2">
              {field === accountName ? t.suspicious.account : labels[field as FieldName]}
            </dt>
            <dd className="whitespace-pre-wrap">
              {parts.map(({ from, text, isMarked }) =>
                isMarked ? (
                  <mark key={from} className="text-finding">
                    {text}
                  </mark>
                ) : (
                  <span key={from}>{text}</span>
                ),
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2.5">
        <Button
          small
          busy={finding.isPending}
          aria-label={t.actions.named(t.suspicious.fine, label)}
          onClick={() => finding.mutate({ id })}
        >
          {t.suspicious.fine}
        </Button>
        <ButtonLink
          small
          look="secondary"
          to={to.person(person._id)}
          aria-label={t.actions.named(t.suspicious.openPerson, label)}
        >
          {t.suspicious.openPerson}
        </ButtonLink>
        {isInBiodata && (
          <AskingButton
            small
            look="secondary"
            busy={hiding.isPending}
            aria-label={`${t.person.unpublish}: ${label}`}
            question={{ title: t.person.unpublish, text: t.person.unpublishQuestion(person.name) }}
            act={() => hiding.mutate({ id: person._id })}
          >
            {t.person.unpublish}
          </AskingButton>
        )}
        {!person.isAdmin && (
          <SuspendButton
            person={{ ...person, id: person._id }}
            onDone={focusHeading}
            aria-label={`${t.person.suspend}: ${label}`}
          />
        )}
      </div>
    </Section>
  )
}
