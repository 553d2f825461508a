import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type CardProps = ComponentProps<'article'> & { art: ReactNode; below?: ReactNode; foot: ReactNode; glow?: boolean }

export function Card({ art, below, foot, glow, className, children, ...rest }: CardProps) {
  return (
    <article {...rest} className={classNames('card', glow && 'glow', className)}>
      {art}
      <div>{children}</div>
      {below}
      <div className="card-foot">{foot}</div>
    </article>
  )
}

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
