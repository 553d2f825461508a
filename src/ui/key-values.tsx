import { type ComponentProps, type ReactNode, useId } from 'react'
import type { Icon } from '#src/ui/art/icons.ts'
import { classNames } from './class-names.ts'

type SectionProps = ComponentProps<'section'> & { icon?: Icon; title: string; aside?: ReactNode }

export function Section({ icon: HeadingIcon, title, aside, className, children, ...rest }: SectionProps) {
  const id = useId()
  return (
    <section {...rest} className={classNames('section', className)} aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>
          {HeadingIcon && <HeadingIcon className="size-5.5 text-primary" />}
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

export type KeyValue = { label: string; value: ReactNode; note?: string /** Several lines. */; isProse?: true }

/** `note` stands after the value. `isWide` is for values that need a row of their own on a phone. */
export function KeyValues({ items, isWide }: { items: readonly KeyValue[]; isWide?: boolean }) {
  return (
    <dl className={classNames('key-values', isWide && 'key-values-wide')}>
      {items.map(({ label, value, note, isProse }) => (
        <div key={label} className={isProse && 'col-span-full whitespace-pre-line prose-value'}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note && <small> {note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
