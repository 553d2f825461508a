import type { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { documentTitle } from '#src/app/shell/main.tsx'
import { OfflineNote, PageBar, Root } from '#src/app/shell/root.tsx'
import { currentSession } from '#src/features/identity/contract.ts'
import {
  type Caller,
  CallFailed,
  createQueryClient,
  momentAfter,
  prefetch,
  type Query,
  query,
} from '#src/platform/http/client.ts'
import { safeReturn, to } from '#src/platform/navigation/addresses.ts'
import { type Location, RoutingProvider } from '#src/platform/navigation/routing.tsx'
import { type Language, loadLanguages, type Texts, textFiles, textsIn } from '#src/texts/texts.tsx'
import { artDefs } from '#src/ui/art/art-defs.server.ts'
import { BrokenIcon } from '#src/ui/art/icons.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { PageModule } from '#src/ui/page-module.ts'
import type { Site } from '#src/ui/site.tsx'
import { loadedPage, loadPage } from './chunks.ts'
import { type PageState, unconfirmedDigest, writePageState } from './page-state.ts'
import { addressBehind, findPage, type Page, pagesWithFile, propsAt, propsOf, readerOf } from './pages.ts'

export interface Rendered {
  status: number
  redirect?: string
  /** Seconds after which the page can be shown. */
  retryAfter?: number | undefined
  title: string
  description: string
  /** For link previews; absent for pages that are not for everybody. */
  shared?: { site: string; title: string; path: string } | undefined
  body: string
  /** Style elements of this page alone, for the head: there React takes them over, and HTML allows them nowhere else. */
  styles?: string
  /** The source files whose chunks the page needs at once; none for a page without any script. */
  sources?: string[]
  isForMembers?: boolean
  fault?: unknown
}

/** One page as HTML for the viewer of `caller`: the same endpoints, rights and allow-lists as over HTTP. */
export async function render(
  url: URL,
  caller: Caller,
  site: Site,
  language: Language,
  cookies: string | undefined,
): Promise<Rendered> {
  const { pathname, search } = url
  const t = textsIn('visitor', language)
  const client = createQueryClient(caller)
  const { user } = await client.fetchQuery(query(currentSession, {}))
  const found = findPage(pathname, user !== null)
  const location: Location = { pathname, search, hash: '', key: 'default', place: 0, action: 'POP' }
  let status = found ? 200 : 404
  let title = t.errors.notFoundTitle
  let description = t.home.description
  let shared: Rendered['shared']
  let retryAfter: number | undefined
  let paused: PageState['paused']

  if (found) {
    const { page, params } = found
    if (page.access !== 'visitor' && !user) return redirectTo(to.login(pathname + search))
    const behind = addressBehind(found, url, user)
    if (behind) return redirectTo(behind)
    if (page.isForSigningIn && user) return redirectTo(safeReturn(url.searchParams.get('from')))
    const module = await codeOf(page)
    const proper = module.properSearch?.(url.searchParams)
    if (proper) return redirectTo(pathname, proper)
    const props = propsAt(location, module, { params, language, cookies })
    title = module.title(textsIn(readerOf(page), language), site, props)
    description = module.description?.(t) ?? description
    if (page.access === 'admin' && !user?.isAdmin) status = 403
    else {
      const refused =
        (await firstRefusal(client, module.queries?.(props))) ??
        (await firstRefusal(client, module.dependentQueries?.(props, client)))
      // A refusal decides the status; anything else is a fault and goes to the error handler.
      if (refused && !(refused.status && refused.status < 500)) throw refused
      // A cursor that the list has not given out, mistyped or of another order: the list from its beginning.
      if (refused?.status === 422 && url.searchParams.has('after')) {
        url.searchParams.delete('after')
        return redirectTo(pathname, url.searchParams)
      }
      status = refused?.status ?? status
      if (refused?.retryAfter) {
        retryAfter = refused.retryAfter
        paused = { address: pathname + search, until: momentAfter(retryAfter) }
        title = t.errors.pauseTitle
      } else if (status === 404) title = t.errors.notFoundTitle
      else if (page.access === 'visitor') shared = { site: t.brandName(site.brand), title, path: pathname }
    }
    if (shared && page.isForSigningIn) shared = { ...shared, ...(await behindLogin(url, caller, site, language)) }
  }

  const missing = found && status === 404 ? pathname : undefined
  const { html, styles, fault } = await toHtml(
    <RoutingProvider shown={location} wanted={location} navigate={() => {}} guardBack={() => () => {}}>
      <Root client={client} site={site} language={language} missing={missing} paused={paused} />
    </RoutingProvider>,
  )
  const state: PageState = {
    site,
    language,
    missing,
    paused,
    cache: client
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.data !== undefined)
      .map((query) => [query.queryKey, query.state.data]),
  }
  return {
    status,
    retryAfter,
    title: documentTitle(title, site, t),
    description,
    shared,
    body: `${artDefs}<div id="root">${html}</div>${writePageState(state)}`,
    styles,
    isForMembers: found !== undefined && found.page.access !== 'visitor',
    fault,
    sources: [
      'src/app/pages/browser.tsx',
      ...textFiles(language, found ? readerOf(found.page) : 'visitor'),
      ...(found?.page.file ? [`src/${found.page.file}`] : []),
    ],
  }
}

