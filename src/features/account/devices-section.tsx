import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useSignInWays } from '#src/features/identity/hooks.ts'
import { makePasskey } from '#src/features/identity/index.ts'
import { removePasskey } from '#src/features/second-factor/contract.ts'
import { codeOf } from '#src/platform/http/client.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { LockIcon, ShowIcon } from '#src/ui/art/icons.ts'
import { Button } from '#src/ui/button.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { Section } from '#src/ui/key-values.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { formatFailure } from '#src/ui/problems.tsx'
import { endOtherSessions, endSession } from './contract.ts'
import { secondFactor, useAccount, useChange } from './hooks.ts'

export function PasskeySection() {
  const t = useMemberTexts()
  const client = useQueryClient()
  const { passkey: isOffered } = useSignInWays()
  const { passkeys } = useSuspenseQuery(secondFactor).data
  const remove = useChange(removePasskey, t.secondFactor.removed)
  const add = useMutation({
    mutationFn: makePasskey,
    onSuccess() {
      toast.success(t.secondFactor.added)
      return client.invalidateQueries(secondFactor)
    },
    onError(error) {
      const texts: Record<string, string> = t.secondFactor.passkeyProblems
      toast.error(texts[codeOf(error)] ?? formatFailure(t, error))
    },
  })
  if (!isOffered) return null
  return (
    <Section icon={LockIcon} title={t.secondFactor.passkeys}>
      <p className="mt-3 text-ink-2">{t.secondFactor.passkeysLead}</p>
      <ul className="mt-2 divide-y">
        {passkeys.map(({ id, keeper, since }) => {
          const name = keeper ?? t.secondFactor.passkey
          const day = t.format.date(since)
          const named = t.actions.named(t.actions.remove, `${name}, ${day}`)
          return (
            <Row key={id} name={name} hint={t.secondFactor.since(day)} end={{ of: remove, id, named }}>
              {t.actions.remove}
            </Row>
          )
        })}
      </ul>
      <Button small look="secondary" className="mt-3" busy={add.isPending} onClick={() => add.mutate()}>
        {t.secondFactor.addPasskey}
      </Button>
    </Section>
  )
}

export function SessionsSection() {
  const t = useMemberTexts()
  const { sessions } = useAccount()
  const end = useChange(endSession, t.account.ended)
  const endOthers = useChange(endOtherSessions, t.account.ended)
  return (
    <Section icon={ShowIcon} title={t.account.sessions}>
      <ul className="mt-2 divide-y">
        {sessions.map(({ id, browser, system, lastUsed, isCurrent }) => {
          const name = t.account.device(browser, system)
          const hint = t.account.lastUsed(t.format.date(lastUsed))
          const ending = { of: end, id, named: t.actions.named(t.account.end, name) }
          return (
            <Row key={id} name={name} hint={hint} end={isCurrent ? undefined : ending}>
              {t.account.end}
            </Row>
          )
        })}
      </ul>
      {sessions.length > 1 && (
        <Button
          look="secondary"
          small
          className="mt-4"
          busy={endOthers.isPending}
          onClick={() => endOthers.mutate({}, { onSuccess: focusHeading })}
        >
          {t.account.endOthers}
        </Button>
      )}
    </Section>
  )
}

/** A passkey or a browser, with the button that ends it; without one it is the browser that asks. */
function Row({
  name,
  hint,
  end,
  children,
}: {
  name: string
  hint: string
  end: { of: ReturnType<typeof useChange<typeof endSession>>; id: string; named: string } | undefined
  children: string
}) {
  const t = useMemberTexts()
  return (
    <li className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 py-2">
      <span>
        <strong>{name}</strong> {!end && <Pill tone="ok">{t.account.thisOne}</Pill>}
        <span className="field-hint block">{hint}</span>
      </span>
      {end && (
        <Button
          look="quiet"
          small
          aria-label={end.named}
          busy={end.of.isPending && end.of.variables.id === end.id}
          onClick={() => end.of.mutate({ id: end.id }, { onSuccess: focusHeading })}
        >
          {children}
        </Button>
      )}
    </li>
  )
}
