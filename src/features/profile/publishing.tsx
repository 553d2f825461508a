import { ConsentBox, consentInput } from '#src/features/consents/components.ts'
import type { AskedKind } from '#src/features/consents/policy.ts'
import { ContactForOptions } from '#src/features/contact-requests/components.ts'
import type { ContactFor } from '#src/features/contact-requests/policy.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { LockIcon, PersonIcon, ShowIcon } from '#src/ui/art/icons.ts'
import { DocumentIcon } from '#src/ui/art/member-icons.ts'
import { Section } from '#src/ui/key-values.tsx'

const seenBy = [
  ['visitors', ShowIcon],
  ['members', PersonIcon],
  ['chosen', LockIcon],
] as const

interface Asked {
  asked: readonly AskedKind[]
  contactFor: ContactFor
  errors: Partial<Record<string, string>>
}

export function Publishing({ asked, contactFor, errors }: Asked) {
  const t = useMemberTexts()
  return (
    <Section icon={DocumentIcon} title={t.consent.title}>
      {asked.includes('publish') && (
        <div className="mt-4 grid items-start gap-5 publishing">
          <ContactForOptions legend={t.consent.whoSees} chosen={contactFor} />
          <div className="rounded-button bg-surface-2 p-4.5">
            <h3 className="font-sans text-base font-semibold">{t.consent.others}</h3>
            <dl className="mt-2 grid gap-3">
              {seenBy.map(([who, Icon]) => (
                <div key={who} className="grid gap-x-3 publishing-fact">
                  <Icon className="mt-0.5 text-ink-2 publishing-icon" />
                  <dt className="font-semibold">{t.consent.seenBy[who]}</dt>
                  <dd className="text-ink-2">{t.consent.words.publish[who]}</dd>
                </div>
              ))}
            </dl>
            <div className="mt-4 border-t pt-4">
              <ConsentBox what="publish" problem={errors[consentInput.publish]} />
            </div>
          </div>
        </div>
      )}
      {asked.includes('faith') && (
        <div className="mt-4">
          <ConsentBox what="faith" problem={errors[consentInput.faith]} />
        </div>
      )}
    </Section>
  )
}
