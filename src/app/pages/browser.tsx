import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Root } from '#src/app/shell/root.tsx'
import { BrowserRouter, locate } from '#src/app/shell/router.tsx'
import { currentSession } from '#src/features/identity/contract.ts'
import { documentCookies } from '#src/platform/browser-storage/cookies.ts'
import { CallFailed, call, createQueryClient, freshForMs, prefetch, query } from '#src/platform/http/client.ts'
import { urlIn } from '#src/platform/navigation/addresses.ts'
import type { Location } from '#src/platform/navigation/routing.tsx'
import { documentLanguage, loadTexts, textsIn } from '#src/texts/texts.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { loadedPage, loadPage } from './chunks.ts'
import { readPageState, unconfirmedDigest } from './page-state.ts'
import { findPage, propsAt } from './pages.ts'
import { loadStyles } from './whole-sheet.ts'

const { cache, ...state } = readPageState()
const session = query(currentSession, {})
const client = createQueryClient(call, (code) => {
  if (code === 'forbidden') return void client.invalidateQueries(session)
  if (client.getQueryData(session.queryKey)?.user)
    toast.error(textsIn('visitor', documentLanguage()).errors.sessionEnded, { isReadNext: true })
  // At once, so that no page takes the person for signed in any more; the login asks again.
  client.setQueryData(session.queryKey, (known) => known && { ...known, user: null })
})
// On a slow line the document may be older. Then each part would ask anew while it comes alive, and differ from its HTML.
const ageMs = Math.min(performance.now(), freshForMs - 10_000)
for (const [key, data] of cache) client.setQueryData(key, data, { updatedAt: Date.now() - ageMs })

/** Loads a page's data in one round trip. @returns undefined if all is here, else when its code is or has failed. */
function prepare(wanted: Location): Promise<unknown> | undefined {
  const user = client.getQueryData(session.queryKey)?.user
  const found = findPage(wanted.pathname, !!user)
  if (!found?.page.file || !{ visitor: true, member: user, admin: user?.isAdmin }[found.page.access]) return undefined
  const address = { params: found.params, language: documentLanguage(), cookies: documentCookies() }
  const prefetchAll = () => {
    const module = loadedPage(found.page)
    if (!module || module instanceof CallFailed) return true
    const queries = module.queries?.(propsAt(wanted, module, address)) ?? []
    const isHere = queries.every(({ queryKey }) => client.getQueryData(queryKey) !== undefined)
    for (const query of queries) prefetch(client, query).catch(() => {})
    return isHere
  }
  if (loadedPage(found.page)) return prefetchAll() ? undefined : Promise.resolve()
  return loadPage(found.page).then(prefetchAll)
}

/** Another page, or this one with other content, may need any rule of the sheet. */
function withStyles(wanted: Location) {
  const coming = [loadStyles(), prepare(wanted)].filter((one) => one !== undefined)
  return coming.length > 0 ? Promise.all(coming) : undefined
}

// Going back before this script ran leaves this document at another page's address: the server makes that one.
const opened = locate('POP')
const [arrival] = performance.getEntriesByType('navigation')
// Some browsers once said nothing, or no address.
const { pathname, search } = urlIn(arrival?.name ?? '') ?? opened
if (opened.pathname + opened.search !== pathname + search) {
  location.reload()
  await new Promise(() => {})
}

// The page's own chunk is here before React looks: it draws what the server drew.
const found = findPage(pathname, !!client.getQueryData(session.queryKey)?.user)
await Promise.all([
  loadTexts(state.language),
  found?.page.file && loadPage(found.page),
  found && found.page.access !== 'visitor' && loadStyles(),
])
const code = found && loadedPage(found.page)
// Without it the page stays as it is, which is all there; drawn anew it would be a notice.
if (code instanceof CallFailed) throw code
startTransition(() => {
  hydrateRoot(
    document.getElementById('root')!,
    <StrictMode>
      <BrowserRouter opened={opened} prepare={withStyles}>
        <Root client={client} {...state} />
      </BrowserRouter>
    </StrictMode>,
    {
      // A refusal that the page shows is no fault of ours; everything else belongs in the console.
      onCaughtError(error) {
        if (!(error instanceof CallFailed)) console.error(error)
      },
      onRecoverableError(error) {
        const { cause, digest } = error as { cause?: unknown; digest?: string }
        if (!(cause instanceof CallFailed) && digest !== unconfirmedDigest) reportError(error)
      },
    },
  )
})

/** What a page does once it is long alive. Without a connection it is tried again. */
const startIdleTasks = (soon: number) =>
  setTimeout(() => {
    if (window.repeatEarlyPress) return startIdleTasks(soon)
    import('./idle-tasks.ts').then(
      ({ default: idleTasks }) => idleTasks(client),
      () => startIdleTasks(10 * soon),
    )
  }, soon)
startIdleTasks(5e3)
