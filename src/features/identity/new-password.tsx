import { type AccountPageTexts, useAccountTexts } from '#src/texts/texts.tsx'
import { PasswordField } from '#src/ui/forms/field.tsx'
import type { FieldProps } from './fields.tsx'

/** A password that is being chosen: the rule stands beside it before anything is typed (REQUIREMENTS A6). */
export const NewPasswordField = (props: FieldProps) => {
  const t = useAccountTexts()
  return (
    <PasswordField
      label={t.accounts.password}
      hint={t.registering.passwordHint}
      name="password"
      autoComplete="new-password"
      {...props}
    />
  )
}

/** The rule in parts, each ticked once it is kept; only the server knows what is easy to guess. */
export function PasswordRules({ name, email, password }: { name: string; email: string; password: string }) {
  const t = useAccountTexts()
  const own = [email, ...email.split('@'), ...name.split(' ')].map((word) => word.toLowerCase())
  const isOwn = own.some((word) => word.length > 2 && password.toLowerCase().includes(word))
  const rules = [
    [t.registering.rules.long, password.length >= 8 && password.length <= 128],
    [t.registering.rules.notOwn, password !== '' && !isOwn],
    [t.registering.rules.unguessable, false],
  ] as const
  return (
    <span aria-live="polite">
      {rules.map(([rule, isMet]) => (
        <span key={rule} className={isMet ? 'rule rule-met' : 'rule'}>
          {rule}
          {isMet && <span className="sr-only">: {t.registering.rules.met}</span>}
        </span>
      ))}
    </span>
  )
}

/** What can be said before asking the server, which also knows the common passwords. */
export function newPasswordError(t: AccountPageTexts, password: string) {
  if (!password) return t.entry.missing.password
  return password.length < 8 || password.length > 128 ? t.registering.problems.PASSWORD_TOO_SHORT : undefined
}

const faults = ['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_LONG', 'PASSWORD_TOO_COMMON'] as const
export const newPasswordRefusals = ({ registering: { problems } }: AccountPageTexts) =>
  Object.fromEntries(faults.map((code) => [code, { password: problems[code] }]))
