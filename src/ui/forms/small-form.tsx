import type { ReactNode } from 'react'
import { Button } from '#src/ui/button.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import type { useCheckedForm } from './checked-form.ts'
import { ErrorSummary } from './error-summary.tsx'

interface SmallFormProps {
  form: Pick<ReturnType<typeof useCheckedForm>, 'formProps' | 'summary' | 'attempt'>
  submit: string
  busy?: boolean
  danger?: boolean
  /** Among others it is narrow and its button small. */
  isInSection?: boolean
  /** Stands with what is wrong: where to go instead. */
  wayOut?: ReactNode
  children: ReactNode
}

export function SmallForm({ form, submit, busy, danger, isInSection, wayOut, children }: SmallFormProps) {
  const isHydrated = useHydrated()
  return (
    <form {...form.formProps} className={isInSection ? 'mt-4 grid narrow gap-4.5' : 'grid gap-4.5'}>
      <ErrorSummary errors={form.summary} attempt={form.attempt}>
        {wayOut}
      </ErrorSummary>
      {children}
      <Button
        type="submit"
        look={danger ? 'danger' : 'primary'}
        {...(isInSection && { small: true, className: 'justify-self-start' })}
        busy={busy}
        disabled={!isHydrated}
      >
        {submit}
      </Button>
    </form>
  )
}
