import { createContext, useContext } from 'react'
import type { OperatorIn } from '#src/platform/operator.ts'

export interface Site {
  brand: { name: string; nameBn: string; idPrefix: string }
  isDemo: boolean
  /** Scheme, host and port under which people reach it, for addresses that leave the page. */
  origin: string
  /** Without it nobody can ask for a contact, and no page promises it for a fee. */
  takesPayments: boolean
  // Every document carries these: what is as usual is left out.
  /** What is chosen at first in a new biodata, where it is not `checked`. */
  contactDefault?: 'ask' | undefined
  /** Nobody is asked whether a biodata is still right, and no page says when it was confirmed. */
  isNeverConfirmed?: true | undefined
  /** How to reach the operator: through the form, which needs mail to work, and at an address, where there is one. */
  contact: { hasForm: boolean; email?: string | undefined }
  operator: OperatorIn
}

export const SiteProvider = createContext<Site | null>(null)

/** The frame of every page provides it; a check would be sent to everybody. */
export const useSite = () => useContext(SiteProvider)!
