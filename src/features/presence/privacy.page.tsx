import { useState } from 'react'
import { answerWithinDays, marriedIsKeptDays, unagreed } from '#src/features/biodata/policy.ts'
import { consents, useConsents } from '#src/features/consents/hooks.ts'
import { askedKinds, consentVersion } from '#src/features/consents/policy.ts'
import { ContactForOptions } from '#src/features/contact-requests/components.ts'
import type { ContactFor } from '#src/features/contact-requests/policy.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { BlockedSection, OwnReportsSection } from '#src/features/safety/components.ts'
import { blocks, ownReports } from '#src/features/safety/hooks.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { StoryArt } from '#src/ui/art/art.tsx'
import { CheckIcon, HideIcon, LockIcon, PauseIcon, RingsIcon, ShowIcon } from '#src/ui/art/icons.ts'
import { DocumentIcon } from '#src/ui/art/member-icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { NoScript } from '#src/ui/forms/form-card.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { NumberText } from '#src/ui/number-text.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'
import { useSite } from '#src/ui/site.tsx'
import { changeContactFor, changePresence, confirmStillRight, forgetFaith } from './contract.ts'
import { FoundHereSection } from './found-here.tsx'
import { type OwnPresence, presence, usePresence, useStep } from './hooks.ts'
import { NameOnCardsSection } from './name-on-cards.tsx'

export const title: MemberPage['title'] = (t) => t.dashboard.privacy
export const queries: MemberPage['queries'] = () => [presence, consents, blocks, ownReports]

export default function PrivacyPage() {
  const t = useMemberTexts()
  const own = usePresence()
  return (
    <>
      <h1 tabIndex={-1} className="text-title">
        {t.dashboard.privacy}
      </h1>
      <p className="mt-1 mb-5 text-ink-2">{t.privacy.lead}</p>
      <div className="grid gap-4">
        <NoScript />
        {own ? (
          <>
            <PresenceSection own={own} />
            {own.presence === 'married' && <FoundHereSection own={own} />}
            <ContactForSection own={own} />
            <NameOnCardsSection own={own} />
            <ConsentsSection own={own} />
            {own.presence === 'published' && <StepBackSection />}
          </>
        ) : (
          <Empty icon={LockIcon} title={t.biodata.none} ways={[[to.edit, t.registering.writeBiodata]]}>
            {t.privacy.none}
          </Empty>
        )}
        <BlockedSection />
        <OwnReportsSection />
        <Section icon={DocumentIcon} title={t.privacy.account}>
          <p className="mt-3 mb-4 text-ink-2">{t.privacy.accountHint}</p>
          <ButtonLink to={to.account} look="secondary" small>
            {t.privacy.toAccount}
          </ButtonLink>
        </Section>
      </div>
    </>
  )
}

function stateOf(t: AllTexts, { presence, unpublished, deletedOn, confirmation }: OwnPresence) {
  if (presence === 'paused' && confirmation?.question === 'paused')
    return [t.privacy.paused, `${t.privacy.pausedUnanswered} ${t.privacy.pausedHint}`]
  if (presence === 'paused') return [t.privacy.paused, t.privacy.pausedHint]
  if (presence === 'taken back') return [t.privacy.takenBack, t.privacy.takenBackHint]
  if (presence === 'draft') return [t.privacy.takenBack, t.privacy.draftHint]
  if (presence === 'married') return [t.privacy.married, t.privacy.marriedHint(t.format.date(deletedOn!))]
  return unpublished ? [t.privacy.unpublished, t.privacy.unpublishedHint] : [t.privacy.published]
}

