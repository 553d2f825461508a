import { createContext, useContext } from 'react'

/** What the operator configured and pages show. */
export interface Site {
  brand: { name: string; idPrefix: string }
  isDemo: boolean
}

const Configured = createContext<Site | null>(null)

export const SiteProvider = Configured

export function useSite(): Site {
  const site = useContext(Configured)
  if (!site) throw new Error('A page is rendered outside of the frame')
  return site
}
