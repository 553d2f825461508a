import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from '#src/platform/navigation/routing.tsx'
import { ArrowRightIcon } from '#src/ui/art/icons.ts'
import { classNames } from './class-names.ts'

export function Card({
  art,
  below,
  foot,
  glow,
  className,
  children,
  ...rest
}: ComponentProps<'article'> & { art: ReactNode; below?: ReactNode; foot: ReactNode; glow?: boolean }) {
  return (
    <article {...rest} className={classNames('card', glow && 'glow', className)}>
      {art}
      <div>{children}</div>
      {below}
      <div className="card-foot">{foot}</div>
    </article>
  )
}

/** The card's one link: it is stretched over the whole card, which shows its focus. */
export function CardLink({ children, ...rest }: LinkProps) {
  return (
    <Link {...rest} className="card-link">
      {children}
      <ArrowRightIcon />
    </Link>
  )
}

type Fact = { label: string; value: ReactNode }

export function Facts({ facts, className }: { facts: readonly Fact[]; className?: string }) {
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
