import { type Texts, useTexts } from '#src/platform/i18n/texts.tsx'
import { PasswordField } from '#src/ui/field.tsx'

/** A password that is being chosen: the rule stands beside it before anything is typed (REQUIREMENTS A6). */
export function NewPasswordField({ label, error }: { label?: string; error: string | undefined }) {
  const t = useTexts()
  return (
    <PasswordField
      label={label ?? t.accounts.password}
      hint={t.accounts.passwordHint}
      id="password"
      name="password"
      autoComplete="new-password"
      showLabel={t.accounts.showPassword}
      hideLabel={t.accounts.hidePassword}
      error={error}
    />
  )
}

/** What can be said before asking the server, which also knows the common passwords. */
export function newPasswordError(t: Texts, password: string) {
  if (!password) return t.accounts.missing.password
  return password.length < 8 || password.length > 128 ? t.accounts.missing.passwordLength : undefined
}
