import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Caller, Query } from '#src/platform/http/client.ts'
import type { Language, Reader, Texts, TextsFor } from '#src/texts/texts.tsx'
import type { Site } from './site.tsx'

export interface Address {
  params: Record<string, string | undefined>
  search: URLSearchParams
  language: Language
  /** What the browser remembers (platform/browser-storage/cookies.ts). */
  cookies: string | undefined
}

/** What the file of a page exports. `For` says whose texts it carries (`readerOf` in app/pages/pages.ts). */
export interface PageModule<Props = Address, For extends Reader = Reader> {
  default: ComponentType<Props>
  /** Reads the address, once for everything here. A page without it gets the address as it is. */
  parse?: (address: Address) => Props
  title: (texts: TextsFor[For], site: Site, props: Props) => string
  description?: (texts: Texts) => string
  /** What a link to the page is called where it is shared and only the login can be seen: nothing that is not for all. */
  sharedTitle?: (texts: TextsFor[For], site: Site, props: Props, call: Caller) => Promise<string>
  /** The search that is meant, where the address has it in other words; the server leads there. */
  properSearch?: (search: URLSearchParams) => URLSearchParams | undefined
  /** What the page asks for at once; the server answers it into the page. */
  queries?: (props: Props) => Query[]
  /** What it asks for next, when that depends on the first answers, which are in `cache` by then. */
  dependentQueries?: (props: Props, cache: QueryClient) => Query[]
}

export type LoginPage<Props = Address> = PageModule<Props, 'login'>
export type AccountPage<Props = Address> = PageModule<Props, 'account'>
export type MemberPage<Props = Address> = PageModule<Props, 'member'>
export type AdminPage<Props = Address> = PageModule<Props, 'admin'>
