import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { BlockIcon, ReportIcon } from '#src/ui/art/member-icons.ts'
import { Button } from '#src/ui/button.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { Section } from '#src/ui/key-values.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import { blocks, ownReports, useUnblock } from './hooks.ts'

function useWords() {
  const t = useMemberTexts()
  const { brand } = useSite()
  const labelOf = (number: number | null) => (number === null ? t.safety.withoutBiodata : brand.idPrefix + number)
  return { t, labelOf }
}

/** The page asks for `blocks`. */
export function BlockedSection() {
  const { t, labelOf } = useWords()
  const { data } = useSuspenseQuery(blocks)
  const unblock = useUnblock()
  return (
    <Section icon={BlockIcon} title={t.safety.list}>
      {data.length === 0 ? (
        <p className="mt-3 text-ink-2">{t.safety.nobody}</p>
      ) : (
        <ul className="mt-2 divide-y">
          {data.map(({ id, number, date }) => (
            <li key={id} className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 py-2">
              <span>
                <strong>{labelOf(number)}</strong>
                <span className="field-hint block">{t.safety.since(t.format.date(date))}</span>
              </span>
              <Button
                look="secondary"
                small
                aria-label={t.actions.named(t.safety.unblock, labelOf(number))}
                busy={unblock.isPending && unblock.variables.id === id}
                onClick={() => unblock.mutate({ id, label: labelOf(number) }, { onSuccess: focusHeading })}
              >
                {t.safety.unblock}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Draws nothing without reports. The page asks for `ownReports`. */
export function OwnReportsSection() {
  const { t, labelOf } = useWords()
  const { data } = useSuspenseQuery(ownReports)
  if (data.length === 0) return null
  return (
    <Section icon={ReportIcon} title={t.safety.ownReports}>
      <ul className="mt-2 divide-y">
        {data.map(({ id, number, reason, words, date, outcome, answer, answered }) => (
          <li key={id} className="grid gap-1 py-3">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <strong>{labelOf(number)}</strong>
              <Pill tone={outcome === 'resolved' ? 'ok' : outcome ? 'plain' : 'gold'}>
                {outcome ? t.safety.outcomes[outcome] : t.safety.waits}
              </Pill>
            </p>
            <p className="field-hint">
              {t.safety.reasons[reason]}, {t.safety.reportedOn(t.format.date(date))}
            </p>
            {words && <p className="wrap-anywhere whitespace-pre-wrap text-ink-2">{words}</p>}
            {answer && answered && (
              <div className="mt-1 quoted">
                <p className="field-hint">{t.safety.answeredOn(t.format.date(answered))}</p>
                <p className="wrap-anywhere whitespace-pre-wrap">{answer}</p>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
