import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Texts, useTexts } from '#src/platform/i18n/texts.tsx'
import { sayFailure } from '#src/ui/problems.tsx'
import { toast } from '#src/ui/toast.tsx'
import type { ToastOptions } from '#src/ui/toast-options.ts'
import { codeOf } from './sign-in.ts'

export interface Problem {
  code: string
  text: string
}

function problemOf(t: Texts, error: unknown): Problem {
  const texts: Record<string, string> = t.accounts.problems
  const code = codeOf(error)
  return { code, text: texts[code] ?? t.accounts.problems.failed }
}

interface Attempts {
  /** Ends the toast of what went wrong. */
  marker?: string
  /** What can be done next, in the toast of what went well. */
  next?: ToastOptions['action']
  /** Shows a problem at its field, if it has one, and says whether it does. */
  refuse?: (problem: Problem) => boolean
}

/** Runs a way of signing in and says how it ended; what went wrong also stays in the page. */
export function useAttempt({ marker = '', next, refuse }: Attempts = {}) {
  const t = useTexts()
  const [problem, setProblem] = useState<Problem>()

  async function attempt(signIn: () => Promise<void>, done: string) {
    setProblem(undefined)
    try {
      await signIn()
      toast.success(done, next && { action: next })
    } catch (error) {
      const problem = problemOf(t, error)
      if (!refuse?.(problem)) setProblem(problem)
      toast.error(problem.text + marker)
    }
  }
  return { problem, attempt }
}

/** A call that failed for another reason than what was typed. */
export function FailureNotice({ error }: { error: unknown }) {
  const t = useTexts()
  return <ProblemNotice problem={{ code: '', text: sayFailure(t, error) }} />
}

/** What the provider refused. The frame's spinner took the focus from the form, so every new refusal takes it here. */
export function ProblemNotice({ problem, children }: { problem: Problem; children?: ReactNode }) {
  const t = useTexts()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="error-summary">
      <div role="alert">
        <h2>{t.common.thereIsAProblem}</h2>
        <p>{problem.text}</p>
      </div>
      {children}
    </div>
  )
}
