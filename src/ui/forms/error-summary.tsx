import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTexts } from '#src/texts/texts.tsx'
import { goToField } from '#src/ui/focus.ts'

export type ErrorLink = { fieldId: string; text: string }

/** More would fill a phone's screen and hide the form; wide screens show all. */
const shownOnPhones = 4

interface SummaryProps {
  errors: ErrorLink[]
  attempt: number
  /** Where not every field can be seen. @returns whether there is one */
  goTo?: (fieldId: string) => boolean
  children?: ReactNode
}

/** Takes the focus when errors appear and when `attempt` changes, so that a second failed submit is noticed. */
export function ErrorSummary({ errors, attempt, goTo = goToField, children }: SummaryProps) {
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
