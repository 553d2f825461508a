import type { ReactNode } from 'react'
import { Jamdani, Portrait } from '#src/ui/art/art.tsx'

export function FormCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="wrap py-8 lg:py-12">
      <div className="mx-auto grid max-w-[25rem] overflow-hidden rounded-panel bg-surface shadow-e1 lg:max-w-[50rem] lg:grid-cols-2">
        <div className="grid content-start gap-4.5 p-5 sm:p-8">
          <h1 className="text-title">{title}</h1>
          {children}
        </div>
        <div aria-hidden="true" className="relative hidden items-end justify-center overflow-hidden bg-deep lg:flex">
          <Jamdani className="text-gold opacity-10" />
          <Portrait gender="Female" bioDataId={18} premium className="relative -mr-2 h-55 w-44" />
          <Portrait gender="Male" bioDataId={266} premium className="relative h-55 w-44" />
        </div>
      </div>
    </div>
  )
}
