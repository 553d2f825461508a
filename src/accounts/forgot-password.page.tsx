import { useMutation } from '@tanstack/react-query'
import { to } from '#src/platform/addresses.ts'
import { call } from '#src/platform/http/client.ts'
import { useLanguage, useTexts } from '#src/platform/i18n/texts.tsx'
import type { Address, PageModule } from '#src/platform/page-module.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { useCheckedForm } from '#src/ui/checked-form.ts'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { useHydrated } from '#src/ui/hydrated.ts'
import { NoScript } from '#src/ui/no-script.tsx'
import { AccountCard } from './account-card.tsx'
import { forgotPassword } from './account-contract.ts'
import { FailureNotice } from './attempt.tsx'
import { EmailField, emailError } from './email-field.tsx'
import { useSignInWays } from './hooks.ts'

export const parse = ({ search }: Address) => ({ email: search.get('email') ?? '' })
type Props = ReturnType<typeof parse>
export const title: PageModule['title'] = (t) => t.accounts.forgot.title

export default function ForgotPasswordPage({ email }: Props) {
  const t = useTexts()
  const { mail } = useSignInWays()
  const { language } = useLanguage()
  const isHydrated = useHydrated()
  const send = useMutation({
    mutationFn: (email: string) => call(forgotPassword, { email, language: language === 'bn' ? 'bn' : 'en' }),
  })
  const form = useCheckedForm<{ email: string }>(
    ({ email }) => ({
      email: emailError(t, email),
    }),
    ({ email }) => !send.isPending && send.mutate(email.trim()),
  )

  if (!mail || send.isSuccess) {
    return (
      <AccountCard title={mail ? t.accounts.forgot.sentTitle : t.accounts.forgot.title}>
        <p ref={mail ? restoreFocus : undefined} tabIndex={-1} role="status" className="wrap-anywhere">
          {mail ? t.accounts.forgot.sent(send.variables!) : t.accounts.forgot.mailOff}
        </p>
        {mail && (
          <Button look="secondary" onClick={send.reset}>
            {t.accounts.forgot.again}
          </Button>
        )}
        <ButtonLink to={to.login()} replace look="quiet">
          {t.accounts.toLogin}
        </ButtonLink>
      </AccountCard>
    )
  }
  return (
    <AccountCard title={t.accounts.forgot.title}>
      <p className="text-ink-2">{t.accounts.forgot.lead}</p>
      <NoScript />
      {send.error && <FailureNotice key={send.submittedAt} error={send.error} />}
      <form {...form.formProps} className="grid gap-4.5">
        <ErrorSummary title={t.common.thereIsAProblem} errors={form.summary} attempt={form.attempt} />
        <EmailField defaultValue={email} error={form.errors.email} />
        <Button type="submit" disabled={!isHydrated} busy={send.isPending}>
          {t.accounts.forgot.send}
        </Button>
      </form>
      <ButtonLink to={to.login()} replace look="quiet">
        {t.accounts.toLogin}
      </ButtonLink>
    </AccountCard>
  )
}
