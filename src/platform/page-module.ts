import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Caller } from './http/client.ts'
import type { Query } from './http/query.ts'
import type { AllTexts, Language, Texts } from './i18n/texts.tsx'
import type { Site } from './site.tsx'

/** The address of a page, as far as its data depends on it. */
export interface Address {
  params: Record<string, string | undefined>
  search: URLSearchParams
  /** In which the page is read. */
  language: Language
}

export interface PageProps {
  params: Address['params']
}

/** What the file of a page exports. */
export interface PageModule {
  default: ComponentType<PageProps>
  title: (texts: AllTexts, site: Site, address: Address) => string
  description?: (texts: Texts) => string
  /** What a link to the page is called where it is shared and only the login can be seen: nothing that is not for all. */
  sharedTitle?: (texts: AllTexts, site: Site, params: Address['params'], call: Caller) => Promise<string>
  /** The search that is meant, where the address has it in other words; the server leads there. */
  properSearch?: (search: URLSearchParams) => URLSearchParams | undefined
  /** What the page asks for at once; the server answers it into the page. */
  queries?: (address: Address) => Query[]
  /** What it asks for next, when that depends on the first answers, which are in `cache` by then. */
  dependentQueries?: (address: Address, cache: QueryClient) => Query[]
}
