import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { BiodataForm } from './profile-contract.ts'
import type { TypedForm } from './typed-form.ts'

const keyOf = (email: string) => `biodata-draft:${email}`

/** Storage can be full or forbidden; the form works without it. */
function attempt<T>(store: () => T): T | undefined {
  try {
    return store()
  } catch {
    return undefined
  }
}

/**
 * Keeps what a person types in this browser until it is saved: neither a reload nor an ended session loses it
 * (REQUIREMENTS E5).
 */
export function useDraft(email: string, form: UseFormReturn<TypedForm, unknown, BiodataForm>) {
  const [isRestored, setRestored] = useState(false)

  useEffect(() => {
    const draft: Partial<TypedForm> | null | undefined = attempt(() => JSON.parse(localStorage.getItem(keyOf(email))!))
    if (draft) {
      form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true })
      setRestored(true)
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => attempt(() => localStorage.setItem(keyOf(email), JSON.stringify(values))),
    })
  }, [email, form])

  const forget = () => attempt(() => localStorage.removeItem(keyOf(email)))
  return {
    isRestored,
    /** Once the form is saved. */
    forget,
    /** Back to what is saved. */
    discard() {
      form.reset()
      forget()
      setRestored(false)
    },
  }
}
