import { createContext, useContext } from 'react'
import type { OperatorIn } from '#src/platform/operator.ts'

export interface Site {
  brand: { name: string; nameBn: string; idPrefix: string }
  isDemo: boolean
  /** Scheme, host and port under which people reach it, for addresses that leave the page. */
  origin: string
  /** Without it nobody can ask for a contact, and no page promises it for a fee. */
  takesPayments: boolean
  /** What is chosen at first in a new biodata. */
  contactDefault: 'checked' | 'ask'
  /** People are asked whether their biodata is still right, and pages say when it was confirmed. */
  asksForConfirming: boolean
  /** How to reach the operator: through the form, which needs mail to work, and at an address, where there is one. */
  contact: { hasForm: boolean; email?: string | undefined }
  operator: OperatorIn
}

export const SiteProvider = createContext<Site | null>(null)

export function useSite(): Site {
  const site = useContext(SiteProvider)
  if (!site) throw new Error('A page is rendered outside of the frame')
  return site
}
