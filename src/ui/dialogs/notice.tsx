import type { ReactNode } from 'react'
import type { Icon } from '#src/ui/art/icons.ts'
import { classNames } from '#src/ui/class-names.ts'

const tones = {
  gold: 'bg-gold-soft text-gold-text',
  ok: 'bg-ok-soft text-ok',
  danger: 'danger-tone',
}

interface NoticeProps {
  tone?: keyof typeof tones
  icon?: Icon
  action?: ReactNode
  children: ReactNode
}

/** A line of news inside the page (offline, a failed request); danger is announced at once, the rest politely. */
export function Notice({ tone = 'gold', icon: ToneIcon, action, children }: NoticeProps) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames('flex flex-wrap items-center gap-2.5 rounded-button px-4 py-3 font-semibold', tones[tone])}
    >
      <div className="notice-words">
        {ToneIcon && <ToneIcon className="mt-0.5" />}
        <div className="min-w-0 flex-1">{children}</div>
      </div>
      {action}
    </div>
  )
}
