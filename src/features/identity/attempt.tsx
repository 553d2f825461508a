import { type ReactNode, useEffect, useRef, useState } from 'react'
import { codeOf } from '#src/platform/http/client.ts'
import { type AccountPageTexts, type EntryTexts, loadMemberTexts, useEntryTexts } from '#src/texts/texts.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { formatFailure } from '#src/ui/problems.tsx'
import { needsCode } from './contract.ts'

/** `done` is said once a retry succeeds. */
type Refusal = { code: string; text: string; done?: string }

/** Of registering the words are there only where its page is. */
function refusalOf(t: EntryTexts & Partial<AccountPageTexts>, error: unknown): Refusal {
  const { notAnEmail } = t.accounts
  const texts: Record<string, string> = {
    ...t.entry.problems,
    ...t.registering?.problems,
    INVALID_EMAIL: notAnEmail,
    VALIDATION_ERROR: notAnEmail,
    offline: t.errors.offline,
    unavailable: t.errors.unreachable,
    'timed-out': t.errors.unreachable,
  }
  const code = codeOf(error)
  // With its own words only for people who have proved who they are; a window of another site knows the code alone.
  if (code === 'account_suspended' && (error as Error).message !== code)
    return { code, text: t.entry.suspended((error as Error).message) }
  return { code, text: texts[code] ?? t.entry.problems.failed }
}

/** Few accounts ask for it, so the others do not load it. */
async function loadSecondStep() {
  const [step] = await Promise.all([import('./second-step.tsx'), loadMemberTexts()])
  return step.SecondStep
}

interface AttemptOptions {
  marker?: string
  /** Shows a refusal at its field, if it has one, and says whether it does. */
  refuse?: (refusal: Refusal) => boolean
  onDone?: () => void
}

/** `secondStep` is the form for a code, once a sign-in needs one. */
export function useAttempt({ marker = '', refuse, onDone }: AttemptOptions = {}) {
  const t = useEntryTexts()
  const [refusal, setRefusal] = useState<Refusal>()
  const [secondStep, setSecondStep] = useState<ReactNode>()

  async function attempt(signIn: () => Promise<void>, done: string) {
    setRefusal(undefined)
    function finish() {
      toast.success(done)
      onDone?.()
    }
    try {
      await signIn()
      finish()
    } catch (error) {
      const SecondStep = codeOf(error) === needsCode && (await loadSecondStep().catch(() => undefined))
      if (SecondStep) return setSecondStep(<SecondStep onDone={finish} onOver={startAgain} />)
      const refusal = { ...refusalOf(t, error), done }
      // What stands at its field is not said a second time.
      if (refuse?.(refusal)) return
      setRefusal(refusal)
      toast.error(refusal.text + marker)
    }
  }
  function startAgain(because?: string) {
    setSecondStep(undefined)
    setRefusal(because ? { code: '', text: because } : undefined)
  }
  return { refusal, attempt, secondStep }
}

export function FailureNotice({ error }: { error: unknown }) {
  const t = useEntryTexts()
  return <RefusalNotice text={formatFailure(t, error)} />
}

/** The frame's spinner took the focus from the form, so every new refusal takes it here. */
export function RefusalNotice({ text, children }: { text: string; children?: ReactNode }) {
  const t = useEntryTexts()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="error-summary">
      <div role="alert">
        <h2>{t.common.notDone}</h2>
        <p>{text}</p>
      </div>
      {children}
    </div>
  )
}
