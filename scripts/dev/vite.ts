import type { Server } from 'node:http'
import { join, relative } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { root } from '#src/platform/root.server.ts'

/** Where Vite answers; the site has no such addresses. */
export const isOfVite = (url = '') => /^\/(@|__|(src|scripts\/dev|node_modules|dist\/fonts)\/)/.test(url)

const isText = /^src\/texts\/[a-z]{2}\//

/** Read when the site is opened, without an import. */
const readAtStart = /^(migrations\/.*\.sql|public\/.*|src\/site\/early\.ts|src\/.*\.(txt|sql))$/

/**
 * Vite as a part of another server: it transforms for the browser and for Node.
 * @param changed is called when the site has to be opened anew, before any browser learns of the change; `inBrowser` says
 * that Vite brings the change to the open pages itself
 * @param touched is called for every change of a file
 */
export async function startVite(
  front: Server,
  ignored: string,
  on: { changed(file: string, inBrowser: boolean): void; touched(file: string): unknown },
) {
  const tellChanges: Plugin = {
    name: 'tell-changes',
    hotUpdate({ file, modules, server }) {
      // Vite would try to replace in an open page what needs them, and fail.
      const isReloaded = isText.test(relative(root, file))
      if (isReloaded && this.environment.name === 'client') return []
      if (this.environment.name !== 'ssr' || modules.length === 0) return
      const ofBrowser = [...(server.environments.client.moduleGraph.getModulesByFile(file) ?? [])]
      on.changed(file, !isReloaded && (file.endsWith('.css') || ofBrowser.some(({ type }) => type === 'js')))
    },
  }
  /** React writes such a sheet into the document once; this changes it there. */
  const changeInlineSheets: Plugin = {
    name: 'change-inline-sheets',
    enforce: 'post',
    transform(code, id) {
      if (this.environment.name !== 'client' || !id.endsWith('.css?inline')) return
      // Run once more when the sheet has changed.
      return `${code.replace('export default', 'const sheet =')}
export default sheet
const [shown, key] = [window.shownSheets ??= {}, ${JSON.stringify(id)}]
for (const style of document.querySelectorAll('style')) if (style.textContent === shown[key]) style.textContent = sheet
shown[key] = sheet`
    },
  }
  const vite = await createServer({
    root,
    appType: 'custom',
    plugins: [tellChanges, changeInlineSheets],
    optimizeDeps: { entries: ['src/app/pages/browser.tsx', 'src/**/*.page.tsx'], exclude: ['lucide-react'] },
    server: {
      middlewareMode: true,
      hmr: { server: front },
      watch: { ignored: ['**/dist/**', '**/test-results/**', '**/screens/**', join(ignored, '**')] },
    },
  })
  vite.watcher.on('all', (_event, path) => {
    const file = relative(root, path).replaceAll('\\', '/')
    if (readAtStart.test(file)) on.changed(path, false)
    on.touched(path)
  })
  return vite
}
