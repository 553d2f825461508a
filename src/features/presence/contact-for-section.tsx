import { useState } from 'react'
import { ContactForOptions } from '#src/features/contact-requests/components.ts'
import type { ContactFor } from '#src/features/contact-requests/policy.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { LockIcon } from '#src/ui/art/icons.ts'
import { Section } from '#src/ui/key-values.tsx'
import { changeContactFor } from './contract.ts'
import { type usePresence, useStep } from './hooks.ts'

/** Saved at the press; the focus stays on what was chosen. */
export function ContactForSection({ own: { contactFor } }: { own: NonNullable<ReturnType<typeof usePresence>> }) {
  const t = useMemberTexts()
  const { email } = useMember()
  const step = useStep(changeContactFor)
  // That it is being saved is known a moment after the press; until then React would set the radio back.
  const [pressed, setPressed] = useState<ContactFor>()
  const chosen = pressed ?? contactFor
  function choose(choice: ContactFor) {
    setPressed(choice)
    step.mutate(
      { input: { contactFor: choice, email }, said: t.privacy.contactSaved[choice] },
      { onSettled: () => setPressed(undefined) },
    )
  }
  return (
    <Section icon={LockIcon} title={t.privacy.contact}>
      <p className="mt-2 text-ink-2">{t.privacy.contactHint}</p>
      <div className="mt-4">
        <ContactForOptions legend={t.privacy.contact} chosen={chosen} onChoose={choose} />
      </div>
      <Link to={to.seen} className="mt-3 touch font-semibold underline">
        {t.dashboard.seen}
      </Link>
    </Section>
  )
}
