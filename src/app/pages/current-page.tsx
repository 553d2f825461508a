import { type ReactNode, useEffect, useMemo } from 'react'
import { Outline, PageFrame, Redirect } from '#src/app/shell/outline.tsx'
import { useUser } from '#src/features/identity/hooks.ts'
import { useSendOn } from '#src/features/sign-in/send-on.ts'
import { CallFailed } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { type Location, useLocation } from '#src/platform/navigation/routing.tsx'
import { type Texts, textsIn, useLanguage } from '#src/texts/texts.tsx'
import type { Address, PageModule } from '#src/ui/page-module.ts'
import { ErrorNotice, NotAllowed, NotFound } from '#src/ui/problems.tsx'
import { type Site, useSite } from '#src/ui/site.tsx'
import { loadedPage } from './chunks.ts'
import type { PageState } from './page-state.ts'
import { addressBehind, findPage, type Page, propsAt, readerOf } from './pages.ts'

export function CurrentPage({ missing, paused }: Pick<PageState, 'missing' | 'paused'>) {
  const location = useLocation()
  const { pathname, search, hash } = location
  const user = useUser()
  const isMember = !!user
  const found = useMemo(() => findPage(pathname, isMember), [pathname, isMember])
  if (!found || pathname === missing) return <NotFound />
  const { page, params } = found
  if (page.access !== 'visitor' && !user) return <Redirect address={to.login(pathname + search)} />
  const behind = addressBehind(found, { pathname, search }, user)
  if (behind) return <Redirect address={behind + hash} />
  if (page.access === 'admin' && !user?.isAdmin)
    return (
      <PageFrame>
        <NotAllowed />
      </PageFrame>
    )
  if (paused?.address === pathname + search) {
    const refusal = new CallFailed({ status: 429, code: 'reading-limit', until: paused.until })
    return (
      <PageFrame>
        <ErrorNotice error={refusal} onRetry={() => window.location.reload()} />
      </PageFrame>
    )
  }
  const module = loadedPage(page)
  if (module instanceof CallFailed) throw module
  // It was not allowed when it was gone to, and is now: gone to once more, it is loaded.
  if (!module) return <Redirect address={pathname + search} />
  // Nobody goes on with the page, and the form, of the person before.
  const viewer = page.access === 'visitor' ? '' : user?.email
  const shown = <ShownPage key={viewer} {...{ page, module, params, location }} />
  return <PageFrame>{page.isForSigningIn ? <ForSigningIn key={pathname}>{shown}</ForSigningIn> : shown}</PageFrame>
}

function ForSigningIn({ children }: { children: ReactNode }) {
  const target = useSendOn()
  return target === undefined ? children : <Outline address={target} />
}

type Shown = { page: Page; module: PageModule<object>; params: Address['params']; location: Location }

function ShownPage({ page, module, params, location }: Shown) {
  const site = useSite()
  const { language } = useLanguage()
  const t = textsIn(readerOf(page), language)
  const props = propsAt(location, module, { params, language })
  const title = module.title(t, site, props)
  useEffect(() => {
    document.title = documentTitle(title, site, t)
  }, [title, site, t])
  return <module.default {...props} />
}

export const documentTitle = (title: string, site: Site, t: Texts) => `${title} | ${t.brandName(site.brand)}`
