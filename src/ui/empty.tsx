import type { ReactNode } from 'react'
import type { Icon } from '#src/ui/art/icons.ts'
import { ButtonLink } from './button.tsx'
import { classNames } from './class-names.ts'

export type Way = readonly [address: string, label: string]

interface EmptyProps {
  icon: Icon
  title: string
  heading?: 'h1' | 'h2' | 'h3'
  action?: ReactNode
  /** Links that stand behind the action. Without one the first is the best. */
  ways?: readonly Way[]
  children?: ReactNode
}

/** With a first heading it is all that the page has. Needs `artDefs` in the document. */
export function Empty({ icon: Thing, title, heading: Heading = 'h2', action, ways, children }: EmptyProps) {
  const isPage = Heading === 'h1'
  return (
    <div
      className={classNames(
        'grid justify-items-center gap-2.5 px-5 text-center',
        isPage ? 'content-center empty-page' : 'panel empty-card',
      )}
    >
      <div className={classNames('empty-art', isPage ? 'empty-art-tall' : 'empty-art-low')}>
        <svg viewBox="0 0 160 200" aria-hidden="true">
          <use href="#art-arch" />
          <use href="#art-gold-rim" />
        </svg>
        <Thing />
      </div>
      <Heading className={isPage ? 'text-title' : 'text-h2'}>{title}</Heading>
      {children && <p className="text-ink-2 empty-words">{children}</p>}
      {ways ? (
        <div className="flex flex-wrap justify-center gap-2">
          {action}
          {ways.map(([address, label], place) => (
            <ButtonLink key={address} to={address} look={place === 0 && !action ? 'primary' : 'secondary'}>
              {label}
            </ButtonLink>
          ))}
        </div>
      ) : (
        action
      )}
    </div>
  )
}
