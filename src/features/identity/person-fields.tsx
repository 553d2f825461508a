import { isEmail } from '#src/platform/schemas/fields.ts'
import { type Texts, useTexts } from '#src/texts/texts.tsx'
import { TextField } from '#src/ui/forms/field.tsx'

export function emailError(t: Texts, email: string) {
  if (!email.trim()) return t.accounts.missing.email
  return isEmail(email) ? undefined : t.accounts.notAnEmail
}

export function NameField({
  label,
  ...rest
}: {
  label?: string
  hint?: string
  defaultValue?: string | undefined
  error: string | undefined
}) {
  const t = useTexts()
  return (
    <TextField label={label ?? t.accounts.name} id="name" name="name" autoComplete="name" maxLength={100} {...rest} />
  )
}

/** Asks for an email address; for one's own account, unless `autoComplete` says that any of one's addresses will do. */
export function EmailField({
  autoComplete = 'username',
  ...rest
}: {
  autoComplete?: 'username' | 'email'
  defaultValue?: string | undefined
  error: string | undefined
}) {
  return (
    <TextField
      label={useTexts().accounts.email}
      id="email"
      name="email"
      type="email"
      autoComplete={autoComplete}
      {...rest}
    />
  )
}
