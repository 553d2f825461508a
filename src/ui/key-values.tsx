import { type ReactNode, useId } from 'react'
import type { Icon } from './icons.tsx'

/** A white section with an icon and a heading. */
export function Section({ icon: HeadingIcon, title, children }: { icon?: Icon; title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="section" aria-labelledby={id}>
      <h2 id={id}>
        {HeadingIcon && <HeadingIcon className="size-5.5 text-primary" />}
        {title}
      </h2>
      {children}
    </section>
  )
}

export type KeyValue = { label: string; value: ReactNode; note?: string }

/** Labels and values, two columns on a phone and three from 640 px; `note` stands quietly after the value. */
export function KeyValues({ items }: { items: readonly KeyValue[] }) {
  return (
    <dl className="key-values">
      {items.map(({ label, value, note }) => (
        <div key={label}>
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
