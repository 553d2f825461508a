import { type FormEvent, useRef, useState } from 'react'
import type { ErrorLink } from './error-summary.tsx'

type Typed = Record<string, string>
type Errors<T extends Typed> = { [Name in keyof T]?: string | undefined }

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

  const summary = Object.entries(errors).flatMap(([fieldId, text]): ErrorLink[] => (text ? [{ fieldId, text }] : []))
  return {
    errors,
    summary,
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
