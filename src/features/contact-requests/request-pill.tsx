import type { ReactNode } from 'react'
import { Pill } from '#src/ui/pill.tsx'
import type { RequestStatus } from './contract.ts'

const tones = { pending: 'gold', approve: 'ok', refused: 'plain', withdrawn: 'plain' } as const

export const RequestPill = ({ status, children }: { status: RequestStatus; children: ReactNode }) => (
  <Pill tone={tones[status]}>{children}</Pill>
)
