import { type FormEvent, useRef, useState } from 'react'
import type { ErrorLink } from './error-summary.tsx'

type Typed = Record<string, string>
/** Texts by field; a field without one is right. */
type Errors<T extends Typed> = { [Name in keyof T]?: string | undefined }

/**
 * A form whose inputs keep their own content: it is read when the form is sent, and checked again at every change after
 * the first try. `onTyped` learns of every change.
 */
export function useCheckedForm<T extends Typed>(
  check: (typed: T) => Errors<T>,
  send: (typed: T) => void,
  onTyped?: (typed: T) => void,
) {
  const [errors, setErrors] = useState<Errors<T>>({})
  const [attempt, setAttempt] = useState(0)
  /** What was sent last, and what the server found wrong with it. */
  const sent = useRef<{ typed?: T; refused: Errors<T> }>({ refused: {} })
  /** What was checked before the form was sent. */
  const early = useRef(new Set<keyof T>())

  const read = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as T

  /** All of it once it was sent, before that what was checked early. */
  function checkSoFar(typed: T): Errors<T> {
    const found = check(typed)
    if (attempt > 0) return found
    return Object.fromEntries([...early.current].map((name) => [name, found[name]])) as Errors<T>
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
    const found = checkSoFar(now)
    const { typed, refused } = sent.current
    // What the server found wrong with a field stays until that field is changed.
    for (const name of Object.keys(refused) as (keyof T)[])
      if (now[name] === typed?.[name]) found[name] ??= refused[name]
    setErrors(found)
  }

  const summary = Object.entries(errors).flatMap(([fieldId, text]): ErrorLink[] => (text ? [{ fieldId, text }] : []))
  return {
    errors,
    /** For an ErrorSummary; every field's id is its name. */
    summary,
    attempt,
    /**
     * Checks some fields before the form is sent, and again at every change from then on.
     * @returns the first that is wrong
     */
    checkEarly(form: HTMLFormElement, names: readonly (keyof T)[]) {
      for (const name of names) early.current.add(name)
      const found = checkSoFar(read(form))
      setErrors(found)
      return names.find((name) => found[name] !== undefined)
    },
    /** Shows what the server found wrong, as if the check had found it. */
    refuse(found: Errors<T>) {
      sent.current.refused = found
      setErrors(found)
      setAttempt((n) => n + 1)
    },
    /** Forgets what was found wrong, when other content is put into the inputs. */
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
