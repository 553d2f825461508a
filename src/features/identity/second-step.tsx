import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf, fetchJson } from '#src/platform/http/client.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { formatFailure } from '#src/ui/problems.tsx'
import { CodeField } from './code-field.tsx'
import { confirmRecord } from './sign-in.ts'

/** What ends a sign-in that has begun: its time or its tries are over. */
const over = ['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE']

interface SecondStepProps {
  onDone: () => void
  /** Nothing more can be tried: `because` of what, if it was not wished. */
  onOver: (because?: string) => void
}

export function SecondStep({ onDone, onOver }: SecondStepProps) {
  const t = useMemberTexts()
  const client = useQueryClient()
  const [isOfApp, setOfApp] = useState(true)
  const enter = useMutation({
    async mutationFn(code: string) {
      await fetchJson('POST', `/api/auth/two-factor/${isOfApp ? 'verify-totp' : 'verify-backup-code'}`, { code })
      await confirmRecord(client)
    },
    onSuccess: onDone,
    onError(error) {
      const words = { INVALID_CODE: t.secondFactor.wrong, INVALID_BACKUP_CODE: t.secondFactor.wrongBackupCode }
      if (over.includes(codeOf(error))) onOver(t.secondFactor.over)
      else form.refuse({ code: formatFailure(t, error, words) })
    },
  })
  const form = useCheckedForm<{ code: string }>(
    ({ code }) => ({ code: code.trim() ? undefined : t.secondFactor.missing }),
    ({ code }) => !enter.isPending && enter.mutate(code),
  )
  function change() {
    setOfApp(!isOfApp)
    form.forgetErrors()
  }
  return (
    <div className="grid gap-4.5">
      <p className="text-ink-2">{t.secondFactor.step}</p>
      <SmallForm form={form} submit={t.secondFactor.continue} busy={enter.isPending}>
        <CodeField key={String(isOfApp)} isOfApp={isOfApp} autoFocus error={form.errors.code} />
      </SmallForm>
      <Button look="secondary" onClick={change}>
        {isOfApp ? t.secondFactor.useBackupCode : t.secondFactor.useApp}
      </Button>
      <Button look="quiet" onClick={() => onOver()}>
        {t.secondFactor.startAgain}
      </Button>
    </div>
  )
}
