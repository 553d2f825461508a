import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { call, pagedQuery } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { DoneIcon, ShowIcon } from '#src/ui/art/icons.ts'
import { PhoneIcon } from '#src/ui/art/member-icons.ts'
import { Button } from '#src/ui/button.tsx'
import { PhoneText } from '#src/ui/contact-text.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { focusHeading, restoreFocus } from '#src/ui/focus.ts'
import { KeyValues, Section } from '#src/ui/key-values.tsx'
import type { Address, AdminPage } from '#src/ui/page-module.ts'
import { MoreRows, rowsOf } from '#src/ui/paged-table.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import { type Decision, decideUnanswered, listUnanswered, showNumber, type UnansweredReport } from './contract.ts'

type State = 'open' | 'decided'
const numbers = (state: State) => pagedQuery(listUnanswered, { limit: 10, state })

export const title: AdminPage['title'] = (t) => t.numbers.title
export const parse = ({ search }: Address): { state: State } => ({
  state: search.get('state') === 'decided' ? 'decided' : 'open',
})
type Props = ReturnType<typeof parse>
export const queries: AdminPage<Props>['queries'] = ({ state }) => [numbers(state)]

export default function UnansweredPage({ state }: Props) {
  const t = useAdminTexts()
  const list = useSuspenseInfiniteQuery(numbers(state))
  const reports = rowsOf(list)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <h1 tabIndex={-1} className="text-title">
          {t.numbers.title}
        </h1>
        <nav aria-label={t.numbers.show} className="flex flex-wrap gap-1">
          <Link to={to.reports} className="nav-link">
            {t.dashboard.reports}
          </Link>
          {(['open', 'decided'] as const).map((each) => (
            <Link
              key={each}
              to={each === 'open' ? to.unanswered : `${to.unanswered}?state=decided`}
              aria-current={each === state ? 'page' : undefined}
              className="nav-link"
            >
              {t.numbers.states[each]}
            </Link>
          ))}
        </nav>
      </div>
      {reports.length === 0 ? (
        <Empty icon={DoneIcon} title={state === 'open' ? t.numbers.noneOpen : t.numbers.noneDecided}>
          {state === 'open' && t.numbers.noneOpenHint}
        </Empty>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          {reports.map((report) => (
            <ReportedNumber key={report.id} report={report} />
          ))}
        </div>
      )}
      <MoreRows list={list} />
    </>
  )
}

function ReportedNumber({ report }: { report: UnansweredReport }) {
  const t = useAdminTexts()
  const { brand } = useSite()
  const { owner, reporter, isGuardians, note, outcome, attestedOn } = report
  const label = brand.idPrefix + owner.number
  const by = reporter.number === null ? reporter.name : `${reporter.name}, ${brand.idPrefix}${reporter.number}`
  return (
    <Section
      icon={PhoneIcon}
      title={t.numbers.toldBy(label, by)}
      aside={
        isGuardians && (
          <Pill tone="gold" className="whitespace-normal">
            {t.numbers.isGuardians}
          </Pill>
        )
      }
    >
      <p className="mt-2 wrap-anywhere">
        <RowLink to={to.details(owner.id)}>{owner.name}</RowLink>
      </p>
      <KeyValues
        isWide
        items={[
          {
            label: t.numbers.reporter,
            value: <RowLink to={to.person(reporter.id)}>{by}</RowLink>,
            note: t.numbers.reports(reporter.made, reporter.found),
          },
          { label: t.numbers.told, value: t.format.dateTime(report.date) },
          { label: t.numbers.firstSeen, value: t.format.dateTime(report.firstSeenAt) },
          { label: t.numbers.attested, value: attestedOn ? t.format.date(attestedOn) : t.numbers.attestedNever },
          { label: t.numbers.fee, value: report.hasFee ? t.numbers.hasFee : t.numbers.noFee },
        ]}
      />
      {note && <p className="quoted mt-3 wrap-anywhere whitespace-pre-wrap text-ink-2">{note}</p>}
      {outcome ? (
        <Decided report={report} outcome={outcome} />
      ) : (
        <Deciding report={report} label={t.numbers.toldBy(label, by)} />
      )}
    </Section>
  )
}

type Outcome = NonNullable<UnansweredReport['outcome']>

function Decided({ report: { decidedAt, decidedBy }, outcome }: { report: UnansweredReport; outcome: Outcome }) {
  const t = useAdminTexts()
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <Pill tone={outcome === 'answers' ? 'ok' : 'plain'} className="whitespace-normal">
        {t.numbers.outcomes[outcome]}
      </Pill>
      <span className="text-md text-ink-2">{t.numbers.by(decidedBy, t.format.dateTime(decidedAt!))}</span>
    </p>
  )
}

/** The number comes at a press alone, and goes with the page. Verdicts follow: nobody judges a number unseen. */
function Deciding({ report: { id, hasFee }, label }: { report: UnansweredReport; label: string }) {
  const t = useAdminTexts()
  const client = useQueryClient()
  const showing = useAction(() => call(showNumber, { id }))
  const deciding = useAction((outcome: Decision) => call(decideUnanswered, { id, outcome }), {
    toastText: t.numbers.decided,
    onDone: focusHeading,
    refusals: { 'decided-already': t.numbers.decidedBefore },
    refuse(code) {
      if (code === 'decided-already') void client.invalidateQueries().then(focusHeading)
      return false
    },
  })
  const questions = {
    unanswered: {
      title: t.numbers.unansweredTitle,
      text: hasFee ? t.numbers.unansweredRefund : t.numbers.unansweredFree,
    },
    answers: { title: t.numbers.answersTitle, text: t.numbers.answersText },
  }
  // A number that cannot be shown may have been called before.
  const canDecide = showing.data !== undefined || showing.isError
  return (
    <>
      <div role="status">
        {showing.data && (
          <p ref={restoreFocus} tabIndex={-1} className="pt-3 font-semibold outline-none">
            <PhoneText number={showing.data.phone} />
            {showing.data.isChanged && <span className="block font-normal">{t.numbers.isChanged}</span>}
          </p>
        )}
      </div>
      {!showing.data && <p className="pt-3 text-md text-ink-2">{t.numbers.pressHint}</p>}
      <div className="flex flex-wrap gap-2.5 pt-3">
        {!showing.data && (
          <Button
            small
            busy={showing.isPending}
            aria-label={t.actions.named(t.numbers.press, label)}
            onClick={() => showing.mutate()}
          >
            <ShowIcon /> {t.numbers.press}
          </Button>
        )}
        {canDecide &&
          (['unanswered', 'answers'] as const).map((outcome) => (
            <AskingButton
              key={outcome}
              small
              look="secondary"
              busy={deciding.isPending && deciding.variables === outcome}
              aria-label={t.actions.named(t.numbers[outcome], label)}
              question={{ ...questions[outcome], confirmLabel: t.numbers[outcome] }}
              act={() => deciding.mutate(outcome)}
            >
              {t.numbers[outcome]}
            </AskingButton>
          ))}
      </div>
    </>
  )
}
