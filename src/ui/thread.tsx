import type { Icon } from '#src/ui/art/icons.ts'

export interface Step {
  look: 'done' | 'now' | 'to-come' | 'goes-back'
  icon: Icon
  title: string
  note?: string | undefined
}

/** Steps of something that takes days, and which of them it is at. */
export function Thread({ label, steps }: { label: string; steps: Iterable<Step> }) {
  return (
    <ol className="thread" aria-label={label}>
      {[...steps].map(({ look, icon: StepIcon, title, note }) => (
        <li key={title} className={look} aria-current={look === 'now' ? 'step' : undefined}>
          <span className="step-badge" aria-hidden="true">
            <StepIcon className="size-5.5" />
          </span>
          <div>
            <b className="font-semibold">{title}</b>
            {note && <p className="text-md text-ink-2">{note}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
