import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { TextField } from '#src/ui/field.tsx'

/** A code of an authenticator app, which phones and password managers fill in, or a backup code. */
export function CodeField({ isOfApp = true, error }: { isOfApp?: boolean; error: string | undefined }) {
  const t = useMemberTexts()
  return (
    <TextField
      id="code"
      name="code"
      label={isOfApp ? t.secondFactor.code : t.secondFactor.backupCode}
      hint={isOfApp ? t.secondFactor.codeHint : t.secondFactor.backupCodeHint}
      autoComplete={isOfApp ? 'one-time-code' : 'off'}
      inputMode={isOfApp ? 'numeric' : 'text'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={50}
      error={error}
    />
  )
}
