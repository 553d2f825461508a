import { type ComponentType, Fragment, type ReactNode } from 'react'
import { CallFailed } from '#src/platform/http/client.ts'
import { isInDashboard } from '#src/platform/navigation/addresses.ts'
import { loadTextsFor } from '#src/texts/texts.tsx'
import type { PageModule } from '#src/ui/page-module.ts'
import { type Page, readerOf } from './pages.ts'

const files = import.meta.glob<PageModule<object>>('../../**/*.page.tsx')

/** What stands around a page of the dashboard. Few people see it, so the others do not load it. */
export const dashboard: { Frame: ComponentType<{ children: ReactNode }> } = { Frame: Fragment }

/** The code of a page, or why it is not here. The same for everybody, so the server may keep it. */
const arrived = new Map<string, PageModule<object> | CallFailed>()
const loading = new Map<string, Promise<void>>()
/** At one address visitors and members may have different pages. */
const keyOf = ({ path, access }: Page) => `${access} ${path}`

export function loadPage(page: Page): Promise<void> {
  const key = keyOf(page)
  const known = loading.get(key)
  if (known) return known
  const load = files[`../../${page.file}`]
  if (!load) throw new Error(`${page.path} has no file ${page.file}`)
  const reader = readerOf(page)
  const texts = reader !== 'visitor' && loadTextsFor(reader)
  const frame = isInDashboard(page.path) && import('#src/app/shell/dashboard-parts.tsx')
  const arrival = Promise.all([load(), frame, texts]).then(
    ([module, parts]) => {
      // Before the page is drawn: a press on a part whose code is missing would be lost.
      if (parts) dashboard.Frame = parts.Frame
      arrived.set(key, module)
    },
    // Kept until somebody tries again: asked for in every render, a missing chunk would be asked for without end.
    () => void arrived.set(key, new CallFailed({ status: navigator.onLine ? 503 : 0, code: 'unavailable' })),
  )
  loading.set(key, arrival)
  return arrival
}

export const loadedPage = (page: Page) => arrived.get(keyOf(page))

/** Forgets which chunks could not be fetched, so that they are tried again. @returns whether there were any */
export function forgetFailedPages(): boolean {
  const failed = [...arrived].filter(([, module]) => module instanceof CallFailed)
  for (const [key] of failed) {
    arrived.delete(key)
    loading.delete(key)
  }
  return failed.length > 0
}

/** Puts the code of a page that was just saved in the place of the old, in development. */
export const replacePage = (page: Page, module: PageModule<object>) => void arrived.set(keyOf(page), module)
