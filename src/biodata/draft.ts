import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { attempt } from '#src/platform/storage.ts'
import { toast } from '#src/ui/toast.tsx'
import type { BiodataForm } from './profile-contract.ts'
import type { TypedForm } from './typed-form.ts'

interface Draft {
  typed: TypedForm
  /** When it was last typed in, in milliseconds. */
  at: number
}

/** The time of day by the clock of this browser, and the calendar day. */
const timeOf = (moment: number) => new Date(moment).toTimeString().slice(0, 5)
const dayOf = (moment: number) =>
  new Date(moment).toLocaleDateString('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })

/** By person: nobody who signs in here later sees the draft of somebody else. */
const keyOf = (email: string) => `biodata-draft:${email}`

/**
 * Keeps what a person types in this browser until it is published: neither a reload, nor an ended session, nor signing
 * out loses it (REQUIREMENTS E5).
 */
export function useDraft(email: string, form: UseFormReturn<TypedForm, unknown, BiodataForm>) {
  const t = useMemberTexts()
  /** The draft that this page began with. */
  const [restored, setRestored] = useState<Draft>()
  const [savedAt, setSavedAt] = useState<string>()

  useEffect(() => {
    const published = JSON.stringify(form.getValues())
    const draft: Draft | null | undefined = attempt(() => JSON.parse(localStorage.getItem(keyOf(email))!))
    if (draft?.typed) {
      form.reset({ ...form.getValues(), ...draft.typed }, { keepDefaultValues: true })
      setRestored(draft)
    }
    function keep({ values }: { values: TypedForm }) {
      const at = Date.now()
      const isKept = attempt(() => {
        if (JSON.stringify(values) === published) localStorage.removeItem(keyOf(email))
        else localStorage.setItem(keyOf(email), JSON.stringify({ typed: values, at } satisfies Draft))
        return true
      })
      setSavedAt(isKept ? timeOf(at) : undefined)
    }
    return form.subscribe({ formState: { values: true }, callback: keep })
  }, [email, form])

  const day = restored && dayOf(restored.at)
  return {
    /** When what was restored was typed, in words; of another day with that day. */
    restored:
      day &&
      (day === dayOf(Date.now())
        ? t.biodata.draftRestored(timeOf(restored.at))
        : t.biodata.draftRestoredOf(t.format.date(day), timeOf(restored.at))),
    /** When the draft was last written, as a time of day; undefined before, and where nothing can be kept. */
    savedAt,
    /** Once the form is published. */
    forget: () => attempt(() => localStorage.removeItem(keyOf(email))),
    /** Back to what is published; a toast can take it back. */
    discard() {
      const typed = form.getValues()
      form.reset()
      setRestored(undefined)
      toast.success(t.biodata.draftDiscarded, {
        action: {
          label: t.biodata.restoreDraft,
          onClick: () => form.reset(typed, { keepDefaultValues: true }),
        },
      })
    },
  }
}
