import type { ReactNode } from 'react'
import { Link, type LinkProps } from '#src/platform/navigation/routing.tsx'
import { CloseIcon } from '#src/ui/art/icons.ts'
import { classNames } from './class-names.ts'

const tones = {
  gold: 'bg-gold-soft text-gold-text',
  ok: 'bg-ok-soft text-ok',
  plain: 'bg-surface-2 text-ink-2',
  rani: 'rani-tone',
}

type PillProps = { tone?: keyof typeof tones; className?: string; children: ReactNode }

/** A small fact: a state, a badge. The words carry the meaning, the tone only repeats it. */
export function Pill({ tone = 'plain', className, children }: PillProps) {
  return <span className={classNames('pill', tones[tone], className)}>{children}</span>
}

export function Chip({ removeLabel, children, ...link }: LinkProps & { removeLabel: string; children: ReactNode }) {
  return (
    <span className="chip">
      {children}
      <Link {...link} aria-label={removeLabel}>
        <CloseIcon />
      </Link>
    </span>
  )
}
