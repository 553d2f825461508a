import { type AccountPageTexts, useAccountTexts, useTexts } from '#src/texts/texts.tsx'
import { PasswordField } from '#src/ui/forms/field.tsx'

export function CurrentPasswordField({
  label,
  name = 'password',
  error,
}: {
  label?: string
  name?: string
  error: string | undefined
}) {
  const t = useTexts()
  return (
    <PasswordField
      label={label ?? t.accounts.password}
      id={name}
      name={name}
      autoComplete="current-password"
      error={error}
    />
  )
}

/** A password that is being chosen: the rule stands beside it before anything is typed (REQUIREMENTS A6). */
export function NewPasswordField({ label, error }: { label?: string; error: string | undefined }) {
  const t = useAccountTexts()
  return (
    <PasswordField
      label={label ?? t.accounts.password}
      hint={t.registering.passwordHint}
      id="password"
      name="password"
      autoComplete="new-password"
      error={error}
    />
  )
}

/** What can be said before asking the server, which also knows the common passwords. */
export function newPasswordError(t: AccountPageTexts, password: string) {
  if (!password) return t.entry.missing.password
  return password.length < 8 || password.length > 128 ? t.registering.problems.PASSWORD_TOO_SHORT : undefined
}

export const newPasswordRefusals = ({
  registering: { problems },
}: AccountPageTexts): Record<string, { password: string }> => ({
  PASSWORD_TOO_SHORT: { password: problems.PASSWORD_TOO_SHORT },
  PASSWORD_TOO_LONG: { password: problems.PASSWORD_TOO_LONG },
  PASSWORD_TOO_COMMON: { password: problems.PASSWORD_TOO_COMMON },
})