function PresenceSection({ own }: { own: OwnPresence }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const { isPutAway } = useMember()
  const publish = useStep(changePresence, t.privacy.publishedAgain)
  const confirm = useStep(confirmStillRight, t.privacy.confirmedNow)
  const { confirmation } = own
  const isUnanswered = own.presence === 'paused' && confirmation?.question === 'paused'
  const [title, hint] = stateOf(t, own)
  const isPublished = own.presence === 'published'
  const isUnagreed = unagreed.includes(own.presence)
  const input = { presence: 'published', ...(isUnagreed && { consentVersion }) } as const
  return (
    <Section icon={isPublished && !own.unpublished ? ShowIcon : HideIcon} title={title!}>
      <p className="mt-2 text-ink-2">
        <NumberText
          text={[
            t.privacy.since(`${brand.idPrefix}${own.number}`, t.format.date(inBangladesh(own.since).day)),
            ...(confirmation?.lastOn ? [t.privacy.lastConfirmed(t.format.date(confirmation.lastOn))] : []),
          ].join(' ')}
        />
      </p>
      {hint && <p className="mt-2">{hint}</p>}
      {isPublished && confirmation && <StillRight {...confirmation} />}
      {!isPublished && isPutAway && <p className="mt-2">{t.putAway.pausedHint}</p>}
      {isUnagreed && (
        <p className="mt-2">
          {t.consent.words.publish.label}. {t.consent.words.publish.hint}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2.5">
        {!isPublished && !isPutAway && (
          <Button small busy={publish.isPending} onClick={() => publish.mutate(input)}>
            {isUnanswered
              ? t.privacy.yesStillRight
              : isUnagreed
                ? own.presence === 'draft'
                  ? t.privacy.agreePublishFirst
                  : t.privacy.agreePublish
                : t.privacy.publishAgain}
          </Button>
        )}
        {isPublished && confirmation && (
          <Button
            small
            look={confirmation.question === 'asked' ? 'primary' : 'secondary'}
            busy={confirm.isPending}
            onClick={() => confirm.mutate({})}
          >
            <CheckIcon /> {t.privacy.yesStillRight}
          </Button>
        )}
        <ButtonLink to={to.edit} look="secondary" small>
          {t.dashboard.editBiodata}
        </ButtonLink>
      </div>
    </Section>
  )
}

type Confirmation = NonNullable<OwnPresence['confirmation']>

function StillRight({ question, everyDays, nextOn, pausedOn }: Confirmation) {
  const t = useMemberTexts()
  if (question === 'asked' && pausedOn)
    return (
      <div className="mt-3">
        <Notice>
          {t.privacy.stillRight} <span className="font-normal">{t.privacy.stillRightBy(t.format.date(pausedOn))}</span>
        </Notice>
      </div>
    )
  return <p className="mt-2">{t.privacy.weAsk(everyDays, t.format.date(nextOn), answerWithinDays)}</p>
}

/** Being married is asked about, because it ends with deleting. */
function StepBackSection() {
  const t = useMemberTexts()
  const pause = useStep(changePresence, t.privacy.pausedNow)
  const withdraw = useStep(changePresence, t.privacy.withdrawn)
  return (
    <Section icon={PauseIcon} title={t.privacy.stepBack}>
      <div className="mt-3 grid justify-items-start gap-2">
        <h3 className="font-sans text-base font-semibold">{t.privacy.pause}</h3>
        <p className="field-hint">{t.privacy.pauseHint}</p>
        <Button look="secondary" small busy={pause.isPending} onClick={() => pause.mutate({ presence: 'paused' })}>
          <PauseIcon />
          {t.privacy.pause}
        </Button>
      </div>
      <div className="mt-4 grid justify-items-start gap-2 border-t pt-4">
        <h3 className="font-sans text-base font-semibold">{t.privacy.weAreMarried}</h3>
        <p className="field-hint">{t.privacy.marriedButtonHint(marriedIsKeptDays)}</p>
        <AskingButton
          look="secondary"
          small
          busy={withdraw.isPending}
          question={{
            title: t.privacy.congratulations,
            text: (
              <>
                <StoryArt bride={1} groom={4} className="mb-4 rounded-card bg-deep" />
                {t.privacy.marriedQuestion(marriedIsKeptDays)}
              </>
            ),
            confirmLabel: t.privacy.withdraw,
          }}
          act={() => withdraw.mutate({ presence: 'married' })}
        >
          <RingsIcon />
          {t.privacy.weAreMarried}
        </AskingButton>
      </div>
    </Section>
  )
}

/** Saved at the press; the focus stays on what was chosen. */
function ContactForSection({ own: { contactFor } }: { own: OwnPresence }) {
  const t = useMemberTexts()
  const step = useStep(changeContactFor, (input) => t.privacy.contactSaved[input.contactFor], { onDone() {} })
  // That it is being saved is known a moment after the press; until then React would set the radio back.
  const [pressed, setPressed] = useState<ContactFor>()
  function choose(contactFor: ContactFor) {
    setPressed(contactFor)
    step.mutate({ contactFor }, { onSettled: () => setPressed(undefined) })
  }
  return (
    <Section icon={LockIcon} title={t.privacy.contact}>
      <p className="mt-2 text-ink-2">{t.privacy.contactHint}</p>
      <div className="mt-4">
        <ContactForOptions legend={t.privacy.contact} chosen={pressed ?? contactFor} onChoose={choose} />
      </div>
      <Link to={to.seen} className="mt-3 touch font-semibold underline">
        {t.dashboard.seen}
      </Link>
    </Section>
  )
}

function ConsentsSection({ own }: { own: OwnPresence }) {
  const t = useMemberTexts()
  const { given } = useConsents()
  const agree = useStep(changePresence, t.privacy.agreedNow)
  const takeBack = useStep(changePresence, t.privacy.takenBackNow)
  const takeBackFaith = useStep(forgetFaith, t.privacy.faithForgotten)
  /** Without a consent a biodata is published all the same: then nobody ever asked. */
  const isPublished = !unagreed.includes(own.presence)
  // A paused biodata stays paused.
  const agreed = {
    presence: own.presence === 'taken back' || own.presence === 'draft' ? 'published' : own.presence,
    consentVersion,
  } as const
  const withdraw = {
    publish: () => takeBack.mutate({ presence: 'taken back' }),
    faith: () => takeBackFaith.mutate({}),
  }
  return (
    <Section icon={DocumentIcon} title={t.privacy.agreed}>
      <ul className="mt-2 divide-y">
        {askedKinds.map((what) => {
          const consent = given.find((one) => one.what === what)
          // It is asked for where a belief is stated.
          if (what === 'faith' && !consent) return null
          const label = t.privacy.consents[what]
          const { agreedHow, agreedOn } = own.imported ?? {}
          const notAsked =
            agreedHow && agreedOn ? t.privacy.importedOn(agreedHow, t.format.date(agreedOn)) : t.privacy.notAsked
          const ungiven = isPublished ? notAsked : t.privacy.notGiven
          return (
            <li key={what} className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 consent-words">
                <strong>{label}</strong>
                <span className="field-hint block">
                  {consent ? t.privacy.agreedSince(t.format.date(inBangladesh(consent.since).day)) : ungiven}
                </span>
              </div>
              <div className="flex flex-wrap gap-2">
                {!consent && (
                  <Button
                    look="secondary"
                    small
                    aria-label={t.actions.named(t.privacy.agree, label)}
                    onClick={() => agree.mutate(agreed)}
                  >
                    {t.privacy.agree}
                  </Button>
                )}
                {(consent || isPublished) && (
                  <AskingButton
                    look="secondary"
                    small
                    aria-label={t.actions.named(t.privacy.takeBack, label)}
                    question={{
                      title: t.actions.named(t.privacy.takeBack, label),
                      text: t.privacy.takeBackQuestion[what],
                      confirmLabel: t.privacy.takeBack,
                    }}
                    act={withdraw[what]}
                  >
                    {t.privacy.takeBackAsking}
                  </AskingButton>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <p className="mt-2 text-ink-2">{t.privacy.takeBackHint}</p>
    </Section>
  )
}
