import type { ReactNode } from 'react'
import type { Icon } from '#src/ui/art/icons.ts'
import { classNames } from './class-names.ts'

interface EmptyProps {
  icon: Icon
  title: string
  heading?: 'h1' | 'h2' | 'h3'
  action?: ReactNode
  children?: ReactNode
}

/** With a first heading it is all that the page has. Needs `<ArtDefs/>` in the document. */
export function Empty({ icon: Thing, title, heading: Heading = 'h2', action, children }: EmptyProps) {
  const isPage = Heading === 'h1'
  return (
    <div
      className={classNames(
        'grid justify-items-center gap-2.5 px-5 text-center',
        isPage ? 'min-h-[66dvh] content-center' : 'rounded-card bg-surface py-9 shadow-e1',
      )}
    >
      <div className={classNames('empty-art', isPage ? 'h-45' : 'h-30')}>
        <svg viewBox="0 0 160 200" aria-hidden="true">
          <use href="#art-arch" />
          <use href="#art-gold-rim" />
        </svg>
        <Thing />
      </div>
      <Heading className={isPage ? 'text-title' : 'text-h2'}>{title}</Heading>
      {children && <p className="max-w-[36ch] text-ink-2">{children}</p>}
      {action}
    </div>
  )
}
