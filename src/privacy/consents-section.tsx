import { useConsents } from '#src/consents/hooks.ts'
import { type ConsentKind, consentKinds, consentVersion } from '#src/consents/policy.ts'
import { inBangladesh } from '#src/platform/clock.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { useMember } from '#src/sign-in/hooks.ts'
import { Button } from '#src/ui/button.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { Section } from '#src/ui/key-values.tsx'
import { DocumentIcon } from '#src/ui/member-icons.ts'
import { changeContactFor, changePresence, forgetFaith } from './contract.ts'
import { type usePresence, useStep } from './hooks.ts'

/** What the person has agreed to, in which words and since when; taking back is as easy as agreeing. */
export function ConsentsSection({ own }: { own: NonNullable<ReturnType<typeof usePresence>> }) {
  const t = useMemberTexts()
  const { email } = useMember()
  const { given } = useConsents()
  const presence = useStep(changePresence)
  const contactFor = useStep(changeContactFor)
  const faith = useStep(forgetFaith)
  /** Without a consent it is published, or shown, all the same: then nobody ever asked. */
  const isOn = { publish: own.presence !== 'taken back', contact: own.contactFor === 'checked', faith: false }

  const agree = {
    // As it is: who is paused agrees and stays paused.
    publish: () =>
      presence.take(
        { presence: isOn.publish ? own.presence : 'published', consentVersion, email },
        t.privacy.agreedNow,
        focusHeading,
      ),
    contact: () => contactFor.take({ contactFor: 'checked', email }, t.privacy.agreedNow, focusHeading),
  }
  const takeBack = {
    publish: () => presence.take({ presence: 'taken back', email }, t.privacy.takenBackNow, focusHeading),
    contact: () => contactFor.take({ contactFor: 'nobody', email }, t.privacy.contactSaved.nobody, focusHeading),
    faith: () => faith.take({ email }, t.privacy.faithForgotten, focusHeading),
  }

  function stateOf(what: ConsentKind) {
    const consent = given.find((one) => one.what === what)
    if (consent) return t.privacy.agreedSince(t.format.date(inBangladesh(consent.since).day), consent.version)
    return isOn[what] ? t.privacy.notAsked : t.privacy.notGiven
  }

  return (
    <Section icon={DocumentIcon} title={t.privacy.agreed}>
      <ul className="mt-2 divide-y divide-line">
        {consentKinds.map((what) => {
          const { label } = t.consent.words[what]
          const isGiven = given.some((one) => one.what === what)
          // It is asked for where a belief is stated.
          if (what === 'faith' && !isGiven) return null
          return (
            <li key={what} className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <span className="min-w-0 flex-1 basis-60">
                <strong>{label}</strong>
                <span className="field-hint block">{stateOf(what)}</span>
              </span>
              <span className="flex flex-wrap gap-2">
                {!isGiven && what !== 'faith' && (
                  <Button look="secondary" small aria-label={t.privacy.agreeNamed(label)} onClick={agree[what]}>
                    {t.privacy.agree}
                  </Button>
                )}
                {(isGiven || isOn[what]) && (
                  <Button look="secondary" small aria-label={t.privacy.takeBackNamed(label)} onClick={takeBack[what]}>
                    {t.privacy.takeBack}
                  </Button>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      <p className="mt-2 text-ink-2">{t.privacy.takeBackHint}</p>
    </Section>
  )
}
