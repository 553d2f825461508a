import type { ReactNode } from 'react'
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
