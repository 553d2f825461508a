import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { unpublish } from '#src/features/profile/admin-contract.ts'
import {
  answerReports,
  listReported,
  longestAnswer,
  type Outcome,
  type Report,
  type Reported,
} from '#src/features/safety/contract.ts'
import { call, pagedQuery } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { DoneIcon } from '#src/ui/art/icons.ts'
import { ReportIcon } from '#src/ui/art/member-icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { EmailText } from '#src/ui/contact-text.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { useCheckedForm } from '#src/ui/forms/form.tsx'
import { Section } from '#src/ui/key-values.tsx'
import type { Address, AdminPage } from '#src/ui/page-module.ts'
import { MoreRows, rowsOf } from '#src/ui/paged-table.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import { SuspendButton, useChange } from './change.tsx'

type State = 'open' | 'answered'
const reported = (state: State) => pagedQuery(listReported, { limit: 10, state })

export const title: AdminPage['title'] = (t) => t.dashboard.reports
export const parse = ({ search }: Address): { state: State } => ({
  state: search.get('state') === 'answered' ? 'answered' : 'open',
})
type Props = ReturnType<typeof parse>
export const queries: AdminPage<Props>['queries'] = ({ state }) => [reported(state)]

export default function ReportsPage({ state }: Props) {
  const t = useAdminTexts()
  const list = useSuspenseInfiniteQuery(reported(state))
  const people = rowsOf(list)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <h1 tabIndex={-1} className="text-title">
          {t.dashboard.reports}
        </h1>
        <nav aria-label={t.reports.show} className="flex flex-wrap gap-1">
          {(['open', 'answered'] as const).map((each) => (
            <Link
              key={each}
              to={each === 'open' ? to.reports : `${to.reports}?state=answered`}
              aria-current={each === state ? 'page' : undefined}
              className="nav-link"
            >
              {t.reports.states[each]}
            </Link>
          ))}
          <Link to={to.unanswered} className="nav-link">
            {t.numbers.title}
          </Link>
        </nav>
      </div>
      {people.length === 0 ? (
        <Empty icon={DoneIcon} title={state === 'open' ? t.reports.noneOpen : t.reports.noneAnswered}>
          {state === 'open' && t.reports.noneOpenHint}
        </Empty>
      ) : (
        <div className="grid grid-cols-1 gap-4 wrap-anywhere">
          {people.map((person) => (
            <ReportedPerson key={person.id} reported={person} />
          ))}
        </div>
      )}
      <MoreRows list={list} />
    </>
  )
}

function ReportedPerson({ reported }: { reported: Reported }) {
  const { person, number, biodataId, isSuspended, isUnpublished, reporters, reports } = reported
  const t = useAdminTexts()
  const { brand } = useSite()
  const id = number === null ? undefined : brand.idPrefix + number
  const label = id ?? person?.name ?? t.admin.goneAccount
  const open = reports.filter(({ outcome }) => outcome === null)
  return (
    <Section
      icon={ReportIcon}
      title={label}
      aside={
        <Pill tone="gold" className="whitespace-normal">
          {t.reports.by(reporters)}
        </Pill>
      }
    >
      <p className="mt-2 wrap-anywhere">
        {biodataId && id ? <RowLink to={to.details(biodataId)}>{person?.name ?? id}</RowLink> : person?.name}{' '}
        {person ? (
          <span className="text-sm text-ink-2">
            <EmailText address={person.email} />
          </span>
        ) : (
          t.admin.goneAccount
        )}
      </p>
      {(isSuspended || isUnpublished) && (
        <p className="pills">
          {isSuspended && <Pill tone="rani">{t.person.suspended}</Pill>}
          {isUnpublished && <Pill tone="gold">{t.person.unpublishedByAdmin}</Pill>}
        </p>
      )}
      <ul className="mt-2 divide-y">
        {reports.map((report) => (
          <OneReport key={report.id} report={report} />
        ))}
      </ul>
      {person && <Actions reported={reported} person={person} label={label} />}
      {open.length > 0 && (
        <AnswerForm
          label={label}
          ids={open.map((report) => report.id)}
          usual={
            isSuspended
              ? t.reports.answerSuspended
              : isUnpublished
                ? t.reports.answerUnpublished
                : t.reports.answerUsual
          }
        />
      )}
    </Section>
  )
}

type ActionsProps = { reported: Reported; person: NonNullable<Reported['person']>; label: string }

