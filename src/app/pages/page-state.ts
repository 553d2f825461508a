import type { QueryKey } from '@tanstack/react-query'
import type { Language } from '#src/texts/texts.tsx'
import type { Site } from '#src/ui/site.tsx'

export interface PageState {
  site: Site
  language: Language
  /** The address whose thing does not exist: the browser need not ask again to say so. */
  missing?: string | undefined
  paused?: { address: string; until: string } | undefined
  cache: [QueryKey, unknown][]
}

/** How React marks a part of a page that the server did not draw because it asks for the password first. */
export const unconfirmedDigest = 'confirm-password'

const elementId = 'page-state'

/** As a script element. `<` is escaped, so that no text of a biodata can end the element. */
export const writePageState = (state: PageState) =>
  `<script type="application/json" id="${elementId}">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script>`

/** Takes the knowledge out of the page: it would stay there when somebody else signs in. */
export function readPageState(): PageState {
  const element = document.getElementById(elementId)!
  element.remove()
  return JSON.parse(element.textContent)
}
