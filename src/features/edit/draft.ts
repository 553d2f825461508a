import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Draft, forgetDraft, type Progress, readDraft, writeDraft } from '#src/platform/browser-storage/drafts.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { type FormInput, fieldOrder, type TypedForm } from './typed-form.ts'

const timeOf = (moment: number) => new Date(moment).toTimeString().slice(0, 5)
const dayOf = (moment: number) =>
  new Date(moment).toLocaleDateString('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })

const changedIn = (before: TypedForm, after: TypedForm) =>
  fieldOrder.filter((name: FormInput) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))

/**
 * Neither a reload nor an ended session loses the draft (REQUIREMENTS E5); signing out asks. It holds changed inputs
 * only: another tab may have published, and the others would undo that. `onShown`: other content is in the inputs.
 * `progressIn` is for the next step on other pages.
 */
export function useDraft(
  email: string,
  published: TypedForm,
  { progressIn, onShown }: { progressIn: (typed: TypedForm) => Progress; onShown: () => void },
) {
  const t = useMemberTexts()
  const [typed, setTyped] = useState(published)
  /** A new `version` needs new inputs. */
  const [shown, setShown] = useState({ typed: published, version: 0 })
  const [restoredAt, setRestoredAt] = useState<number>()
  const [savedAt, setSavedAt] = useState<string>()
  /** Also for a toast that an earlier render has made. */
  const latest = useRef(published)

  const stored = () => readDraft<Partial<TypedForm>>(email)
  const store = (typed: Partial<TypedForm>, at: number) => {
    const given = Object.entries(typed).filter(([, value]) => value !== undefined)
    if (given.length > 0) {
      const { filled, needed } = progressIn({ ...published, ...Object.fromEntries(given) })
      return writeDraft(email, { typed, at, progress: { filled, needed } })
    }
    forgetDraft(email)
    return true
  }
  /** @returns what this form does not say */
  function takeOut(form: TypedForm): Draft<Partial<TypedForm>> | undefined {
    const draft = stored()
    if (!draft?.typed) return undefined
    const names = changedIn(form, { ...form, ...draft.typed })
    const typed = Object.fromEntries(names.map((name) => [name, draft.typed[name]]))
    store(typed, draft.at)
    return names.length > 0 ? { at: draft.at, typed } : undefined
  }
  function show(next: TypedForm) {
    setTyped(next)
    setShown(({ version }) => ({ typed: next, version: version + 1 }))
    onShown()
  }
  function keep(typed: TypedForm) {
    const unpublished = changedIn(published, typed)
    // Undefined, and so in no draft, is what was put back.
    const change = (name: FormInput) => [name, unpublished.includes(name) ? typed[name] : undefined]
    const changed = Object.fromEntries(changedIn(latest.current, typed).map(change))
    latest.current = typed
    setTyped(typed)
    const at = Date.now()
    setSavedAt(store({ ...stored()?.typed, ...changed }, at) ? timeOf(at) : undefined)
  }

  // Once the page is alive, as the server has no draft. Before the inputs can be used, or a press is lost.
  const restore = useEffectEvent(() => {
    const draft = takeOut(published)
    if (!draft) return
    latest.current = { ...published, ...draft.typed }
    show(latest.current)
    setRestoredAt(draft.at)
  })
  useLayoutEffect(() => restore(), [])

  const [day, time] = restoredAt ? [dayOf(restoredAt), t.format.time(timeOf(restoredAt))] : []
  return {
    typed,
    shown,
    isChanged: changedIn(published, typed).length > 0,
    keep,
    /** In words; of another day with that day. */
    restored:
      time &&
      (day === dayOf(Date.now())
        ? t.biodata.draftRestored(time)
        : t.biodata.draftRestoredOf(t.format.date(day!), time)),
    /** A time of day; undefined before, and where nothing can be kept. */
    savedAt,
    /** What another tab has added meanwhile is kept. */
    forget: () => void takeOut(typed),
    discard() {
      const put = (next: TypedForm) => {
        show(next)
        keep(next)
      }
      put(published)
      setRestoredAt(undefined)
      toast.success(t.biodata.draftDiscarded, {
        action: { label: t.biodata.restoreDraft, onClick: () => put(typed) },
      })
    },
  }
}
