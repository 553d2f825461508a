import { useQueryClient } from '@tanstack/react-query'
import { CurrentPasswordField, EmailField, useAttempt } from '#src/features/identity/components.ts'
import { useSignInWays } from '#src/features/identity/hooks.ts'
import { signIn } from '#src/features/identity/index.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useEntryTexts } from '#src/texts/texts.tsx'
import { CheckField } from '#src/ui/forms/field.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import type { Address, LoginPage } from '#src/ui/page-module.ts'
import { queriesFor, SignInCard } from './sign-in-card.tsx'

export const parse = ({ search }: Address) => ({
  from: search.get('from') ?? undefined,
  email: search.get('email') ?? '',
})
type Props = ReturnType<typeof parse>
export const title: LoginPage['title'] = (t) => t.nav.login

export const queries: LoginPage<Props>['queries'] = queriesFor

export default function Login({ from, email }: Props) {
  const t = useEntryTexts()
  const client = useQueryClient()
  const { mail } = useSignInWays()
  const attempts = useAttempt()
  const form = useCheckedForm<{ email: string; password: string; rememberMe: string }>(
    ({ email, password }) => ({
      email: email.trim() ? undefined : t.accounts.missing.email,
      password: password ? undefined : t.entry.missing.password,
    }),
    ({ email, password, rememberMe }) =>
      attempts.attempt(
        () => signIn(client, { email: email.trim(), password, rememberMe: rememberMe !== undefined }),
        t.entry.loginDone,
      ),
  )

  return (
    <SignInCard title={t.nav.login} from={from} returnTo={t.entry.afterLogin} attempts={attempts}>
      <SmallForm form={form} submit={t.nav.login}>
        <EmailField defaultValue={email} error={form.errors.email} />
        <CurrentPasswordField error={form.errors.password} />
        {mail && (
          <Link to={to.forgotPassword} replace className="forgot-link">
            {t.entry.forgot}
          </Link>
        )}
        <div>
          <CheckField label={t.entry.rememberMe} name="rememberMe" defaultChecked aria-describedby="remember-hint" />
          <p id="remember-hint" className="field-hint check-hint">
            {t.entry.rememberHint}
          </p>
        </div>
      </SmallForm>
      {!from && (
        <p className="text-ink-2">
          {t.entry.noAccount}{' '}
          <Link to={to.register()} replace className="font-semibold text-primary underline">
            {t.entry.toRegister}
          </Link>
        </p>
      )}
    </SignInCard>
  )
}