/** The page that asked for the login: a messenger's preview ends there too, and `Login` tells its reader nothing. */
async function behindLogin({ searchParams }: URL, caller: Caller, site: Site, language: Language) {
  const path = safeReturn(searchParams.get('from')).replace(/[?#].*/, '')
  const found = findPage(path, false)
  if (!found?.page.file) return undefined
  const module = await codeOf(found.page)
  const props = propsOf(module, { params: found.params, search: new URLSearchParams(), language, cookies: undefined })
  const titled = module.sharedTitle?.(textsIn(readerOf(found.page), language), site, props, caller)
  // It does not tell whether there is such a biodata.
  return titled?.then((title) => ({ title, path })).catch(() => undefined)
}

function redirectTo(address: string, search?: URLSearchParams): Rendered {
  const redirect = search?.size ? `${address}?${search}` : address
  return { status: 302, redirect, title: '', description: '', body: '' }
}

/** For when the database is away, above all. It needs no script. */
export function renderFailure(address: string, site: Site, language: Language): Rendered {
  const t = textsIn('visitor', language)
  return {
    status: 503,
    title: documentTitle(t.errors.title, site, t),
    description: '',
    body: artDefs + renderToStaticMarkup(<Failure address={address} t={t} />),
  }
}

export const signsOfTheLine = () =>
  renderToStaticMarkup(
    <>
      <PageBar label="" />
      <OfflineNote text="" />
      <Failure address={to.home} t={textsIn('visitor', 'en')} />
    </>,
  )

const Failure = ({ address, t }: { address: string; t: Texts }) => (
  <main className="wrap py-10">
    <Empty
      icon={BrokenIcon}
      heading="h1"
      title={t.errors.title}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <a className="btn btn-primary" href={address}>
            {t.common.tryAgain}
          </a>
          <a className="btn btn-secondary" href={to.home}>
            {t.errors.toHome}
          </a>
        </div>
      }
    >
      {t.errors.unreachable}
    </Empty>
  </main>
)

async function firstRefusal(client: QueryClient, queries: Query[] = []) {
  const results = await Promise.allSettled(queries.map((query) => prefetch(client, query)))
  return results.find((result) => result.status === 'rejected')?.reason as
    | { status?: number; retryAfter?: number }
    | undefined
}

async function toHtml(tree: React.ReactNode) {
  let fault: unknown
  const { prelude } = await prerender(tree, {
    // All data is here. React would move large boundaries with an inline script, which the policy forbids.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    // A refusal that the page shows is no fault.
    onError(error) {
      if ((error as { code?: unknown }).code === unconfirmedDigest) return unconfirmedDigest
      if (!(error instanceof CallFailed)) fault ??= error
      return undefined
    },
  })
  const whole = shorter(await new Response(prelude).text())
  // React writes the styles of a tree without a head before everything else.
  const [styles = ''] = whole.match(/^(<style data-precedence=[^>]*>.*?<\/style>)+/s) ?? []
  return { html: whole.slice(styles.length), styles, fault }
}

/** Parts of artDefs that hold nothing close themselves, as React does not write it: 100 bytes of a page compressed. */
const shorter = (html: string) => html.replaceAll(/><\/(circle|ellipse|path|rect|stop|use)>/g, '/>')

async function codeOf(page: Page): Promise<PageModule<object>> {
  await loadPage(page)
  const module = loadedPage(page)
  if (!module || module instanceof CallFailed) throw new Error(`The code of ${page.path} cannot be loaded`)
  return module
}

export async function warmUp() {
  await Promise.all([loadLanguages(), ...pagesWithFile.map(codeOf)])
}
