import { type ReactNode, type RefObject, useEffect } from 'react'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { ArrowLeftIcon, ArrowRightIcon } from '#src/ui/art/icons.ts'
import { ButtonLink } from '#src/ui/button.tsx'

type Neighbour = { id: string } | undefined

interface PaneProps {
  /** Has the focus once the pane is there. */
  heading: RefObject<HTMLHeadingElement | null>
  name: string
  detail: ReactNode
  mark?: ReactNode
  back: string
  /** Of a row's pane; of the list alone without one. */
  addressOf: (id: string | undefined) => string
  previous: Neighbour
  next: Neighbour
  below?: ReactNode
  children: ReactNode
}

/** One row opened beside its list, with the way to its neighbours. */
export function Pane({ heading, name, detail, mark, back, addressOf, previous, next, below, children }: PaneProps) {
  const t = useAdminTexts()
  useEffect(() => {
    // A page that just comes alive may be in use: neither the place nor the focus of who types or presses moves.
    if (!window.repeatEarlyPress) heading.current?.focus()
    else if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [heading])
  const steps = [
    [previous, t.judging.previous, ArrowLeftIcon],
    [next, t.judging.next, ArrowRightIcon],
  ] as const
  return (
    <div className="grid min-w-0 content-start gap-3">
      <Link to={addressOf(undefined)} className="touch gap-2 font-semibold underline">
        <ArrowLeftIcon />
        {back}
      </Link>
      <section className="panel judgement" aria-labelledby="judgement">
        <div className="flex items-start justify-between gap-3 judgement-head">
          <h2 id="judgement" ref={heading} tabIndex={-1} className="text-h3 wrap-anywhere judgement-name">
            {name} <span className="block font-sans text-md font-normal text-ink-2">{detail}</span>
            {mark}
          </h2>
          <div className="flex">
            {steps.map(
              ([row, label, StepIcon]) =>
                row && (
                  <ButtonLink
                    key={label}
                    to={addressOf(row.id)}
                    replace
                    look="quiet"
                    className="min-h-11 judgement-step"
                    aria-label={label}
                    title={label}
                  >
                    <StepIcon />
                  </ButtonLink>
                ),
            )}
          </div>
        </div>
        {children}
      </section>
      {below}
    </div>
  )
}
