import { marriedIsKeptDays } from '#src/features/biodata/policy.ts'
import { consentVersion } from '#src/features/consents/policy.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { StoryArt } from '#src/ui/art/art.tsx'
import { HideIcon, PauseIcon, RingsIcon, ShowIcon } from '#src/ui/art/icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { Section } from '#src/ui/key-values.tsx'
import { useSite } from '#src/ui/site.tsx'
import { changePresence } from './contract.ts'
import { type usePresence, useStep } from './hooks.ts'

type Own = NonNullable<ReturnType<typeof usePresence>>

function stateOf(t: AllTexts, { presence, unpublished, deletedOn }: Own) {
  if (presence === 'paused') return [t.privacy.paused, t.privacy.pausedHint]
  if (presence === 'taken back') return [t.privacy.takenBack, t.privacy.takenBackHint]
  if (presence === 'married') return [t.privacy.married, t.privacy.marriedHint(t.format.date(deletedOn!))]
  return unpublished ? [t.privacy.unpublished, t.privacy.unpublishedHint] : [t.privacy.published]
}

export function PresenceSection({ own }: { own: Own }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const { email, isPutAway } = useMember()
  const step = useStep(changePresence)
  const [title, hint] = stateOf(t, own)
  const isTakenBack = own.presence === 'taken back'
  const publish = () =>
    step.take(
      { presence: 'published', email, ...(isTakenBack && { consentVersion }) },
      t.privacy.publishedAgain,
      focusHeading,
    )
  return (
    <Section icon={own.presence === 'published' && !own.unpublished ? ShowIcon : HideIcon} title={title!}>
      <p className="mt-2 text-ink-2">
        {t.privacy.since(`${brand.idPrefix}${own.number}`, t.format.date(inBangladesh(own.since).day))}
      </p>
      {hint && <p className="mt-2">{hint}</p>}
      {own.presence !== 'published' && isPutAway && <p className="mt-2">{t.putAway.pausedHint}</p>}
      {isTakenBack && (
        <p className="mt-2">
          {t.consent.words.publish.label}. {t.consent.words.publish.hint}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2.5">
        {own.presence !== 'published' && !isPutAway && (
          <Button small busy={step.isPending} onClick={publish}>
            {isTakenBack ? t.privacy.agreePublish : t.privacy.publishAgain}
          </Button>
        )}
        <ButtonLink to={to.edit} look="secondary" small>
          {t.biodata.edit}
        </ButtonLink>
      </div>
    </Section>
  )
}

/** Being married is asked about, because it ends with deleting. */
export function StepBackSection() {
  const t = useMemberTexts()
  const { email } = useMember()
  const step = useStep(changePresence)
  const isTaking = (presence: string) => step.isPending && step.variables.input.presence === presence
  return (
    <Section icon={PauseIcon} title={t.privacy.stepBack}>
      <div className="mt-3 grid justify-items-start gap-2">
        <h3 className="font-sans text-base font-semibold">{t.privacy.pause}</h3>
        <p className="field-hint">{t.privacy.pauseHint}</p>
        <Button
          look="secondary"
          small
          busy={isTaking('paused')}
          onClick={() => step.take({ presence: 'paused', email }, t.privacy.pausedNow, focusHeading)}
        >
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
          busy={isTaking('married')}
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
          act={() => step.take({ presence: 'married', email }, t.privacy.withdrawn, focusHeading)}
        >
          <RingsIcon />
          {t.privacy.weAreMarried}
        </AskingButton>
      </div>
    </Section>
  )
}
