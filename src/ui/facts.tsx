import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type FactsProps = { facts: readonly { label: string; value: ReactNode }[]; className?: string }

export function Facts({ facts, className }: FactsProps) {
  return (
    <dl className={classNames('facts', className)}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
