import { useEffect } from 'react'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { TextField } from '#src/ui/forms/field.tsx'

export function CodeField({
  isOfApp = true,
  isFirst = false,
  error,
}: {
  isOfApp?: boolean
  /** It comes in place of what was pressed, and takes the focus. */
  isFirst?: boolean
  error: string | undefined
}) {
  const t = useMemberTexts()
  useEffect(() => {
    if (isFirst) document.getElementById('code')?.focus()
  }, [isFirst])
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
