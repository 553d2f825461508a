import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CurrentPasswordField, RefusalNotice, useAttempt } from '#src/features/identity/components.ts'
import { currentSession } from '#src/features/identity/contract.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { showPasskey } from '#src/features/identity/index.ts'
import { call, confirming, query } from '#src/platform/http/client.ts'
import type { ResultOf } from '#src/platform/http/contract.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { Button } from '#src/ui/button.tsx'
import { FormDialog } from '#src/ui/dialogs/dialog.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { formatFailure } from '#src/ui/problems.tsx'
import { ProviderButtons } from '../sign-in-card.tsx'
import { confirmedMinutes, confirmSelf, waysToConfirm } from './contract.ts'

/** Asks when a call is refused for it (`asksPassword`), then sends the call again, so nothing typed is lost. */
export default function ConfirmSelf() {
  const t = useMemberTexts()
  const client = useQueryClient()
  const [asked, setAsked] = useState<{ ways: ResultOf<typeof waysToConfirm>; answer: (isConfirmed: boolean) => void }>()
  useEffect(() => {
    // Several calls may be refused at once; they wait for the same answer.
    let waiting: Promise<boolean> | undefined
    confirming.by = () => {
      waiting ??= client
        .fetchQuery(query(waysToConfirm, {}))
        .then((ways) => new Promise<boolean>((answer) => setAsked({ ways, answer })))
        .finally(() => {
          waiting = undefined
        })
      return waiting
    }
    return () => {
      delete confirming.by
    }
  }, [client])
  const answer = (isConfirmed: boolean) => {
    asked?.answer(isConfirmed)
    setAsked(undefined)
  }
  return (
    <FormDialog open={asked !== undefined} onClose={() => answer(false)} title={t.confirmSelf.title}>
      {asked && (
        <div className="grid gap-4.5">
          <p>{asked.ways.password ? t.confirmSelf.lead(confirmedMinutes) : t.confirmSelf.withoutPassword}</p>
          {asked.ways.password ? (
            <ByPassword takesPasskey={asked.ways.passkey} onDone={() => answer(true)} />
          ) : (
            <BySignIn onDone={answer} />
          )}
          <Button look="quiet" onClick={() => answer(false)}>
            {t.common.cancel}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}

/** Or with a passkey: that is a new sign-in, of the same person, because the server asks for one of theirs. */
function ByPassword({ takesPasskey, onDone }: { takesPasskey: boolean; onDone: () => void }) {
  const t = useMemberTexts()
  const confirm = useMutation({
    mutationFn: (password: string) => call(confirmSelf, { password }),
    onSuccess: onDone,
    onError(error) {
      const words = { 'wrong-password': t.confirmSelf.wrongPassword }
      form.refuse({ ownPassword: formatFailure(t, error, words) })
    },
  })
  const show = useAction(showPasskey, { onDone, refusals: t.secondFactor.passkeyProblems, stale: [] })
  const form = useCheckedForm<{ ownPassword: string }>(
    ({ ownPassword }) => ({ ownPassword: ownPassword ? undefined : t.entry.missing.password }),
    ({ ownPassword }) => !confirm.isPending && confirm.mutate(ownPassword),
  )
  return (
    <>
      <SmallForm form={form} submit={t.common.confirm} busy={confirm.isPending}>
        <CurrentPasswordField label={t.confirmSelf.password} name="ownPassword" error={form.errors.ownPassword} />
      </SmallForm>
      {takesPasskey && (
        <Button look="secondary" busy={show.isPending} onClick={() => show.mutate()}>
          {t.confirmSelf.passkey}
        </Button>
      )}
    </>
  )
}

function BySignIn({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const t = useMemberTexts()
  const client = useQueryClient()
  const me = useMember().email
  const { refusal, attempt, secondStep } = useAttempt({
    /** The call that waits is the person's who made it. */
    onDone() {
      const isSame = client.getQueryData(query(currentSession, {}).queryKey)?.user?.email === me
      if (!isSame) toast.error(t.confirmSelf.otherPerson)
      onDone(isSame)
    },
  })
  return (
    secondStep ?? (
      <>
        {refusal && <RefusalNotice text={refusal.text} />}
        <ProviderButtons isAlone attempt={attempt} />
      </>
    )
  )
}
