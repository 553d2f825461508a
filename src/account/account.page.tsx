import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import type { PageModule } from '#src/platform/page-module.ts'
import { blocks, ownReports } from '#src/safety/hooks.ts'
import { BlockedSection, OwnReportsSection } from '#src/safety/own-sections.tsx'
import { NoScript } from '#src/ui/no-script.tsx'
import { DeleteSection } from './delete-section.tsx'
import { account } from './hooks.ts'
import { PasswordSection } from './password-section.tsx'
import { EmailSection, NameSection, PhotoSection } from './person-sections.tsx'
import { DataSection, SessionsSection } from './sessions-section.tsx'

export const title: PageModule['title'] = (t) => t.accounts.account
export const queries: PageModule['queries'] = () => [account, blocks, ownReports]

export default function AccountPage() {
  const t = useMemberTexts()
  return (
    <>
      <h1 tabIndex={-1} className="pb-4 text-title">
        {t.accounts.account}
      </h1>
      <div className="grid gap-4">
        <NoScript />
        <EmailSection />
        <NameSection />
        <PhotoSection />
        <PasswordSection />
        <SessionsSection />
        <BlockedSection />
        <OwnReportsSection />
        <DataSection />
        <DeleteSection />
      </div>
    </>
  )
}
