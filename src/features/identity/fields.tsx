import type { ComponentProps } from 'react'
import { isEmail } from '#src/platform/schemas/fields.ts'
import { type Texts, useTexts } from '#src/texts/texts.tsx'
import { PasswordField, TextField } from '#src/ui/forms/field.tsx'

export type FieldProps = Partial<ComponentProps<typeof TextField>>

export const NameField = (props: FieldProps) => (
  <TextField label={useTexts().accounts.name} name="name" autoComplete="name" maxLength={100} {...props} />
)

/** One's own account's, unless `autoComplete` says that any of one's addresses will do. */
export const EmailField = (props: FieldProps) => (
  <TextField label={useTexts().accounts.email} name="email" type="email" autoComplete="username" {...props} />
)

export function emailError(t: Texts, email: string) {
  if (!email.trim()) return t.accounts.missing.email
  return isEmail(email) ? undefined : t.accounts.notAnEmail
}

export const CurrentPasswordField = (props: FieldProps) => (
  <PasswordField label={useTexts().accounts.password} name="password" autoComplete="current-password" {...props} />
)
