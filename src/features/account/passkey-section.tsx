import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useSignInWays } from '#src/features/identity/hooks.ts'
import { AddPasskey } from '#src/features/second-factor/components.ts'
import { removePasskey } from '#src/features/second-factor/contract.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { LockIcon } from '#src/ui/art/icons.ts'
import { Button } from '#src/ui/button.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { Section } from '#src/ui/key-values.tsx'
import { secondFactor, useChange } from './hooks.ts'

export function PasskeySection() {
  const t = useMemberTexts()
  const client = useQueryClient()
  const { passkey: isOffered } = useSignInWays()
  const { passkeys } = useSuspenseQuery(secondFactor).data
  const remove = useChange(removePasskey, t.secondFactor.removed)
  if (!isOffered) return null
  return (
    <Section icon={LockIcon} title={t.secondFactor.passkeys}>
      <p className="mt-3 text-ink-2">{t.secondFactor.passkeysLead}</p>
      <ul className="mt-2 divide-y">
        {passkeys.map(({ id, keeper, since }) => {
          const name = keeper ?? t.secondFactor.passkey
          return (
            <li key={id} className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 py-2">
              <span>
                <strong>{name}</strong>
                <span className="field-hint block">{t.secondFactor.since(t.format.date(since))}</span>
              </span>
              <Button
                look="quiet"
                small
                aria-label={t.secondFactor.removeNamed(`${name}, ${t.format.date(since)}`)}
                busy={remove.isPending && remove.variables.id === id}
                onClick={() => remove.mutate({ id }, { onSuccess: focusHeading })}
              >
                {t.secondFactor.remove}
              </Button>
            </li>
          )
        })}
      </ul>
      <AddPasskey onAdded={() => client.invalidateQueries(secondFactor)} />
    </Section>
  )
}
