import { consents } from '#src/features/consents/hooks.ts'
import { BlockedSection, OwnReportsSection } from '#src/features/safety/components.ts'
import { blocks, ownReports } from '#src/features/safety/hooks.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { LockIcon } from '#src/ui/art/icons.ts'
import { DocumentIcon } from '#src/ui/art/member-icons.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { NoScript } from '#src/ui/forms/no-script.tsx'
import { Section } from '#src/ui/key-values.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'
import { ConsentsSection } from './consents-section.tsx'
import { ContactForSection } from './contact-for-section.tsx'
import { presence, usePresence } from './hooks.ts'
import { PresenceSection, StepBackSection } from './presence-sections.tsx'

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
            <ContactForSection own={own} />
            <ConsentsSection own={own} />
            {own.presence === 'published' && <StepBackSection />}
          </>
        ) : (
          <Empty
            icon={LockIcon}
            title={t.biodata.none}
            action={<ButtonLink to={to.edit}>{t.registering.writeBiodata}</ButtonLink>}
          >
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
