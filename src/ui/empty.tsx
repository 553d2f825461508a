import type { ReactNode } from 'react'
import { Portrait } from './art.tsx'

/** Nothing to show, and what to do about it. */
export function Empty({
  title,
  heading: Heading = 'h2',
  action,
  children,
}: {
  title: string
  heading?: 'h1' | 'h2' | 'h3'
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="grid justify-items-center gap-2.5 rounded-card bg-surface px-5 py-9 text-center shadow-e1">
      <Portrait gender="Female" bioDataId={45} className="h-26 w-21 opacity-90" />
      <Heading className="text-h2">{title}</Heading>
      {children && <p className="max-w-[36ch] text-ink-2">{children}</p>}
      {action}
    </div>
  )
}
