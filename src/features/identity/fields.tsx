import type { ComponentProps } from 'react'
import { isEmail } from '#src/platform/schemas/fields.ts'
import { type AccountPageTexts, type Texts, useAccountTexts, useTexts } from '#src/texts/texts.tsx'
import { PasswordField, TextField } from '#src/ui/forms/field.tsx'

type Props = Partial<ComponentProps<typeof TextField>>

export const NameField = (props: Props) => (
  <TextField label={useTexts().accounts.name} id="name" name="name" autoComplete="name" maxLength={100} {...props} />
)

/** One's own account's, unless `autoComplete` says that any of one's addresses will do. */
export const EmailField = (props: Props) => (
  <TextField
    label={useTexts().accounts.email}
    id="email"
    name="email"
    type="email"
    autoComplete="username"
    {...props}
  />
)

export function emailError(t: Texts, email: string) {
  if (!email.trim()) return t.accounts.missing.email
  return isEmail(email) ? undefined : t.accounts.notAnEmail
}

export const CurrentPasswordField = ({ name = 'password', ...props }: Props) => (
  <PasswordField
    label={useTexts().accounts.password}
    id={name}
    name={name}
    autoComplete="current-password"
    {...props}
  />
)

/** A password that is being chosen: the rule stands beside it before anything is typed (REQUIREMENTS A6). */
export const NewPasswordField = (props: Props) => {
  const t = useAccountTexts()
  return (
    <PasswordField
      label={t.accounts.password}
      hint={t.registering.passwordHint}
      id="password"
      name="password"
      autoComplete="new-password"
      {...props}
    />
  )
}

/** What can be said before asking the server, which also knows the common passwords. */
export function newPasswordError(t: AccountPageTexts, password: string) {
  if (!password) return t.entry.missing.password
  return password.length < 8 || password.length > 128 ? t.registering.problems.PASSWORD_TOO_SHORT : undefined
}

const passwordFaults = ['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG', 'PASSWORD_TOO_COMMON'] as const
export const newPasswordRefusals = ({ registering: { problems } }: AccountPageTexts) =>
  Object.fromEntries(passwordFaults.map((code) => [code, { password: problems[code] }]))
