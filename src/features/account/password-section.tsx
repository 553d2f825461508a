import { useState } from 'react'
import { forgotPassword } from '#src/features/email-links/contract.ts'
import {
  CurrentPasswordField,
  NewPasswordField,
  newPasswordError,
  newPasswordRefusals,
} from '#src/features/identity/components.ts'
import { useSignInWays } from '#src/features/identity/hooks.ts'
import { useLanguage, useMemberTexts } from '#src/texts/texts.tsx'
import { LockIcon } from '#src/ui/art/icons.ts'
import { Button } from '#src/ui/button.tsx'
import { SmallForm } from '#src/ui/forms/small-form.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { changePassword } from './contract.ts'
import { useAccount, useChange, useChangeForm } from './hooks.ts'

export function PasswordSection() {
  const t = useMemberTexts()
  const { hasPassword } = useAccount()
  return (
    <Section icon={LockIcon} title={t.accounts.password}>
      {hasPassword ? <PasswordForm /> : <PasswordByMail />}
    </Section>
  )
}

function PasswordForm() {
  const t = useMemberTexts()
  const { email } = useAccount()
  const [changes, setChanges] = useState(0)
  const { form, change } = useChangeForm(changePassword, {
    done: t.account.changed,
    check: ({ current, password }: { current: string; password: string }) => ({
      current: current ? undefined : t.entry.missing.password,
      password: newPasswordError(t, password),
    }),
    inputOf: (typed) => ({ ...typed, email }),
    refusals: { ...newPasswordRefusals(t), 'wrong-password': { current: t.account.wrongPassword } },
    onDone: () => setChanges((n) => n + 1),
  })
  return (
    <SmallForm key={changes} isInSection form={form} submit={t.account.change} busy={change.isPending}>
      {/* For password managers: whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <CurrentPasswordField label={t.account.current} name="current" error={form.errors.current} />
      <NewPasswordField label={t.links.reset.newPassword} error={form.errors.password} />
    </SmallForm>
  )
}

function PasswordByMail() {
  const t = useMemberTexts()
  const { email } = useAccount()
  const { mail } = useSignInWays()
  const { language } = useLanguage()
  const send = useChange(forgotPassword, t.account.resetSent(email))
  return (
    <>
      <p className="mt-3 text-ink-2">{mail ? t.account.noPassword : t.links.forgot.mailOff}</p>
      {mail && (
        <Button
          look="secondary"
          small
          className="mt-4"
          busy={send.isPending}
          onClick={() => send.mutate({ email, language })}
        >
          {t.account.setPassword}
        </Button>
      )}
    </>
  )
}
