import { useMemberTexts } from '#src/texts/texts.tsx'
import { TextField } from '#src/ui/forms/field.tsx'
import type { FieldProps } from './fields.tsx'

export function CodeField({ isOfApp = true, ...props }: FieldProps & { isOfApp?: boolean }) {
  const t = useMemberTexts()
  return (
    <TextField
      name="code"
      label={isOfApp ? t.secondFactor.code : t.secondFactor.backupCode}
      hint={isOfApp ? t.secondFactor.codeHint : t.secondFactor.backupCodeHint}
      autoComplete={isOfApp ? 'one-time-code' : 'off'}
      inputMode={isOfApp ? 'numeric' : 'text'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={50}
      {...props}
    />
  )
}
