import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CallButtons, EmailLink, PhoneLink } from '#src/features/contact-requests/components.ts'
import { WhyYouTwo } from '#src/features/matching/components.ts'
import { ReportOrBlock } from '#src/features/safety/components.ts'
import { call } from '#src/platform/http/client.ts'
import type { ResultOf } from '#src/platform/http/contract.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { BackLink, Link, useNavigate } from '#src/platform/navigation/routing.tsx'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { ArrowLeftIcon, ArrowRightIcon } from '#src/ui/art/icons.ts'
import { Button } from '#src/ui/button.tsx'
import { EmailText, PhoneText } from '#src/ui/contact-text.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { NoScript } from '#src/ui/forms/form-card.tsx'
import { KeyValues } from '#src/ui/key-values.tsx'
import type { Address, MemberPage } from '#src/ui/page-module.ts'
import { useSite } from '#src/ui/site.tsx'
import { ArchClock } from './arch-clock.tsx'
import { Asker, byWhom, nameOfAsker, StatePill } from './asker.tsx'
import { ContactChoice } from './contact-choice.tsx'
import { answerAsked, type readAsked, takeBackYes } from './contract.ts'
import { askedBy } from './hooks.ts'
import type { Shows } from './policy.ts'

export const parse = ({ params }: Address) => ({ id: params.id! })
type Props = ReturnType<typeof parse>
export const title: MemberPage['title'] = (t) => t.asked.title
export const queries: MemberPage<Props>['queries'] = ({ id }) => [askedBy(id)]

type Request = ResultOf<typeof readAsked>

function headingOf(t: AllTexts, request: Request) {
  const name = nameOfAsker(t, request)
  const { of, state, theirs } = request
  if (of) return t.asked.wantedOf(name, nameFor(t, of))
  if (state === 'waiting') return t.asked.wants(name)
  return state === 'yes' && theirs ? t.asked.bothSee(name) : t.asked.wanted(name)
}

export default function AnswerPage({ id }: Props) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const navigate = useNavigate()
  const { data: request } = useSuspenseQuery({ ...askedBy(id), refetchOnWindowFocus: 'always' as const })
  const { asker, fit, introduction, fee, state, hoursLeft, answerBy, mayAnswer, of } = request
  const isWaiting = state === 'waiting'
  const whence = of ? to.kept(of.id) : to.asked()
  return (
    <>
      <BackLink to={whence} className="quiet-link gap-1.5">
        <ArrowLeftIcon /> {of ? t.kept.nav : t.asked.title}
      </BackLink>
      <h1 tabIndex={-1} className="text-title wrap-anywhere">
        {headingOf(t, request)}
      </h1>
      {isWaiting && mayAnswer && <p className="mt-2 text-ink-2">{fee ? t.asked.checkedPaid : t.asked.checked}</p>}
      <p className="mt-3 mb-5 flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatePill state={state} />
        {!isWaiting && <span className="text-ink-2">{byWhom(t, request)}</span>}
      </p>
      <div className="answer-columns">
        <section className="section" aria-label={nameOfAsker(t, request)}>
          <Asker request={request} />
          {introduction && (
            <blockquote className="introduction" aria-label={t.asked.introduction}>
              {introduction}
            </blockquote>
          )}
          {asker && (
            <Link to={to.details(asker.id)} className="mt-3 touch gap-1.5 font-semibold underline">
              {t.asked.readWhole} <ArrowRightIcon />
            </Link>
          )}
        </section>
        <div className="answer-card">
          {isWaiting && (
            <section className="section arch-section" aria-label={t.asked.timeLeft}>
              <ArchClock hoursLeft={hoursLeft} until={answerBy} />
            </section>
          )}
          {isWaiting && mayAnswer && <Answer request={request} />}
          {of && !mayAnswer && (
            <section className="section">
              <p>{t.asked.onlyThey(nameFor(t, of))}</p>
            </section>
          )}
          {state === 'yes' && mayAnswer && <Shared request={request} />}
          {!isWaiting && state !== 'yes' && (
            <section className="section">
              <p>{t.asked.hints[state]}</p>
            </section>
          )}
          {asker && (
            <ReportOrBlock
              look="menu"
              person={{ id: asker.id, label: brand.idPrefix + asker.number }}
              onBlocked={() => navigate(whence)}
            />
          )}
        </div>
        {asker && fit && (
          <div className="answer-why">
            <WhyYouTwo fit={fit} gender={asker.gender} isOfWard={of !== null} />
          </div>
        )}
      </div>
    </>
  )
}