/** What can be done about the person, without leaving the reports. */
function Actions({ reported: { id, isAdmin, isSuspended, isUnpublished }, person: { name }, label }: ActionsProps) {
  const t = useAdminTexts()
  const hiding = useChange(unpublish, t.person.unpublished, focusHeading)
  return (
    <div className="flex flex-wrap gap-2.5 pb-3">
      <ButtonLink
        small
        look="secondary"
        to={to.person(id)}
        aria-label={t.actions.named(t.suspicious.openPerson, label)}
      >
        {t.suspicious.openPerson}
      </ButtonLink>
      {isUnpublished === false && (
        <AskingButton
          small
          look="secondary"
          busy={hiding.isPending}
          aria-label={t.actions.named(t.person.unpublish, label)}
          question={{ title: t.person.unpublish, text: t.person.unpublishQuestion(name) }}
          act={() => hiding.mutate({ id })}
        >
          {t.person.unpublish}
        </AskingButton>
      )}
      {!isAdmin && !isSuspended && (
        <SuspendButton
          person={{ id, name }}
          onDone={focusHeading}
          aria-label={t.actions.named(t.person.suspend, label)}
        />
      )}
    </div>
  )
}

function OneReport({ report }: { report: Report }) {
  const { reporter, reporterNumber, reporterBiodataId, reason, words, date, outcome, answer } = report
  const t = useAdminTexts()
  const { brand } = useSite()
  const who = reporter ? `${reporter.name}${reporterNumber ? `, ${brand.idPrefix}${reporterNumber}` : ''}` : undefined
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <strong>{t.safety.reasons[reason]}</strong>
        {outcome && (
          <Pill tone={outcome === 'resolved' ? 'ok' : 'plain'} className="whitespace-normal">
            {t.safety.outcomes[outcome]}
          </Pill>
        )}
      </p>
      {words && <p className="wrap-anywhere whitespace-pre-wrap">{words}</p>}
      <p className="field-hint wrap-anywhere">
        {reporterBiodataId && who ? (
          <RowLink to={to.details(reporterBiodataId)}>{t.reports.from(who)}</RowLink>
        ) : (
          t.reports.from(who ?? t.admin.goneAccount)
        )}
        , {t.format.dateTime(date)}
      </p>
      {answer && <p className="quoted wrap-anywhere whitespace-pre-wrap text-ink-2">{answer}</p>}
    </li>
  )
}

/** Answers the reports that stand here, and none that came since. */
function AnswerForm({ label, ids, usual }: { label: string; ids: string[]; usual: string }) {
  const t = useAdminTexts()
  const client = useQueryClient()
  const outcome = useRef<Outcome>('resolved')
  const fieldId = `answer-${ids[0]}`
  const area = useRef<HTMLTextAreaElement>(null)
  const offered = useRef(usual)
  // Words that somebody has typed stay when the person is suspended or hidden meanwhile.
  useEffect(() => {
    if (area.current?.value === offered.current) area.current.value = usual
    offered.current = usual
  }, [usual])
  const answering = useAction((answer: string) => call(answerReports, { ids, outcome: outcome.current, answer }), {
    toastText: t.reports.answered,
    onDone: focusHeading,
    refusals: { 'already-answered': t.reports.answeredBefore },
    refuse(code) {
      if (code === 'already-answered') void client.invalidateQueries().then(focusHeading)
      return false
    },
  })
  const form = useCheckedForm<{ answer: string }>(
    ({ answer }) => ({
      answer: !answer.trim()
        ? t.reports.missingAnswer
        : answer.length > longestAnswer
          ? t.safety.tooLong(longestAnswer)
          : undefined,
    }),
    ({ answer }) => {
      if (!answering.isPending) answering.mutate(answer)
    },
  )
  return (
    <form {...form.formProps} aria-label={t.reports.answerNamed(label)} className="mt-2 grid gap-3 report-answer">
      <TextAreaField
        ref={area}
        label={t.reports.answer}
        id={fieldId}
        name="answer"
        rows={2}
        defaultValue={usual}
        error={form.errors.answer}
      />
      <div className="flex flex-wrap gap-2.5">
        {(['resolved', 'dismissed'] as const).map((choice) => (
          <Button
            key={choice}
            type="submit"
            small
            look={choice === 'resolved' ? 'primary' : 'secondary'}
            busy={answering.isPending && outcome.current === choice}
            onClick={() => {
              outcome.current = choice
            }}
          >
            {choice === 'resolved' ? t.reports.resolve : t.reports.dismiss}
          </Button>
        ))}
      </div>
    </form>
  )
}
