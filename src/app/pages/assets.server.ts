import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '#src/platform/root.server.ts'
import type { Rendered } from './render.server.tsx'
import { stylesFor } from './styles.server.ts'

type Renderer = typeof import('./render.server.tsx')

/** The code and the files that documents are made of: those of the build, or in development Vite's (scripts/dev/). */
export interface Assets extends Pick<Renderer, 'render' | 'renderFailure'> {
  /** Runs in the head of every page; the content security policy has to allow this text. */
  early: string
  folder: string
  headOf(page: Rendered): string
  scriptsOf(page: Rendered): string
}

type Manifest = Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }>
const isPage = (source: string) => source.endsWith('.page.tsx')
const sheetSource = 'src/ui/styles.css'

/** Inlines the styles that a page shows, which saves a round trip. */
export async function builtAssets(): Promise<Assets> {
  const dist = join(root, 'dist')
  const folder = join(dist, 'client')
  const renderer: Renderer = await import(/* @vite-ignore */ join(dist, 'server/render.js'))
  await renderer.warmUp()
  const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))
  const builtFrom = (source: string) => manifest[source]!.file
  const readBuilt = (source: string) => readFile(join(folder, builtFrom(source)), 'utf8')
  const sheet = `/${builtFrom(sheetSource)}`
  const stylesOf = stylesFor(await readBuilt(sheetSource), renderer.signsOfTheLine())
  // Told twice to a browser, fonts would be asked for again while they are shown.
  const fontFaces = (await readBuilt('src/ui/fonts.css')).trim()
  const fonts = [...fontFaces.matchAll(/url\(([^)]*\/(?:figtree|tiro)-[\w-]{8}\.woff2)\)/g)].map(([, file]) => file!)
  const preloads = [...new Set(fonts)]
    .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">`)
    .join('')

  function needed(name: string, found = new Set<string>()) {
    const chunk = manifest[name]
    if (!chunk || found.has(chunk.file)) return found
    found.add(chunk.file)
    // A page, or a file that pages share, asks for parts of other pages when it runs: features/browse/components.ts.
    const pages = isPage(name) || name.startsWith('_') ? (chunk.dynamicImports?.filter(isPage) ?? []) : []
    for (const imported of [...(chunk.imports ?? []), ...pages]) needed(imported, found)
    return found
  }

  return {
    ...renderer,
    early: (await readFile(join(dist, 'early.js'), 'utf8')).trim(),
    folder,
    headOf: ({ body }) => `<style>${stylesOf(body)}${fontFaces}</style>${preloads}`,
    scriptsOf({ sources, isForMembers }) {
      if (!sources) return ''
      const [script, ...files] = new Set(sources.flatMap((source) => [...needed(source)]))
      const modules = files.map((file) => `<link rel="modulepreload" href="/${file}">`).join('')
      // browser.tsx waits for it before it draws a member's page.
      const soon = isForMembers ? `<link rel="prefetch" as="style" href="${sheet}">` : ''
      // early.ts takes them out of the template.
      return `<link rel="stylesheet" href="${sheet}" disabled><template id="scripts">${soon}${modules}<script type="module" src="/${script}"></script></template>`
    },
  }
}
