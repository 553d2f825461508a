import '#src/ui/styles.css'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { CallFailed, call } from '#src/platform/http/client.ts'
import { createQueryClient, prefetch, query } from '#src/platform/http/query.ts'
import { documentLanguage, loadTexts, textsIn } from '#src/platform/i18n/texts.tsx'
import type { PageModule } from '#src/platform/page-module.ts'
import { currentSession } from '#src/sign-in/contract.ts'
import { toast } from '#src/ui/toast.tsx'
import { readPageState } from './page-state.ts'
import { findPage } from './pages.ts'
import { loaded, loadPage, Root } from './root.tsx'
import { BrowserRouter } from './router.tsx'

const state = readPageState()
const session = query(currentSession, {})
const client = createQueryClient(call, (code) => {
  if (code === 'forbidden') return void client.invalidateQueries(session)
  if (client.getQueryData(session.queryKey)?.user) toast.error(textsIn(documentLanguage()).errors.sessionEnded)
  // At once, so that no page takes the person for signed in any more; the login asks again.
  client.setQueryData(session.queryKey, (known) => known && { ...known, user: null })
})
for (const [key, data] of state.cache) client.setQueryData(key, data)

/**
 * Asks for everything that the page of the address needs, in one round trip; its parts would ask one after the other.
 * @returns whether all of it is here already
 */
function prepare(): boolean {
  const next = findPage(location.pathname)
  const user = client.getQueryData(session.queryKey)?.user
  if (!next?.page.file || !{ visitor: true, member: user, admin: user?.isAdmin }[next.page.access]) return true
  const search = new URLSearchParams(location.search)
  const prefetchAll = ({ queries }: PageModule) =>
    (queries?.({ params: next.params, search, language: documentLanguage() }) ?? [])
      .map((query) => {
        const isHere = client.getQueryData(query.queryKey) !== undefined
        prefetch(client, query).catch(() => {})
        return isHere
      })
      .every(Boolean)
  const module = loaded.get(next.page.path)
  if (module) return prefetchAll(module)
  loadPage(next.page).then(prefetchAll, () => {})
  return false
}

// The page's own chunk is here before React looks: a boundary that is still waiting would flash its fallback.
const found = findPage(location.pathname)
await Promise.all([loadTexts(state.language), found?.page.file && loadPage(found.page)])
startTransition(() => {
  hydrateRoot(
    document.getElementById('root')!,
    <StrictMode>
      <BrowserRouter prepare={prepare}>
        <Root client={client} site={state.site} language={state.language} missing={state.missing} />
      </BrowserRouter>
    </StrictMode>,
    {
      // A refusal that the page shows is no fault of ours; everything else belongs in the console.
      onCaughtError(error) {
        if (!(error instanceof CallFailed)) console.error(error)
      },
      onRecoverableError(error) {
        if (!(error instanceof Error && error.cause instanceof CallFailed)) reportError(error)
      },
    },
  )
})

// An offline page of our own in place of the browser's; see public/sw.js.
navigator.serviceWorker?.register('/sw.js').catch(() => {})
