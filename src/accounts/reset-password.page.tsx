import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { to } from '#src/platform/addresses.ts'
import { CallFailed, call } from '#src/platform/http/client.ts'
import { query } from '#src/platform/http/query.ts'
import { useTexts } from '#src/platform/i18n/texts.tsx'
import type { Address, PageModule } from '#src/platform/page-module.ts'
import { useNavigate } from '#src/platform/routing.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { useCheckedForm } from '#src/ui/checked-form.ts'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { NoScript } from '#src/ui/no-script.tsx'
import { toast } from '#src/ui/toast.tsx'
import { AccountCard } from './account-card.tsx'
import { mailedLink, resetPassword } from './account-contract.ts'
import { FailureNotice } from './attempt.tsx'
import { announceAuthChange, forgetViewer } from './auth-state.ts'
import { NewPasswordField, newPasswordError } from './new-password.tsx'
import { UsedUpLink } from './used-up-link.tsx'

const linkOf = (token: string) => query(mailedLink, { token })

export const parse = ({ search }: Address) => ({ token: search.get('token') ?? '' })
type Props = ReturnType<typeof parse>

export const title: PageModule['title'] = (t) => t.accounts.reset.title
export const queries: PageModule<Props>['queries'] = ({ token }) => [linkOf(token)]

export default function ResetPasswordPage({ token }: Props) {
  const t = useTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const { data: link } = useSuspenseQuery(linkOf(token))
  const reset = useMutation({
    mutationFn: (password: string) => call(resetPassword, { token, password }),
    async onSuccess({ email }) {
      toast.success(t.accounts.reset.done)
      // Whoever was signed in here is not any more.
      announceAuthChange()
      await forgetViewer(client).catch(() => {})
      navigate(`${to.login()}?email=${encodeURIComponent(email)}`, { replace: true })
    },
    onError(error) {
      const text = error instanceof CallFailed && (t.accounts.problems as Record<string, string>)[error.code]
      if (error instanceof CallFailed && error.status === 422 && text) form.refuse({ password: text })
    },
  })
  const form = useCheckedForm<{ password: string }>(
    ({ password }) => ({ password: newPasswordError(t, password) }),
    ({ password }) => !reset.isPending && reset.mutate(password),
  )

  const status = reset.error instanceof CallFailed ? reset.error.status : undefined
  if (link.purpose !== 'reset' || status === 409) {
    return (
      <UsedUpLink isNews={status === 409} why={t.accounts.reset.expired}>
        <ButtonLink to={to.forgotPassword}>{t.accounts.reset.sendNew}</ButtonLink>
      </UsedUpLink>
    )
  }
  return (
    <AccountCard title={t.accounts.reset.title}>
      <p className="text-ink-2">{t.accounts.reset.lead}</p>
      <NoScript />
      {reset.error && status !== 422 && <FailureNotice key={reset.submittedAt} error={reset.error} />}
      <form {...form.formProps} className="grid gap-4.5">
        <ErrorSummary title={t.common.thereIsAProblem} errors={form.summary} attempt={form.attempt} />
        <NewPasswordField label={t.accounts.reset.newPassword} error={form.errors.password} />
        <Button type="submit" disabled={!isHydrated} busy={reset.isPending}>
          {t.accounts.reset.save}
        </Button>
      </form>
    </AccountCard>
  )
}
