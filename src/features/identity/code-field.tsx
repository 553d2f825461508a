import { useEffect } from 'react'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { TextField } from '#src/ui/forms/field.tsx'

interface CodeFieldProps {
  isOfApp?: boolean
  takesFocus?: boolean
  error: string | undefined
}

export function CodeField({ isOfApp = true, takesFocus = false, error }: CodeFieldProps) {
  const t = useMemberTexts()
  useEffect(() => {
    if (takesFocus) document.getElementById('code')?.focus()
  }, [takesFocus])
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
      error={error}
    />
  )
}
