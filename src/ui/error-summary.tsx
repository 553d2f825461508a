import { type MouseEvent, useEffect, useRef } from 'react'

export type FieldError = { fieldId: string; text: string }

/**
 * What is wrong with a form, with a link to each field. It takes the focus when errors appear and again whenever
 * `attempt` changes (pass the form's submit count), so that a second failed submit is noticed too.
 */
export function ErrorSummary({ title, errors, attempt }: { title: string; errors: FieldError[]; attempt?: number }) {
  const box = useRef<HTMLDivElement>(null)
  const any = errors.length > 0
  useEffect(() => {
    if (any && attempt !== 0) box.current?.focus()
  }, [any, attempt])
  if (!any) return null

  const goTo = (fieldId: string) => (event: MouseEvent) => {
    const field = document.getElementById(fieldId)
    if (!field) return
    // following the link would only scroll, hide the label under the sticky header and leave a # in the address
    event.preventDefault()
    field.closest('.field')?.scrollIntoView({ block: 'start' })
    field.focus({ preventScroll: true })
  }
  return (
    <div ref={box} tabIndex={-1} className="error-summary">
      <div role="alert">
        <h2>{title}</h2>
        <ul>
          {errors.map((error) => (
            <li key={error.fieldId}>
              <a href={`#${error.fieldId}`} onClick={goTo(error.fieldId)}>
                {error.text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
