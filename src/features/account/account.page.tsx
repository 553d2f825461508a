import { useState } from 'react'
import { useMember } from '#src/features/identity/hooks.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { NoScript } from '#src/ui/forms/no-script.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'
import { DataSection, DeleteSection } from './data-section.tsx'
import { PasskeySection, SessionsSection } from './devices-section.tsx'
import { account, secondFactor } from './hooks.ts'
import { EmailSection, NameSection, PasswordSection, PhotoSection } from './person-sections.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

export const title: MemberPage['title'] = (t) => t.accounts.account
export const queries: MemberPage['queries'] = () => [account, secondFactor]

export default function AccountPage() {
  const t = useMemberTexts()
  const [needsSecondFactor] = useState(useMember().needsSecondFactor)
  return (
    <>
      <h1 tabIndex={-1} className="pb-4 text-title">
        {t.accounts.account}
      </h1>
      <div className="grid gap-4">
        <NoScript />
        {needsSecondFactor && <SecondFactorSection />}
        <EmailSection />
        <NameSection />
        <PhotoSection />
        <PasswordSection />
        {!needsSecondFactor && <SecondFactorSection />}
        <PasskeySection />
        <SessionsSection />
        <DataSection />
        <DeleteSection />
      </div>
    </>
  )
}
