import type { ReactNode } from 'react'
import { useTexts } from '#src/texts/texts.tsx'
import { Jamdani, Portrait } from '#src/ui/art/art.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'

export function FormCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="wrap form-page">
      <div className="grid rounded-panel bg-surface shadow-e1 form-panel">
        <div className="grid form-side">
          <h1 className="text-title">{title}</h1>
          {children}
        </div>
        <div aria-hidden="true" className="relative flex wide-only items-end justify-center overflow-hidden bg-deep">
          <Jamdani className="text-gold opacity-10" />
          <Portrait of={{ gender: 'Female', number: 18, premium: true }} className="form-portrait bride" />
          <Portrait of={{ gender: 'Male', number: 266, premium: true }} className="form-portrait" />
        </div>
      </div>
    </div>
  )
}

/** Tells readers without JavaScript why what needs it is not here, and what works all the same. */
export function NoScript() {
  const t = useTexts()
  return (
    <noscript>
      <Notice>{t.common.noScript}</Notice>
    </noscript>
  )
}
