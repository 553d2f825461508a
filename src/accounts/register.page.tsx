import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { PageModule } from '#src/pages.ts'
import { to } from '#src/platform/addresses.ts'
import { Email } from '#src/platform/http/fields.ts'
import { useTexts } from '#src/platform/i18n/texts.tsx'
import { Link, useSearchParams } from '#src/platform/routing.tsx'
import { Button } from '#src/ui/button.tsx'
import { useCheckedForm } from '#src/ui/checked-form.ts'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { TextField } from '#src/ui/field.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { AccountCard } from './account-card.tsx'
import { ProblemNotice, useAttempt } from './attempt.tsx'
import { NewPasswordField, newPasswordError } from './new-password.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { signUp } from './sign-in.ts'

export const title: PageModule['title'] = (t) => t.accounts.registerTitle

/** The login page fills in the address that comes with the link. */
const withEmail = (login: string, email: string) =>
  `${login}${login.includes('?') ? '&' : '?'}email=${encodeURIComponent(email)}`

const isLink = (text: string) => text.startsWith('https://') && URL.canParse(text)

export default function RegisterPage() {
  const t = useTexts()
  const client = useQueryClient()
  const isHydrated = useHydrated()
  const [search] = useSearchParams()
  const from = search.get('from') ?? undefined
  const [email, setEmail] = useState('')
  const { problem, attempt } = useAttempt(t.accounts.sadMarker)
  const form = useCheckedForm<{ name: string; photoUrl: string; email: string; password: string }>(
    ({ name, photoUrl, email, password }) => ({
      name: name.trim() ? undefined : t.accounts.missing.name,
      photoUrl: isLink(photoUrl.trim()) ? undefined : t.accounts.missing.photoUrl,
      email: !email.trim()
        ? t.accounts.missing.email
        : z.safeParse(Email, email).success
          ? undefined
          : t.accounts.problems.INVALID_EMAIL,
      password: newPasswordError(t, password),
    }),
    (typed) => {
      setEmail(typed.email.trim())
      const account = { ...typed, name: typed.name.trim(), photoUrl: typed.photoUrl.trim(), email: typed.email.trim() }
      return attempt(() => signUp(client, account), t.accounts.registered)
    },
  )

  const linkClass = 'font-semibold text-primary underline underline-offset-4'
  return (
    <AccountCard title={t.accounts.registerTitle}>
      {from && <p className="text-ink-2">{t.accounts.returnTo}</p>}
      {problem && (
        <ProblemNotice problem={problem}>
          {problem.code.startsWith('USER_ALREADY_EXISTS') && (
            <Link to={withEmail(to.login(from), email)} className={linkClass}>
              {t.accounts.toLogin}
            </Link>
          )}
        </ProblemNotice>
      )}
      <ProviderButtons attempt={attempt} />
      <form {...form.formProps} className="grid gap-4.5">
        <ErrorSummary title={t.common.thereIsAProblem} errors={form.summary} attempt={form.attempt} />
        <TextField
          label={t.accounts.name}
          id="name"
          name="name"
          autoComplete="name"
          maxLength={100}
          error={form.errors.name}
        />
        <TextField
          label={t.accounts.photoUrl}
          hint={t.accounts.photoHint}
          id="photoUrl"
          name="photoUrl"
          type="url"
          inputMode="url"
          autoComplete="photo"
          error={form.errors.photoUrl}
        />
        <TextField
          label={t.accounts.email}
          id="email"
          name="email"
          type="email"
          autoComplete="username"
          error={form.errors.email}
        />
        <NewPasswordField error={form.errors.password} />
        <Button type="submit" disabled={!isHydrated}>
          {t.accounts.register}
        </Button>
      </form>
      <p className="text-ink-2">
        {t.accounts.haveAccount}{' '}
        <Link to={to.login(from)} className={linkClass}>
          {t.accounts.toLogin}
        </Link>
      </p>
    </AccountCard>
  )
}
