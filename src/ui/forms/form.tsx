import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { goToField } from '#src/ui/focus.ts'
import { useHydrated } from '#src/ui/hydrated.ts'

type Typed = Record<string, string>
export type Errors<T extends Typed> = { [Name in keyof T]?: string | undefined }

/** Inputs keep their own content. It is read and checked on sending, and at every change after the first try. */
export function useCheckedForm<T extends Typed>(
  check: (typed: T) => Errors<T>,
  send: (typed: T) => void,
  onTyped?: (typed: T) => void,
) {
  const [errors, setErrors] = useState<Errors<T>>({})
  const [attempt, setAttempt] = useState(0)
  const sent = useRef<{ typed?: T; refused: Errors<T> }>({ refused: {} })
  const early = useRef(new Set<keyof T>())

  const read = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as T

  /** All of it once it was sent, before that what was found early. What the server refused stays until it is changed. */
  function checkSoFar(now: T) {
    const all = check(now)
    const found =
      attempt > 0 ? all : (Object.fromEntries([...early.current].map((name) => [name, all[name]])) as Errors<T>)
    const { typed, refused } = sent.current
    for (const name of Object.keys(refused) as (keyof T)[])
      if (now[name] === typed?.[name]) found[name] ??= refused[name]
    return found
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setAttempt(attempt + 1)
    const typed = read(event.currentTarget)
    const found = check(typed)
    setErrors(found)
    sent.current = { typed, refused: {} }
    if (Object.values(found).every((text) => text === undefined)) send(typed)
  }

  function onChange(event: FormEvent<HTMLFormElement>) {
    const now = read(event.currentTarget)
    onTyped?.(now)
    if (attempt === 0 && early.current.size === 0) return
    setErrors(checkSoFar(now))
  }

  return {
    errors,
    attempt,
    /** Checks some fields before the form is sent. @returns the first that is wrong */
    checkEarly(form: HTMLFormElement, names: readonly (keyof T)[]) {
      const now = read(form)
      const found = check(now)
      const wrong = names.filter((name) => found[name] !== undefined)
      for (const name of wrong) early.current.add(name)
      setErrors(checkSoFar(now))
      return wrong[0]
    },
    refuse(found: Errors<T>) {
      sent.current.refused = found
      setErrors(found)
      setAttempt((n) => n + 1)
    },
    forgetErrors() {
      sent.current = { refused: {} }
      early.current = new Set()
      setErrors({})
      setAttempt(0)
    },
    /** `post`, so that not even a form sent without our code puts a password into an address. */
    formProps: { method: 'post', noValidate: true, onSubmit, onChange },
  }
}

/** More would fill a phone's screen and hide the form; wide screens show all. */
const shownOnPhones = 4

interface SummaryProps {
  form: { errors: Errors<Typed>; attempt: number }
  /** Where not every field can be seen. @returns whether there is one */
  goTo?: (fieldId: string) => boolean
  children?: ReactNode
}

/** Takes the focus when errors appear and when `attempt` changes, so that a second failed submit is noticed. */
export function ErrorSummary({ form, goTo = goToField, children }: SummaryProps) {
  const { attempt } = form
  const errors = Object.entries(form.errors).flatMap(([fieldId, text]) => (text ? [{ fieldId, text }] : []))
  const t = useTexts()
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [showsAll, setShowsAll] = useState(false)
  const any = errors.length > 0
  useEffect(() => {
    if (any && attempt !== 0) box.current?.focus()
  }, [any, attempt])
  useEffect(() => {
    if (!any) return
    const before = document.title
    document.title = t.common.errorTitle(before)
    return () => {
      document.title = before
    }
  }, [any, t])
  if (!any) return null

  const follow = (fieldId: string) => (event: MouseEvent) => {
    // following the link would only scroll, hide the label under the sticky header and leave a # in the address
    if (goTo(fieldId)) event.preventDefault()
  }
  const isShort = !showsAll && errors.length > shownOnPhones + 1
  return (
    <div ref={box} tabIndex={-1} className="error-summary">
      <div role="alert">
        <h2>{errors.length > 1 ? t.common.thereAreProblems(errors.length) : t.common.thereIsAProblem}</h2>
        <ul ref={list}>
          {errors.map((error, place) => (
            <li key={error.fieldId} className={isShort && place >= shownOnPhones ? 'phone-hidden' : undefined}>
              <a href={`#${error.fieldId}`} onClick={follow(error.fieldId)}>
                {error.text}
              </a>
            </li>
          ))}
        </ul>
      </div>
      {isShort && (
        <button
          type="button"
          className="min-h-11 cursor-pointer font-semibold underline phone-only"
          onClick={() => {
            setShowsAll(true)
            // The button is gone then; the first of the errors that were hidden comes next.
            requestAnimationFrame(() => list.current?.querySelectorAll('a')[shownOnPhones]?.focus())
          }}
        >
          {t.common.showAllProblems(errors.length)}
        </button>
      )}
      {children}
    </div>
  )
}

interface SmallFormProps {
  form: Pick<ReturnType<typeof useCheckedForm>, 'formProps' | 'errors' | 'attempt'>
  submit: string
  busy?: boolean
  danger?: boolean
  /** Among others it is narrow and its button small and outlined: a page has one filled button at most. */
  isInSection?: boolean
  /** Stands with what is wrong: where to go instead. */
  wayOut?: ReactNode
  children: ReactNode
}

export function SmallForm({ form, submit, busy, danger, isInSection, wayOut, children }: SmallFormProps) {
  const isHydrated = useHydrated()
  return (
    <form
      {...form.formProps}
      className={isInSection ? 'mt-4 grid grid-cols-1 narrow gap-4.5' : 'grid grid-cols-1 gap-4.5'}
    >
      <ErrorSummary form={form}>{wayOut}</ErrorSummary>
      {children}
      <Button
        type="submit"
        look={danger ? 'danger' : isInSection ? 'secondary' : 'primary'}
        {...(isInSection && { small: true, className: 'justify-self-start' })}
        busy={busy}
        disabled={!isHydrated}
      >
        {submit}
      </Button>
    </form>
  )
}
