import { useMutation, useQueryClient } from '@tanstack/react-query'
import { consentVersion } from '#src/features/consents/policy.ts'
import { FailureNotice } from '#src/features/identity/components.ts'
import { currentSession } from '#src/features/identity/contract.ts'
import { call, codeOf, queriesOf } from '#src/platform/http/client.ts'
import { parsePhone } from '#src/platform/schemas/phone.ts'
import { useAccountTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { CheckField, TextField } from '#src/ui/forms/field.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { acceptInvitation, declineInvitation } from './contract.ts'

export type Answered = 'accepted' | 'declined' | 'over'

interface AnswerProps {
  token: string
  email: string
  gender: 'Female' | 'Male'
  phone: string | undefined
  onAnswered: (answered: Answered) => void
}

/** Accepts or declines an invitation. */
export default function Answer({ token, email, gender, phone, onAnswered }: AnswerProps) {
  const t = useAccountTexts()
  const client = useQueryClient()
  const isHydrated = useHydrated()
  const { mutate, error, submittedAt, isPending } = useMutation({
    mutationFn: (typed: string | undefined): Promise<unknown> =>
      typed === undefined
        ? call(declineInvitation, { token, email })
        : call(acceptInvitation, {
            ...{ token, email, phone: typed, consentVersion },
            ...{ isOfAge: true, numberMayBeShown: true },
          }),
    async onSuccess(_, typed) {
      await Promise.all([
        client.invalidateQueries(queriesOf(currentSession)),
        // What the pages behind this one know of the person is old.
        client.invalidateQueries({ type: 'inactive', refetchType: 'none' }),
      ])
      onAnswered(typed === undefined ? 'declined' : 'accepted')
    },
    onError: (failure) => codeOf(failure) === 'link-used-up' && onAnswered('over'),
  })
  const form = useCheckedForm<Record<string, string>>(
    (typed) => ({
      phone: parsePhone(typed.phone ?? '') ? undefined : t.invitation.missing.phone,
      isOfAge: typed.isOfAge ? undefined : t.invitation.missing.isOfAge,
      numberMayBeShown: typed.numberMayBeShown ? undefined : t.invitation.missing.numberMayBeShown,
    }),
    (typed) => !isPending && mutate(typed.phone!),
  )
  const code = codeOf(error)
  const known = code === 'asking' ? t.invitation.asking : code === 'already-guardian' && t.invitation.already
  return (
    <>
      {error && (known ? <Notice tone="danger">{known}</Notice> : <FailureNotice key={submittedAt} error={error} />)}
      <SmallForm form={form} submit={t.invitation.accept} busy={isPending}>
        <TextField
          label={t.invitation.phone}
          hint={t.invitation.of[gender].phoneHint}
          name="phone"
          type="tel"
          autoComplete="tel"
          defaultValue={phone}
          error={form.errors.phone}
        />
        {(['isOfAge', 'numberMayBeShown'] as const).map((name) => (
          <Tick
            key={name}
            name={name}
            label={name === 'isOfAge' ? t.invitation.isOfAge : t.invitation.of[gender].numberMayBeShown}
            error={form.errors[name]}
          />
        ))}
      </SmallForm>
      <Button look="quiet" disabled={!isHydrated} busy={isPending} onClick={() => mutate(undefined)}>
        {t.invitation.decline}
      </Button>
    </>
  )
}

function Tick({ name, label, error }: { name: string; label: string; error: string | undefined }) {
  return (
    <div className={error ? 'field field-bad' : 'field'}>
      {error && (
        <p id={`${name}-error`} className="field-error">
          {error}
        </p>
      )}
      <CheckField
        id={name}
        name={name}
        label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${name}-error`}
      />
    </div>
  )
}
