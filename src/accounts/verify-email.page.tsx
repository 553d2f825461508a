import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { to } from '#src/platform/addresses.ts'
import { CallFailed, call } from '#src/platform/http/client.ts'
import { queriesOf, query } from '#src/platform/http/query.ts'
import { useTexts } from '#src/platform/i18n/texts.tsx'
import type { Address, PageModule } from '#src/platform/page-module.ts'
import { useNavigate } from '#src/platform/routing.tsx'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { useCheckedForm } from '#src/ui/checked-form.ts'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { PasswordField } from '#src/ui/field.tsx'
import { restoreFocus } from '#src/ui/focus.ts'
import { useHydrated } from '#src/ui/hydrated.ts'
import { NoScript } from '#src/ui/no-script.tsx'
import { AccountCard } from './account-card.tsx'
import { mailedLink, ownAccount, verifyEmail } from './account-contract.ts'
import { FailureNotice } from './attempt.tsx'
import { currentSession } from './contract.ts'
import { useUser } from './hooks.ts'
import { UsedUpLink } from './used-up-link.tsx'

const linkOf = (token: string) => query(mailedLink, { token })

export const parse = ({ search }: Address) => ({ token: search.get('token') ?? '' })
type Props = ReturnType<typeof parse>

export const title: PageModule['title'] = (t) => t.accounts.verify.title
export const queries: PageModule<Props>['queries'] = ({ token }) => [linkOf(token)]

/** The link only opens this page: programs that look at mails open links too, and press no buttons. */
export default function VerifyEmailPage({ token }: Props) {
  const t = useTexts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const user = useUser()
  const isHydrated = useHydrated()
  const { data: link } = useSuspenseQuery(linkOf(token))
  const verify = useMutation({
    mutationFn: (password: string | undefined) =>
      call(verifyEmail, { token, ...(password === undefined ? {} : { password }) }),
    async onSuccess({ resetToken }) {
      await Promise.all([
        client.invalidateQueries(queriesOf(currentSession)),
        client.invalidateQueries(queriesOf(ownAccount)),
      ])
      if (resetToken) navigate(to.resetPassword(resetToken), { replace: true })
    },
    onError(error) {
      if (error instanceof CallFailed && error.code === 'wrong-password')
        form.refuse({ password: t.accounts.verify.wrongPassword })
    },
  })
  const form = useCheckedForm<{ password: string }>(
    ({ password }) => ({ password: password ? undefined : t.accounts.missing.password }),
    ({ password }) => !verify.isPending && verify.mutate(password),
  )
  const onwards = user ? (
    <ButtonLink to={to.account} look="secondary">
      {t.accounts.account}
    </ButtonLink>
  ) : (
    <ButtonLink to={to.login()} look="secondary">
      {t.accounts.toLogin}
    </ButtonLink>
  )

  if (verify.isSuccess) {
    return (
      <AccountCard title={t.accounts.verify.done}>
        <p ref={restoreFocus} tabIndex={-1} role="status">
          {t.accounts.verify.doneLead}
        </p>
        {onwards}
      </AccountCard>
    )
  }
  const status = verify.error instanceof CallFailed ? verify.error.status : undefined
  if (link.purpose !== 'verify' || status === 409) {
    return (
      <UsedUpLink isNews={status === 409} why={t.accounts.verify.expired}>
        {onwards}
      </UsedUpLink>
    )
  }
  const failure = verify.error && status !== 422 && <FailureNotice key={verify.submittedAt} error={verify.error} />
  if (link.isOwn) {
    return (
      <AccountCard title={t.accounts.verify.title}>
        <p className="text-ink-2">{t.accounts.verify.lead}</p>
        {failure}
        <Button disabled={!isHydrated} busy={verify.isPending} onClick={() => verify.mutate(undefined)}>
          {t.accounts.verify.confirm}
        </Button>
      </AccountCard>
    )
  }
  return (
    <AccountCard title={t.accounts.verify.title}>
      <NoScript />
      {failure}
      {link.hasPassword && (
        <>
          <p className="text-ink-2">{t.accounts.verify.passwordLead}</p>
          <form {...form.formProps} className="grid gap-4.5">
            <ErrorSummary title={t.common.thereIsAProblem} errors={form.summary} attempt={form.attempt} />
            <PasswordField
              label={t.accounts.password}
              id="password"
              name="password"
              autoComplete="current-password"
              showLabel={t.accounts.showPassword}
              hideLabel={t.accounts.hidePassword}
              error={form.errors.password}
            />
            <Button type="submit" disabled={!isHydrated} busy={verify.isPending}>
              {t.accounts.verify.confirm}
            </Button>
          </form>
        </>
      )}
      <p className="text-ink-2">{t.accounts.verify.otherLead}</p>
      <Button
        look={link.hasPassword ? 'secondary' : 'primary'}
        disabled={!isHydrated}
        busy={verify.isPending}
        onClick={() => verify.mutate(undefined)}
      >
        {t.accounts.verify.confirmAnew}
      </Button>
    </AccountCard>
  )
}
