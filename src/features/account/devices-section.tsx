import { useSuspenseQuery } from '@tanstack/react-query'
import { useSignInWays } from '#src/features/identity/hooks.ts'
import { makePasskey } from '#src/features/identity/index.ts'
import { removePasskey } from '#src/features/second-factor/contract.ts'
import { call } from '#src/platform/http/client.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { LockIcon, ShowIcon } from '#src/ui/art/icons.ts'
import { Button } from '#src/ui/button.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { Section } from '#src/ui/key-values.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { endOtherSessions, endSession } from './contract.ts'
import { secondFactor, useAccount } from './hooks.ts'

export function PasskeySection() {
  const t = useMemberTexts()
  const { passkey: isOffered } = useSignInWays()
  const { passkeys } = useSuspenseQuery(secondFactor).data
  const add = useAction(makePasskey, {
    toastText: t.secondFactor.added,
    refusals: t.secondFactor.passkeyProblems,
  })
  if (!isOffered) return null
  const rows = passkeys.map(({ id, keeper, since }) => {
    const name = keeper ?? t.secondFactor.passkey
    const day = t.format.date(since)
    return { id, name, fullName: `${name}, ${day}`, hint: t.secondFactor.since(day) }
  })
  return (
    <Section icon={LockIcon} title={t.secondFactor.passkeys}>
      <p className="mt-3 text-ink-2">{t.secondFactor.passkeysLead}</p>
      <EndableRows rows={rows} endpoint={removePasskey} toastText={t.secondFactor.removed} label={t.actions.remove} />
      <Button small look="secondary" className="mt-3" busy={add.isPending} onClick={() => add.mutate()}>
        {t.secondFactor.addPasskey}
      </Button>
    </Section>
  )
}

export function SessionsSection() {
  const t = useMemberTexts()
  const { sessions } = useAccount()
  const endOthers = useAction(() => call(endOtherSessions, {}), { toastText: t.account.ended, onDone: focusHeading })
  const rows = sessions.map(({ id, browser, system, lastUsed, isCurrent }) => {
    const name = t.account.device(browser, system)
    return { id, name, fullName: name, hint: t.account.lastUsed(t.format.date(lastUsed)), isCurrent }
  })
  return (
    <Section icon={ShowIcon} title={t.account.sessions}>
      <EndableRows rows={rows} endpoint={endSession} toastText={t.account.ended} label={t.account.end} />
      {sessions.length > 1 && (
        <Button look="secondary" small className="mt-4" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {t.account.endOthers}
        </Button>
      )}
    </Section>
  )
}

interface EndableProps {
  /** Passkeys or browsers; the one that asks has no button. */
  rows: { id: string; name: string; fullName: string; hint: string; isCurrent?: boolean }[]
  endpoint: typeof removePasskey | typeof endSession
  toastText: string
  label: string
}

function EndableRows({ rows, endpoint, toastText, label }: EndableProps) {
  const t = useMemberTexts()
  const end = useAction((id: string) => call(endpoint, { id }), { toastText, onDone: focusHeading })
  return (
    <ul className="mt-2 divide-y">
      {rows.map(({ id, name, fullName, hint, isCurrent }) => (
        <li key={id} className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 py-2">
          <span>
            <strong>{name}</strong> {isCurrent && <Pill tone="ok">{t.account.thisOne}</Pill>}
            <span className="field-hint block">{hint}</span>
          </span>
          {!isCurrent && (
            <Button
              look="quiet"
              small
              aria-label={t.actions.named(label, fullName)}
              busy={end.isPending && end.variables === id}
              onClick={() => end.mutate(id)}
            >
              {label}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
