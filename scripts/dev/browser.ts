// Before everything else: what React Fast Refresh needs has to be there before the first component.
import '@vitejs/plugin-react/preamble'
import type { PageModule } from '#src/ui/page-module.ts'

/** What a page exports beside its component. A page that was saved keeps its state all the same. */
const besideTheComponent: Record<Exclude<keyof PageModule, 'default'>, true> = {
  parse: true,
  title: true,
  description: true,
  sharedTitle: true,
  properSearch: true,
  queries: true,
  dependentQueries: true,
}

declare global {
  interface Window {
    /** Asked by React Fast Refresh. */
    __getReactRefreshIgnoredExports?: (module: { id: string }) => string[]
  }
}
window.__getReactRefreshIgnoredExports = ({ id }) => (id.endsWith('.page.tsx') ? Object.keys(besideTheComponent) : [])

const hot = import.meta.hot!

hot.on('vite:afterUpdate', async ({ updates }) => {
  const [{ replacePage }, { pagesWithFile }] = await Promise.all([
    import('#src/app/pages/chunks.ts'),
    import('#src/app/pages/pages.ts'),
  ])
  for (const { acceptedPath, timestamp } of updates)
    for (const page of pagesWithFile.filter(({ file }) => acceptedPath === `/src/${file}`))
      replacePage(page, await import(/* @vite-ignore */ `${acceptedPath}?t=${timestamp}`))
})

// What only says what went wrong is asked for again when it may be mended.
const { version, fault } = document.documentElement.dataset
const isFault = fault !== undefined
hot.on('site-opened', () => (isFault || document.querySelector('vite-error-overlay')) && location.reload())
hot.send('document-opened', { version: Number(version), isFault })

/** The server knows which line of the source is meant, and shows it. */
function tell(error: unknown) {
  // A refusal is no fault, and its class is not at hand here.
  if (error instanceof Error && !('status' in error))
    hot.send('page-failed', { message: error.message, stack: error.stack })
}
addEventListener('error', ({ error }) => tell(error))
addEventListener('unhandledrejection', ({ reason }) => tell(reason))
// The site's boundaries catch what components throw, and write it here.
const write = console.error
console.error = (...said: unknown[]) => {
  write(...said)
  for (const one of said) tell(one)
}
