import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { safeReturn, to } from '#src/platform/addresses.ts'
import { useTexts } from '#src/platform/i18n/texts.tsx'
import { matchPath, placeInHistory, useNavigate, useNavigationType } from '#src/platform/routing.tsx'
import { Button } from '#src/ui/button.tsx'
import { NoScript } from '#src/ui/no-script.tsx'
import { AccountCard } from './account-card.tsx'
import { ProblemNotice, type useAttempt } from './attempt.tsx'
import { useUser } from './hooks.ts'
import { ProviderButtons } from './provider-buttons.tsx'
import { confirmRecord } from './sign-in.ts'

/** What login and register have in common: where it leads, what went wrong, other ways in, and a form as `children`. */
export function SignInCard({
  title,
  from,
  returnTo,
  done,
  attempts: { problem, attempt },
  children,
}: {
  title: string
  from: string | undefined
  returnTo: { profile: string; page: string }
  /** What is said once somebody is signed in. */
  done: string
  attempts: ReturnType<typeof useAttempt>
  children: ReactNode
}) {
  const t = useTexts()
  const client = useQueryClient()
  const target = safeReturn(from ?? null)
  // The account is there: the form could only make it a second time. It is kept, with what was typed.
  const isUnrecorded = problem?.code === 'unrecorded'
  return (
    <AccountCard title={title}>
      <NoScript />
      {target !== to.home && (
        <p className="text-ink-2">{matchPath(to.details(':id'), target) ? returnTo.profile : returnTo.page}</p>
      )}
      {problem && (
        <ProblemNotice problem={problem}>
          {isUnrecorded && (
            <Button look="secondary" small className="mt-3" onClick={() => attempt(() => confirmRecord(client), done)}>
              {t.common.tryAgain}
            </Button>
          )}
        </ProblemNotice>
      )}
      <div className={isUnrecorded ? 'hidden' : 'grid gap-4.5'}>
        <ProviderButtons attempt={attempt} />
        {children}
      </div>
    </AccountCard>
  )
}

/**
 * Sends whoever is signed in on from a page for signing in: to where they wanted to go, or, when they come back to it by
 * Back, further back. Otherwise Back would lead to the page they are on.
 * @returns whether somebody is
 */
export function useSendOn(from: string | undefined) {
  const isSignedIn = useUser() !== null
  const [wasSignedIn] = useState(isSignedIn)
  const navigate = useNavigate()
  const isComingBack = useNavigationType() === 'POP' && wasSignedIn
  useEffect(() => {
    if (!isSignedIn) return
    if (isComingBack && placeInHistory() > 0) history.back()
    else navigate(safeReturn(from ?? null), { replace: true })
  }, [isSignedIn, isComingBack, from, navigate])
  return isSignedIn
}
