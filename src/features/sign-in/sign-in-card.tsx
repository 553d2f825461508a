import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RefusalNotice, type useAttempt } from '#src/features/identity/components.ts'
import { confirmRecord } from '#src/features/identity/index.ts'
import { safeReturn, to } from '#src/platform/navigation/addresses.ts'
import { matchPath } from '#src/platform/navigation/routing.tsx'
import { useTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { FormCard } from '#src/ui/forms/form-card.tsx'
import { NoScript } from '#src/ui/forms/no-script.tsx'
import { ProviderButtons } from './provider-buttons.tsx'

export function SignInCard({
  title,
  from,
  returnTo,
  done,
  attempts: { refusal, attempt, SecondStep, startAgain },
  children,
}: {
  title: string
  from: string | undefined
  returnTo: { profile: string; page: string }
  done: string
  attempts: ReturnType<typeof useAttempt>
  children: ReactNode
}) {
  const t = useTexts()
  const client = useQueryClient()
  const target = safeReturn(from ?? null)
  // The account is there: the form could only make it a second time. It is kept, with what was typed.
  const isUnrecorded = refusal?.code === 'unrecorded'
  return (
    <FormCard title={title}>
      <NoScript />
      {target !== to.home && (
        <p className="text-ink-2">{matchPath(to.details(':id'), target) ? returnTo.profile : returnTo.page}</p>
      )}
      {refusal && (
        <RefusalNotice refusal={refusal}>
          {isUnrecorded && (
            <Button look="secondary" small className="mt-3" onClick={() => attempt(() => confirmRecord(client), done)}>
              {t.common.tryAgain}
            </Button>
          )}
        </RefusalNotice>
      )}
      {SecondStep && <SecondStep done={done} onOver={startAgain} />}
      <div className={isUnrecorded || SecondStep ? 'hidden' : 'grid gap-4.5'}>
        <ProviderButtons attempt={attempt} />
        {children}
      </div>
    </FormCard>
  )
}