function Answer({ request: { id, fee, mine, contacts, of, sharesTheirs } }: { request: Request }) {
  const t = useMemberTexts()
  const [chosen, choose] = useState<Shows>('guardian')
  const shows = contacts ? chosen : undefined
  const phone = contacts && (chosen === 'own' ? contacts.own : contacts.guardian.phone)
  const yesHint = of || contacts ? t.asked.yesHintThis : t.asked.yesHint
  // A press that came too late, or after the other one’s end: the page says what became of it.
  const say = (said: 'yes' | 'not now') =>
    call(answerAsked, { id, answer: said, email: 'me', ...(said === 'yes' && shows && { shows }) })
  const answer = useAction(say, {
    toastText: (said) => (said === 'yes' ? t.asked.saidYes : t.asked.saidNotNow),
    // The buttons are gone then.
    onDone: focusHeading,
    refusals: { 'answered-already': t.asked.hints.ended, 'no-such-contact': t.asked.noSuchContact },
  })
  return (
    <section className="section grid gap-3" aria-label={t.asked.answer}>
      <NoScript />
      {contacts && <ContactChoice contacts={contacts} chosen={chosen} choose={choose} />}
      <div>
        <p className="text-md text-ink-2">{t.asked.seeYours}</p>
        <Contact of={mine && contacts ? { ...mine, phone } : mine} />
      </div>
      <Choice hint={sharesTheirs ? yesHint : t.asked.yesHintOne} id="yes-hint">
        <Button
          aria-describedby="yes-hint"
          busy={answer.isPending}
          onClick={() => answer.mutate('yes')}
          className="needs-script"
        >
          {t.asked.yes}
        </Button>
      </Choice>
      <Choice
        hint={fee ? t.asked.notNowRefund(t.format.money(fee.price, fee.currency)) : t.asked.notNowHint}
        id="not-now-hint"
      >
        <Button
          aria-describedby="not-now-hint"
          look="secondary"
          busy={answer.isPending}
          onClick={() => answer.mutate('not now')}
          className="needs-script"
        >
          {t.asked.notNow}
        </Button>
      </Choice>
      <p className="border-t pt-3 text-md text-ink-2">{t.asked.silence}</p>
    </section>
  )
}

const Contact = ({ of }: { of: Request['mine'] }) => (
  <p className="font-semibold">
    {of?.phone && (
      <span className="block">
        <PhoneText number={of.phone} />
      </span>
    )}
    {of?.email && (
      <span className="block">
        <EmailText address={of.email} />
      </span>
    )}
  </p>
)

const Choice = ({ hint, id, children }: { hint: string; id: string; children: ReactNode }) => (
  <div className="grid gap-1.5">
    {children}
    <p id={id} className="text-md text-ink-2">
      {hint}
    </p>
  </div>
)

function Shared({ request }: { request: Request }) {
  const t = useMemberTexts()
  const { id, theirs, mine, seenAt, answeredAt } = request
  const takeBack = useAction(() => call(takeBackYes, { id, email: 'me' }), {
    toastText: t.asked.takenBack,
    refusals: { seen: t.asked.seenAlready },
    onDone: focusHeading,
  })
  return (
    <div className="grid grid-cols-1 gap-4">
      <section className="section" aria-label={t.asked.theirs}>
        <h2 className="text-h3">{t.asked.theirs}</h2>
        {answeredAt && (
          <p className="mt-1 mb-2 text-md text-ink-2">{t.asked.sharedOn(t.format.dateTime(answeredAt))}</p>
        )}
        {theirs ? (
          <>
            <KeyValues
              isWide
              items={[
                {
                  label: t.biodata.labels.phone,
                  value: theirs.phone ? <PhoneLink phone={theirs.phone} /> : t.asked.noPhone,
                },
                {
                  label: t.biodata.contactEmail,
                  value: theirs.email ? <EmailLink email={theirs.email} /> : t.requests.emailUnconfirmed,
                },
              ]}
            />
            {theirs.phone && (
              <div className="mt-4 calls">
                <CallButtons phone={theirs.phone} name={nameOfAsker(t, request)} />
              </div>
            )}
          </>
        ) : (
          <p className="mt-2">{t.asked.contactClosed}</p>
        )}
      </section>
      <section className="section grid gap-2" aria-label={t.asked.mine}>
        <h2 className="text-h3">{t.asked.mine}</h2>
        <Contact of={mine} />
        <Notice>{seenAt ? t.asked.looked(t.format.dateTime(seenAt)) : t.asked.notLooked}</Notice>
        {!seenAt && (
          <div className="grid gap-1.5 border-t pt-3">
            <h3 className="font-sans text-base font-semibold">{t.asked.changedMind}</h3>
            <p id="take-back-hint" className="text-md text-ink-2">
              {t.asked.canTakeBack}
            </p>
            <Button
              look="secondary"
              aria-describedby="take-back-hint"
              busy={takeBack.isPending}
              onClick={() => takeBack.mutate()}
              className="needs-script"
            >
              {t.asked.takeBack}
            </Button>
          </div>
        )}
      </section>
    </div>
  )
}
