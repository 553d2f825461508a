import type { ReactNode } from 'react'
import { useTexts } from '#src/texts/texts.tsx'
import { Jamdani, Portrait } from '#src/ui/art/art.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'

/** `side` stands beside the form where there is room; without it two portraits do. */
export function FormCard({ title, side, children }: { title: string; side?: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap form-page">
      <div className="grid rounded-panel bg-surface shadow-e1 form-panel">
        <div className="grid form-side">
          <h1 className="text-title">{title}</h1>
          {children}
        </div>
        {side ? (
          <div className="on-deep relative flex wide-only items-center justify-center overflow-hidden bg-deep">
            <Jamdani className="text-gold opacity-10" />
            <div className="form-beside">{side}</div>
          </div>
        ) : (
          <div aria-hidden="true" className="relative flex wide-only items-end justify-center overflow-hidden bg-deep">
            <Jamdani className="text-gold opacity-10" />
            <Portrait of={{ gender: 'Female', number: 18, premium: true }} className="form-portrait bride" />
            <Portrait of={{ gender: 'Male', number: 266, premium: true }} className="form-portrait" />
          </div>
        )}
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
