import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CurrentPasswordField } from '#src/features/identity/components.ts'
import { currentSession } from '#src/features/identity/contract.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { viewerChanged } from '#src/features/identity/index.ts'
import { forgetDraft } from '#src/platform/browser-storage/drafts.ts'
import { forgetSeen } from '#src/platform/browser-storage/recently-seen.ts'
import { call, query } from '#src/platform/http/client.ts'
import { requestOf } from '#src/platform/http/contract.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useNavigate } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { DeleteIcon, LockIcon } from '#src/ui/art/icons.ts'
import { DocumentIcon } from '#src/ui/art/member-icons.ts'
import { ConfirmDialog } from '#src/ui/dialogs/dialog.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { DownloadLink } from '#src/ui/download-link.tsx'
import { TextField } from '#src/ui/forms/field.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { NoScript } from '#src/ui/forms/form-card.tsx'
import { Section } from '#src/ui/key-values.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'
import { formatFailure } from '#src/ui/problems.tsx'
import { deleteSelf, exportSelf } from './contract.ts'
import { PasskeySection, SessionsSection } from './devices-section.tsx'
import { account, secondFactor, useAccount } from './hooks.ts'
import { EmailSection, NameAndPhotoSection, PasswordByMail, PasswordForm } from './person-sections.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

export const title: MemberPage['title'] = (t) => t.accounts.account
export const queries: MemberPage['queries'] = () => [account, secondFactor]

export default function AccountPage() {
  const t = useMemberTexts()
  const [needsSecondFactor] = useState(useMember().needsSecondFactor)
  const { hasPassword } = useAccount()
  return (
    <>
      <h1 tabIndex={-1} className="pb-4 text-title">
        {t.accounts.account}
      </h1>
      <div className="grid gap-4">
        <NoScript />
        {needsSecondFactor && <SecondFactorSection />}
        <EmailSection />
        <NameAndPhotoSection />
        <Section icon={LockIcon} title={t.accounts.password}>
          {hasPassword ? <PasswordForm /> : <PasswordByMail />}
        </Section>
        {!needsSecondFactor && <SecondFactorSection />}
        <PasskeySection />
        <SessionsSection />
        <Section icon={DocumentIcon} title={t.account.data}>
          <p className="mt-3 mb-4 text-ink-2">{t.account.dataHint}</p>
          <DownloadLink
            className="btn btn-secondary btn-small"
            href={requestOf(exportSelf, {}).url}
            download={exportSelf.download}
          >
            {t.account.download}
          </DownloadLink>
        </Section>
        <DeleteSection />
      </div>
    </>
  )
}

function DeleteSection() {
  const t = useMemberTexts()
  const navigate = useNavigate()
  const { email, hasPassword } = useAccount()
  const [confirmation, setConfirmation] = useState<string>()
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: (confirmation: string) => call(deleteSelf, { confirmation, email }),
    onSuccess() {
      forgetDraft(email)
      forgetSeen(email)
      toast.success(t.account.deleted)
      const known = client.getQueryData(query(currentSession, {}).queryKey)
      void viewerChanged(client, known && { ...known, user: null })
      navigate(to.home, { replace: true })
    },
    onError(error) {
      const words = {
        'wrong-password': t.account.wrongPassword,
        'wrong-email': t.account.wrongEmail,
        'last-admin': t.account.lastAdmin,
        'sign-in-again': t.account.signInAgain,
      }
      form.refuse({ confirmation: formatFailure(t, error, words) })
    },
  })
  const form = useCheckedForm<{ confirmation: string }>(
    (typed) => {
      const missing = hasPassword ? t.entry.missing.password : t.accounts.missing.email
      return { confirmation: typed.confirmation ? undefined : missing }
    },
    (typed) => setConfirmation(typed.confirmation),
  )
  const field = { name: 'confirmation', error: form.errors.confirmation }
  return (
    <Section icon={DeleteIcon} title={t.account.delete}>
      <ul className="mt-3 grid gap-1.5 text-ink-2 bullets">
        <li>{t.account.deleteGone}</li>
        <li>{t.account.deleteKept}</li>
        <li>{t.account.deletePaid}</li>
      </ul>
      <SmallForm isInSection danger form={form} submit={t.account.delete} busy={remove.isPending}>
        {hasPassword ? (
          <CurrentPasswordField {...field} label={t.account.deletePassword} />
        ) : (
          <TextField {...field} label={t.account.deleteEmail} type="email" autoComplete="off" />
        )}
      </SmallForm>
      <ConfirmDialog
        danger
        open={confirmation !== undefined}
        onClose={() => setConfirmation(undefined)}
        title={t.account.deleteQuestion}
        confirmLabel={t.account.deleteConfirm}
        onConfirm={() => remove.mutate(confirmation!)}
      >
        {t.account.deleteGone}
      </ConfirmDialog>
    </Section>
  )
}
