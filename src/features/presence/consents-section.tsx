import { useConsents } from '#src/features/consents/hooks.ts'
import { askedKinds, consentVersion } from '#src/features/consents/policy.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { DocumentIcon } from '#src/ui/art/member-icons.ts'
import { Button } from '#src/ui/button.tsx'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { Section } from '#src/ui/key-values.tsx'
import { changePresence, forgetFaith } from './contract.ts'
import { type usePresence, useStep } from './hooks.ts'

/** Withdrawing is as easy as agreeing. */
export function ConsentsSection({ own }: { own: NonNullable<ReturnType<typeof usePresence>> }) {
  const t = useMemberTexts()
  const { email } = useMember()
  const { given } = useConsents()
  const presence = useStep(changePresence)
  const faith = useStep(forgetFaith)
  /** Without a consent a biodata is published all the same: then nobody ever asked. */
  const isPublished = own.presence !== 'taken back'

  // A paused biodata stays paused.
  const agree = () =>
    presence.take(
      { presence: isPublished ? own.presence : 'published', consentVersion, email },
      t.privacy.agreedNow,
      focusHeading,
    )
  const withdraw = {
    publish: () => presence.take({ presence: 'taken back', email }, t.privacy.takenBackNow, focusHeading),
    faith: () => faith.take({ email }, t.privacy.faithForgotten, focusHeading),
  }

  return (
    <Section icon={DocumentIcon} title={t.privacy.agreed}>
      <ul className="mt-2 divide-y">
        {askedKinds.map((what) => {
          const consent = given.find((one) => one.what === what)
          // It is asked for where a belief is stated.
          if (what === 'faith' && !consent) return null
          const label = t.privacy.consents[what]
          const ungiven = isPublished ? t.privacy.notAsked : t.privacy.notGiven
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
                  <Button look="secondary" small aria-label={t.privacy.agreeNamed(label)} onClick={agree}>
                    {t.privacy.agree}
                  </Button>
                )}
                {(consent || isPublished) && (
                  <AskingButton
                    look="secondary"
                    small
                    aria-label={t.privacy.takeBackNamed(label)}
                    question={{
                      title: t.privacy.takeBackNamed(label),
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
